# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What a prediction is asked for: the motion and force to come, before the filter and after it."""

from __future__ import annotations

from frictioncone_ros.pipeline import Assessment
from frictioncone_ros.pipeline.ahead import Ahead
from frictioncone_ros.session.placement import Placement
from frictioncone_ros.spatial import Array, PLANAR


def ahead_of(assessment: Assessment, placement: Placement, horizon: float) -> Ahead:
    """Return how far ahead [s] is asked, with the twist sent and the pairs near contact."""
    size = 2 if placement.state.dimension == PLANAR else 3
    offset = placement.offset[:size]
    near = tuple(pair.moved(offset) for pair in placement.snapshot.near)
    asked = assessment.setpoints.twist
    return Ahead(horizon, near, None if asked is None else assessment.target.command.twist)


def command_before(assessment: Assessment) -> tuple[Array, Array | None] | None:
    """Return wrench (d,) and twist (d,) as they were commanded; None where no force was."""
    asked = assessment.setpoints
    return None if asked.wrench is None else (asked.wrench, asked.twist)
