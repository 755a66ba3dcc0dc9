# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Answers that say only what they act on send the same; their load factors are found later."""

import numpy as np
import pytest

from frictioncone_ros.contact import (
    CircularCone,
    ContactState,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.control import FilterSettings, Setpoints
from frictioncone_ros.control.output.published import STEADY
from frictioncone_ros.control.situation import Situation
from frictioncone_ros.pipeline import assess
from frictioncone_ros.pipeline.load_factors import load_factors, load_question
from frictioncone_ros.pipeline.published_margin import acted_on_only

TOO_LOW = 2e-3
"""How much of itself a load factor may be stated too low [-]."""
FEET = [(x, y, 0.0) for x in (-0.1, 0.1) for y in (-0.1, 0.1)]
FRICTIONS = {
    'circular': CircularCone(0.5),
    'soft': SoftFinger(0.5, 0.01),
    'eight edges': FrictionPolygon(0.5, 8),
    'pyramid': FrictionPyramid(0.5),
}


def feet(friction, tilt=0.0):
    normals = np.array([(tilt * x, tilt * y, 1.0) for x, y, _ in FEET])
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    return ContactState.from_points(FEET, normals, friction=friction)


def ticks(state, settings, seed, count=20):
    """Return the answers to a walk of commands, with all that explains them and without."""
    generator = np.random.default_rng(seed)
    walk = np.cumsum(generator.normal(0.0, [1.5, 1.0, 0.5, 0.05, 0.05, 0.05], (count, 6)), axis=0)
    memories, pairs = [STEADY, STEADY], []
    walk[:, 2] -= 20.0
    for step, wrench in enumerate(walk):
        now = 0.002 * step
        situation = Situation(now=now, command_received=now, contacts_received=now)
        setpoints = Setpoints(wrench)
        whole = assess(state, setpoints, settings, memories[0], situation)
        with acted_on_only():
            less = assess(state, setpoints, settings, memories[1], situation)
        memories = [whole.memory, less.memory]
        pairs.append((whole, less))
    return pairs


@pytest.mark.parametrize('tilt', [0.0, 2.0])
@pytest.mark.parametrize('name', FRICTIONS)
@pytest.mark.parametrize('margin', [0.0, 0.5])
def test_what_is_sent_and_said_is_the_same(name, tilt, margin):
    settings = FilterSettings(margin=margin, max_force=30.0, max_force_rate=2000.0)
    for whole, less in ticks(feet(FRICTIONS[name], tilt), settings, seed=len(name)):
        assert whole.command.wrench.tobytes() == less.command.wrench.tobytes()
        assert whole.contact_forces.tobytes() == less.contact_forces.tobytes()
        assert (whole.codes, whole.text) == (less.codes, less.text)
        assert whole.will_be_carried == less.will_be_carried
        assert whole.margin == less.margin
        assert less.load_factor is None


@pytest.mark.parametrize('name', FRICTIONS)
def test_load_factors_found_later_are_those_of_each_answer(name):
    pairs = ticks(feet(FRICTIONS[name]), FilterSettings(), seed=7)
    stated = [whole.load_factor for whole, _ in pairs]
    asked = [load_question(less) for _, less in pairs]
    assert sum(one is not None for one in stated) > len(pairs) // 2
    assert not any(one is None for one in asked)
    for one, later in zip(stated, load_factors(asked), strict=True):
        assert (one is None) == (later is None)
        if one is not None and later is not None:
            assert later == pytest.approx(one, rel=TOO_LOW)


@pytest.mark.parametrize('friction', [CircularCone(0.5), SoftFinger(0.5, 0.01)])
def test_a_push_through_the_middle_holds_as_often_as_friction_is_larger(friction):
    state, settings = feet(friction), FilterSettings()
    pushes = np.linspace(2.0, 9.0, 15)
    memory, questions = STEADY, []
    for push in pushes:
        with acted_on_only():
            answer = assess(state, Setpoints((push, 0, -20.0, 0, 0, 0)), settings, memory)
        memory = answer.memory
        questions.append(load_question(answer))
    exact = 0.5 * 20.0 / pushes
    found = np.array(load_factors(questions))
    assert np.all(found <= exact * (1.0 + 1e-9))
    assert np.all(found >= exact * (1.0 - TOO_LOW))


def test_what_presses_alone_or_is_nothing_has_no_load_factor():
    state = feet(CircularCone(0.5))
    for wrench in ((0, 0, -20.0, 0, 0, 0), (0, 0, 0, 0, 0, 0)):
        question = load_question(assess(state, Setpoints(wrench), FilterSettings()))
        assert question is None or load_factors([question]) == [None]
    assert load_factors([]) == []
