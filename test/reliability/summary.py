# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What an attack came to, in one line: each attack notes its own, `everything.py` prints all."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import NamedTuple

FILE = 'FRICTIONCONE_ATTACKS'
"""Variable of the environment: the file that attacks add their lines to."""


class Line(NamedTuple):
    """
    What an attack came to.

    load: what was held meanwhile, in words. inputs: how many were tried. faults: how many were
    survived. lost: how often the node did not come back or a test failed. unsafe: how often what
    must not be sent was sent.
    """

    attack: str
    load: str
    inputs: int
    faults: int
    lost: int
    unsafe: int


def note(line: Line) -> None:
    """Add a line to the file of the run that this attack is part of, if it is part of one."""
    if path := os.environ.get(FILE):
        with Path(path).open('a', encoding='utf-8') as file:
            file.write(json.dumps(line) + '\n')


def noted(path: Path) -> list[Line]:
    """Return the lines that attacks have added."""
    return [Line(*json.loads(text)) for text in path.read_text(encoding='utf-8').splitlines()]


def table(lines: list[Line]) -> str:
    """Return a table with a sum below it."""
    total = Line('all', '', *(sum(line[place] for line in lines) for place in range(2, 6)))
    rows = [f'| {" | ".join(str(word) for word in line)} |' for line in (*lines, total)]
    head = '| attack | load held | inputs tried | faults survived | lost | unsafe |'
    return '\n'.join((head, '|---|---|---|---|---|---|', *rows))
