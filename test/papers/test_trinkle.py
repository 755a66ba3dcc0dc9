# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Worked numbers and propositions of the contact-formation paper, on the 3A formation."""

import math

import pytest

from frictioncone_ros.formations import (
    branch_distance,
    EdgeOnVertex,
    Genericity,
    solve_contact_equations,
    three_edge_coefficients,
    Verdict,
)

DIRECTIONS = [math.radians(angle) for angle in (90, 210, 330)]


def triangle(radius, offset=0.5):
    return tuple(
        EdgeOnVertex.from_angle(a, offset, (radius * math.cos(a), radius * math.sin(a)))
        for a in DIRECTIONS
    )


def test_coefficients_of_the_triangle():
    coefficients = three_edge_coefficients(triangle(1.0))
    assert coefficients == pytest.approx(
        (3 * math.sqrt(0.75), 0.0, -1.5 * math.sqrt(0.75)), abs=1e-12
    )


@pytest.mark.parametrize(
    ('radius', 'verdict'), [(1.0, Verdict.TWO), (0.5, Verdict.ONE_DOUBLE), (0.4, Verdict.NONE)]
)
def test_inequality_16_counts_the_poses(radius, verdict):
    cosine, sine, constant = three_edge_coefficients(triangle(radius))
    excess = cosine**2 + sine**2 - constant**2
    assert {
        Verdict.TWO: excess > 1e-6,
        Verdict.NONE: excess < -1e-6,
        Verdict.ONE_DOUBLE: abs(excess) < 1e-12,
    }[verdict]
    assert solve_contact_equations(triangle(radius)).verdict is verdict


def test_theorem_3_a_branch_point_has_a_singular_normal_wrench_matrix():
    found = solve_contact_equations(triangle(0.5))
    (only,) = found.poses
    branch = branch_distance(found.equations, only.pose, 1.0)
    assert abs(branch.normal_determinant) < 1e-8
    assert abs(branch.tangential_determinant) > 1.0
    assert not branch.controlled


@pytest.mark.parametrize(
    'vertices', [[(0.0, 0.0), (1.0, 0.0), (2.5, 0.0)], [(0.0, 0.0), (1.0, 0.3), (2.0, -0.2)]]
)
def test_proposition_1_and_2_parallel_edges_give_none_or_infinitely_many(vertices):
    equations = tuple(EdgeOnVertex.from_angle(0.7, 0.4, vertex) for vertex in vertices)
    assert three_edge_coefficients(equations) == pytest.approx((0.0, 0.0, 0.0), abs=1e-12)
    found = solve_contact_equations(equations)
    in_a_row = vertices[1][1] == 0.0
    assert found.verdict is (Verdict.INFINITE if in_a_row else Verdict.NONE)
    assert found.genericity is Genericity.PARALLEL


def test_coincident_vertices_at_a_concurrent_point_rotate_freely():
    equations = [EdgeOnVertex.from_angle(angle, 0.0, (2.0, 3.0)) for angle in DIRECTIONS]
    found = solve_contact_equations(equations)
    assert found.verdict is Verdict.INFINITE
    assert found.families[0].centre == pytest.approx((2.0, 3.0))
