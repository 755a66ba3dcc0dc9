# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`frictioncone replay`: a recorded run filtered once more, and compared with what was sent."""

from __future__ import annotations

import argparse
from collections.abc import Callable
import json
from math import isfinite
from pathlib import Path

import frictioncone_ros
from frictioncone_ros.cli.cores import cores
from frictioncone_ros.cli.moment import moment_answer, moment_lines
from frictioncone_ros.cli.progress import Progress
from frictioncone_ros.cli.report import plain
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.node_interface import node_settings, read_parameter_file
from frictioncone_ros.replay import open_bag, Recording, rerun, Row
from frictioncone_ros.replay.comparison import compared, Comparison, write_table
from frictioncone_ros.replay.report import comparison_lines, not_read, report_html

INTERRUPTED = 130
"""Exit code after Ctrl-C."""

EXAMPLE = 'frictioncone replay run.mcap --params mine.yaml --report run.html'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the bag, the parameters and where the results go."""
    parser.add_argument(
        'bag', metavar='BAG', type=Path, help='a rosbag2 folder, an .mcap or a .db3 file'
    )
    parser.add_argument('--node', default='', metavar='NAME', help='where several were recorded')
    parser.add_argument('--params', metavar='FILE', type=Path, help="the node's parameter file")
    parser.add_argument('--report', metavar='FILE', type=Path, help='write an HTML report')
    parser.add_argument('--csv', metavar='FILE', type=Path, help='write a line for each command')
    parser.add_argument(
        '--at',
        metavar='S',
        type=_seconds,
        help='say what was sent so long after the first input, why, and what each contact used',
    )
    parser.add_argument('--json', action='store_true', help='print one JSON document instead')


def _seconds(text: str) -> float:
    """Read a time [s], or say what is expected."""
    time = float(text)
    if not isfinite(time):
        raise argparse.ArgumentTypeError(f'{text!r}, expected seconds')
    return time


def run(arguments: argparse.Namespace) -> int:
    """Rerun and compare; 0 where every published answer is the rerun's bit for bit, else 1.

    Ctrl-C writes and says what was filtered until then.
    """
    with open_bag(arguments.bag, arguments.node) as recording:
        values = {}
        if arguments.params:
            values = read_parameter_file(arguments.params, recording.node)
        progress = Progress('replay', recording.message_count)
        rows = rerun(recording, node_settings(values), progress.step, cores())
        progress.end()
        predictions = recording.predictions() if arguments.report else []
    if arguments.csv:
        _written(arguments.csv, lambda path: write_table(path, rows))
    if arguments.report:
        html = report_html(recording, rows, predictions)
        _written(arguments.report, lambda path: path.write_text(html, encoding='utf-8'))
    found = compared(rows, recording.left_out, recording.without_command)
    _print(arguments, recording, rows, found)
    if recording.interrupted:
        return INTERRUPTED
    return 1 if not rows or found.different or found.without_command else 0


def _print(
    arguments: argparse.Namespace, recording: Recording, rows: list[Row], found: Comparison
) -> None:
    if arguments.json:
        margins = [row.margin for row in rows if row.margin is not None]
        document: dict[str, object] = {
            'command': 'replay',
            'version': frictioncone_ros.__version__,
            'node': recording.node,
            'faults': recording.faults,
            'commands': found.commands,
            'unanswered': found.unanswered,
            'left_out': found.left_out,
            'without_command': found.without_command,
            'other_topics': recording.other_topics,
            'identical': found.identical,
            'different': found.different,
            'in_last_digits': found.rounding,
            'largest_difference': found.largest[0],
            'statuses': dict(found.statuses),
            'least_margin': min(margins, default=None),
        }
        if arguments.at is not None:
            document['moment'] = moment_answer(rows, arguments.at)
        print(json.dumps(plain(document), indent=2))
        return
    print(f'{recording.path.name}: node {recording.node}')
    print(*recording.faults, *not_read(recording), *comparison_lines(found), sep='\n')
    for name, count in found.statuses:
        print(f'  {count:8d}  {name}')
    if arguments.at is not None:
        print('', *moment_lines(rows, arguments.at), sep='\n')


def _written(path: Path, write: Callable[[Path], object]) -> None:
    try:
        write(path)
    except OSError as error:
        expected = f'a file that can be written ({error.strerror})'
        raise InvalidInputError('file', str(path), expected) from None
