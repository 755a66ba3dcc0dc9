# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
`frictioncone`: one module a verb, imported when it is asked for.

Each module has EXAMPLE, add_arguments(parser) and run(arguments), which returns the exit code.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module
import os
import re
import sys
from types import ModuleType
from typing import NoReturn

import frictioncone_ros
from frictioncone_ros.exceptions import FrictionConeError, NumericalError

COMMANDS = {
    'check': 'can and will the contacts carry a wrench, how surely, and why',
    'modes': 'what can happen: every motion under a wrench, or every kinematic mode',
    'cone': 'the wrenches that contacts can carry, or that go with a contact mode',
    'choose': 'a wrench that gives one contact mode and no other',
    'project': 'the nearest wrench that the contacts can carry with a margin',
    'formation': 'every pose of a workpiece whose edges and vertices touch as stated',
    'sweep': 'check many variations of a scene: friction, wrench, load',
    'replay': 'filter a recorded run once more and compare with what was published',
    'verify': 'compare this machine with results known in closed form',
    'calibrate': 'mass, centre and bias of a force-torque sensor from recorded poses',
    'params': 'check a parameter file, or list the parameters',
    'version': 'print the version',
}
"""The verbs, each a module of this package, and what they do in one line."""

NODE_COMMANDS = {
    'run': 'start the ROS 2 node',
    'status': 'say how a running node is',
    'echo': 'print what a running node says: status, modes, command; or how often',
    'contacts': 'a table of the contacts a running node is told, and what looks wrong',
    'ask': 'what a running node would make of a command',
    'mode': 'state the desired contact mode of a running node',
    'enable': 'let a running node follow commands again',
    'disable': 'let a running node ramp to neutral and stay there',
    'reset': 'end a latched emergency stop',
    'lifecycle': "a running node's lifecycle state, and transitions",
}
"""Those that need ROS 2, each a module of the package below."""

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
    try:
        try:
            return run_command(sys.argv[1:] if arguments is None else arguments)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes once more at its end: what is left goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except FrictionConeError as error:
        print(f'frictioncone: {error}', file=sys.stderr)
        return FAILED_CHECK if isinstance(error, NumericalError) else INVALID_INPUT


def run_command(arguments: Sequence[str]) -> int:
    """Run the subcommand named on the command line and return its exit code."""
    parser = Parser(
        prog='frictioncone',
        description='Friction cones, contact modes and projections for force-controlled robots.',
        epilog=EXIT_CODES,
    )
    parser.add_argument(
        '--version', action='version', version=f'frictioncone {frictioncone_ros.__version__}'
    )
    subparsers = parser.add_subparsers(dest='command', required=True, metavar='COMMAND')
    named = next((word for word in arguments if not word.startswith('-')), None)
    needing_ros = {name: f'{said} (needs ROS 2)' for name, said in NODE_COMMANDS.items()}
    for name, said in {**COMMANDS, **needing_ros}.items():
        subparser = subparsers.add_parser(name, help=said, description=f'{name}: {said}.')
        if name == named:
            module = _module(name)
            subparser.epilog = f'example:\n  {module.EXAMPLE}\n\n{EXIT_CODES}'
            module.add_arguments(subparser)
    chosen = parser.parse_args(arguments)
    return int(_module(chosen.command).run(chosen))


def _module(name: str) -> ModuleType:
    """Return the module of a verb."""
    package = 'frictioncone_ros.cli' + ('.node' if name in NODE_COMMANDS else '')
    return import_module(f'{package}.{name}')


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

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and how to get help; exit code 2."""
        self.exit(INVALID_INPUT, f'{self.prog}: {message} ({self.prog} --help)\n')


if __name__ == '__main__':
    sys.exit(main())
