# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Which scene a verb is about, and what of it the command line changes."""

from __future__ import annotations

import argparse
from dataclasses import replace
from importlib import import_module
from pathlib import Path
import sys
from typing import Any

from frictioncone_ros.cli.report import shown_text
from frictioncone_ros.contact import ContactMode
from frictioncone_ros.estimation.placed_yaml import decoded_text, LARGEST_FILE
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.scenario import load_scenario, parse_scenario, Scenario
from frictioncone_ros.scenario.doubts import doubts
from frictioncone_ros.spatial.arrays import as_wrench

PICTURES = ('.svg', '.png', '.pdf')


def add_scene(parser: argparse.ArgumentParser) -> None:
    """Add the scene and how the answer is to be printed."""
    parser.add_argument(
        'scene',
        metavar='SCENE',
        help='a shipped scene by name (as box_on_table), a YAML file, or - for standard input',
    )
    parser.add_argument('--json', action='store_true', help='print one JSON document instead')


def add_wrench(parser: argparse.ArgumentParser) -> None:
    """Add a wrench instead of the scene's."""
    parser.add_argument(
        '--wrench',
        nargs='+',
        type=float,
        metavar='N',
        help="external wrench on the body [N, Nm] instead of the scene's wrench and load",
    )


def add_mode(
    parser: argparse.ArgumentParser,
    what: str = "one letter a contact, as ffs, instead of the scene's",
) -> None:
    """Add a mode; what: it is for, where that is not to replace the scene's."""
    parser.add_argument('--mode', metavar='LETTERS', help=what)


def add_plot(parser: argparse.ArgumentParser, what: str) -> None:
    """Add a file to draw into."""
    parser.add_argument(
        '--plot', metavar='FILE', type=_picture, help=f'{what}, as SVG, PNG or PDF'
    )


def _picture(text: str) -> str:
    """Read the name of a picture; what cannot be written is refused before all else."""
    if Path(text).suffix not in PICTURES:
        expected = f'a name that ends in {", ".join(PICTURES)}'
        raise argparse.ArgumentTypeError(f'{text!r}, expected {expected}')
    return text


def pictures() -> Any:
    """Return the module that draws; Matplotlib is optional and slow to start."""
    return import_module('frictioncone_ros.cli.scene.pictures')


def _standard_input() -> str:
    """Return what comes in, or raise InvalidInputError where it is no text of bounded size."""
    if sys.stdin is None:  # closed before this process began
        raise InvalidInputError('standard input', 'closed', 'a scene')
    content = sys.stdin.buffer.read(LARGEST_FILE + 1)
    return decoded_text(content, 'standard input', f'{len(content)} bytes')


def warn_of_units(scene: Scenario) -> None:
    """Say on the standard error what looks as if it were written in another unit."""
    for doubt in doubts(scene):
        print(f'frictioncone: warning: {scene.name}: {shown_text(doubt)}', file=sys.stderr)


def scene_of(arguments: argparse.Namespace) -> Scenario:
    """Return the scene with what the command line changes."""
    if arguments.scene == '-':
        scene = parse_scenario(_standard_input(), 'standard input', 'stdin')
    else:
        scene = load_scenario(arguments.scene)
    warn_of_units(scene)
    if getattr(arguments, 'wrench', None):
        dimension = scene.required_state().dimension
        wrench = as_wrench(arguments.wrench, dimension, '--wrench')
        scene = replace(scene, wrench=wrench, load=None)
    if getattr(arguments, 'mode', None):
        scene = replace(scene, mode=ContactMode.parse(arguments.mode))
    return scene
