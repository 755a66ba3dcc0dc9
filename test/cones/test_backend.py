# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The conversion against exact integers, over noise on normals and nearly parallel edges."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

from frictioncone_ros.cones import composite_edge_wrenches
from frictioncone_ros.cones.backend import describe
from frictioncone_ros.cones.exact_description import exact_faces
from frictioncone_ros.cones.hulls import convex_corners
from frictioncone_ros.cones.reduction import interior_axis, orthonormal_basis
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState, FrictionPolygon

NOISE = (0.0, 1e-12, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-3, 1e-2)


def floor_edges(count, noise, generator):
    """Edge wrenches (3, 2 k) of planar floor contacts whose normals are noisy by `noise` rad."""
    contacts = []
    for index, angle in enumerate(noise * generator.normal(size=count)):
        normal = (-np.sin(angle), np.cos(angle))
        contacts.append(ContactPoint((0.05 * index - 0.025, 0.0), normal, CircularCone(0.5)))
    return composite_edge_wrenches(ContactState(contacts))


def sole_edges(edge_count, noise, generator):
    """Edge wrenches (6, 4 m) of a square sole whose normals are noisy by `noise` rad."""
    contacts = []
    for corner in ((0.1, 0.1, 0.0), (0.1, -0.1, 0.0), (-0.1, 0.1, 0.0), (-0.1, -0.1, 0.0)):
        normal = np.array((0.0, 0.0, 1.0)) + noise * generator.normal(size=3)
        friction = FrictionPolygon(0.6, edge_count)
        contacts.append(ContactPoint(corner, normal / np.linalg.norm(normal), friction))
    return composite_edge_wrenches(ContactState(contacts))


def exactly_inside(rows, point):
    """Decide in rational arithmetic whether rows @ point <= 0 for float rows and point."""
    return all(
        sum(Fraction(a) * Fraction(b) for a, b in zip(row, point, strict=True)) <= 0
        for row in rows.tolist()
    )


@pytest.mark.parametrize('noise', NOISE)
@pytest.mark.parametrize('count', [2, 3, 4, 8])
def test_planar_faces_agree_with_exact_arithmetic(count, noise):
    generator = np.random.default_rng(count)
    edges = floor_edges(count, noise, generator)
    found = describe(edges, np.zeros((3, 0)))
    exact = exact_faces(edges)
    assert found.equalities.shape == (0, 3)
    assert len(found.faces) <= len(exact)
    unit = found.faces / np.linalg.norm(found.faces, axis=1, keepdims=True)
    assert (unit @ edges).max() < 1e-13
    for weights in generator.normal(loc=0.25, size=(40, edges.shape[1])):
        point = edges @ weights
        if np.abs(exact @ point).min() > 1e-10:
            assert bool((unit @ point <= 0.0).all()) == exactly_inside(exact, point.tolist())


@pytest.mark.parametrize('noise', NOISE)
def test_spatial_faces_agree_with_exact_arithmetic(noise):
    generator = np.random.default_rng(3)
    edges = sole_edges(4, noise, generator)
    found = describe(edges, np.zeros((6, 0)))
    exact = exact_faces(edges)
    unit = found.faces / np.linalg.norm(found.faces, axis=1, keepdims=True)
    assert (unit @ edges).max() < 1e-9
    inside = 0
    for weights in generator.normal(loc=0.6, size=(200, edges.shape[1])):
        point = edges @ weights
        if np.abs(exact @ point).min() > 1e-8:
            expected = bool((exact @ point <= 0.0).all())
            inside += expected
            assert bool((unit @ point <= 0.0).all()) == expected
    assert 20 < inside < 180


def test_faces_of_merged_simplices_number_as_many_as_the_published_ones():
    found = describe(sole_edges(4, 0.0, np.random.default_rng(0)), np.zeros((6, 0)))
    eight = describe(sole_edges(8, 0.0, np.random.default_rng(0)), np.zeros((6, 0)))
    assert (len(found.faces), len(found.extreme)) == (26, 16)
    assert (len(eight.faces), len(eight.extreme)) == (108, 32)


