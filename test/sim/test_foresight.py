# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What counts as a transition, a lead and a persistence; predictions of a scene come first."""

import pytest

pytest.importorskip('mujoco', reason='mujoco is not installed')

from frictioncone_ros.sim.demo import SCENES
from frictioncone_ros.sim.experiments.foresight import agreements, Foretold, foretold, median_lead


def told(observed, predicted):
    """One look each 10 ms; the modes of 100 ms are one letter each."""
    record = Foretold('by hand')
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
    run = foretold(SCENES['peg'](), 1.15)
    (lead,) = run.leads()
    blind = foretold(SCENES['peg'](), 1.15, horizon=0.0)
    assert lead > blind.leads()[0]
    assert any(run.commanded)
