# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What happened in a demo, row by row, and its summary."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from frictioncone_ros.sim.snapshot import CLOCK_ROUNDING
from frictioncone_ros.spatial import Array

PERSISTENCE = 0.06
"""What a prediction is compared with: that the mode is still the one of so long ago [s]."""


@dataclass(frozen=True, eq=False)
class DemoRow:
    """
    One instant.

    commanded, sent: (d,) wrenches from the robot on the environment [N, Nm]. margin: of what was
    sent [N], not a number where it was not judged. observed: the mode seen; predicted: all modes
    predicted last, as letters. place: of the body's reference point, seen from its start
    (2 or 3,) [m]. desired: the mode asked for, * where any will do. pressing: greatest normal
    force of a contact [N].
    """

    time: float
    phase: str
    commanded: Array
    sent: Array
    margin: float
    status: str
    observed: str
    predicted: tuple[str, ...]
    place: Array
    desired: str = ''
    pressing: float = np.nan

    @property
    def travelled(self) -> float:
        """Distance from the start [m]."""
        return float(np.linalg.norm(self.place))

    @property
    def as_desired(self) -> bool:
        """Whether every contact did what it should; one that should slide may also stick."""
        return all(
            wanted in {'*', seen} or (wanted in SLIDING and seen == 'f')
            for wanted, seen in zip(mode_letters(self.desired), self.observed, strict=True)
        )


@dataclass
class DemoRecord:
    """All rows of one run, and how it was run."""

    scene: str
    title: str
    rows: list[DemoRow] = field(default_factory=list)
    notes: dict[str, str] = field(default_factory=dict)

    def is_due(self, time: float, period: float) -> bool:
        """Tell whether it is time for the next row, one each period [s]."""
        return not self.rows or time >= self.rows[-1].time + period - CLOCK_ROUNDING

    def times(self) -> Array:
        """Return the times (n,) [s]."""
        return np.array([row.time for row in self.rows])

    def wrenches(self, which: str) -> Array:
        """Return the wrenches (n, d), 'commanded' or 'sent'."""
        return np.array([getattr(row, which) for row in self.rows])

    def path_while_holding(self) -> float:
        """
        Return the length of the reference point's path in phases that ask for no motion [m].

        Not the growth of its distance from the start, which a body pushed round in a circle keeps.
        """
        way, last = 0.0, None
        for row in self.rows:
            if last is not None and row.phase == last.phase and row.phase in HOLDING:
                way += float(np.linalg.norm(np.subtract(row.place, last.place)))
            last = row
        return way

    def mode_agreement(self) -> tuple[int, int]:
        """Return in how many of the judged rows the observed mode was a predicted one."""
        judged = [row for row in self.rows if row.predicted]
        return sum(row.observed in row.predicted for row in judged), len(judged)

    def persistence(self) -> tuple[int, int]:
        """Return in how many of the judged rows the mode was that of PERSISTENCE before."""
        times = self.times()
        stayed = judged = 0
        for row in self.rows:
            before = int(np.searchsorted(times, row.time - PERSISTENCE + CLOCK_ROUNDING, 'right'))
            if row.predicted and before > 0:
                judged += 1
                stayed += row.observed == self.rows[before - 1].observed
        return stayed, judged

    def share_as_desired(self) -> tuple[int, int]:
        """Return in how many rows, of those with a desired mode, all contacts did as desired."""
        asked = [row for row in self.rows if row.desired]
        return sum(row.as_desired for row in asked), len(asked)

    def summary(self) -> str:
        """Return a few lines for people."""
        agreed, judged = self.mode_agreement()
        margins = [row.margin for row in self.rows if not np.isnan(row.margin)]
        codes = Counter(row.status for row in self.rows)
        lines = [
            f'{self.title}:',
            f'  path while nothing should move  {1e3 * self.path_while_holding():.2f} mm',
        ]
        pressed = [row.pressing for row in self.rows if np.isfinite(row.pressing)]
        if pressed:
            lines.append(
                f'  greatest normal force           {max(pressed):.1f} N, '
                f'median {np.median(pressed):.1f} N'
            )
        done, asked = self.share_as_desired()
        if asked:
            lines.append(f'  every contact did as desired    {done} of {asked} rows')
        if margins:
            lines.append(f'  least margin                    {min(margins):.2f} N')
        if judged:
            unpredicted = len(self.rows) - judged
            lines.append(
                f'  observed mode was predicted     {agreed} of {judged} rows, '
                f'{unpredicted} more had no prediction'
            )
            stayed, seen = self.persistence()
            lines.append(f'  it was that of 60 ms before     {stayed} of {seen} rows')
        if any(codes):
            counts = ', '.join(f'{name} {count}' for name, count in codes.most_common() if name)
            lines.append(f'  status                          {counts}')
        lines += [f'  {name:<30}  {text}' for name, text in self.notes.items()]
        return '\n'.join(lines)


SLIDING = frozenset('dlr')
"""Letters of a contact that is desired to slide."""

HOLDING = frozenset({'press', 'push sideways', 'lean'})
"""Phases in which nothing is asked to move."""


def mode_letters(text: str) -> str:
    """Return a mode string without sliding directions: 'd[45]f' becomes 'df'."""
    letters, inside = [], False
    for character in text:
        inside = character == '[' or (inside and character != ']')
        if not inside and character != ']':
            letters.append(character)
    return ''.join(letters)
