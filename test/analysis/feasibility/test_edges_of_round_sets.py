# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Round friction sets as solvers see them: edges, their wrenches, and how edges turn."""

import numpy as np
from numpy.testing import assert_allclose
import pytest
from scipy.optimize import least_squares

from frictioncone_ros.analysis.feasibility import contact_wrench_problem
from frictioncone_ros.analysis.feasibility.nearest_forces import EdgeSearch, NearestForces
from frictioncone_ros.analysis.feasibility.ray_shooting import depth_by_ray_shooting
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    EllipticCone,
    SoftFinger,
)

MODELS = (
    CircularCone(0.5),
    EllipticCone(0.8, 0.3),
    SoftFinger(0.4, 0.3),
    SoftFinger(0.6, 0.2, independent=True),
    EllipticCone(0.2, 0.9),
    SoftFinger(0.5, 1.7),
)
SETS = [MODELS, MODELS[:2], MODELS[2:3], MODELS[3:4], (MODELS[0], MODELS[3]), MODELS[2:4]]


def half_axes(model):
    """Return the half axes of a set: along both tangents, and of torsion [m]."""
    first, second = model.round_limits(6)
    return np.array((first, second, model.torsion_limit(6)))


def problem_of(models, seed=3):
    random = np.random.default_rng(seed)
    contacts = []
    for model in models:
        normal = np.array((0.0, 0.0, 1.0)) + 0.3 * random.normal(size=3)
        contacts.append(
            ContactPoint(random.normal(size=3), normal / np.linalg.norm(normal), model)
        )
    return contact_wrench_problem(ContactState(contacts))


def best_forces(problem, direction):
    """Return, contact by contact, the force of unit normal part that gains most on a direction."""
    gains, found = problem.force_matrix.T @ direction, []
    for contact, own in zip(problem.state.contacts, problem.slices, strict=True):
        half, slip = half_axes(contact.friction), gains[own][1:]
        if contact.friction.torsion_limit(6) and not contact.friction.independent:
            force = half**2 * slip / np.linalg.norm(half * slip)
        else:
            force = half[:2] ** 2 * slip[:2] / np.linalg.norm(half[:2] * slip[:2])
            force = np.append(force, half[2] * np.sign(slip[2:]))
        found.append(np.append(1.0, force[: len(slip)]))
    return found


@pytest.mark.parametrize('models', SETS, ids=len)
def test_edges_gain_most_and_their_wrenches_are_those_of_their_forces(models):
    problem = problem_of(models)
    sets, count = problem.round_sets, problem.force_matrix.shape[1]
    directions = np.random.default_rng(1).normal(size=(6, 6))
    for direction in directions:
        edges, support, _ = sets.extreme_edges(direction)
        wrenches, forces = sets.as_columns(edges, count)
        assert_allclose(np.linalg.norm(wrenches, axis=0), 1.0)
        assert_allclose(problem.force_matrix @ forces, wrenches, atol=1e-12)
        for place, (own, best) in enumerate(
            zip(problem.slices, best_forces(problem, direction), strict=True)
        ):
            column = forces[:, place]
            assert_allclose(column[own] / column[own][0], best, atol=1e-9)
            assert not np.delete(column, np.arange(count)[own]).any()
            gains = problem.force_matrix[:, own].T @ direction
            assert support[place] == pytest.approx(gains @ best)
    if not sets.is_coupled:
        wrenches, forces = sets.reaching_columns(directions, count)
        one_by_one = [sets.as_columns(sets.extreme_edges(d)[0], count) for d in directions]
        assert_allclose(wrenches, np.hstack([one[0] for one in one_by_one]), atol=1e-12)
        assert_allclose(forces, np.hstack([one[1] for one in one_by_one]), atol=1e-12)