@pytest.mark.parametrize('distance', [1e-13, 1e-11, 1e-9, 1e-7])
def test_nearly_parallel_generators_do_not_tilt_faces(distance):
    base = np.array([[1.0, -1.0, -1.0, 1.0], [1.0, 1.0, -1.0, -1.0], [1.0] * 4])
    twins = base + distance * np.random.default_rng(5).normal(size=base.shape)
    found = describe(np.hstack((base, twins)), np.zeros((3, 0)))
    unit = found.faces / np.linalg.norm(found.faces, axis=1, keepdims=True)
    assert (unit @ np.hstack((base, twins))).max() < 1e-14
    assert (unit @ (1.001, 0.0, 1.0)).max() > 0.0
    assert (unit @ (0.999, 0.999, 1.0)).max() < 0.0


def test_wide_cone_just_short_of_a_half_space():
    rays = np.array([[1.0, 0.0, -1.0, 0.0], [0.0, 1.0, 0.0, -1.0], [1e-7] * 4])
    found = describe(rays, np.zeros((3, 0)))
    assert len(found.faces) == 4 and found.lineality.shape == (3, 0)


def test_exact_faces_of_a_cube_cone():
    corners = np.array([(x, y, z, 1.0) for x in (1, -1) for y in (1, -1) for z in (1, -1)]).T
    faces = exact_faces(corners)
    rounded = {tuple(np.round(row * np.sqrt(2.0)).astype(int)) for row in faces}
    assert rounded == {
        (s * a, s * b, s * c, -1) for a, b, c in np.eye(3, dtype=int) for s in (1, -1)
    }


@pytest.mark.parametrize(
    ('points', 'corners'),
    [
        ([(0.0, 0.0)] * 3, 1),
        ([(0.0, 0.0), (1.0, 1.0), (0.5, 0.5)], 2),
        ([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.5, 0.0), (0.5, 0.5)], 4),
        ([(0.0, 0.5), (1e-17, 1.0), (2e-17, 0.0), (1.0, 0.0)], 3),
    ],
)
def test_corners_of_degenerate_point_sets(points, corners):
    assert len(convex_corners(points)) == corners


ROUNDING = (0.0, 1e-16, 2e-16, 5e-16, 1e-15, 2e-15, 5e-15, 1e-14, 1e-12)


def farthest_outside(points, corners):
    """Return how far the farthest point is outside the polygon of some corners."""
    sides = np.roll(points[corners], -1, axis=0) - points[corners]
    arms = points[:, None] - points[corners]
    beyond = sides[:, 1] * arms[..., 0] - sides[:, 0] * arms[..., 1]
    return float((beyond / np.linalg.norm(sides, axis=1)).max())


@pytest.mark.parametrize('noise', ROUNDING)
def test_no_corner_is_lost_where_rounding_moves_points_on_a_side(noise):
    """Points of a grid, many above each other but for rounding, are met out of turn."""
    random = np.random.default_rng(7)
    for _ in range(150):
        size = int(random.integers(3, 10))
        grid = random.choice([-1.0, 0.0, 0.25, 0.5, 1.0], size=(size, 2)) * random.choice([0.3, 3])
        points = grid + noise * random.normal(size=(size, 2))
        corners = convex_corners([(x, y) for x, y in points.tolist()])
        if len(corners) > 2:
            assert farthest_outside(points, corners) <= 1e-13
        else:
            assert np.linalg.svd(points - points.mean(axis=0))[1][-1] <= 1e-13


def test_what_stands_out_by_rounding_only_is_no_corner():
    square, last = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)], 2.0**-52
    for stray in ((1.0 + last, 0.5), (-last, 0.5), (0.5, 1.0 + last), (0.5, -last)):
        for points in ([*square, stray], [stray, *square]):
            assert sorted(points[corner] for corner in convex_corners(points)) == sorted(square)
    assert len(convex_corners([*square, (1.0 + 1e-9, 0.5), (-1e-9, 0.5)])) == 6


