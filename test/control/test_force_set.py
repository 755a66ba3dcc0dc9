# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Force sets where the search for the nearest reaction is cut short."""

import numpy as np
import pytest

from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    Frictionless,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.control import FilterSettings, prepared_contacts
from frictioncone_ros.control.forces import force_set

CORNERS = [(1.0, 1.0, 0.0), (-1.0, 1.0, 0.0), (0.0, -1.0, 0.0)]


@pytest.mark.parametrize('rounds', [1, 2, 3])
def test_a_search_that_ends_early_still_answers_with_a_member(monkeypatch, rounds):
    """The rays that were only about to be tried have no weights yet."""
    monkeypatch.setattr(force_set, '_MOST_ROUNDS', rounds)
    state = ContactState(
        [ContactPoint(corner, (0.0, 0.0, 1.0), CircularCone(0.5)) for corner in CORNERS]
    )
    reactions = prepared_contacts(state, None, None, FilterSettings()).physical
    nearest = reactions.nearest(np.array([1.0, 0.7, 1.0, 0.2, 0.1, 0.3]))
    carried = reactions.scale @ (reactions.wrench_matrix @ nearest.contact_forces)
    assert np.allclose(carried, nearest.point, atol=1e-9)
    normal, first, second = nearest.contact_forces.reshape(-1, 3).T
    assert (np.hypot(first, second) <= 0.5 * normal + 1e-9).all()
    assert not nearest.is_member


@pytest.mark.parametrize('size', [1e-9, 1e-3, 1.0, 1e6])
def test_what_is_nearest_grows_with_the_wrench_and_how_far_off_it_is_stays(size):
    """A tip carries no moment: beside a force of its size half of the whole square is missed."""
    state = ContactState([ContactPoint((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), CircularCone(0.5))])
    forces = prepared_contacts(
        state, None, None, FilterSettings(characteristic_length=1.0)
    ).physical
    press = np.array((0.0, 0.0, 1.0, 0.0, 0.0, 0.0))
    assert forces.nearest(size * press).is_member
    found = forces.nearest(size * (press + np.eye(6)[5]))
    assert not found.is_member and found.distance == pytest.approx(np.sqrt(0.5))
    assert found.contact_forces == pytest.approx((size, 0.0, 0.0), abs=1e-12 * size)


@pytest.mark.parametrize('seed', range(4, 8))
def test_forces_as_deep_as_each_other_are_that_deep_to_the_last_digit(seed):
    """Of k times the forces one newton deep the margin is k: nothing else can be taken away."""
    random = np.random.default_rng(seed)
    state = ContactState.from_points(0.2 * random.normal(size=(3, 3)), (0.0, 0.0, 1.0), 0.5)
    forces = prepared_contacts(state, None, None, FilterSettings()).carried
    for depth in (1e-3, 1.0, *random.uniform(0.0, 10.0, 100)):
        assert forces.margin(depth * forces.depth_forces) == pytest.approx(depth, rel=1e-9)


@pytest.mark.parametrize('seed', range(40))
def test_a_margin_does_not_depend_on_what_was_asked_before(seed):
    """Rays of quite another question may meet the target from a face that is none."""
    rng = np.random.default_rng(seed)
    models = [CircularCone(0.5), FrictionPyramid(0.4), SoftFinger(0.5, 0.05), Frictionless()]
    normals = rng.normal(size=(4, 3)) + np.array([0.0, 0.0, 2.0])
    state = ContactState(
        [
            ContactPoint(0.2 * rng.normal(size=3), normal / np.linalg.norm(normal), model)
            for normal, model in zip(normals, rng.choice(models, size=4), strict=True)
        ]
    )
    forces = prepared_contacts(state, None, None, FilterSettings()).carried
    edges = forces.pool.outcome
    weights = rng.exponential(size=edges.shape[1])
    asked = edges @ weights
    cold = forces.margin(asked)
    for before in (
        edges @ (weights * (1.0 + 0.01 * rng.normal(size=weights.size))),
        edges @ (weights * rng.integers(0, 2, size=weights.size)),
    ):
        _, start = forces.margin_from(before, None)
        warm, _ = forces.margin_from(asked, start)
        assert warm == pytest.approx(cold, rel=0.02, abs=1e-6 * np.abs(asked).max())


@pytest.mark.parametrize('latitude', [0.1, 0.25, 0.5, 1.2])
def test_just_beyond_a_limit_surface_hardly_anything_is_removed(latitude):
    """What is nearest lies on the surface itself, not on one of a few rings inside it."""
    finger = SoftFinger(0.5, 0.05)
    state = ContactState([ContactPoint((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), finger)])
    forces = prepared_contacts(state, None, None, FilterSettings()).physical
    slip, spin = 0.5 * np.cos(latitude), 0.05 * np.sin(latitude)
    beyond = 1.001 * np.array((0.6 * slip, 0.8 * slip, 0.0, 0.0, 0.0, spin))
    found = forces.nearest(beyond + np.eye(6)[2])
    assert 0.0 < found.distance < 1e-3
    twist = found.residual @ forces.scale @ forces.wrench_matrix
    reach = np.linalg.norm(twist[1:] * (0.5, 0.5, 0.05))
    assert twist[0] + reach <= 1e-3 * np.linalg.norm(twist)  # no force of the finger goes along


