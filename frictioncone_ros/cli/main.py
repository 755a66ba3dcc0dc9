# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
`frictioncone`: one module a verb, imported when it is asked for.

Each module has EXAMPLE, add_arguments(parser) and run(arguments), which returns the exit code.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping, Sequence
import gc
from importlib import import_module
from io import TextIOWrapper
import os
import re
import sys
from types import ModuleType
from typing import NoReturn

import frictioncone_ros
from frictioncone_ros.exceptions import FrictionConeError, NumericalError

COMMANDS = {
    'check': ('scene.check', 'can and will the contacts carry a wrench, how surely, and why'),
    'modes': (
        'scene.modes',
        'what can happen: every motion under a wrench, or every kinematic mode',
    ),
    'cone': ('scene.cone', 'the wrenches that contacts can carry, or that go with a contact mode'),
    'choose': (
        'scene.choose',
        'a wrench for one mode alone, or how to control a motion',
    ),
    'project': ('scene.project', 'the nearest wrench that the contacts can carry with a margin'),
    'formation': (
        'scene.formation',
        'every pose of a workpiece whose edges and vertices touch as stated',
    ),
    'sweep': ('scene.sweep', 'check many variations of a scene: friction, wrench, load'),
    'replay': ('replay', 'filter a recorded run once more and compare with what was published'),
    'view': (
        'view',
        'a scene, a recording or a running node in the browser',
    ),
    'verify': ('verify', 'compare this machine with results known in closed form'),
    'calibrate': (
        'calibrate',
        'mass, centre and bias of a force-torque sensor from recorded poses',
    ),
    'completion': ('completion', 'print what makes bash or zsh complete verbs and options'),
    'params': ('params', 'check a parameter file, or list the parameters'),
    'run': ('node.run', 'start the ROS 2 node (needs ROS 2)'),
    'status': ('node.status', 'say how a running node is (needs ROS 2)'),
    'echo': (
        'node.echo',
        'print what a running node says, or how often (needs ROS 2)',
    ),
    'contacts': (
        'node.contacts',
        'the contacts a node is told, and what looks wrong (needs ROS 2)',
    ),
    'ask': ('node.ask', 'what a running node would make of a command (needs ROS 2)'),
    'mode': ('node.mode', 'state the desired contact mode of a running node (needs ROS 2)'),
    'enable': ('node.enable', 'let a running node follow commands again (needs ROS 2)'),
    'disable': ('node.disable', 'let a running node ramp to neutral and stay there (needs ROS 2)'),
    'reset': ('node.reset', 'end a latched emergency stop (needs ROS 2)'),
    'lifecycle': (
        'node.lifecycle',
        "a running node's lifecycle state, and transitions (needs ROS 2)",
    ),
    'version': ('version', 'print the version'),
}
"""The verbs: each with its module in this package, and what it does in one line."""

NEGATIVE_NUMBER = re.compile(r'-(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$')

EXIT_CODES = """\
exit codes:
  0    yes, or done          1    no, or not as it should be
  2    wrong use or input    3    an answer failed its own check: none is given
  130  ended by Ctrl-C       141  nobody reads the output any more"""

INVALID_INPUT = 2
FAILED_CHECK = 3
INTERRUPTED = 130
CLOSED_PIPE = 141
"""Exit code where nobody reads any more, as `head` leaves it: that of a program SIGPIPE ended."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the subcommand and return its exit code; end quietly where nobody reads any more."""
    _show_every_sign()
    try:
        try:
            return run_command(sys.argv[1:] if arguments is None else arguments)
        finally:
            if sys.stdout is not None:  # closed before this process began: nobody reads
                sys.stdout.flush()
    except BrokenPipeError:
        _write_no_more()
        return CLOSED_PIPE
    except OSError as error:
        # Files are refused by their names where they are opened: what is left is the output.
        _write_no_more()
        print(f'frictioncone: standard output: {error.strerror or error}', file=sys.stderr)
        return INVALID_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except FrictionConeError as error:
        print(f'frictioncone: {error}', file=sys.stderr)
        return FAILED_CHECK if isinstance(error, NumericalError) else INVALID_INPUT


