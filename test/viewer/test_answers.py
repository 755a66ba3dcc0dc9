# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What the live view says is what the library answers, in words."""

import numpy as np
import pytest

from frictioncone_ros.analysis.feasibility import resist
from frictioncone_ros.contact import ContactState
from frictioncone_ros.scenario import load_scenario
from frictioncone_ros.viewer.answers import answer_of, UNASKED, with_friction_scaled


def test_a_block_is_told_about_in_words():
    block = load_scenario('block_on_table').required_state()
    answer = answer_of(block, np.array([3.0, -9.81, 0.0]))
    assert answer.can
    assert answer.will
    assert answer.margin == resist(block, (3.0, -9.81, 0.0)).margin
    assert answer.words[0] == 'status: carried'
    assert answer.words[2] == 'modes: ff'
    assert answer.forces.sum(axis=0) == pytest.approx([-3.0, 9.81])


def test_what_friction_does_not_hold_is_not_carried():
    block = load_scenario('block_on_table').required_state()
    answer = answer_of(with_friction_scaled(block, 0.1), np.array([3.0, -9.81, 0.0]))
    assert answer.words[0] == 'status: not carried'
    assert answer.words[2] == 'modes: rr'
    assert not answer.forces.any()
    assert [one.friction.friction_coefficient for one in block.contacts] == [0.5, 0.5]


def test_what_could_but_will_not_is_said():
    peg = load_scenario('peg')
    answer = answer_of(peg.required_state(), peg.required_wrench())
    assert answer.words[0] == 'status: could be carried'
    assert answer.words[1] == 'margin: unlimited'
    assert answer.modes == ('ff', 'rl')


def test_without_inertia_no_mode_is_told():
    feet = ContactState.from_points([(-1.0, 0.0), (1.0, 0.0)], (0.0, 1.0))
    assert answer_of(feet, np.array([0.0, -9.81, 0.0])).words[2] == f'modes: {UNASKED}'
