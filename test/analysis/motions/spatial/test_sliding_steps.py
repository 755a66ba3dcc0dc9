# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Newton's method for sliding directions: each part of a step beside what it stands for."""

from dataclasses import replace

import numpy as np
from numpy.testing import assert_allclose
import pytest

from frictioncone_ros.analysis.motions.spatial.balance import Balance
from frictioncone_ros.analysis.motions.spatial.directions import (
    opposing_forces,
    residual_of,
)
from frictioncone_ros.analysis.motions.spatial.posing import dynamic_problem
from frictioncone_ros.analysis.motions.spatial.prepared.sliding_pattern import SlidingPattern
from frictioncone_ros.analysis.motions.spatial.prepared.surface_pattern import SurfacePattern
from frictioncone_ros.analysis.motions.spatial.shortest_steps import (
    _inside,
    _pressing,
    nearest_directions,
    SlidingSteps,
)
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    EllipticCone,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.spatial import Inertia

ROUND, ELLIPSE = CircularCone(0.6), EllipticCone(0.3, 0.7)
PAD, TURNS = SoftFinger(0.5, 0.4), SoftFinger(0.5, 0.4, independent=True)
MODELS = [(ROUND, ROUND), (ELLIPSE, ROUND), (PAD, ROUND), (PAD, SoftFinger(0.3, 1.5))]
MODELS += [(TURNS, ROUND), (TURNS, ELLIPSE), (ROUND, PAD)]


def sliding(models, seed=4):
    """
    Return a problem and pattern of three contacts, two of which slide, with a true balance.

    The third, a pyramid, sticks in the sense that it may have any force. Of independent fingers
    the first bears any moment, and the second all of its own.
    """
    models = (*models, FrictionPyramid(0.5, 0.4))
    places = ((0.3, 0.1, -0.4), (-0.5, 0.2, -0.3), (0.1, -0.4, -0.5))
    normals = ((0.0, 0.0, 1.0), (0.0, 0.6, 0.8), (0.6, 0.0, 0.8))
    contacts = [ContactPoint(*one) for one in zip(places, normals, models, strict=True)]
    body = Inertia.spatial_body(1.5, np.diag((0.7, 0.8, 0.9)))
    wrench = np.array((9.0, 2.0, -10.0, 1.0, 0.5, 3.0))
    problem = dynamic_problem(ContactState(contacts, body), wrench, 8, 4)
    random = np.random.default_rng(seed)
    motion = random.normal(size=6)
    forces, torsions = {}, {}
    for place in (0, 1):
        law = problem.touching[place].law
        limit = 0.0 if law.arm else law.torsion
        torsions[place] = (-limit, limit if place == 0 else -limit)
        forces[place] = np.zeros(law.component_count)
        forces[place][0] = random.uniform(1.0, 2.0)
        forces[place][3:] = forces[place][0] * torsions[place][0] * (0.5 if place == 0 else 1.0)
    whole = problem.ground.force_cone(2, (0, 0))
    kind = SurfacePattern if any(problem.touching[p].law.arm for p in (0, 1)) else SlidingPattern
    pattern = kind(problem.ground, np.eye(6), torsions, (whole,))
    forces[2] = np.array((2.0, 0.3, -0.4))
    start = Balance(True, motion, forces, np.zeros(6))
    forces = opposing_forces(problem, pattern, start)
    target = problem.target + residual_of(problem, motion, forces) * -1.0
    problem = replace(problem, target=target)
    assert_allclose(residual_of(problem, motion, forces), 0.0, atol=1e-12)
    return problem, pattern, Balance(True, motion, forces, np.zeros(6))


def slip_of(problem, place, motion):
    """Return the true slip and spin (3,) of scaled coordinates."""
    ground = problem.ground
    twist = ground.rows.basis @ motion
    rows = ground.contact_jacobian.reshape(-1, 3, 6)[place]
    return np.append(rows[1:] @ twist, ground.state.normals[place] @ twist[3:])


@pytest.mark.parametrize('models', MODELS, ids=repr)
def test_forces_turned_against_a_motion_take_most_power_of_it(models):
    problem, _, answer = sliding(models)
    for place in (0, 1):
        law, force = problem.touching[place].law, answer.forces[place]
        slip = slip_of(problem, place, answer.coordinates)
        slip = slip if law.arm else slip * (1.0, 1.0, 0.0)
        assert law.residual(force.tolist(), slip.tolist()) <= 1e-12


@pytest.mark.parametrize('models', MODELS, ids=repr)
def test_a_balance_is_the_same_as_a_point_of_steps(models):
    problem, pattern, answer = sliding(models)
    steps = SlidingSteps.of(problem, pattern)
    point = steps.start(answer)
    assert np.abs(point.residual).max() <= 1e-12
    back = steps.as_balance(point)
    assert_allclose(back.coordinates, answer.coordinates, atol=1e-12)
    for place, force in answer.forces.items():
        assert_allclose(back.forces[place], force, atol=1e-12)
    # A point that balances stays.
    again = steps.as_balance(steps.step(point))
    assert_allclose(again.coordinates, answer.coordinates, atol=1e-10)
    for place, force in answer.forces.items():
        assert_allclose(again.forces[place], force, atol=1e-10)


