# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What a prediction is asked for: the motion and force to come, before the filter and after it."""

from __future__ import annotations

from typing import NamedTuple

from frictioncone_ros.pipeline import Assessment
from frictioncone_ros.pipeline.prediction import Ahead, extrapolated_twist
from frictioncone_ros.session.placement import Placement
from frictioncone_ros.spatial import Array, PLANAR


class TwistSample(NamedTuple):
    """What motion was commanded when it was asked last: after the filter, before it; when [s]."""

    sent: Array
    commanded: Array
    time: float


Trend = tuple[TwistSample | None, float]
"""What was asked of before, and the time now [s]."""

NO_TREND: Trend = (None, 0.0)


def twist_sample(assessment: Assessment, now: float) -> TwistSample | None:
    """Return what is commanded now [s], None where no motion is."""
    asked = assessment.setpoints.twist
    return None if asked is None else TwistSample(assessment.target.command.twist, asked, now)


def ahead_of(
    assessment: Assessment,
    placement: Placement,
    horizon: float,
    trend: Trend = NO_TREND,
) -> Ahead:
    """
    Return how far ahead [s] is asked, with the twist to come and the pairs near contact.

    trend: without one the commanded twist stays as it is.
    """
    size = 2 if placement.state.dimension == PLANAR else 3
    offset = placement.offset[:size]
    near = tuple(pair.moved(offset) for pair in placement.snapshot.near)
    if assessment.setpoints.twist is None:
        return Ahead(horizon, near)
    last, now = trend
    sent = assessment.target.command.twist
    if last is not None:
        sent = extrapolated_twist(sent, last.sent, now - last.time, horizon)
    return Ahead(horizon, near, sent)


def command_before(
    assessment: Assessment,
    horizon: float = 0.0,
    trend: Trend = NO_TREND,
) -> tuple[Array, Array | None] | None:
    """Return wrench (d,) and twist (d,) as they were commanded; None where no force was."""
    asked, (last, now) = assessment.setpoints, trend
    if asked.wrench is None:
        return None
    if asked.twist is None or last is None:
        return asked.wrench, asked.twist
    return asked.wrench, extrapolated_twist(asked.twist, last.commanded, now - last.time, horizon)
