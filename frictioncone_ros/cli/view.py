# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`frictioncone view`: a scene, a recorded run or a running node in the browser."""

from __future__ import annotations

import argparse
from pathlib import Path
import sys
from threading import Event

from frictioncone_ros.cli.node.talk import seconds, talk
from frictioncone_ros.cli.report import shown_text
from frictioncone_ros.cli.scene.scene_argument import warn_of_units
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.scenario import load_scenario

EXAMPLE = 'frictioncone view box_on_table'
LAST_PORT = 65535
BAGS = ('.mcap', '.db3')


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what is looked at and where."""
    parser.add_argument(
        'what',
        nargs='?',
        default='',
        metavar='SCENE|BAG',
        help='a shipped scene, a YAML file, or a recording (a folder, .mcap, .db3)',
    )
    parser.add_argument(
        '--port', type=_port, default=8080, help='of the web page; 0: any free one (8080)'
    )
    parser.add_argument(
        '--node',
        default='',
        metavar='NAME',
        help='without a scene or recording: the running node to follow (needs ROS 2); of a '
        'recording: which node, where several were recorded',
    )
    parser.add_argument('--params', metavar='FILE', type=Path, help="the recorded node's file")
    parser.add_argument(
        '--timeout',
        default=5.0,
        type=seconds,
        metavar='S',
        help='how long to wait for a running node, in seconds (5)',
    )


def _port(text: str) -> int:
    """Read a port, or say what is expected."""
    port = int(text)
    if not 0 <= port <= LAST_PORT:
        raise argparse.ArgumentTypeError(f'{text!r}, expected 0 to {LAST_PORT}')
    return port


def run(arguments: argparse.Namespace) -> int:
    """Serve the page until Ctrl-C."""
    if not arguments.what:
        return _follow(arguments)
    # Viser is optional and slow to start.
    from frictioncone_ros.viewer.contact_view import ContactView  # noqa: PLC0415

    path = Path(arguments.what)
    if path.is_dir() or path.suffix in BAGS:
        from frictioncone_ros.viewer.run_view import run_view  # noqa: PLC0415

        name = path.name
        view = run_view(path, arguments.node, arguments.params, arguments.port, _say_not_shown)
    else:
        scene = load_scenario(arguments.what)
        warn_of_units(scene)
        state, wrench = scene.required_state(), scene.required_wrench()
        view = ContactView(state, wrench, arguments.port, scene.preload)
        name = scene.name
    print(f'{name}: look at http://localhost:{view.port}; Ctrl-C ends', flush=True)
    try:
        Event().wait()
    finally:
        view.close()
    return 0


def _say_not_shown(sentence: str) -> None:
    print(f'frictioncone: warning: {shown_text(sentence)}', file=sys.stderr)


def _follow(arguments: argparse.Namespace) -> int:
    """Become the page of a running node."""
    if not arguments.node:
        raise InvalidInputError('what to view', '', 'a scene, a recording, or --node NAME')
    if arguments.params is not None:
        expected = 'nothing beside a running node, which is asked for its own'
        raise InvalidInputError('--params', str(arguments.params), expected)
    return talk('view', arguments)
