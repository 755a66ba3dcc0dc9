# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What a run comes to: slip, lost contact, ways, and how far estimates were off."""

from dataclasses import replace

import numpy as np
import pytest

from frictioncone_ros.sim.robots.record import Estimate, Look, RobotRecord
from frictioncone_ros.sim.robots.summary import estimate_notes, summary
from frictioncone_ros.sim.robots.task import Phase, six

HOLD = Phase('hold', 1.0, six(), touching=('pad:block',))
SLIDE = Phase('slide', 1.0, six(), twist=six(0.03, 0.04), touching=('pad:block',))
TOUCHING = frozenset({'pad:block'})


def look(time, phase, place=0.0, touching=TOUCHING):
    where, force = np.array((place, 0.0, 0.0)), np.array((0.0, 0.0, 10.0))
    return Look(time, phase, six(), six(), where, touching, force, np.zeros((1, 3)), 'OK')


def test_slip_counts_where_nothing_was_asked_to_move():
    record = RobotRecord('run')
    record.looks = [look(0.0, HOLD), look(0.1, HOLD, 0.002), look(0.2, SLIDE, 0.5)]
    assert record.slip() == pytest.approx(0.002)


def test_ways_count_where_motion_was_asked_for():
    record = RobotRecord('run', [look(0.0, SLIDE), look(0.5, SLIDE, 0.02), look(0.6, HOLD, 9.0)])
    assert record.moved() == pytest.approx((0.02, 0.025))


def test_contact_is_lost_after_a_while_without_force():
    times = np.arange(0.0, 0.1, 0.005)
    record = RobotRecord('run', [look(time, HOLD) for time in times])
    assert record.lost() == 0.0
    gone = [look(0.1 + time, HOLD, touching=frozenset()) for time in times]
    record.looks += gone
    # From 20 ms after the last touch at 0.095 s to 0.195 s, give or take one look.
    assert record.lost() == pytest.approx(0.08, abs=0.0051)


def test_a_pair_that_never_touched_had_no_contact():
    """From 20 ms after it was meant to: before that it was not asked for."""
    free = Phase('approach', 1.0, six(), twist=six(0.0, 0.0, -0.01))
    looks = [look(0.01 * step, free, touching=frozenset()) for step in range(10)]
    looks += [look(0.1 + 0.01 * step, HOLD, touching=frozenset()) for step in range(11)]
    assert RobotRecord('run', looks).lost() == pytest.approx(0.08, abs=0.0101)
    looks[12:] = [replace(one, touching=TOUCHING) for one in looks[12:]]
    assert RobotRecord('run', looks).lost() == 0.0


def test_estimates_are_compared_with_the_truth():
    told = Estimate(frozenset(), np.array((0.0, 0.0, 9.0)), np.array([(0.0, 0.0, 0.001)]))
    looks = [replace(look(0.01 * step, HOLD), estimate=told) for step in range(10)]
    record = RobotRecord('run', [look(0.0, HOLD), *looks])
    notes = estimate_notes(record)
    assert notes['pairs told as they are'] == '0 of 10 looks, one missed in 10'
    assert 'median 1.00 N' in notes['error of the measured force']
    assert 'median 1.00 mm' in notes['from a told to a true contact']
    text = summary('panda, press', [record])
    assert 'panda, press' in text and 'OK 11' in text
