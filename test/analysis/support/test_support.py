# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Worked examples of what compliant contacts carry, and what is refused."""

from dataclasses import replace
from math import inf

import numpy as np
import pytest

from frictioncone_ros.analysis.feasibility import resist
from frictioncone_ros.analysis.support import (
    Compliance,
    support_problem,
    will_produce,
    will_resist,
)
from frictioncone_ros.analysis.support.kept_wrench import kept_margin
from frictioncone_ros.contact import ContactState, Frictionless
from frictioncone_ros.exceptions import InvalidInputError

CORNERS = [(0.1 * x, 0.1 * y, 0.0) for x in (1, -1) for y in (1, -1)]
UP = (0.0, 0.0, 1.0)


def table(friction=0.5):
    return ContactState.from_points(CORNERS, UP, friction)


def test_four_equal_feet_share_a_centred_weight_and_hold_mu_times_it():
    verdict = will_resist(table(), (2.5, 0.0, -10.0, 0.0, 0.0, 0.0))
    assert verdict.carried and verdict.normal_forces == pytest.approx([2.5] * 4)
    assert verdict.load_factor == pytest.approx(2.0)
    assert verdict.utilisations == pytest.approx([0.5] * 4)
    assert not will_resist(table(), (5.1, 0.0, -10.0, 0.0, 0.0, 0.0)).carried


def test_turning_friction_is_lost_where_the_springs_do_not_press():
    # Pressing more on one diagonal and less on the other changes no balance: a best distribution
    # does so where it helps against the turn, springs do not.
    turning = np.array((3.0, 0.0, -10.0, -0.3, 0.1, 0.2))
    will, can = will_resist(table(), turning), resist(table(), turning)
    assert will.carried and will.margin < 0.99 * can.margin


def test_a_stiff_foot_bears_more():
    soft = support_problem(table(), Compliance(normal_stiffness=(1.0, 1.0, 1.0, 3.0)))
    forces = will_resist(soft, (0.0, 0.0, -10.0, 0.0, 0.0, 0.0)).normal_forces
    assert forces.sum() == pytest.approx(10.0)
    assert forces[3] == pytest.approx(forces[0]) and forces[1] == pytest.approx(forces[2])
    assert forces[3] > forces[1]


def test_what_tips_or_pulls_is_not_carried():
    tipping = will_resist(table(), (0.0, 0.0, -10.0, 1.1, 0.0, 0.0))
    assert not tipping.carried and tipping.margin < 0.0 and tipping.load_factor == 0.0
    assert tipping.certificate_holds()
    pulled = will_resist(table(), (0.0, 0.0, 1.0, 0.0, 0.0, 0.0))
    assert not pulled.carried and pulled.margin < 0.0
    assert np.isnan(pulled.normal_forces).all() and pulled.limiting_contact is None


def test_no_shear_has_no_factor_and_no_friction_none():
    pressed = will_resist(table(), (0.0, 0.0, -10.0, 0.0, 0.0, 0.0))
    assert pressed.carried and pressed.load_factor is None and 0.0 < pressed.margin < inf
    slippery = will_resist(table(Frictionless()), (1.0, 0.0, -10.0, 0.0, 0.0, 0.0))
    assert not slippery.carried and slippery.load_factor == 0.0 and slippery.margin == -inf


