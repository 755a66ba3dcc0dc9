# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Planar motions: extremes, degenerate cases, reasons, bad input."""

import numpy as np
import pytest

from frictioncone_ros.analysis.motions import find_motions, Verdict
from frictioncone_ros.analysis.motions.planar.mode import Obstacle
from frictioncone_ros.analysis.motions.planar.motions import solve_all
from frictioncone_ros.analysis.motions.planar.scene import PLANAR_CONTACT_LIMIT, planar_scene
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.exceptions import (
    InconsistentStateError,
    InvalidInputError,
    LimitExceededError,
)
from frictioncone_ros.spatial import Inertia

UNIT = Inertia.planar_body(1.0, 1.0)


def floor(places, friction, twist=(0.0, 0.0, 0.0), inertia=UNIT):
    contacts = [
        ContactPoint((float(place), -1.0), (0.0, 1.0), CircularCone(friction)) for place in places
    ]
    return ContactState(contacts, inertia, np.array(twist))


def test_without_contact_the_body_falls():
    free = ContactState((), UNIT, dimension=3)
    found = find_motions(free, (0.0, -2.0, 1.0))
    assert found.verdict is Verdict.ONE
    assert found[''].twist_rate.tolist() == [0.0, -2.0, 1.0]
    assert found[''].contact_forces.unique


def test_zero_reaction_and_zero_net_force():
    found = find_motions(floor((-1, 1), 0.5), np.zeros(3))
    assert found.modes == ('ff',)
    assert found['ff'].contact_forces.minimum_norm.tolist() == [0.0] * 4
    pulled = find_motions(floor((-1, 1), 0.5), (0.0, 1.0, 0.0))
    assert pulled.modes == ('ss',)
    assert pulled['ss'].margin == pytest.approx(1.0)


def test_a_frictionless_contact_slides():
    found = find_motions(floor((-1, 1), 0.0), (1.0, -1.0, 0.5))
    assert found.modes == ('rr',)
    assert found['rr'].contact_forces.minimum_norm == pytest.approx([0.75, 0.0, 0.25, 0.0])


def test_huge_friction_holds_what_is_pushed_down():
    found = find_motions(floor((-1, 1), 1e6), (1e5, -1.0, 1e5))
    assert 'ff' in found.modes
    assert found['ff'].certificate.holds(1e-10)


def test_a_contact_that_opens_already_plays_no_part():
    turning = floor((0, 1), 0.5, twist=(0.0, 0.0, 1.0))
    turning = turning.with_twist((1.0, 0.0, 1.0))
    found = find_motions(turning, (0.0, -1.0, 0.0))
    assert all(mode[1] == 's' for mode in found.modes)


def test_critical_friction_gives_an_unbounded_continuum():
    """Friction cancels the floor's lift exactly and no velocity product asks for any."""
    # Tip at (-1, -1), rho^2 = 1: D_nn + mu D_nt = 2 - mu, zero at mu = 2.
    state = ContactState(
        [ContactPoint((-1.0, -1.0), (0.0, 1.0), CircularCone(2.0))], UNIT, (-1.0, 0.0, 0.0)
    )
    found = find_motions(state, np.zeros(3))
    assert found.verdict is Verdict.CONTINUUM
    motion = found['l']
    assert not motion.polytope.bounded
    assert motion.polytope.dimension == 1
    assert motion.contact_forces.rays.shape[0] == 1
    assert motion.certificate.holds(1e-12)


def test_minimum_norm_forces_share_the_load():
    found = find_motions(floor((-1, 0, 1), 0.5), (0.0, -3.0, 0.0))
    assert found['fff'].contact_forces.minimum_norm == pytest.approx([1, 0, 1, 0, 1, 0])
    assert found['fff'].contact_forces.unique is False