@pytest.mark.parametrize('models', MODELS, ids=repr)
def test_friction_turns_with_the_motion_as_its_differences_do(models):
    _, pattern, answer = sliding(models)
    normal = np.array([answer.forces[place][0] for place in pattern.places])

    def friction(motion):
        slips, sizes = pattern.sized_slips(pattern.span.T @ motion)
        return pattern.turned(slips / sizes[:, None])[:, :, 0].T @ normal

    slips, sizes = pattern.sized_slips(pattern.span.T @ answer.coordinates)
    directions = slips / sizes[:, None]
    turned = pattern.turned(directions)
    for maps, basis in (
        (pattern.contact_slip_maps, pattern.span),
        (pattern.slips_of_motions, np.eye(6)),
    ):
        pushes = pattern.turning_pushes(directions, turned, normal / sizes, maps)
        for column, change in zip(pushes.T, 1e-5 * basis.T, strict=True):
            ahead, behind = answer.coordinates + change, answer.coordinates - change
            difference = (friction(ahead) - friction(behind)) / 2e-5
            assert_allclose(column, difference, atol=1e-7)


@pytest.mark.parametrize('models', MODELS, ids=repr)
def test_rays_against_slips_are_what_they_supply(models):
    problem, pattern, answer = sliding(models)
    slips, sizes = pattern.sized_slips(pattern.span.T @ answer.coordinates)
    directions = slips / sizes[:, None]
    lengths = pattern.ray_lengths(directions)
    cones = pattern.ray_cones(directions, pattern.turned(directions))
    for row, cone in enumerate(cones):
        assert cone.contact == pattern.places[row]
        given = cone.option.corners @ problem.force_maps[cone.contact].T
        assert_allclose((cone.columns * cone.sizes).T, given, atol=1e-12)
        assert_allclose(np.linalg.norm(cone.columns, axis=0), 1.0)
        free = pattern.free_moments[row]
        ray = (
            cone.option.corners[0]
            * (1.0, 1.0, 1.0, 0.0 if free else 1.0)[: cone.option.corners.shape[1]]
        )
        assert lengths[row] == pytest.approx(np.linalg.norm(ray))


@pytest.mark.parametrize('models', MODELS, ids=repr)
def test_steps_from_nearby_end_in_a_balance(models):
    problem, pattern, answer = sliding(models)
    random = np.random.default_rng(1)
    near = {p: f * (1.0 + 0.02 * random.normal(size=f.size)) for p, f in answer.forces.items()}
    start = Balance(
        True, answer.coordinates * (1.0 + 0.02 * random.normal(size=6)), near, answer.residual
    )
    found = nearest_directions(problem, pattern, start)
    assert found is not None and found.holds
    missing = residual_of(problem, found.coordinates, found.forces)
    assert np.abs(missing).max() <= 1e-12
    assert_allclose(found.coordinates, answer.coordinates, atol=0.3)
    for place in (0, 1):
        law, force = problem.touching[place].law, found.forces[place].tolist()
        slip = slip_of(problem, place, found.coordinates) * (1.0, 1.0, bool(law.arm))
        assert law.residual(force, slip.tolist()) <= 1e-9
        low, high = pattern.sliding[place]
        if law.component_count > 3 and not law.arm:
            assert low * force[0] - 1e-12 <= force[3] <= high * force[0] + 1e-12


@pytest.mark.parametrize('torsion', [-1.0, -0.4, 0.0, 0.4, 1.0])
def test_moments_up_to_their_limit_are_borne(torsion):
    _, pattern, answer = sliding((TURNS, ROUND))
    assert pattern.sliding[0] == (-TURNS.torsional_friction, TURNS.torsional_friction)
    force = answer.forces[0]
    force[3] = torsion * TURNS.torsional_friction * force[0]
    assert _pressing(pattern, answer)
    force[3] *= 1.01
    assert _pressing(pattern, answer) == (abs(torsion) < 1.0)
    answer.forces[1][0] *= -1.0
    assert not _pressing(pattern, answer)


@pytest.mark.parametrize(
    'model',
    [ROUND, ELLIPSE, PAD, SoftFinger(0.3, 1.5), TURNS, FrictionPyramid(0.5, 0.2)],
    ids=repr,
)
def test_forces_inside_the_whole_set_of_a_contact_are_told_from_those_outside(model):
    contact = ContactPoint((0.3, 0.1, -0.4), (0.0, 0.6, 0.8), model)
    state = ContactState([contact], Inertia.spatial_body(1.5, np.diag((0.7, 0.8, 0.9))))
    problem = dynamic_problem(state, np.array((9.0, 2.0, -10.0, 1.0, 0.5, 3.0)), 8, 4)
    law = problem.touching[0].law
    cone = problem.ground.force_cone(0, (0,) * len(problem.touching[0].free))
    half = np.array((law.radius, law.radius * law.aspect, law.torsion))[: law.component_count - 1]
    if not law.circular:
        half = np.array((0.5, 0.2))
    for direction in np.vstack((np.eye(3), np.random.default_rng(6).normal(size=(20, 3))))[
        :, : len(half)
    ]:
        used = np.linalg.norm(direction)
        if not law.circular:
            used = np.abs(direction).max()
        elif law.component_count > 3 and not law.arm:
            used = max(np.hypot(*direction[:2]), abs(direction[2]))
        if used == 0.0:
            continue
        for share in (0.5, 0.99, 1.01, 2.0):
            force = np.array((3.0, *(3.0 * share * half * direction / used)))
            assert _inside(cone, force) == (share < 1.0)
            assert not _inside(cone, force * (-1.0, *[1.0] * len(half)))
