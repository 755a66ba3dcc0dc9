# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What counts as a transition, a lead and a persistence; predictions of a scene come first."""

from functools import cache

import pytest

pytest.importorskip('mujoco', reason='mujoco is not installed')

from frictioncone_ros.sim.demo.planar import PegDemo
from frictioncone_ros.sim.experiments.foresight import (
    agreements,
    median_known,
    median_lead,
    predicted_run,
    PredictionRecord,
)


class ShortLean(PegDemo):
    """The peg of the demo, which leans for 0.2 s and not for one second before it is let down."""

    def script(self, time):
        return super().script(time + 0.8)


@cache
def let_down(**options):
    """Return the record of the peg until it is on its way down, which tests share."""
    return predicted_run(ShortLean(), 0.35, **options)


def told(observed, predicted):
    """One look each 10 ms; the modes of 100 ms are one letter each."""
    record = PredictionRecord('by hand')
    for index in range(10 * len(observed)):
        record.times.append(0.01 * index)
        record.observed.append(observed[index // 10])
        record.predicted.append(frozenset(predicted[index]))
    return record


def test_a_lead_is_how_long_the_new_mode_was_predicted_before_it_was_seen():
    early = told('ffdd', ['f'] * 17 + ['d'] * 23)
    assert early.transitions() == [20]
    assert early.leads() == pytest.approx([0.03])
    late = told('ffdd', ['f'] * 22 + ['fd'] * 18)
    assert late.leads() == pytest.approx([-0.02])
    never = told('ffdd', ['f'] * 40)
    assert never.leads() == [-0.2]
    assert median_lead([early, late, never]) == pytest.approx(-0.02)


def test_flicker_is_no_transition():
    record = told('ffff', ['f'] * 40)
    record.observed[20] = 'd'
    assert record.transitions() == []


def test_persistence_is_wrong_for_a_horizon_at_each_transition():
    right = told('ffdd', ['f'] * 15 + ['d'] * 25)
    assert right.agreement(around=False) == (35, 30, 35)
    # 11 looks either side of the change whose outcome 50 ms later is within 100 ms of it.
    good, stayed, count = right.agreement(around=True)
    assert (good, count - stayed) == (count, 5)
    predictions, persistence = agreements([right], around=True)
    assert predictions.value - persistence.value > 0.15


def test_a_peg_that_reaches_the_ground_is_foreseen():
    (lead,) = let_down().leads()
    (blind,) = let_down(horizon=0.0).leads()
    assert lead > blind


def test_what_is_known_is_how_long_before_a_transition_its_command_came():
    record = told('ffdd', ['f'] * 40)
    assert record.known() == [0.2]  # no command of another kind: as long as is looked at
    record.changes.append(0.17)
    record.changes.append(0.35)
    assert record.known() == pytest.approx([0.03])
    assert median_known([record, record]) == pytest.approx(0.03)


def test_no_prediction_comes_before_its_command_unless_that_is_known_before():
    """The peg is let down at 0.2 s."""
    present = let_down()
    (known,), (lead,) = present.known(), present.leads()
    assert 0.0 < lead <= known < 0.02
    assert let_down(preview=0.05).leads()[0] == pytest.approx(known + 0.05, abs=0.005)
