# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Hostile commands and contacts over real DDS, between good ones, every answer judged.

bash .ci/inside.sh python test/reliability/wire_fuzz.py --messages 100000; part of `make torture`.
Any field of any message gets any value its type can hold. The node must live, answer within its
limits, and follow good commands again at the end.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from copy import deepcopy
from datetime import datetime, timezone
import os
from pathlib import Path
import sys
import tempfile
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / 'test' / name) for name in ('support', 'reliability')]

import numpy as np
from ros_client import ros_client
from ros_domain import claim_domain
from summary import Line, note
from wire_robot import WireRobot

from frictioncone_ros.msg import ContactPoint, ContactState, ContactStateArray

FLOATS = (
    *(float('nan'), float('inf'), -float('inf'), 1e308, -1e308, 5e-324, 1e12, -1e13),
    *(0.0, -0.0, 1.0, -1.0, 1e-300, 1e-12),
)
TEXTS = ('', 'base', 'tool', 'nowhere', 'x' * 256, 'x' * 257, 'x' * 100_000, '\U0001d6cd\n\t', '*')
SIZES = (0, 1, 3, 9, 36, 65, 300)
GOOD_EVERY = 4
"""One message in so many is left as it is."""
RECOVERY = 20.0


class Spoiler:
    """Sends spoilt copies beside good messages, and tells the judge of them."""

    def __init__(self, robot: WireRobot) -> None:
        """Begin with nothing spoilt; count: how many were sent."""
        self.robot, self.count = robot, 0

    def __call__(self, message: Any) -> list[Any]:
        """Return a good message and spoilt ones."""
        spoilt = []
        for _ in range(GOOD_EVERY - 1):
            copy = deepcopy(message)
            # Told apart from the good one by its stamp, unless that is spoilt too.
            copy.header.stamp.nanosec = max(0, copy.header.stamp.nanosec - len(spoilt) - 1)
            for _ in range(int(self.robot.rng.integers(1, 4))):
                spoil(copy, self.robot.rng)
            spoilt.append(copy)
            self.count += 1
            if isinstance(copy, ContactStateArray):
                # What it says is not worked out a second time: all but what carries it is judged.
                stamp = copy.header.stamp
                self.robot.judge.sent_unknown(stamp.sec * 10**9 + stamp.nanosec)
        return [*spoilt, message]


def spoil(message: Any, rng: np.random.Generator) -> None:
    """Give one field of a message, however deep, a value that its type can hold."""
    fields = message.get_fields_and_field_types()
    name = str(rng.choice(list(fields)))
    kind, value = fields[name], getattr(message, name)
    if hasattr(value, 'get_fields_and_field_types'):
        spoil(value, rng)
    elif kind.startswith('sequence<frictioncone_ros'):
        _spoil_list(message, name, rng)
    elif 'double' in kind and (kind.startswith('sequence') or '[' in kind):
        size = len(value) if '[' in kind else int(rng.choice(SIZES))
        setattr(message, name, [float(rng.choice(FLOATS)) for _ in range(size)])
    elif kind == 'double':
        setattr(message, name, float(rng.choice(FLOATS)))
    elif kind == 'boolean':
        setattr(message, name, bool(rng.integers(0, 2)))
    elif kind == 'string':
        setattr(message, name, TEXTS[int(rng.integers(0, len(TEXTS)))])
    elif kind.startswith(('uint', 'int')):
        setattr(message, name, _whole(kind, rng))
    elif kind == 'sequence<string>':
        setattr(message, name, [TEXTS[int(rng.integers(0, len(TEXTS)))] for _ in range(3)])


def _spoil_list(message: Any, name: str, rng: np.random.Generator) -> None:
    """Take out, add, repeat or spoil an entry of a list of messages."""
    entries = list(getattr(message, name))
    what = int(rng.integers(0, 5))
    if what == 0 and entries:
        entries.pop(int(rng.integers(0, len(entries))))
    elif what == 1 and entries:
        entries.append(deepcopy(entries[int(rng.integers(0, len(entries)))]))
    elif what == 2:
        kind = message.get_fields_and_field_types()[name]
        made = ContactState if 'ContactState' in kind else ContactPoint
        entries += [made() for _ in range(int(rng.choice((1, 70))))]
    elif entries:
        spoil(entries[int(rng.integers(0, len(entries)))], rng)
    setattr(message, name, entries)


def _whole(kind: str, rng: np.random.Generator) -> int:
    bits = int(kind.removeprefix('u').removeprefix('int'))
    half = 2 ** (bits - 1)
    least, most = (0, 2 * half - 1) if kind.startswith('u') else (-half, half - 1)
    return int(rng.choice(np.array([least, 0, 1, 2, 7, most], dtype=object)))


def fuzz(robot: WireRobot, messages: int) -> int:
    """Return 1 where the node died, spoke out of its limits, or did not follow again."""
    with robot.node() as node:
        if not robot.run(RECOVERY, lambda: robot.follows):
            print('the node never followed')
            return 1
        spoiler = robot.spoil = Spoiler(robot)
        while spoiler.count < messages and node.process.poll() is None:
            robot.run(0.5)
        robot.spoil = lambda message: [message]
        robot.heard.clear()
        alive = node.process.poll() is None
        follows = robot.run(RECOVERY, lambda: robot.follows)
    violations = robot.judge.violations
    print(
        f'{spoiler.count} hostile messages, {robot.judge.counts["finite"]} answers judged, '
        f'{len(violations)} unsafe, the node {"lives" if alive else "DIED"} and '
        f'{"follows" if follows else "DOES NOT FOLLOW"} again'
    )
    for text in violations[:20]:
        print(text)
    lost = int(not (alive and follows))
    load = f'{robot.judge.counts["finite"]} answers at {robot.rate:g} Hz'
    note(Line('hostile messages over DDS', load, spoiler.count, 0, lost, len(violations)))
    return int(bool(violations) or bool(lost))


def main(arguments: Sequence[str] | None = None) -> int:
    """Send as many as asked, print a line."""
    today = int(datetime.now(timezone.utc).strftime('%Y%m%d'))
    parser = ArgumentParser(description=(__doc__ or '').strip().splitlines()[0])
    parser.add_argument('--messages', type=int, default=100_000)
    parser.add_argument('--rate', type=float, default=200.0)
    parser.add_argument('--seed', type=int, default=today, help='default: the date')
    options = parser.parse_args(arguments)
    with claim_domain() as domain, tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            'ROS_DOMAIN_ID': str(domain),
            'ROS_LOG_DIR': folder,
            'ROS_AUTOMATIC_DISCOVERY_RANGE': 'LOCALHOST',
        }
        with ros_client(domain) as client:
            return fuzz(WireRobot(client, options.rate, options.seed), options.messages)


if __name__ == '__main__':
    sys.exit(main())