@pytest.mark.parametrize('model', [CircularCone(0.5), SoftFinger(0.5, 0.05)])
def test_a_force_on_the_boundary_of_a_round_set_is_a_member(model):
    """By rounding it lies outside every other time; nobody is to see that."""
    rng = np.random.default_rng(9)
    for _ in range(60):
        place, normal, force = rng.normal(size=(3, 3))
        contact = ContactPoint(place, normal / np.linalg.norm(normal), model)
        forces = prepared_contacts(ContactState([contact]), None, None, FilterSettings()).physical
        within = forces.wrench_matrix.shape[1] - 1
        slip = np.concatenate((force[:2], force[2:] * 0.1))[:within]
        used = np.linalg.norm(slip / np.array((0.5, 0.5, 0.05))[:within])
        reaction = forces.wrench_matrix @ np.concatenate(((used,), slip))
        assert forces.nearest(reaction).is_member


def leaning_contacts(rng):
    """Return the force set of four contacts that lean a little, and forces (c,) of one load."""
    models = [CircularCone(0.5), FrictionPolygon(0.4, 6), SoftFinger(0.5, 0.05)]
    normals = 0.15 * rng.normal(size=(4, 3)) + np.array([0.0, 0.0, 1.0])
    model = models[int(rng.integers(3))]
    state = ContactState(
        [
            ContactPoint(0.1 * rng.normal(size=3), normal / np.linalg.norm(normal), model)
            for normal in normals
        ]
    )
    forces = prepared_contacts(state, None, None, FilterSettings()).carried
    return forces, forces.pool.outcome @ rng.exponential(size=forces.pool.outcome.shape[1])


@pytest.mark.parametrize('seed', range(12))
def test_the_margin_of_a_known_face_is_that_of_a_search(seed):
    """And it is never above the exact one: the rays behind it add up to the wrench."""
    rng = np.random.default_rng(seed)
    forces, load = leaning_contacts(rng)
    start, used = None, 0
    for step in range(40):
        asked = load * (1.0 + 1e-3 * rng.normal(size=load.size))
        searched, _ = forces.margin_from(
            asked, None if start is None else start._replace(known=None)
        )
        margin, start = forces.margin_from(asked, start)
        used += start is not None and start.known is not None
        assert margin == pytest.approx(searched, rel=1e-9, abs=1e-9 * np.abs(asked).max()), step
    assert used >= 20


@pytest.mark.parametrize('seed', range(12))
def test_a_known_face_leaves_to_the_search_what_it_does_not_carry(seed):
    """Beyond the rays it is made of it says nothing, and the search's margin is stated."""
    rng = np.random.default_rng(seed)
    forces, load = leaning_contacts(rng)
    _, start = forces.margin_from(load, None)
    for _ in range(3):
        _, start = forces.margin_from(load, start)
    for size in (1e-2, 3e-2, 4e-2):
        asked = load * (1.0 + size * rng.normal(size=load.size))
        margin, _ = forces.margin_from(asked, start)
        bare = None if start is None else start._replace(known=None)
        searched, _ = forces.margin_from(asked, bare)
        assert margin == pytest.approx(searched, rel=1e-9, abs=1e-9 * np.abs(asked).max())


@pytest.mark.parametrize('seed', range(12))
def test_what_is_nearest_does_not_depend_on_the_rays_it_is_begun_with(seed):
    """Few rays of an answer nearby are enough where all the others lie behind what they span."""
    rng = np.random.default_rng(seed)
    forces, load = leaning_contacts(rng)
    beyond = forces.wrench_matrix @ load + np.array((3.0, -2.0, 0.0, 0.0, 0.0, 0.3)) * load.max()
    start = None
    for _ in range(20):
        asked = beyond * (1.0 + 1e-3 * rng.normal(size=6))
        cold, warm = forces.nearest(asked), forces.nearest(asked, start)
        start = warm.warm_start
        assert warm.distance == pytest.approx(cold.distance, rel=1e-6)
        # Off the nearest one both may be, by what a round set may reach beyond.
        assert np.linalg.norm(warm.point - cold.point) <= 1e-3 * np.linalg.norm(
            forces.scale @ asked
        )
        carried = forces.scale @ (forces.wrench_matrix @ warm.contact_forces)
        assert np.allclose(carried, warm.point, rtol=0.0, atol=1e-9 * np.linalg.norm(carried))