@pytest.mark.parametrize('models', SETS, ids=len)
def test_edges_turn_with_the_remainder_as_their_curvature_says(models):
    problem = problem_of(models)
    sets, count = problem.round_sets, problem.force_matrix.shape[1]
    random = np.random.default_rng(2)
    remainder, loads = random.normal(size=6), random.uniform(0.5, 2.0, size=len(models))
    forces = np.concatenate(
        [load * best for load, best in zip(loads, best_forces(problem, remainder), strict=True)]
    )

    def wrench(direction):
        best = best_forces(problem, direction)
        whole = np.concatenate([load * one for load, one in zip(loads, best, strict=True)])
        return problem.force_matrix @ whole

    search = EdgeSearch(sets, problem.edge_wrenches, problem.edge_forces)
    search.refine(NearestForces(forces, remainder))
    bend = search.bend
    turned = (bend.across * bend.stiffness) @ bend.across.T
    if bend.surface is not None:
        turned += (bend.surface.across * bend.surface.stiffness) @ bend.surface.across.T
        supplied = problem.force_matrix @ bend.surface.forces
        assert_allclose(supplied, bend.surface.across, atol=1e-12)
    differences = [
        wrench(remainder + step) - wrench(remainder - step) for step in 1e-6 * np.eye(6)
    ]
    assert_allclose(turned, np.array(differences).T / 2e-6, atol=1e-7)
    assert_allclose(np.linalg.inv(bend.root.T @ bend.root), np.eye(6) + turned, atol=1e-9)
    # Contacts with little of their friction in use stick, and have no curvature.
    forces *= np.concatenate(
        [(1.0, *[0.5] * (len(b) - 1)) for b in best_forces(problem, remainder)]
    )
    search.refine(NearestForces(forces, remainder))
    assert_allclose(search.bend.root, np.eye(6), atol=1e-12)
    assert count == forces.size


@pytest.mark.parametrize('models', SETS, ids=len)
def test_forces_with_curvature_add_up_to_what_is_left(models):
    problem = problem_of(models)
    search = EdgeSearch(problem.round_sets, problem.edge_wrenches, problem.edge_forces)
    random = np.random.default_rng(4)
    target = random.normal(size=6) + problem.depth_wrench
    for _ in range(3):
        found = search.solve(target)
        left = target - problem.force_matrix @ found.contact_forces
        assert_allclose(found.remainder, left, atol=1e-9)
        search.refine(found)


@pytest.mark.parametrize('models', SETS, ids=len)
def test_overshoot_is_what_the_farthest_force_has_too_much(models):
    problem = problem_of(models)
    forces = np.concatenate(best_forces(problem, np.random.default_rng(5).normal(size=6)))
    assert problem.round_sets.overshoot(forces) == pytest.approx(0.0, abs=1e-12)
    assert problem.round_sets.overshoot(2.0 * forces) == pytest.approx(0.0, abs=1e-12)
    for contact, own in zip(problem.state.contacts, problem.slices, strict=True):
        half = half_axes(contact.friction)
        for axis in range(own.stop - own.start - 1):
            beyond = forces.copy()
            beyond[own] = 0.0
            beyond[own.start], beyond[own.start + 1 + axis] = 2.0, -3.0 * half[axis]
            # In units of friction along the first tangent; independent torsion in its own.
            alone = axis == 2 and contact.friction.independent
            most = half[2] if alone else half[0]
            assert problem.round_sets.overshoot(beyond) == pytest.approx(most)


@pytest.mark.parametrize('seed', range(7))
def test_margins_of_round_contacts_are_found_along_the_ray(seed):
    """Forces on all four circles against a slip that lifts none: what is deeper is the margin."""
    random = np.random.default_rng(seed)
    contacts = []
    for place in ((-1.0, -1.0, -0.3), (-1.0, 1.0, -0.3), (1.0, -1.0, -0.3), (1.0, 1.0, -0.3)):
        normal = np.array((0.0, 0.0, 1.0)) + 0.05 * random.normal(size=3)
        friction = CircularCone(random.uniform(0.45, 0.55))
        moved = place + 0.2 * random.normal(size=3)
        contacts.append(ContactPoint(moved, normal / np.linalg.norm(normal), friction))
    problem = contact_wrench_problem(ContactState(contacts))

    def gains(twist):
        best = best_forces(problem, twist)
        along = [twist @ problem.force_matrix[:, own] for own in problem.slices]
        return [part @ force for part, force in zip(along, best, strict=True)]

    slip = np.array((0.5, 0.2, -0.3, 0.03, -0.05, 0.4)) + 0.05 * random.normal(size=6)
    slip = least_squares(gains, slip, xtol=1e-15, ftol=1e-15, gtol=1e-15).x
    assert np.abs(gains(slip)).max() <= 1e-12
    assert slip @ problem.depth_wrench < 0.0
    loads = random.uniform(1.0, 3.0, size=4)
    best = best_forces(problem, slip)
    forces = np.concatenate([load * one for load, one in zip(loads, best, strict=True)])
    for depth in (0.7, -0.4):
        wrench = problem.force_matrix @ forces + depth * problem.depth_wrench
        found = depth_by_ray_shooting(problem, wrench)
        assert found is not None
        assert found.margin == pytest.approx(depth, abs=1e-7)
        assert_allclose(problem.force_matrix @ found.contact_forces, wrench, atol=1e-8)