def _show_every_sign() -> None:
    """Write signs that the terminal's encoding has not as their codes, and do not end there."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors='backslashreplace')


def _write_no_more() -> None:
    """Let what is left go nowhere: Python flushes once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run_command(arguments: Sequence[str]) -> int:
    """Run the subcommand named on the command line and return its exit code."""
    named = next((word for word in arguments if not word.startswith('-')), None)
    first = bool(arguments) and arguments[0] == named
    parser, verbs = command_parser(named, others=not first)
    chosen, unknown = parser.parse_known_args(arguments)
    if unknown:
        verbs[chosen.command].refuse(unknown)
    module = _imported(chosen.command)
    return int(module.run(chosen))


def command_parser(
    named: str | None, *, others: bool = True
) -> tuple[Parser, Mapping[str, Parser]]:
    """
    Return the parser and those of the verbs; only the named one's module is imported.

    others: whether it knows the other verbs too, which takes some milliseconds; with a verb that
    is none it always does, to list them.
    """
    parser = Parser(
        prog='frictioncone',
        description='Friction cones, contact modes and projections for force-controlled robots.',
        epilog=EXIT_CODES,
    )
    parser.add_argument(
        '--version', action='version', version=f'frictioncone {frictioncone_ros.__version__}'
    )
    subparsers = parser.add_subparsers(dest='command', required=True, metavar='COMMAND')
    for name, (_, purpose) in COMMANDS.items():
        if name != named and named in COMMANDS and not others:
            continue
        subparser = subparsers.add_parser(name, help=purpose, description=f'{name}: {purpose}.')
        if name == named:
            module = _imported(name)
            subparser.epilog = f'example:\n  {module.EXAMPLE}\n\n{EXIT_CODES}'
            module.add_arguments(subparser)
    return parser, subparsers.choices


def _imported(verb: str) -> ModuleType:
    """Return a verb's module; while it is read nothing becomes garbage, and none is looked for."""
    collects = gc.isenabled()
    gc.disable()
    try:
        return import_module(f'frictioncone_ros.cli.{COMMANDS[verb][0]}')
    finally:
        if collects:
            gc.enable()


class Parser(argparse.ArgumentParser):
    """An argument parser whose epilog keeps its lines, and whose faults are one line."""

    def __init__(self, **options: object) -> None:
        """Make a parser; subparsers are of this class too."""
        super().__init__(
            formatter_class=argparse.RawDescriptionHelpFormatter,
            **options,  # type: ignore[arg-type]  # those of argparse
        )
        # Before Python 3.14 it takes -1e-3 for an option.
        self._negative_number_matcher = NEGATIVE_NUMBER

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Refuse what is none of the choices, with the nearest of them where one is near."""
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            near = _nearest(str(value), map(str, action.choices or ()))
            if not near:
                raise
            message = f'invalid choice: {value!r}, did you mean {near}?'
            raise argparse.ArgumentError(action, message) from error

    def refuse(self, unknown: Sequence[str]) -> NoReturn:
        """Say which arguments are unknown, and which option is meant where one is near."""
        word = next((one for one in unknown if one.startswith('-')), '').partition('=')[0]
        near = _nearest(word, self._option_string_actions)
        meant = f'; did you mean {near}?' if near else ''
        self.error(f'unrecognized arguments: {" ".join(unknown)}{meant}')

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and how to get help; exit code 2."""
        self.exit(INVALID_INPUT, f'{self.prog}: {message} ({self.prog} --help)\n')


def _nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word that is meant, empty where none is near."""
    # Where something is wrong only: a start of the command line goes by milliseconds.
    from difflib import get_close_matches  # noqa: PLC0415

    return next(iter(get_close_matches(word, list(known), 1)), '')


if __name__ == '__main__':
    sys.exit(main())
