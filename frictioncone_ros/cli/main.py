# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`frictioncone`: the subcommands, one module each with HELP, add_arguments and run."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
import os
import sys

from frictioncone_ros.cli import calibrate, params, run, status, version

COMMANDS = {
    'calibrate': calibrate,
    'params': params,
    'run': run,
    'status': status,
    'version': version,
}


CLOSED_PIPE = 141
"""Exit code where nobody reads any more, as `head` leaves it: that of a program SIGPIPE ended."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the subcommand and return its exit code; end quietly where nobody reads any more."""
    try:
        try:
            return run_command(arguments)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes once more at its end: what is left goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED_PIPE


def run_command(arguments: Sequence[str] | None) -> int:
    """Run the subcommand named on the command line and return its exit code."""
    parser = argparse.ArgumentParser(
        prog='frictioncone',
        description='Friction cones, contact modes and projections for force-controlled robots.',
    )
    subparsers = parser.add_subparsers(dest='command', required=True, metavar='COMMAND')
    for name, module in COMMANDS.items():
        subparser = subparsers.add_parser(name, help=module.HELP, description=module.HELP)
        module.add_arguments(subparser)
    chosen = parser.parse_args(arguments)
    return COMMANDS[chosen.command].run(chosen)


if __name__ == '__main__':
    sys.exit(main())
