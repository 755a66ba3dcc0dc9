# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Degenerate geometry has a right answer, never an error: double, none, and every continuum."""

import math

import numpy as np
import pytest

from frictioncone_ros.formations import (
    EdgeOnVertex,
    equation_rows,
    FamilyKind,
    Genericity,
    RollingPoint,
    solve_contact_equations,
    Verdict,
    VertexOnEdge,
)
from frictioncone_ros.formations.equations.back_substitution import PARALLEL_AT_POSE, polished
from frictioncone_ros.formations.equations.half_angle_quartic import second_harmonic_roots
from frictioncone_ros.formations.equations.harmonics import SecondHarmonic

a_contact, b_contact = EdgeOnVertex.from_angle, VertexOnEdge.from_angle


def degrees(*angles):
    return [math.radians(angle) for angle in angles]


def assert_family_holds(found, family, parameters=(-2.0, -0.3, 0.4, 1.1, 2.9)):
    for parameter in parameters:
        pose = family.pose_at(parameter)
        gaps = [row[0] for row in equation_rows(found.equations, pose.x, pose.y, pose.angle)]
        assert max(map(abs, gaps)) < 1e-9


@pytest.mark.parametrize('far', [(0.0, 0.0), (3000.0, -5000.0)])
@pytest.mark.parametrize(
    ('radius', 'verdict'),
    [
        (0.4, Verdict.NONE),
        (0.5, Verdict.ONE_DOUBLE),
        (1.0, Verdict.TWO),
    ],
)
def test_triangle_in_three_points(radius, verdict, far):
    found = solve_contact_equations(
        [
            a_contact(
                angle, 0.5, (far[0] + radius * math.cos(angle), far[1] + radius * math.sin(angle))
            )
            for angle in degrees(90, 210, 330)
        ]
    )
    assert found.verdict is verdict
    if verdict is Verdict.ONE_DOUBLE:
        assert found.genericity is Genericity.DOUBLE_POSE
        pose = found.poses[0].pose
        assert math.hypot(pose.x - far[0], pose.y - far[1], pose.angle) < 1e-8
        assert abs(found.poses[0].determinant) < 1e-8
    else:
        assert found.generic
    if verdict is Verdict.TWO:
        assert [found.poses[0].pose.angle, found.poses[1].pose.angle] == pytest.approx(
            degrees(-60, 60), abs=1e-9
        )


def test_parallel_edges_with_vertices_in_a_row_translate():
    found = solve_contact_equations([a_contact(0.0, 1.0, (float(i), float(i))) for i in range(3)])
    assert found.verdict is Verdict.INFINITE
    assert [f.kind for f in found.families] == [FamilyKind.TRANSLATION] * 2
    assert found.genericity is Genericity.PARALLEL
    for family in found.families:
        assert abs(abs(np.dot(family.direction, (math.sqrt(0.5), math.sqrt(0.5)))) - 1) < 1e-12
        assert_family_holds(found, family)


@pytest.mark.parametrize('make', [a_contact, b_contact])
def test_parallel_edges_with_vertices_out_of_row_hold_nothing(make):
    found = solve_contact_equations(
        [make(0.0, 1.0, vertex) for vertex in [(0.0, 0.0), (1.0, 1.0), (2.0, 2.5)]]
    )
    assert found.verdict is Verdict.NONE
    assert found.genericity is Genericity.PARALLEL


def test_antiparallel_edges_count_as_parallel():
    # A strip of width 2 between two points 4 apart is tilted by +-60 degrees; only one of the two
    # ways has the third point on its edge.
    third = (4.0 - math.sqrt(3.0), 1.0)
    found = solve_contact_equations(
        [
            a_contact(math.pi, 1.0, (0.0, 0.0)),
            a_contact(0.0, 1.0, (4.0, 0.0)),
            a_contact(0.0, 1.0, third),
        ]
    )
    (family,) = found.families
    assert family.kind is FamilyKind.TRANSLATION
    assert family.base.angle == pytest.approx(math.pi / 3)
    assert abs(np.dot(family.direction, (-math.sqrt(0.75), 0.5))) == pytest.approx(1.0)
    assert_family_holds(found, family)


def test_concurrent_edges_on_one_point_rotate():
    found = solve_contact_equations(
        [a_contact(angle, 0.0, (1.0, 1.0)) for angle in degrees(0, 120, 240)]
    )
    (family,) = found.families
    assert family.kind is FamilyKind.ROTATION
    assert family.centre == pytest.approx((1.0, 1.0))
    assert found.genericity is Genericity.REDUNDANT
    assert_family_holds(found, family)


