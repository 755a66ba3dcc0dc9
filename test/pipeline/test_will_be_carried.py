# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What is published is said to be carried only where compliant contacts carry it."""

from dataclasses import replace

import numpy as np
import pytest

from frictioncone_ros.analysis.support import has_margin, will_resist
from frictioncone_ros.contact import (
    CircularCone,
    ContactMode,
    ContactPoint,
    ContactState,
    Frictionless,
    FrictionPolygon,
    SoftFinger,
)
from frictioncone_ros.control import FilterCode, FilterMemory, FilterSettings, Setpoints, Situation
from frictioncone_ros.pipeline import assess
from frictioncone_ros.pipeline.will_be_carried import will_be_carried
from frictioncone_ros.tolerances import MARGIN_SHORTFALL

MARGIN = 0.3
SETTINGS = FilterSettings(margin=MARGIN, max_removed_fraction=1.0)
MODELS = [CircularCone(0.5), FrictionPolygon(0.5, 8), SoftFinger(0.5, 0.01)]
FEET = 0.1 * np.array([(1, 1, 0), (-1, 1, 0), (-1, -1, 0), (1, -1, 0)])
CORNER = np.array((0.05, 0.05, 0.0))
"""Where the load on the feet is: beside the centre, so that springs share it unequally."""


def feet(places=FEET, model=MODELS[0], lean=0.0):
    normals = np.column_stack((lean * np.sign(places[:, :2]), np.ones(len(places))))
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    return ContactState(
        [
            ContactPoint(place, normal, model, name=f'foot_{index}')
            for index, (place, normal) in enumerate(zip(places, normals, strict=True))
        ]
    )


def load(across, at=CORNER, down=20.0):
    force = np.array((*across, -down))
    return np.concatenate((force, np.cross(at, force)))


def pushed(force, at):
    """Return the wrench of a horizontal force on some point of the plane."""
    force = np.array((*force, 0.0))
    return np.concatenate((force, np.cross(np.array((*at, 0.0)), force)))


UNEVEN = load((0.0, 0.0), at=np.array((-0.01, -0.02, 0.0))) + pushed((4.0, 5.0), (-0.06, 0.08))
"""Four feet could carry it 0.42 N deep; equal springs carry it 0.15 N deep."""


def draws(count, model, seed, lean=0.0):
    """Return feet and commands, from well inside to beyond what can be carried."""
    generator = np.random.default_rng(seed)
    for _ in range(40):
        places = 0.1 * generator.normal(size=(count, 3)) * (1.0, 1.0, 0.0)
        centre = generator.dirichlet(np.full(count, 2.0)) @ places
        wrench = load(9.0 * generator.normal(size=2), centre)
        yield feet(places, model, lean), wrench


@pytest.mark.parametrize('model', MODELS)
@pytest.mark.parametrize('lean', [0.0, 0.3])
def test_it_is_the_verdict_of_compliant_contacts_and_never_beyond_what_can_be(model, lean):
    answers = []
    for state, wrench in draws(5, model, 3, lean):
        answer = assess(state, Setpoints(wrench), SETTINGS)
        if not answer.contact_forces.any():
            assert answer.will_be_carried is None
            continue
        verdict = will_resist(state, answer.command.wrench)
        asked = (1.0 - MARGIN_SHORTFALL) * MARGIN
        assert answer.will_be_carried == has_margin(verdict, asked - 1e-5)
        assert not (answer.will_be_carried and answer.margin < asked - 1e-5)
        assert (FilterCode.LOW_MARGIN in answer.codes) == (not answer.will_be_carried)
        answers.append(answer.will_be_carried)
    assert {True, False} == set(answers)


@pytest.mark.parametrize('model', [*MODELS, Frictionless()])
def test_what_three_feet_can_carry_they_will(model):
    """The wrench alone determines their normal forces: both verdicts are one."""
    answers = []
    for state, wrench in draws(3, model, 5):
        answer = assess(state, Setpoints(wrench), SETTINGS)
        if answer.contact_forces.any():
            asked = (1.0 - MARGIN_SHORTFALL) * MARGIN
            answers.append(answer.will_be_carried)
            assert answer.will_be_carried == (answer.margin >= asked)
    assert len(answers) > 20 and any(answers)


@pytest.mark.parametrize('lean', [0.0, 0.3])
def test_the_order_of_contacts_does_not_matter(lean):
    generator = np.random.default_rng(2)
    for state, wrench in draws(6, MODELS[0], 7, lean):
        sent = assess(state, Setpoints(wrench), SETTINGS)
        order = generator.permutation(6)
        turned = ContactState([state.contacts[index] for index in order])
        # What is sent the first time, for the nearest wrench is found to a few thousandths.
        both = [
            assess(contacts, Setpoints(0.97 * sent.command.wrench), SETTINGS).will_be_carried
            for contacts in (state, turned)
        ]
        assert both[0] == both[1]