def test_closed_modes_share_their_borders():
    state = floor((-1, 1), 0.5)
    strict, closed = (
        find_motions(state, (0.5, -1.0, 0.0)),
        find_motions(state, (0.5, -1.0, 0.0), closed=True),
    )
    assert strict.modes == ('ff',)
    assert set(strict.modes) < set(closed.modes)
    assert {'rr', 'fr', 'rf'} <= set(closed.modes)
    assert closed.verdict is Verdict.ONE


@pytest.mark.parametrize('noise', [1e-16, 1e-15, 1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8])
def test_noise_on_normals_never_breaks_the_search(noise):
    """Between rounding and certainty fractions decide; the load stays on the floor."""
    generator = np.random.default_rng(1)
    contacts = []
    for place in (-1.0, 0.0, 1.0):
        angle = 0.5 * np.pi + noise * generator.normal()
        contacts.append(
            ContactPoint((place, -1.0), (np.cos(angle), np.sin(angle)), CircularCone(0.25))
        )
    state = ContactState(contacts, UNIT)
    at_rest = find_motions(state, (0.1, -1.0, 0.0))
    assert at_rest.modes == ('fff',)
    sliding = find_motions(state, (1.0, -1.0, 0.0))
    assert len(sliding) >= 1
    if noise <= 1e-14:
        assert sliding.modes == ('rrr',)
    for motion in sliding:
        assert motion.twist_rate == pytest.approx([0.75, 0.0, 0.0], abs=1e-6)


def test_second_order_noise_does_not_hide_a_motion_from_rest():
    """Two feet almost in one place: which one opens is a product of two small numbers."""
    contacts = [
        ContactPoint((6.7e-08, -0.99999998), (-1.188e-07, 1.0), CircularCone(1.0)),
        ContactPoint((8.3e-08, -0.99999993), (-3.15e-09, 1.0), CircularCone(2.0)),
    ]
    found = find_motions(ContactState(contacts, UNIT), (0.0, -1.0, 0.0))
    assert found.modes == ('fs',)


def test_a_representative_is_strictly_inside_its_mode():
    places = [((-1, -1), (0, 1)), ((1, -1), (0, 1)), ((-1, -1), (1, 0)), ((-1, 1), (1, 0))]
    box = ContactState(
        [
            ContactPoint(np.array(place, dtype=float), normal, CircularCone(0.5))
            for place, normal in places
        ],
        UNIT,
    )
    turning = find_motions(box, (-1.0, -1.0, -3.0))['sfls']
    assert np.abs(turning.polytope.vertices).min(axis=0) == pytest.approx(np.zeros(3), abs=1e-12)
    assert turning.margin > 0.05


def test_fractions_decide_as_floats_do():
    state = floor((-1, 0, 1), 0.25)
    for wrench in ((0.25, -1.0, 0.0), (1.0, 0.0, 0.0), (0.5, -1.0, 0.75)):
        problem = planar_scene(state, wrench).problem()
        answers = [
            [(found.mode.letters, isinstance(found, Obstacle)) for found in solve_all(one)]
            for one in (problem, problem.exact)
        ]
        assert answers[0] == answers[1]


def test_redundant_contacts_share_one_force():
    contacts = [
        ContactPoint((0.0, -1.0), (0.0, 1.0), CircularCone(0.5), name=name)
        for name in ('first', 'second')
    ]
    found = find_motions(ContactState(contacts, UNIT), (0.0, -2.0, 0.0))
    assert found.modes == ('ff',)
    assert found['ff'].contact_forces.minimum_norm == pytest.approx([1.0, 0.0, 1.0, 0.0])
    assert found['ff'].contact_forces.ranges[0] == pytest.approx([0.0, 2.0])


def test_sixteen_contacts_are_answered():
    state = floor(np.linspace(-2, 2, PLANAR_CONTACT_LIMIT), 0.5)
    found = find_motions(state, (0.1, -1.0, 0.0))
    assert found.modes == ('f' * PLANAR_CONTACT_LIMIT,)
    assert found.motions[0].certificate.holds(1e-10)