def test_the_centre_of_rotation_may_be_anywhere_in_the_workpiece():
    corner = (0.3, -0.4)
    found = solve_contact_equations(
        [
            a_contact(angle, corner[0] * math.cos(angle) + corner[1] * math.sin(angle), (2.0, 5.0))
            for angle in degrees(20, 100, 250)
        ]
    )
    (family,) = found.families
    assert family.kind is FamilyKind.ROTATION
    assert family.centre == pytest.approx((2.0, 5.0))
    assert family.base.point_in_world(corner) == pytest.approx((2.0, 5.0))
    assert_family_holds(found, family)


def test_concurrent_edges_on_a_circle_slide_and_rotate():
    # Inscribed angles: lines through one point at fixed angles through fixed points of a circle.
    directions = degrees(10, 60, 110)
    points = [(math.cos(2 * angle), math.sin(2 * angle)) for angle in directions]
    found = solve_contact_equations(
        [a_contact(angle, 0.0, point) for angle, point in zip(directions, points, strict=True)]
    )
    (family,) = found.families
    assert family.kind is FamilyKind.SLIDING_ROTATION
    assert_family_holds(found, family)
    places = [family.pose_at(angle) for angle in (0.0, 1.0, 2.0)]
    assert all(math.isclose(math.hypot(pose.x, pose.y), 1.0) for pose in places)


def test_one_contact_three_times_has_two_freedoms():
    found = solve_contact_equations([a_contact(0.3, 0.2, (1.0, 2.0))] * 3)
    (family,) = found.families
    assert family.kind is FamilyKind.TRANSLATION_AND_ROTATION
    assert family.freedom == 2
    assert_family_holds(found, family)
    pose = family.pose_at(0.7, distance=3.0)
    assert abs(equation_rows(found.equations, pose.x, pose.y, pose.angle)[0][0]) < 1e-12


def test_redundant_pair_with_a_third_of_the_other_type():
    first = a_contact(0.4, 0.3, (0.5, -0.2))
    found = solve_contact_equations([first, first, b_contact(1.1, 0.7, (0.6, 0.1))])
    assert found.verdict is Verdict.INFINITE
    assert found.families[0].kind is FamilyKind.SLIDING_ROTATION
    assert_family_holds(found, found.families[0])


def test_redundant_pair_may_also_translate_where_all_are_parallel():
    # At angle 0 and 180 the three lines are parallel; at 0 they are one line.
    first = a_contact(0.0, 0.0, (0.0, 0.0))
    found = solve_contact_equations([first, first, b_contact(0.0, 0.25, (0.25, 0.0))])
    kinds = [family.kind for family in found.families]
    assert kinds == [FamilyKind.SLIDING_ROTATION, FamilyKind.TRANSLATION]
    assert found.families[1].base.angle == pytest.approx(0.0, abs=1e-12)
    assert_family_holds(found, found.families[1])


@pytest.mark.parametrize(('swap', 'generic'), [(False, True), (True, False)])
def test_parallel_pair_and_a_crossing_third(swap, generic):
    """Two parallel edges fix the angle; the third contact of the other type the position."""
    pair, third = (b_contact, a_contact) if swap else (a_contact, b_contact)
    found = solve_contact_equations(
        [pair(0.0, 1.0, (1.5, 0.0)), pair(math.pi, 1.0, (-1.2, 0.3)), third(0.9, 0.4, (0.2, 0.1))]
    )
    assert found.verdict is Verdict.TWO
    # Edges of one workpiece stay parallel; edges of two manipulators do not.
    assert found.generic is generic
    assert max(each.residual for each in found.poses) < 1e-14


def test_a_pose_at_infinity_is_not_listed():
    # The pair holds at angle 0 only together with a third contact parallel to it, elsewhere.
    found = solve_contact_equations(
        [
            a_contact(0.0, 1.0, (1.0, 0.0)),
            a_contact(0.0, 1.0, (1.0, 1.0)),
            b_contact(0.0, 5.0, (0.0, 0.0)),
        ]
    )
    assert found.verdict is Verdict.NONE
    assert found.at_infinity == 2
    assert found.genericity is Genericity.PARALLEL


@pytest.mark.parametrize('tilt', [1e-14, 1e-12, 1e-11, 1e-10, 2e-10, 1e-8])
@pytest.mark.parametrize('make', [a_contact, b_contact])
def test_edges_that_meet_far_away_hold_nothing_nearby(make, tilt):
    # The lines have one common point at every angle, a tenth of a metre over the tilt away.
    found = solve_contact_equations(
        [
            make(0.0, 0.0, (1.0, 1.0)),
            make(tilt, 0.1, (1.0, 1.0)),
            make(-tilt, -0.1, (1.0, 1.0)),
        ]
    )
    assert found.poses == ()
    seen_as_parallel = tilt < PARALLEL_AT_POSE
    assert found.verdict is (Verdict.NONE if seen_as_parallel else Verdict.INFINITE)
    assert found.genericity is (Genericity.PARALLEL if seen_as_parallel else Genericity.REDUNDANT)


