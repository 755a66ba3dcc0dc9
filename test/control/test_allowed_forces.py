# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Which wrenches may be commanded, which contact forces prove one, and what is taken instead."""

from math import inf

import numpy as np
import pytest

from frictioncone_ros.cones import CoulombCone
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    Frictionless,
    FrictionPyramid,
)
from frictioncone_ros.control import FilterSettings, prepared_contacts
from frictioncone_ros.control.forces.allowed_forces import allowed_forces, clipped, shrunk
from frictioncone_ros.control.forces.loaded_forces import loaded_forces
from frictioncone_ros.control.forces.ray_search import Generators
from frictioncone_ros.control.forces.ray_shooting import NEARBY, RayStart
from frictioncone_ros.control.output.allowed_motion import allowed_twists
from frictioncone_ros.control.output.slew import (
    _bounded,
    LEAST_REACH,
    Point,
    Reach,
    slewed,
    WIDER,
)
from frictioncone_ros.spatial import Inertia

UP = (0.0, 0.0, 1.0)
FEET = [(0.1, 0.0, 0.0), (-0.1, 0.1, 0.0), (-0.1, -0.1, 0.0)]
BOX = ContactState.from_points(FEET, UP, 0.5, Inertia.spatial_body(2.0, 0.02 * np.eye(3)))


def tip(friction=None):
    return ContactState([ContactPoint((0.0, 0.0, 0.0), UP, friction or CircularCone(0.5))])


def allowed(state, **settings):
    prepared = prepared_contacts(state, None, None, FilterSettings(**settings))
    return allowed_forces(prepared.physical, prepared.settings)


def carried_by(forces, contact_forces):
    return -(forces.forces.wrench_matrix @ np.asarray(contact_forces))


@pytest.mark.parametrize(
    ('contact_forces', 'is_proof'),
    [
        ((10.0, 3.0, 4.0), True),
        ((10.0, 3.0, 4.1), False),  # beyond the cone
        ((-1.0, 0.0, 0.0), False),
        ((12.0, 3.0, 4.0), True),  # as much as a normal force may be
        ((12.1, 3.0, 4.0), False),
        ((11.9, 5.4, 0.0), False),  # 13.07 N altogether
    ],
)
def test_a_proof_lies_in_the_cone_and_within_every_limit(contact_forces, is_proof):
    forces = allowed(tip(), max_force=13.0, max_normal_force=12.0)
    wrench = carried_by(forces, contact_forces)
    assert forces.proved(wrench, np.array(contact_forces)) == is_proof


def test_a_proof_carries_the_wrench_itself():
    forces = allowed(tip())
    proof = np.array((10.0, 3.0, 0.0))
    wrench = carried_by(forces, proof)
    assert forces.proved(wrench, proof)
    assert not forces.proved(wrench + 1e-7 * np.eye(6)[0], proof)
    assert not forces.proved(-wrench, proof)
    assert not forces.proved(wrench + 1e-6 * np.eye(6)[5], proof)


def test_without_contacts_only_nothing_is_proved():
    none, forces = allowed(ContactState([], Inertia.spatial_body(2.0, np.eye(3)))), np.zeros(0)
    assert none.proved(np.zeros(6), forces)
    for axis in np.eye(6):
        assert not none.proved(1e-9 * axis, forces)
        assert not none.proved(-axis, forces)


def test_a_contact_without_friction_proves_none():
    forces = allowed(tip(Frictionless()))
    for proof, is_proof in (((10.0, 0.0, 0.0), True), ((10.0, 1.0, 0.0), False)):
        assert forces.proved(carried_by(forces, proof), np.array(proof)) == is_proof


