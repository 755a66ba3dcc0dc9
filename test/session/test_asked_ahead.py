# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The motion a prediction is asked of goes on as it changed, by the time that passed between."""

import numpy as np
import pytest

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.control import FilterSettings
from frictioncone_ros.control.command import Setpoints
from frictioncone_ros.node_interface.static_transforms import PlacedFrame
from frictioncone_ros.pipeline import assess
from frictioncone_ros.session.frames import StaticFrames
from frictioncone_ros.session.modes.asked_ahead import (
    ahead_of,
    command_before,
    same_frames,
    twist_sample,
)
from frictioncone_ros.session.placement import placed
from frictioncone_ros.session.values import Frames, Snapshot
from frictioncone_ros.spatial import RigidTransform

FLOOR = ContactState([ContactPoint((0.0, 0.0), (0.0, 1.0), CircularCone(0.5), name='floor')])
PLACEMENT = placed(Snapshot(FLOOR, 'base'), Frames('base', 'base', ''), StaticFrames(()), None)
LIMITED = FilterSettings(max_linear_speed=0.2)
BEGIN, HORIZON = 1_000.0, 0.02


def judged(speed):
    return assess(FLOOR, Setpoints((0.0, -10.0, 0.0), (speed, 0.0, 0.0)), LIMITED)


@pytest.mark.parametrize(('elapsed', 'gone'), [(0.1, 0.2), (0.01, 1.0)])
def test_a_twist_goes_on_as_it_changed_and_no_further_than_it_did(elapsed, gone):
    """From 0.1 to 0.3 m/s commanded, 0.2 m/s allowed; a horizon of 0.02 s, a fifth of 0.1 s."""
    trend = twist_sample(judged(0.1), BEGIN), BEGIN + elapsed
    now = judged(0.3)
    assert ahead_of(now, PLACEMENT, HORIZON, trend).twist[0] == pytest.approx(0.2 + gone * 0.1)
    wrench, twist = command_before(now, HORIZON, trend)
    assert twist[0] == pytest.approx(0.3 + gone * 0.2)
    np.testing.assert_array_equal(wrench, (0.0, -10.0, 0.0))


def test_without_a_trend_it_stays_as_it_is():
    now = judged(0.3)
    assert ahead_of(now, PLACEMENT, HORIZON).twist[0] == pytest.approx(0.2)
    assert command_before(now, HORIZON)[1][0] == pytest.approx(0.3)


TURNED = placed(Snapshot(FLOOR, 'base'), Frames('tool', 'base', ''), StaticFrames((
    PlacedFrame('base', 'tool', RigidTransform(np.eye(3), np.array([0.0, 0.3, 0.0]))),
)), None)  # fmt: skip


@pytest.mark.parametrize(('placement', 'goes_on'), [(PLACEMENT, True), (TURNED, False)])
def test_a_twist_about_another_point_is_no_change_of_motion(placement, goes_on):
    before = twist_sample(judged(0.1), BEGIN, PLACEMENT)
    trend = same_frames((before, BEGIN + 0.1), placement)
    assert trend == ((before if goes_on else None), BEGIN + 0.1)
    assert same_frames((None, BEGIN), placement) == (None, BEGIN)