def test_translation_beside_an_isolated_pose():
    # The pair's angles are 0 and 90 degrees; the third contact is parallel to it at the first.
    pair = [a_contact(0.0, 0.0, (0.0, 0.0)), a_contact(0.0, -1.0, (-1.0, 1.0))]
    found = solve_contact_equations([*pair, b_contact(0.0, 0.25, (0.25, 0.0))])
    assert found.verdict is Verdict.INFINITE
    assert [family.kind for family in found.families] == [FamilyKind.TRANSLATION]
    assert_family_holds(found, found.families[0])
    (isolated,) = found.poses
    assert isolated.residual < 1e-14
    assert abs(isolated.pose.angle) == pytest.approx(math.pi / 2)


def test_rolling_about_a_point_of_the_other_edge():
    rolling = RollingPoint(0.5, 0.0, 2.0, 1.0, 0.0, 1.0, True)
    found = solve_contact_equations([rolling, a_contact(0.0, 0.5, (2.0, 1.0))])
    (family,) = found.families
    assert family.kind is FamilyKind.ROTATION
    assert family.centre == pytest.approx((2.0, 1.0))
    assert_family_holds(found, family)


def test_the_angle_may_drop_out_without_solution():
    rolling = RollingPoint(0.5, 0.0, 2.0, 1.0, 0.0, 1.0, True)
    found = solve_contact_equations([rolling, a_contact(0.0, 0.6, (2.0, 1.0))])
    assert found.verdict is Verdict.NONE
    assert found.genericity is Genericity.VANISHING


def test_polishing_converges_quadratically():
    equations = tuple(
        a_contact(angle, 0.5, (math.cos(angle), math.sin(angle)))
        for angle in degrees(90, 210, 330)
    )
    found = polished(equations, (1e-5, -2e-5, math.pi / 3 + 1e-5), simple=True)
    assert found.residual < 1e-15
    assert found.place == pytest.approx((0.0, 0.0, math.pi / 3), abs=1e-14)
    unmoved = polished(equations, (1e-5, 0.0, 1.0), simple=False)
    assert unmoved.place == (1e-5, 0.0, 1.0)


@pytest.mark.parametrize(
    ('roots', 'expected'),
    [
        ((0.3, 0.3, 2.0, 2.0), [(0.3, 2), (2.0, 2)]),
        ((0.3, 0.3, 2.0, -1.5), [(-1.5, 1), (0.3, 2), (2.0, 1)]),
        ((-0.4, -0.4, -0.4, 1.0), [(-0.4, 3), (1.0, 1)]),
        ((-1.976, -1.976, -1.976, -1.976), [(-1.976, 4)]),
        ((0.5, 0.5, 0.5, 0.5), [(0.5, 4)]),
        ((0.0, math.pi, 0.5, -2.2), [(-2.2, 1), (0.0, 1), (0.5, 1), (math.pi, 1)]),
        ((0.3, 0.3 + 1e-4, 2.0, 2.5), [(0.3, 1), (0.3 + 1e-4, 1), (2.0, 1), (2.5, 1)]),
    ],
)
def test_multiplicities_of_degree_two(roots, expected):
    # The product of sin((theta - root) / 2) over four roots is a polynomial of degree two.
    samples = math.tau * np.arange(8) / 8
    values = np.prod([np.sin((samples - root) / 2) for root in roots], axis=0)
    spectrum = np.fft.rfft(values) / 8
    polynomial = SecondHarmonic(
        spectrum[0].real,
        2 * spectrum[1].real,
        -2 * spectrum[1].imag,
        2 * spectrum[2].real,
        -2 * spectrum[2].imag,
    )
    found = second_harmonic_roots(polynomial, sum(map(abs, polynomial))).roots
    ours = sorted(
        (math.remainder(r.angle - 3.3, math.tau) + 3.3 - math.tau, r.multiplicity) for r in found
    )
    desired = sorted(
        (math.remainder(angle - 3.3, math.tau) + 3.3 - math.tau, count)
        for angle, count in expected
    )
    assert [count for _, count in ours] == [count for _, count in desired]
    accuracy = {3: 2e-4, 4: 2e-3}.get(max(count for _, count in expected), 1e-7)
    for (angle, _), (reference, _) in zip(ours, desired, strict=True):
        assert abs(angle - reference) < accuracy
