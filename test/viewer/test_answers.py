# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What the live view says is what the library answers, in words."""

import json

import numpy as np
import pytest

from frictioncone_ros.analysis.feasibility import resist
from frictioncone_ros.analysis.support import will_resist
from frictioncone_ros.cli.main import main
from frictioncone_ros.contact import ContactState
from frictioncone_ros.scenario import load_scenario, scenario_names
from frictioncone_ros.viewer.answers import answer_of, UNASKED, with_friction_scaled


def test_a_block_is_told_about_in_words():
    block = load_scenario('block_on_table').required_state()
    answer = answer_of(block, np.array([3.0, -9.81, 0.0]))
    assert answer.can
    assert answer.will
    assert answer.margin == will_resist(block, (3.0, -9.81, 0.0)).margin
    assert answer.margin == pytest.approx(resist(block, (3.0, -9.81, 0.0)).margin, rel=1e-6)
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


@pytest.mark.parametrize('name', [name for name in scenario_names() if name != 'gripper_triangle'])
def test_a_scene_has_the_verdict_and_the_margin_of_check(name, capsys):
    """With the squeeze of its fingers, which the view once left out."""
    assert main(['check', name, '--json']) in {0, 1}
    told = json.loads(capsys.readouterr().out)
    scene = load_scenario(name)
    answer = answer_of(scene.required_state(), scene.required_wrench(), scene.preload)
    assert (answer.can, answer.will) == (told['can']['carried'], told['will']['carried'])
    assert answer.margin == float(told['will' if answer.will else 'can']['margin'])


def test_a_refused_wrench_has_no_unlimited_margin():
    rod = load_scenario('painleve_rod')
    words = answer_of(rod.required_state(), rod.required_wrench()).words
    assert words[:2] == ('status: not carried', 'margin: -unlimited')


def test_a_question_without_an_answer_is_told_so():
    block = load_scenario('block_on_table').required_state()
    answer = answer_of(block, np.array([1e300, 0.0, 0.0]))
    assert answer.words[0] == 'status: no answer'
    assert 'largest entry of external wrench' in answer.words[1]
    assert not answer.can
    assert not answer.forces.any()