def test_two_fingers_hold_what_their_squeeze_holds():
    fingers = ContactState.from_points(
        [(0.0, 0.0, 0.02), (0.0, 0.0, -0.02)], [(0.0, 0.0, -1.0), UP], 0.5
    )
    lifted = np.array((8.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    assert resist(fingers, lifted).is_unbounded  # fingers that could squeeze without limit
    squeezed = support_problem(fingers, Compliance(preload=(10.0, 10.0)))
    verdict = will_resist(squeezed, lifted)
    assert verdict.carried and verdict.load_factor == pytest.approx(10.0 / 8.0, rel=1e-3)
    assert not resist(table(), (1.0, 0.0, -10.0, 0.0, 0.0, 0.0)).is_unbounded
    # Each bears 4 N of 5: the set may move by 2 N along its axis, 2 / (sqrt(1.25) / 0.5) deep.
    assert verdict.margin == pytest.approx(2.0 / (np.sqrt(1.25) / 0.5), rel=1e-3)
    assert not will_resist(squeezed, 1.3 * lifted).carried
    assert not will_resist(fingers, lifted).carried  # nobody said that they squeeze


def test_planar_contacts_slide_at_the_sum_of_their_friction():
    bar = ContactState.from_points([(0.1, 0.0), (0.0, 0.0), (-0.1, 0.0)], (0.0, 1.0), 0.4)
    verdict = will_resist(bar, (2.0, -9.0, 0.1))
    assert verdict.carried and verdict.load_factor == pytest.approx(1.8)
    assert verdict.normal_forces == pytest.approx([2.5, 3.0, 3.5])
    assert verdict.certificate_holds()


def test_produce_is_the_opposite_of_resist():
    wrench = np.array((1.0, 0.5, -10.0, 0.1, 0.0, 0.05))
    first, second = will_resist(table(), wrench), will_produce(table(), -wrench)
    assert np.array_equal(first.contact_forces, second.contact_forces)


def test_no_contact_carries_nothing():
    empty = ContactState([], dimension=6)
    assert not will_resist(empty, np.ones(6)).carried
    assert will_resist(empty, np.ones(6)).margin == -inf


@pytest.mark.parametrize(
    'given',
    [
        {'normal_stiffness': (1.0, 1.0)},
        {'normal_stiffness': (1.0, 1.0, 1.0, 0.0)},
        {'normal_stiffness': (1.0, 1.0, 1.0, np.nan)},
        {'preload': (-1.0, 0.0, 0.0, 0.0)},
    ],
)
def test_bad_compliance_is_refused(given):
    with pytest.raises(InvalidInputError):
        support_problem(table(), Compliance(**given))


def test_bad_questions_are_refused():
    with pytest.raises(InvalidInputError):
        Compliance(tangential_share=0.0)
    with pytest.raises(InvalidInputError):
        support_problem(table(), (1.0, 1.0, 1.0, 1.0))
    with pytest.raises(InvalidInputError):
        will_resist([1, 2], np.zeros(6))
    with pytest.raises(InvalidInputError):
        will_resist(table(), (0.0, 0.0, np.inf, 0.0, 0.0, 0.0))


@pytest.mark.parametrize('place', [(0.0, 0.0), (3.0, 0.0), (-2.0, 5.0)])
@pytest.mark.parametrize('angle', [0.0, 0.5, 2.0])
def test_planar_feet_share_a_load_by_where_it_acts_however_they_are_placed(place, angle):
    """Feet 2 m apart and a load a quarter of the way from the first: it bears three quarters."""
    along = np.array((np.cos(angle), np.sin(angle)))
    normal, first = np.array((-along[1], along[0])), np.array(place)
    feet = ContactState.from_points([first, first + 2.0 * along], normal, 0.5)

    def wrench(share):
        """8 N against the feet and 1 N along them, at a share of the way between them."""
        force, at = along - 8.0 * normal, first + share * 2.0 * along
        return (*force, at[0] * force[1] - at[1] * force[0])

    verdict = will_resist(feet, wrench(0.25))
    assert verdict.carried and verdict.normal_forces == pytest.approx([6.0, 2.0])
    assert verdict.load_factor == pytest.approx(4.0)
    assert not will_resist(feet, wrench(-0.05)).carried


@pytest.mark.parametrize('scene', ['plane', 'squeezed'])
def test_a_verdict_holds_only_with_its_own_forces_and_its_own_springs(scene):
    if scene == 'plane':
        verdict = will_resist(table(), (1.0, 0.5, -10.0, 0.1, 0.2, 0.05))
    else:
        fingers = ContactState.from_points(
            [(0.0, 0.0, 0.02), (0.0, 0.0, -0.02)], [(0.0, 0.0, -1.0), UP], 0.5
        )
        squeezed = support_problem(fingers, Compliance(preload=(10.0, 10.0)))
        verdict = will_resist(squeezed, (4.0, 0.0, 1.0, 0.0, 0.0, 0.0))
    assert verdict.carried and verdict.certificate_holds()
    # Springs strained otherwise make other forces; other forces carry another wrench.
    moved = verdict.displacement + 0.1 * np.abs(verdict.displacement).max()
    assert not replace(verdict, displacement=moved).certificate_holds()
    assert not replace(verdict, contact_wrench=0.9 * verdict.contact_wrench).certificate_holds()
    across = verdict.contact_forces.copy()
    across[1] += 0.1
    assert not replace(verdict, contact_forces=across).certificate_holds()


@pytest.mark.parametrize('friction', [0.5, Frictionless()])
def test_a_margin_begun_where_the_last_one_ended_is_the_same_and_leaves_a_finite_depth(friction):
    """Also after a load that no pressing helps, whose margin is minus infinite."""
    support, random = support_problem(table(friction)), np.random.default_rng(8)
    press = np.array((0.0, 0.0, 10.0, 0.0, 0.0, 0.0))
    loads = [press + random.normal(size=6) * (1, 1, 1, 0.1, 0.1, 0.05) for _ in range(6)]
    loads = [press, np.eye(6)[0], *loads[:3], np.eye(6)[0] - press, *loads[3:], press]
    _, left = kept_margin(support, press, 0.0)
    for load in loads:
        anew, _ = kept_margin(support, load, 0.0)
        margin, left = kept_margin(support, load, 0.0, left)
        assert margin == pytest.approx(anew, rel=5e-3)
        assert np.isfinite(left.depth)
