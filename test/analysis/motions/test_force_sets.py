# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Polytopes of weights and motions, and least-norm forces, against known ones."""

from effort import rounds
from hypothesis import given, settings
from hypothesis import strategies as st
import numpy as np
import pytest
from scipy.optimize import minimize

from frictioncone_ros.analysis.motions.minimum_norm import minimum_norm_forces
from frictioncone_ros.analysis.motions.planar.forces import weight_polytope
from frictioncone_ros.analysis.motions.polytope import motion_polytope

UNITS = np.ones(3)


def test_weights_of_three_parallel_forces():
    """Three upward forces at -1, 0, 1 that carry a unit load: a segment."""
    columns = np.array([[0.0, 0.0, 0.0], [1.0, 1.0, 1.0], [-1.0, 0.0, 1.0]])
    vertices, rays = weight_polytope(columns, np.array([0.0, 1.0, 0.0]))
    assert np.array(sorted(vertices.tolist())) == pytest.approx(
        np.array([[0.0, 1.0, 0.0], [0.5, 0.0, 0.5]])
    )
    assert rays.shape == (0, 3)


def test_opposite_forces_have_a_ray():
    columns = np.array([[1.0, -1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]])
    vertices, rays = weight_polytope(columns, np.array([2.0, 1.0, 0.0]))
    assert vertices.tolist() == [[2.0, 0.0, 1.0]]
    assert rays.tolist() == [[1.0, 1.0, 0.0]]


def test_nothing_wanted_leaves_the_zero_vertex():
    columns = np.eye(3)
    vertices, rays = weight_polytope(columns, np.zeros(3))
    assert vertices.tolist() == [[0.0, 0.0, 0.0]]
    assert rays.shape[0] == 0


@settings(deadline=None, derandomize=True, max_examples=rounds(30, 100))
@given(
    st.lists(st.tuples(*[st.integers(-2, 2)] * 3), min_size=3, max_size=7),
    st.lists(st.integers(0, 3), min_size=7, max_size=7),
)
def test_every_generator_of_a_weight_polytope_fits(columns, weights):
    matrix = np.array(columns, dtype=float).T
    if not matrix.any():
        return
    target = matrix @ weights[: matrix.shape[1]]
    vertices, rays = weight_polytope(matrix, target)
    assert vertices.shape[0] > 0
    assert vertices.min() >= 0.0
    assert rays.min(initial=0.0) >= 0.0
    assert vertices @ matrix.T == pytest.approx(np.tile(target, (len(vertices), 1)), abs=1e-8)
    assert rays @ matrix.T == pytest.approx(np.zeros((len(rays), 3)), abs=1e-8)


def test_redundant_points_and_directions_are_dropped():
    points = np.array([[0.0, 0, 0], [1, 0, 0], [0.5, 0, 0], [0, 1, 0]])
    polytope = motion_polytope(points, np.empty((0, 3)), UNITS)
    assert polytope.vertices.shape[0] == 3
    assert polytope.dimension == 2
    wedge = motion_polytope(points, np.array([[1.0, 0, 0], [0, 1, 0], [1, 1, 0]]), UNITS)
    assert wedge.vertices.tolist() == [[0.0, 0.0, 0.0]]
    assert wedge.rays.shape[0] == 2
    assert wedge.dimension == 2


def test_units_reach_vertices_and_keep_rays_of_unit_length():
    polytope = motion_polytope(
        np.array([[1.0, 0, 0]]), np.array([[0.0, 3.0, 4.0]]), np.array([2.0, 2.0, 4.0])
    )
    assert polytope.vertices.tolist() == [[2.0, 0.0, 0.0]]
    assert np.linalg.norm(polytope.rays) == pytest.approx(1.0)
    assert polytope.rays[0, 2] / polytope.rays[0, 1] == pytest.approx(8.0 / 3.0)


def test_least_norm_agrees_with_a_general_optimiser():
    generator = np.random.default_rng(3)
    for _ in range(20):
        columns, limits = generator.normal(size=(3, 6)), generator.normal(size=(4, 6))
        inner = generator.normal(size=6)
        limits *= np.sign(limits @ inner)[:, None]
        desired = columns @ inner
        found = minimum_norm_forces(columns, limits, desired)
        reference = minimize(
            lambda forces: forces @ forces,
            inner,
            jac=lambda forces: 2.0 * forces,
            method='SLSQP',
            options={'ftol': 1e-14, 'maxiter': 500},
            constraints=[
                {'type': 'eq', 'fun': lambda forces, c=columns, w=desired: c @ forces - w},
                {'type': 'ineq', 'fun': lambda forces, rows=limits: rows @ forces},
            ],
        )
        assert columns @ found == pytest.approx(desired, abs=1e-9)
        assert (limits @ found).min() > -1e-9
        assert found @ found <= reference.fun * (1.0 + 1e-6) + 1e-9
