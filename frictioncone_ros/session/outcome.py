# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""One tick's answer, with the command and the contacts it answers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import hypot, sqrt

import numpy as np

from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.pipeline import Assessment
from frictioncone_ros.session.placement import Placement
from frictioncone_ros.session.values import FramedCommand, OUTPUT_PARTS, PARTS
from frictioncone_ros.spatial import Array, frozen_array, SPATIAL
from frictioncone_ros.spatial.arrays import same_entries

ZERO = frozen_array(np.zeros(SPATIAL))


def output_parts(outcome: Outcome) -> dict[str, Array]:
    """Return what is sent, (6,) for each of the outcome's parts, along the command's axes."""
    placement = outcome.placement
    if placement is None:
        return dict.fromkeys(outcome.parts, ZERO)
    return {part: _output(part, outcome, placement) for part in outcome.parts}


def _output(part: str, outcome: Outcome, placement: Placement) -> Array:
    name = OUTPUT_PARTS[part]
    value = outcome.assessment.command.part(name)
    desired = getattr(outcome.assessment.setpoints, name)
    # What passes unchanged leaves bit by bit as it came, not turned there and back.
    unchanged = desired is not None and (value is desired or np.array_equal(value, desired))
    if unchanged and value.shape[0] == SPATIAL:
        return outcome.command.parts[part]
    return placement.to_command_frame(value)


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
    active: frozenset[str]
    publish: bool
    refusals: tuple[tuple[FilterCode, str], ...] = ()

    @property
    def codes(self) -> tuple[FilterCode, ...]:
        """Every condition that holds, worst first."""
        beside = {code for code, _ in self.refusals}
        if self._leaves_plane:
            beside.add(FilterCode.PROJECTED)
        if not beside:
            return self.assessment.codes
        return tuple(sorted({*self.assessment.codes, *beside}, reverse=True))

    @cached_property
    def _leaves_plane(self) -> bool:
        """Whether planar contacts leave out something of a command that is followed."""
        placement = self.placement
        if placement is None or self.assessment.is_fallback:
            return False
        parts = self.command.parts.values()
        return any(placement.left_out(six) is not None for six in parts)

    @property
    def removed_fraction(self) -> float:
        """
        Share of the commanded wrench that is not sent, 0 to 1; in the split's metric.

        What leaves the plane of planar contacts counts as plain forces, moments over the length.
        """
        if self.placement is not None:
            return self._with_left_out(self.placement, self.assessment.removed_fraction)
        # Nobody knows where the contacts are: neutral, whatever was commanded.
        return float(any(self.command.parts.get('wrench', ZERO).tolist()))

    def _with_left_out(self, placement: Placement, fraction: float) -> float:
        """Return a share of a planar wrench as one of all that was commanded."""
        wrench = self.command.parts.get('wrench')
        left = None if wrench is None else placement.left_out(wrench)
        if wrench is None or left is None:
            return fraction
        length = self.assessment.prepared.length if self.assessment.prepared else 1.0
        beside, whole = _size(left, length), _size(wrench, length)
        share = min(1.0, beside / whole)
        return sqrt(min(1.0, share**2 + (1.0 - share**2) * fraction**2))

    def without_address(self) -> Outcome:
        """Return the same without what the sender wrote: stamp, sequence and frames."""
        return replace(self, command=FramedCommand(), placement=None)

    def unless_known(self, sent: Outcome | None) -> Outcome:
        """Return the same, not to be published where it is what was sent last."""
        return self if self._differs_from(sent) else replace(self, publish=False)

    def _differs_from(self, sent: Outcome | None) -> bool:
        """Tell whether it must be sent although no command came: a fallback, or another one."""
        if sent is None or self.assessment.is_fallback:
            return True
        one, other = self.assessment.command, sent.assessment.command
        return (self.codes, self.parts) != (sent.codes, sent.parts) or not (
            same_entries(one.wrench, other.wrench)
            and same_entries(one.twist, other.twist)
            and same_entries(one.acceleration, other.acceleration)
        )


def _size(wrench: Array, length: float) -> float:
    """Return the size [N] of a wrench (6,), moments over a length [m]."""
    return hypot(*wrench[:3].tolist(), *(wrench[3:] / length).tolist())


def outcome_of(
    assessment: Assessment,
    command: FramedCommand,
    placement: Placement | None,
    sent: Outcome | None = None,
    refusals: tuple[tuple[FilterCode, str], ...] = (),
) -> Outcome:
    """
    Return the answer with the parts that are sent; sent: the last one that was published.

    A part that is commanded no longer is sent until it is zero, and once more as zero.
    """
    active = frozenset(
        part
        for part in PARTS
        if part in command.parts or any(assessment.command.part(OUTPUT_PARTS[part]).tolist())
    )
    before: frozenset[str] = frozenset() if sent is None else sent.active
    parts = tuple(part for part in PARTS if part in active or part in before)
    return Outcome(assessment, command, placement, parts, active, assessment.publish, refusals)
