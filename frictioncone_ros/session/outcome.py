# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""One tick's answer, with the command and the contacts it answers."""

from __future__ import annotations

from dataclasses import dataclass, replace

from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.pipeline import Assessment
from frictioncone_ros.session.placement import Placement
from frictioncone_ros.session.values import FramedCommand
from frictioncone_ros.spatial.arrays import same_entries


@dataclass(frozen=True, eq=False)
class Outcome:
    """
    One tick's answer and what it answers.

    command: the last one that could be used; what is sent is along its frames. placement: None
    where there are no contacts yet, or where a frame was never known. parts: which are sent, of
    PARTS. refusals: why inputs could not be used, by code; said beside the assessment's codes.
    """

    assessment: Assessment
    command: FramedCommand
    placement: Placement | None
    parts: tuple[str, ...]
    refusals: tuple[tuple[FilterCode, str], ...] = ()

    @property
    def codes(self) -> tuple[FilterCode, ...]:
        """Every condition that holds, worst first."""
        if not self.refusals:
            return self.assessment.codes
        refused = {code for code, _ in self.refusals}
        return tuple(sorted({*self.assessment.codes, *refused}, reverse=True))

    def without_address(self) -> Outcome:
        """Return the same without what the sender wrote: stamp, sequence and frames."""
        return replace(self, command=FramedCommand(), placement=None)

    def differs_from(self, sent: Outcome | None) -> bool:
        """Tell whether it must be sent although no command came: a substitute, or another one."""
        if sent is None or self.assessment.is_fallback:
            return True
        one, other = self.assessment.command, sent.assessment.command
        return (self.codes, self.parts) != (sent.codes, sent.parts) or not (
            same_entries(one.wrench, other.wrench)
            and same_entries(one.twist, other.twist)
            and same_entries(one.acceleration, other.acceleration)
        )
