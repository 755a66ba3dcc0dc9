# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What a rerun says as a whole: statuses, worst moments, and whether it is what was published."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.replay.row import Row

WORST_MOMENTS = 5
APART = 0.1
"""Worst moments are told apart by at least so much time [s]."""


@dataclass(frozen=True)
class Comparison:
    """
    Counts over all rows.

    commands: that were filtered again. unanswered: those without a published answer, in a bag
    that has none; left_out: those that the node did not answer, in a bag that has answers.
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

    @property
    def different(self) -> int:
        """How many published answers are not the rerun's."""
        return self.commands - self.unanswered - self.identical


def compared(rows: Sequence[Row], left_out: int = 0) -> Comparison:
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