@pytest.mark.parametrize('edge_count', [3, 4, 7, 10, 14, 18, 22])
def test_rays_between_others_neither_add_nor_cost_a_face(edge_count):
    for coefficient in (0.1, 0.2, 0.3, 0.5, 0.7, 1.0):
        edges = FrictionPolygon(coefficient, edge_count).force_edges(6)
        rays = np.vstack((edges, 0.5 * (edges + np.roll(edges, 1, axis=0)))).T
        for order in ((0, 1, 2), (2, 0, 1), (1, 0, 2)):
            described = describe(rays[list(order)], np.zeros((3, 0)))
            assert described.faces.shape == (edge_count, 3)
            assert sorted(described.extreme.tolist()) == list(range(edge_count))
            assert (described.faces @ rays[list(order)]).max() <= 1e-12


def faces_by_trying(rays):
    """Return all planes through three rays (4, n) that have all others on one side."""
    found = set()
    for chosen in combinations(rays.T, 3):
        _, values, right = np.linalg.svd(np.array(chosen))
        sides = right[-1] @ rays
        if values[-1] > 1e-9 and (np.abs(sides) > 1e-9).any():
            for sign in (1.0, -1.0):
                if (sign * sides).max() < 1e-9:
                    found.add(tuple((sign * right[-1]).round(9) + 0.0))
    return found


@pytest.mark.parametrize('seed', range(6))
def test_exact_faces_of_cones_of_small_whole_numbers(seed):
    """Corners of a grid: many on one plane, and values of one, the least a whole number may be."""
    random = np.random.default_rng(seed)
    corners = np.array(list(product((-1.0, 0.0, 1.0), repeat=3)))
    rays = np.vstack((random.permutation(corners)[:12].T, np.ones(12)))
    faces = {tuple(face.round(9) + 0.0) for face in exact_faces(rays)}
    assert faces == faces_by_trying(rays)


@pytest.mark.parametrize('wide', [1e-18, 1e-17, 1e-6, 0.3])
def test_ends_of_a_thin_outline_stay_whichever_way_it_lies(wide):
    long, across = (1.0, 0.0), (0.0, 1.0)
    for first, second in ((long, across), (across, long)):
        points = [
            tuple(u * a + v * b for a, b in zip(first, second, strict=True))
            for u, v in ((0.0, 0.0), (1.0, wide), (2.0, 0.0), (1.0, -wide))
        ]
        corners = set(convex_corners(points))
        assert {0, 2} <= corners
        assert corners == ({0, 1, 2, 3} if wide > 1e-9 else {0, 2})


@pytest.mark.parametrize('opening', [1e-2, 1e-5, 1e-7, 3e-9])
@pytest.mark.parametrize('seed', range(3))
def test_an_axis_inside_a_wide_cone_is_found_wherever_most_of_its_rays_are(opening, seed):
    """Just short of a half-space, and so many rays on one side that their mean is outside."""
    random = np.random.default_rng(seed)
    rays = [(1.0, 0.2 * random.normal(), opening) for _ in range(40)]
    rays += [(-1.0, 0.0, opening), (0.0, 1.0, opening), (-0.2, -1.0, opening)]
    columns = np.array(rays).T / np.linalg.norm(rays, axis=1)
    turn = np.linalg.qr(random.normal(size=(3, 3)))[0]
    axis, spurious = interior_axis(turn @ columns)
    assert not spurious.any()
    assert np.linalg.norm(axis) == pytest.approx(1.0)
    assert (axis @ turn @ columns).min() > 0.0


def test_no_columns_have_a_basis_without_columns_of_the_same_length():
    for size in (2, 3, 6):
        assert orthonormal_basis(np.zeros((size, 0))).shape == (size, 0)
