# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A measured pose counts while it is fresh, by its receipt and by its stamp."""

import numpy as np
import pytest

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.session.pose_following import MeasuredPose
from frictioncone_ros.spatial import RigidTransform

TIMEOUT, CLOCK = 0.5, 1_000.0
UPTIME = 200.0
"""What the steady clock shows at first: no timeout is counted from its zero [s]."""


def pose(x):
    return RigidTransform(np.eye(3), np.array([x, 0.0, 0.0]))


def take(measured, x, now, late=0.0):
    stamp = int((CLOCK + now - late) * 1e9)
    measured.take(('base', pose(x), stamp), UPTIME + now, CLOCK + now, TIMEOUT)


def place(measured, now):
    found = measured.at(UPTIME + now, TIMEOUT)
    return None if found is None else float(found[1].position[0])


def test_the_last_one_counts_for_a_timeout():
    measured = MeasuredPose()
    assert place(measured, 0.0) is None
    take(measured, 0.1, 0.0)
    take(measured, 0.2, 0.01)
    assert place(measured, 0.5) == 0.2 and place(measured, 0.52) is None


@pytest.mark.parametrize(('late', 'why'), [(0.6, '0.600 s old'), (0.05, 'after the last one')])
def test_a_late_or_overtaken_one_is_refused(late, why):
    measured = MeasuredPose()
    take(measured, 0.2, 0.0)
    with pytest.raises(InvalidInputError, match=why):
        take(measured, 0.1, 0.01, late)
    assert place(measured, 0.01) == 0.2


def test_after_a_jump_back_of_the_clock_older_stamps_are_accepted_anew():
    measured = MeasuredPose()
    take(measured, 0.2, 0.0)
    for step in (1, 2):
        clock = 5.0 + 0.01 * step
        measured.take(('base', pose(0.1 * step), int(clock * 1e9)), UPTIME + 0.01, clock, TIMEOUT)
        assert place(measured, 0.02) == 0.1 * step


def test_after_a_silence_and_without_stamps_order_does_not_count():
    measured = MeasuredPose()
    take(measured, 0.2, 0.0)
    take(measured, 0.1, 1.0, late=0.4)
    assert place(measured, 1.0) == 0.1
    measured.take(('base', pose(0.3), 0), UPTIME + 1.1, CLOCK + 1.1, TIMEOUT)
    assert place(measured, 1.1) == 0.3