def test_a_member_comes_with_its_proof_and_none_beyond_a_limit():
    forces = allowed(BOX, max_force=30.0, max_moment=1.0, max_normal_force=6.0)
    press = np.array((2.0, 1.0, -12.0, 0.1, -0.1, 0.0))
    found = forces.member(press)
    assert np.array_equal(found.vector, press) and forces.proved(*found)
    assert found.contact_forces.reshape(3, 3)[:, 0].max() <= 6.0 * (1.0 + 1e-9)
    # 18 N is all that three times six newtons carry.
    assert forces.member(np.array((0.0, 0.0, -18.1, 0.0, 0.0, 0.0))) is None
    assert forces.member(np.array((8.0, 0.0, -12.0, 0.0, 0.0, 0.0))) is None
    assert forces.member(np.array((0.0, 0.0, -12.0, 0.0, 0.0, 1.1))) is None
    nothing = forces.member(np.zeros(6))
    assert not nothing.vector.any() and not nothing.contact_forces.any()


def test_the_nearest_within_the_limits_of_normal_forces_uses_them_up():
    forces = allowed(BOX, max_normal_force=6.0)
    # The middle of the feet: each carries a third.
    middle = np.mean(FEET, axis=0)
    push = np.array((0.0, 0.0, -24.0, *np.cross(middle, (0.0, 0.0, -24.0))))
    found = forces.nearest(push)
    assert found.vector[2] == pytest.approx(-18.0, rel=1e-3)
    assert found.contact_forces.reshape(3, 3)[:, 0] == pytest.approx(6.0, rel=1e-3)
    assert forces.proved(*found)


@pytest.mark.parametrize('limits', [(5.0, inf), (inf, 0.25), (5.0, 0.25)])
def test_the_nearest_of_what_is_carried_is_scaled_to_limits_of_force_and_moment(limits):
    forces = allowed(BOX, max_force=limits[0], max_moment=limits[1])
    press = np.array((1.0, 0.0, -10.0, 0.3, 0.4, 0.0))
    found = forces.nearest(press)
    share = min(1.0, limits[0] / np.sqrt(101.0), limits[1] / 0.5)
    assert found.vector == pytest.approx(share * press)
    assert carried_by(forces, found.contact_forces) == pytest.approx(found.vector)