def test_a_low_margin_says_which_of_the_two_verdicts_it_is():
    shared = assess(feet(), Setpoints(UNEVEN), SETTINGS)
    assert shared.will_be_carried is False and shared.margin > (1 - MARGIN_SHORTFALL) * MARGIN
    assert shared.code is FilterCode.LOW_MARGIN
    assert 'margin of 0.3 N, as compliant contacts share the force' in shared.text
    lifted = assess(feet(), Setpoints(load((0.0, 0.0), down=1.0)), SETTINGS)
    tight = assess(feet(), Setpoints(load((1, 0))), replace(SETTINGS, max_force=1.0))
    assert tight.will_be_carried is False and tight.margin < MARGIN
    assert 'however the contacts share the force' in tight.text
    assert lifted.will_be_carried is not None
    calm = assess(feet(), Setpoints(load((1.0, 0.0))), SETTINGS)
    assert calm.will_be_carried is True and calm.code is FilterCode.OK


def test_what_is_not_judged_is_not_known():
    assert assess(None, None, SETTINGS).will_be_carried is None
    assert assess(ContactState([]), Setpoints(load((0, 0))), SETTINGS).will_be_carried is None
    assert assess(feet(FEET[:1]), Setpoints(twist=np.zeros(6)), SETTINGS).will_be_carried is None
    sliding = Setpoints(load((1.0, 0.0)), mode=ContactMode.parse('d[0]fff'))
    assert assess(feet(), sliding, SETTINGS).will_be_carried is None
    kept = Setpoints(load((1.0, 0.0)), mode=ContactMode.parse('ffff'))
    assert assess(feet(), kept, SETTINGS).will_be_carried is True
    fingers = ContactState(
        [ContactPoint((side, 0, 0), (-side, 0, 0), MODELS[0]) for side in (1.0, -1.0)]
    )
    squeezed = assess(fingers, Setpoints((0, 0, -5, 0, 0, 0)), SETTINGS)
    assert squeezed.contact_forces.any() and squeezed.will_be_carried is None
    edges = assess(feet(model=FrictionPolygon(0.5, 128)), Setpoints(load((12.0, 0))), SETTINGS)
    assert edges.contact_forces.any() and edges.will_be_carried is None


def test_planar_contacts_are_judged_too():
    block = ContactState(
        [ContactPoint((side, 0.0), (0.0, 1.0), MODELS[0]) for side in (-0.1, 0.0, 0.1)]
    )
    assert assess(block, Setpoints((1.0, -20.0, 0.0)), SETTINGS).will_be_carried is True
    # Pressed beside the last contact's neighbour: two carry it, and one of them hardly.
    assert assess(block, Setpoints((9.0, -20.0, 0.6)), SETTINGS).will_be_carried is not None


def test_the_next_tick_remembers_the_verdict_and_new_contacts_forget_it():
    state, setpoints, memory = feet(), Setpoints(UNEVEN), FilterMemory()
    settings = replace(SETTINGS, recovery_ramp_duration=0.0)
    for now in (0.1, 0.2, 0.3, 0.4):
        situation = Situation(now=now, command_received=now, contacts_received=now)
        answer = assess(state, setpoints, settings, memory, situation)
        memory = answer.memory
    assert answer.will_be_carried is False
    level = Setpoints(load((4.0, 5.0), at=np.zeros(3)))
    changed = assess(state, level, settings, memory, replace(situation, now=0.41))
    alone = assess(state, level, settings)
    assert changed.will_be_carried is alone.will_be_carried is True


@pytest.mark.parametrize('size', [1e-300, 1e-9, 1e9, 1e150, 1e300])
def test_numbers_out_of_proportion_do_not_end_the_tick(size):
    answer = assess(feet(), Setpoints(size * load((9.0, 0.0))), SETTINGS)
    assert np.isfinite(answer.command.wrench).all()
    assert answer.will_be_carried in {None, True, False}


def test_other_contacts_with_the_same_forces_are_judged_anew():
    answer = assess(feet(), Setpoints(UNEVEN), SETTINGS)
    other = assess(feet(model=CircularCone(0.9)), Setpoints(UNEVEN), SETTINGS).memory
    asked = (answer.target, answer.contact_forces, answer.margin)
    remembered = replace(answer.memory, will_be_carried=True)
    assert will_be_carried(*asked, remembered) is True
    assert will_be_carried(*asked, replace(remembered, prepared=other.prepared)) is False
    assert will_be_carried(*asked, replace(remembered, contact_forces=None)) is False
