# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What a rerun says as a whole: statuses, worst moments, and whether it is what was published.

A rerun as a CSV: one line a command.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
import csv
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.replay.row import Row
from frictioncone_ros.session.values import PARTS

WORST_MOMENTS = 5
APART = 0.1
"""Worst moments are told apart by at least so much time [s]."""


@dataclass(frozen=True)
class Comparison:
    """
    Counts over all rows.

    commands: that were filtered again. unanswered: those without a published answer, in a bag
    that has none; left_out: those that the node did not answer, in a bag that has answers.
    without_command: answers to commands that are not in the bag.
    identical: answers that are the published ones bit for bit. rounding: those that are not but
    differ in their last digits only. largest: the largest difference
    [N, Nm, m/s, rad/s, ...] and when it was [s]. differing: pairs of status (published, rerun) of
    answers that differ.
    """

    commands: int
    unanswered: int
    left_out: int
    identical: int
    rounding: int
    largest: tuple[float, float]
    differing: tuple[tuple[tuple[str, str], int], ...]
    statuses: tuple[tuple[str, int], ...]
    without_command: int = 0

    @property
    def different(self) -> int:
        """How many published answers are not the rerun's."""
        return self.commands - self.unanswered - self.identical


def compared(rows: Sequence[Row], left_out: int = 0, without_command: int = 0) -> Comparison:
    """Count what is the same and what is not."""
    answered = [row for row in rows if row.published is not None]
    other = [row for row in answered if not row.identical]
    largest = max(((row.difference or 0.0, row.time) for row in other), default=(0.0, 0.0))
    pairs = Counter(
        (code_name(row.published.code), row.code.name) for row in other if row.published
    )
    return Comparison(
        commands=len(rows),
        unanswered=len(rows) - len(answered),
        left_out=left_out,
        identical=len(answered) - len(other),
        rounding=sum(row.differs_in_last_digits for row in other),
        largest=largest,
        differing=tuple(pairs.most_common()),
        statuses=tuple(Counter(row.code.name for row in rows).most_common()),
        without_command=without_command,
    )


def worst_moments(rows: Sequence[Row]) -> list[Row]:
    """Return the rows of the least margins, a while apart, worst first."""
    found: list[Row] = []
    judged = [row for row in rows if row.margin is not None]
    for row in sorted(judged, key=lambda one: one.margin or 0.0):
        if all(abs(row.time - other.time) >= APART for other in found):
            found.append(row)
        if len(found) == WORST_MOMENTS:
            break
    return found


def code_name(code: int) -> str:
    """Return the name of a status code; its number where it is of a later version."""
    try:
        return FilterCode(code).name
    except ValueError:
        return str(code)


AXES = {'wrench': 'fx fy fz tx ty tz', 'twist': 'vx vy vz wx wy wz', 'accel': 'ax ay az bx by bz'}


def write_table(path: Path, rows: Sequence[Row]) -> None:
    """Write every row; what was not commanded or not published is empty."""
    with path.open('w', newline='', encoding='utf-8') as file:
        writer = csv.writer(file)
        writer.writerow(header())
        for row in rows:
            writer.writerow(_line(row))


def header() -> list[str]:
    """Return the names of the columns; units are SI."""
    names = ['time', 'stamp', 'sequence', 'status', 'margin', 'removed_fraction']
    for part in PARTS:
        names += [f'{kind}_{axis}' for kind in ('asked', 'sent') for axis in AXES[part].split()]
    return [*names, 'published_status', 'published_margin', 'identical', 'difference']


def _line(row: Row) -> list[object]:
    values: list[object] = [row.time, *row.key, row.code.name, row.margin, row.removed_fraction]
    for part in PARTS:
        for given in (row.asked.get(part), row.sent.get(part)):
            values += [''] * 6 if given is None else np.asarray(given).tolist()
    if row.published is None:
        return [*values, '', '', '', '']
    status = code_name(row.published.code)
    return [*values, status, row.published.margin, int(row.identical), row.difference]
