# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Circular cones against fine polygons around them, which bound every answer from both sides."""

from math import cos, pi

import numpy as np
import pytest

from frictioncone_ros.analysis.feasibility import contact_wrench_problem, nearest_forces, produce
from frictioncone_ros.analysis.feasibility.limit_newton import Probe
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    FrictionPolygon,
    SoftFinger,
    wrench_matrix,
)

COUNT = 64


def random_state(generator, friction, noise):
    contacts = []
    for _ in range(int(generator.integers(1, 6))):
        normal = np.array((0.0, 0.0, 1.0)) + noise * generator.normal(size=3)
        contacts.append(
            ContactPoint(0.2 * generator.normal(size=3), normal / np.linalg.norm(normal), friction)
        )
    return ContactState(contacts)


def bounds(state):
    """Return the problems with polygons inside and around the state's circles."""
    inner = FrictionPolygon(0.5, COUNT)
    outer = FrictionPolygon(0.5 / cos(pi / COUNT), COUNT)
    return [contact_wrench_problem(state.with_friction(model)) for model in (inner, outer)]


@pytest.mark.parametrize('noise', [0.0, 0.3, 2.0])
def test_margin_lies_between_those_of_the_polygons(noise):
    generator = np.random.default_rng(17)
    compared = 0
    for _ in range(25):
        state = random_state(generator, CircularCone(0.5), noise)
        problem = contact_wrench_problem(state)
        inner, outer = bounds(state)
        forces = generator.random(problem.edge_forces.shape[1])
        wrench = problem.edge_wrenches @ forces / problem.scaling
        wrench = wrench + generator.choice((0.1, 1.0)) * generator.normal(size=6) * (
            1,
            1,
            1,
            0.2,
            0.2,
            0.2,
        )
        verdict = produce(problem, wrench)
        assert verdict.certificate_holds()
        low, high = produce(inner, wrench).margin, produce(outer, wrench).margin
        if np.isfinite(verdict.margin):
            slack = 0.01 * np.abs(wrench).max() * (1.0 + len(state.contacts))
            assert low - slack <= verdict.margin <= high + slack
            compared += 1
    assert compared > 8


def test_nearest_forces_are_inside_their_cones_and_no_force_gains_on_the_remainder():
    generator = np.random.default_rng(5)
    for _ in range(60):
        state = random_state(generator, CircularCone(0.5), 0.5)
        problem = contact_wrench_problem(state)
        target = generator.normal(size=6)
        forces, remainder = nearest_forces(problem, target)
        each = forces.reshape(-1, 3)
        assert (np.hypot(each[:, 1], each[:, 2]) <= 0.5 * each[:, 0] + 1e-8).all()
        assert np.allclose(problem.force_matrix @ forces + remainder, target, atol=1e-9)
        gains = (problem.force_matrix.T @ remainder).reshape(-1, 3)
        assert (gains[:, 0] + 0.5 * np.hypot(gains[:, 1], gains[:, 2])).max() < 1e-8
        assert abs(remainder @ (target - remainder)) < 1e-8


def test_wrench_on_the_boundary_of_the_circle_is_feasible_with_no_margin():
    problem = contact_wrench_problem(
        ContactState([ContactPoint((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), CircularCone(0.5))])
    )
    for angle in np.linspace(0.05, 6.2, 23):
        wrench = (0.5 * np.cos(angle), 0.5 * np.sin(angle), 1.0, 0.0, 0.0, 0.0)
        verdict = produce(problem, wrench)
        assert verdict.feasible and verdict.certificate_holds(1e-7)
        assert abs(verdict.margin) < 1e-8
        assert not produce(problem, np.multiply(wrench, (1.0001, 1.0001, 1, 1, 1, 1))).feasible


@pytest.mark.parametrize('friction', [CircularCone(0.5), SoftFinger(0.5, 0.03, independent=True)])
def test_the_largest_gain_is_the_support_of_the_sets_along_a_direction(friction):
    """Over forces of unit normal part: the best of many, and none is better."""
    generator = np.random.default_rng(6)
    angles = np.linspace(0.0, 2.0 * pi, 400)
    for _ in range(10):
        state = random_state(generator, friction, 0.3)
        problem = contact_wrench_problem(state)
        direction = generator.normal(size=6)
        gains = problem.scaling * direction @ wrench_matrix(state)
        count = friction.component_count(6)
        torsions = (-0.03, 0.03) if count == 4 else (0.0,)
        best = max(
            gains[start]
            + 0.5 * (gains[start + 1] * np.cos(angles) + gains[start + 2] * np.sin(angles)).max()
            + max(torsion * gains[start + count - 1] for torsion in torsions)
            for start in range(0, gains.size, count)
        )
        found = Probe.of(problem.round_sets, direction).largest_gain
        assert best <= found * (1.0 + 1e-12) + 1e-12
        assert found == pytest.approx(best, rel=1e-3, abs=1e-3)
