# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""How long a replay of ten minutes at 500 Hz takes on this machine's cores, from two."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from pathlib import Path
import sys
import tempfile
from time import perf_counter
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1] / 'test' / 'support'))

from timing import print_table, Row
from write_bag import (
    answered,
    COMMAND,
    CONTACTS,
    contacts,
    hybrid,
    own_types,
    write_bag,
)

from frictioncone_ros.cli.cores import cores
from frictioncone_ros.node_interface import node_settings
from frictioncone_ros.replay import open_bag, rerun
from frictioncone_ros.replay.comparison import write_table
from frictioncone_ros.replay.report import report_html

SECONDS, WHOLE, LIMIT = 120.0, 600.0, 60.0
"""Of the bag, of the bag that the limit is for, and the limit [s]."""
RATE = 500
"""Commands a second; contacts come at a fifth of it."""
BEGIN = 1_700_000_000_000_000_000
KINDS = {'contacts stay, all carried': (5.0, 0.0), 'contacts move, some not carried': (12.0, 1e-4)}
"""Largest push [N], of which 10 N are held, and how far contacts move [m]."""


def messages(store: Any, push: float, moved: float) -> Iterator[tuple[str, str, int, Any]]:
    """Yield a box pressed on a table and pushed to and fro: contacts and commands."""
    for step in range(int(SECONDS * RATE)):
        time, phase = BEGIN + step * 1_000_000_000 // RATE, 2.0 * pi * step / (4.0 * RATE)
        if step % 5 == 0:
            snapshot = contacts(store, time)
            for contact in snapshot.contacts:
                contact.point.position.x += moved * sin(phase)
            yield '/frictioncone/contacts', CONTACTS, time, snapshot
        command = hybrid(store, time, step + 1)
        command.wrench.force.x, command.wrench.force.y = push * sin(phase), 2.0 * cos(phase)
        yield '/frictioncone/command', COMMAND, time + 1000, command


def replayed(path: Path, folder: Path) -> tuple[list[Any], float, float]:
    """Return the rows, and the time of filter and files [s]."""
    start = perf_counter()
    with open_bag(path) as recording:
        rows = rerun(recording, node_settings({}), processes=cores())
        filtered = perf_counter()
        (folder / 'run.html').write_text(report_html(recording, rows), encoding='utf-8')
    write_table(folder / 'run.csv', rows)
    return rows, filtered - start, perf_counter() - filtered


def main() -> int:
    """Print the table; 1 where the limit is missed."""
    store, found = own_types(), []
    with tempfile.TemporaryDirectory() as name:
        for place, (kind, (push, moved)) in enumerate(KINDS.items()):
            folder = Path(name) / str(place)
            folder.mkdir()
            said = list(messages(store, push, moved))
            rows, _, _ = replayed(write_bag(folder / 'bag', 'mcap', said, store), folder)
            bag = write_bag(folder / 'answered', 'mcap', answered(store, said, rows), store)
            _, filtering, writing = replayed(bag, folder)
            whole = (filtering + writing) * WHOLE / SECONDS
            parts = f'{1e3 * filtering / len(rows):.2f} + {1e3 * writing / len(rows):.2f} ms each'
            met = whole <= LIMIT
            found.append(Row(kind, f'{whole:.0f} s', f'{LIMIT:g} s', parts, met))
    return print_table(f'Replay of 10 min at 500 Hz on {cores()} cores (filter + files)', found)


if __name__ == '__main__':
    sys.exit(main())
