# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What a prediction is asked for: the motion and force to come, before the filter and after it."""

from __future__ import annotations

from typing import NamedTuple

from frictioncone_ros.pipeline import Assessment
from frictioncone_ros.pipeline.prediction import Ahead, extrapolated_twist
from frictioncone_ros.session.placement import Placement
from frictioncone_ros.session.values import Frames
from frictioncone_ros.spatial import Array, PLANAR


class TwistSample(NamedTuple):
    """
    What motion was commanded when it was asked last: after the filter, before it; when [s].

    frames: the contacts' and those of the command, along whose axes and of whose point it is;
    None where they never change.
    """

    sent: Array
    commanded: Array
    time: float
    frames: tuple[str, Frames] | None = None


Trend = tuple[TwistSample | None, float]
"""What was asked of before, and the time now [s]."""

NO_TREND: Trend = (None, 0.0)


def twist_sample(
    assessment: Assessment, now: float, placement: Placement | None = None
) -> TwistSample | None:
    """Return what is commanded now [s], None where no motion is."""
    asked = assessment.setpoints.twist
    if asked is None:
        return None
    frames = None if placement is None else _frames(placement)
    return TwistSample(assessment.target.command.twist, asked, now, frames)


def _frames(placement: Placement) -> tuple[str, Frames]:
    """Return the frames that twists of a placement are along and of."""
    return placement.snapshot.frame, placement.frames


def same_frames(trend: Trend, placement: Placement) -> Trend:
    """Return the trend where it is of a placement's frames, else none: it would not be motion."""
    last, now = trend
    return (last if last is not None and last.frames == _frames(placement) else None), now


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