def test_parts_are_shortened_each_to_its_limit_and_a_little_inside_reach_and_limits():
    vector = np.array((3.0, 4.0, 0.0, 0.0, 0.6, 0.8))
    assert clipped(vector, 2.5, 9.0) == pytest.approx([1.5, 2.0, 0.0, 0.0, 0.6, 0.8])
    assert clipped(vector, 9.0, 0.5) == pytest.approx([3.0, 4.0, 0.0, 0.0, 0.3, 0.4])
    assert clipped(vector, 5.0, 1.0) == pytest.approx(vector)
    assert clipped(np.array((3.0, 4.0, -2.0)), 5.0, 0.5) == pytest.approx([3.0, 4.0, -0.5])
    origin = np.array((1.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    aim = shrunk(origin + vector, origin, Reach(0.5, 0.25), (inf, inf))
    assert aim - origin == pytest.approx(0.999 * np.array((0.3, 0.4, 0, 0, 0.15, 0.2)))
    assert shrunk(10.0 * vector, origin, Reach(inf, inf), (5.0, 1.0)) == pytest.approx(
        0.999 * clipped(origin + 10.0 * vector - origin, 5.0, 1.0)
    )


@pytest.mark.parametrize('angle', [0.1, 0.4, 2.0])
def test_the_nearest_of_one_round_contact_is_the_projection_onto_its_cone(angle):
    """Between the rays the search begins with as well: others are taken where they reach."""
    forces = allowed(tip()).forces
    frame = tip().frames[0]
    asked = np.array((10.0, 9.0 * np.cos(angle), 9.0 * np.sin(angle)))
    found = forces.nearest(np.concatenate((frame.T @ asked, np.zeros(3))))
    expected = CoulombCone(0.5).project(asked)
    assert found.contact_forces == pytest.approx(expected, rel=2e-3)
    assert found.distance == pytest.approx(
        np.linalg.norm(asked - expected) / np.linalg.norm(asked), rel=1e-3
    )
    assert not found.is_member


def test_a_search_keeps_the_rays_of_flat_sets_and_drops_what_it_does_not_use():
    flat, round_one = FrictionPyramid(0.4), CircularCone(0.5)
    for frictions, kept, begun in (
        ((flat, flat), 8, 8),
        ((round_one, round_one), 0, 16),
        ((flat, round_one), 4, 12),
    ):
        points = [
            ContactPoint((float(place), 0.0, 0.0), UP, friction)
            for place, friction in enumerate(frictions)
        ]
        search = allowed(ContactState(points)).forces.search
        assert search.grows == (round_one in frictions)
        assert search.flat.columns.shape[1] == kept and search.start.columns.shape[1] == begun
        assert np.array_equal(search.start.columns[:, :kept], search.flat.columns)
        if search.grows:
            weights = np.arange(begun) % 2.0
            used = search.in_use(search.start, weights)
            assert used.columns.shape[1] == (begun - kept) // 2
            assert np.array_equal(used.outcome, search.start.outcome[:, kept + 1 :: 2])


def test_rays_of_a_last_question_are_used_for_one_that_differs_by_a_twentieth():
    last = np.array((3.0, -4.0, 12.0))
    start = RayStart(Generators(np.eye(3), np.eye(3)), last)
    across = np.array((4.0, 3.0, 0.0)) / 5.0 * 13.0
    for share, suits in ((0.99, True), (1.02, False)):
        assert start.suits(last + share * NEARBY * across) == suits
        assert start.suits(-last) is False
    assert start.suits(last)


@pytest.mark.parametrize('most', [16.0, 40.0])
@pytest.mark.parametrize('seed', range(6))
def test_beside_a_load_what_is_near_carries_the_sum(seed, most):
    """The origin leaves what the feet carry with the load; a way back within rates is found."""
    random = np.random.default_rng(seed)
    load = np.array((1.0, -2.0, -8.0, 0.05, 0.1, 0.02)) * random.uniform(0.5, 1.5)
    forces = loaded_forces(allowed(BOX, max_force=most), load)
    origin = np.array((14.0, 2.0, -10.0, 0.0, 0.0, 0.0)) + random.normal(size=6) * 0.1
    assert forces.member(origin) is None
    reach = Reach(8.0, 0.5)
    found = forces.near_reach(origin, reach)
    assert reach.holds(found.vector - origin)
    assert forces.proved(found.vector, (1.0 + 1e-12) * found.contact_forces)
    total = carried_by(forces.unloaded, found.contact_forces)
    assert total == pytest.approx(found.vector + load, abs=1e-9)
    # The limit is of what is commanded, not of what the contacts get.
    assert np.linalg.norm(found.vector[:3]) <= most * (1.0 + 1e-9)


@pytest.mark.parametrize('reach', [Reach(0.9, 0.5), Reach(0.9, 50.0), Reach(0.45, 0.01)])
def test_within_rates_the_nearest_that_friction_carries_is_found(reach):
    """6 N along 10 N of normal force, at mu = 0.5: sqrt(0.8) N is the way to the cone."""
    origin = np.array((6.0, 0.0, -10.0, 0.0, 0.0, 0.0))
    found = allowed(tip()).near_reach(origin, reach)
    way = np.linalg.norm(found.vector - origin)
    assert way == pytest.approx(np.sqrt(0.8), rel=1e-3)
    assert reach.holds(found.vector - origin) == (reach.linear == 0.9)
    assert allowed(tip()).proved(found.vector, (1.0 + 1e-12) * found.contact_forces)


@pytest.mark.parametrize('state', [tip(), BOX])
def test_within_rates_and_a_limit_that_fell_something_is_found(state):
    """10 N pressed, 9.5 N allowed at most from now on: half of 1 N of reach is enough."""
    forces, reach = allowed(state, max_force=9.5), Reach(1.0, 0.1)
    origin = np.array((0.0, 0.0, -10.0, 0.0, 0.0, 0.0))
    found = forces.near_reach(origin, reach)
    assert reach.holds(found.vector - origin)
    assert forces.proved(found.vector, (1.0 + 1e-12) * found.contact_forces)


@pytest.mark.parametrize('turn', [0.0, 1e-6, 1e-3])
def test_in_no_time_as_little_as_friction_needs_is_changed_and_that_is_said(turn):
    """Friction that fell: 6 N along 10 N is sqrt(0.8) N off, and moments are not to change."""
    published = np.array((6.0, 0.0, -10.0, 0.0, 0.0, 0.0))
    forces = allowed(BOX)
    published[4] = turn
    goal = forces.nearest(np.array((0.0, 0.0, -10.0, 0.0, 0.0, 0.0)))
    found = slewed(forces, published, goal, Reach(0.0, 0.0))
    assert found.limited and found.exceeded
    assert forces.proved(found.point.vector, (1.0 + 1e-12) * found.point.contact_forces)
    change = found.point.vector - published
    assert np.linalg.norm(change[:3]) == pytest.approx(np.sqrt(0.8), rel=1e-3)
    assert change[3:] == pytest.approx(0.0, abs=1e-3)


def test_a_twist_is_allowed_where_it_is_free_and_within_the_speeds():
    """Kept at a point 0.2 m along x a body turns about it: about z its origin goes along -y."""
    state = ContactState([ContactPoint((0.2, 0.0, 0.0), UP, CircularCone(0.5))])
    settings = FilterSettings(max_linear_speed=0.5, max_angular_speed=1.0)
    twists = allowed_twists(prepared_contacts(state, None, None, settings), settings)
    sliding = np.array((0.3, 0.2, 0.0, 0.0, 0.0, 0.5))
    tipping = np.array((0.0, 0.0, 0.1, 0.0, 0.5, 0.0))
    for free in (sliding, tipping, np.zeros(6)):
        assert twists.member(free).vector is free
    assert twists.member(tipping + 1e-6 * np.eye(6)[2]) is None
    assert twists.member(-tipping + 1e-6 * np.eye(6)[4]) is None
    assert twists.member(2.0 * sliding) is None and twists.member(2.1 * tipping) is None
    assert twists.member(2.0 * tipping) is not None


@pytest.mark.parametrize('seed', range(4))
def test_nearest_beside_a_load_is_what_the_contacts_carry_of_the_sum(seed):
    random = np.random.default_rng(seed)
    load = np.array((0.5, -1.0, -8.0, 0.05, 0.1, 0.02))
    beside = loaded_forces(allowed(BOX), load)
    free = allowed(BOX)
    for _ in range(5):
        wrench = random.normal(size=6) * (8.0, 8.0, 4.0, 1.0, 1.0, 1.0)
        found = beside.nearest(wrench)
        assert carried_by(free, found.contact_forces) == pytest.approx(found.vector + load)
        assert found.vector + load == pytest.approx(free.nearest(wrench + load).vector)
    # What is carried comes back as it was asked for, to the last digit.
    held = np.array((0.1, 0.2, -7.3, 0.01, 0.02, 0.03))
    assert (beside.nearest(held).vector == held).all()
    assert (beside.member(held).vector == held).all()


def test_a_part_without_a_rate_may_change_as_far_as_the_ways_at_hand():
    def point(*values):
        return Point(np.array(values), np.zeros(3))

    published = np.array((3.0, 4.0, 0.0, 0.0, 0.6, 0.8))
    goal, nearest = point(3.0, 4.0, 7.0, 0.0, 0.6, 0.8), point(6.0, 8.0, 0.0, 0.0, 0.6, 1.8)
    assert _bounded(Reach(inf, inf), published, goal, nearest) == pytest.approx(
        (WIDER * 7.0, WIDER * 1.0)
    )
    # One with a rate keeps to it, but is never nothing beside what it may change from.
    assert _bounded(Reach(2.0, inf), published, goal, nearest) == pytest.approx((2.0, WIDER))
    least = _bounded(Reach(0.0, 0.3), published, goal, nearest)
    assert least.angular == 0.3
    assert least.linear == pytest.approx(LEAST_REACH * 7.0)