def test_every_impossible_candidate_has_a_reason():
    found = find_motions(floor((-1, 1), 0.5), (0.0, -1.0, 0.0), with_reasons=True)
    named = {str(entry.mode): entry for entry in found.impossible}
    assert len(found) + len(named) == found.candidate_count == 10
    assert named['ss'].contact == 'contact_0'
    assert 'cannot open' in named['ss'].reason
    # Falling freely, its foot would accelerate by the applied force on the mass.
    assert 'at most -1 m/s^2' in named['ss'].reason
    tipped = find_motions(floor((-1, 1), 0.5), (0.0, -1.0, 3.0), with_reasons=True)
    balance = {str(entry.mode): entry for entry in tipped.impossible}['ff']
    twist = balance.separating_twist
    # The needed wrench is minus the applied one: negative work on the twist.
    assert -twist @ (0.0, -1.0, 3.0) < 0.0
    assert find_motions(floor((-1, 1), 0.5), (0.0, -1.0, 0.0)).impossible == ()


def test_a_verdict_of_none_explains_every_candidate():
    angle = np.arctan(2.0)
    tip = (-np.cos(angle), -np.sin(angle))
    rod = ContactState(
        [ContactPoint(tip, (0.0, 1.0), CircularCone(1.5), name='tip')],
        Inertia.planar_body(1.0, 1.0 / np.sqrt(3.0)),
        (-1.0, 0.0, 0.0),
    )
    found = find_motions(rod, (0.0, -9.81, 0.0), with_reasons=True)
    assert found.verdict is Verdict.NONE
    assert sorted(str(entry.mode) for entry in found.impossible) == ['l', 's']
    for entry in found.impossible:
        assert "contact 'tip' cannot" in entry.reason
        assert 'normal acceleration is at most -9.81 m/s^2' in entry.reason


def test_an_approaching_contact_is_refused_by_name():
    falling = floor((0,), 0.5, twist=(0.0, -1.0, 0.0))
    with pytest.raises(InconsistentStateError, match=r'contact_0.*approaching'):
        find_motions(falling, np.zeros(3))


def test_a_missing_inertia_is_refused():
    state = ContactState([ContactPoint((0.0, 0.0), (0.0, 1.0), CircularCone(0.5))])
    with pytest.raises(InvalidInputError, match='inertia'):
        find_motions(state, np.zeros(3))


@pytest.mark.parametrize('wrench', [(0.0, 1.0), (np.nan, 0.0, 0.0), (0.0,) * 6])
def test_a_bad_wrench_is_refused(wrench):
    with pytest.raises(InvalidInputError, match='external wrench'):
        find_motions(floor((0,), 0.5), wrench)


def test_too_many_contacts_are_refused_rather_than_slow():
    with pytest.raises(LimitExceededError, match='17'):
        find_motions(floor(range(17), 0.5), np.zeros(3))
    with pytest.raises(LimitExceededError, match='closed'):
        find_motions(floor(range(8), 0.5), np.zeros(3), closed=True)


@pytest.mark.parametrize(
    ('wrench', 'mode', 'margin'),
    [
        ((0.0, 0.5, 0.0), 's', 0.25),  # 0.5 N lift 2 kg
        ((6.0, -10.0, 0.0), 'r', 0.5),  # 1 N more than friction holds
        ((-5.2, -10.0, 0.0), 'l', 0.1),
        ((3.0, -10.0, 0.0), 'f', np.inf),  # nothing strict is asked of what stays
    ],
)
def test_the_margin_of_a_motion_is_the_least_that_its_contacts_open_or_slip(wrench, mode, margin):
    state = ContactState(
        [ContactPoint((0.0, 0.0), (0.0, 1.0), CircularCone(0.5))], Inertia.planar_body(2.0, 0.3)
    )
    (motion,) = find_motions(state, np.array(wrench))
    assert ''.join(one.kind.value for one in motion.mode) == mode
    assert motion.margin == pytest.approx(margin)
