# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What is known of the contact modes that a command can produce, and what is not."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from frictioncone_ros.control.status import FilterCode


@dataclass(frozen=True)
class ModeVerdict:
    """
    What a mode prediction, made at its own rate, says about the present command.

    consistent_count: number of contact modes found that the command can produce; least_margin:
    the least of their distances to their own conditions [N]; desired_is_consistent: None where no
    mode is desired, or where it is not known; exhaustive: whether every mode was judged. reason:
    why it was not, or why nothing at all is known; for people.
    """

    consistent_count: int
    least_margin: float = inf
    desired_is_consistent: bool | None = None
    exhaustive: bool = True
    reason: str = ''

    @property
    def code(self) -> FilterCode:
        """
        OK only where exactly one mode is possible, all were judged, and it is the desired.

        What was found is certain, however early the search ended; what was not found is certain
        only where every mode was judged.
        """
        if self.exhaustive and self.desired_is_consistent is False:
            return FilterCode.MODE_INCONSISTENT
        if self.consistent_count > 1:
            return FilterCode.AMBIGUOUS_MODE
        if not self.exhaustive:
            return FilterCode.MODE_UNKNOWN
        return FilterCode.OK if self.consistent_count else FilterCode.NO_MODE


def unknown_modes(reason: str) -> ModeVerdict:
    """Return the verdict that nothing is known, and why."""
    return ModeVerdict(0, exhaustive=False, reason=reason)


MODE_CODES = frozenset(
    (
        FilterCode.MODE_UNKNOWN,
        FilterCode.AMBIGUOUS_MODE,
        FilterCode.NO_MODE,
        FilterCode.MODE_INCONSISTENT,
    )
)
"""What a mode prediction can say against a command; none of them makes an input invalid."""

NOT_PREDICTED = unknown_modes('no prediction of this command has been made')
"""In force until the first prediction."""
