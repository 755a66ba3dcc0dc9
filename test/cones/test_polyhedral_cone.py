# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Polyhedral cones: the ordinary, the degenerate, and bad input."""

import numpy as np
import pytest

from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.exceptions import InvalidInputError

QUADRANT = PolyhedralCone.from_generators(np.eye(2))


def test_zero_cone_has_only_equalities():
    cone = PolyhedralCone.zero(3)
    assert (cone.is_zero, cone.is_flat, cone.is_pointed, cone.is_whole_space) == (
        True,
        True,
        True,
        False,
    )
    assert cone.faces.shape == (0, 3) and cone.generators.shape == (3, 0)
    assert np.linalg.matrix_rank(cone.equalities) == 3
    assert cone.contains((0.0, 0.0, 0.0))
    assert not cone.contains((0.0, 1e-3, 0.0))
    assert np.array_equal(cone.project((1.0, 2.0, 3.0)), np.zeros(3))


def test_whole_space_has_neither_faces_nor_equalities():
    cone = PolyhedralCone.from_generators(
        [[1.0, -1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]], [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]
    )
    assert cone.is_whole_space and not cone.is_flat and not cone.is_pointed
    assert cone.faces.shape == (0, 3) and cone.equalities.shape == (0, 3)
    assert cone.contains((-3.0, 2.0, -1.0))
    assert PolyhedralCone.whole_space(3).equals(cone)
    assert np.allclose(cone.project((1.0, -2.0, 3.0)), (1.0, -2.0, 3.0))


def test_single_contact_is_a_flat_sheet_that_keeps_its_equality():
    cone = PolyhedralCone.from_generators([[0.5, -0.5], [1.0, 1.0], [0.2, 0.2]])
    assert (cone.dim, cone.equalities.shape[0], cone.faces.shape[0]) == (2, 1, 2)
    assert cone.contains((0.1, 1.0, 0.2))
    assert not cone.contains((0.1, 1.0, 0.3))
    assert not cone.contains((0.6, 1.0, 0.2))


def test_half_space_from_opposing_generators():
    cone = PolyhedralCone.from_generators([[1.0, -1.0, 0.0], [0.0, 0.0, 1.0]])
    assert (cone.lineality_dimension, cone.dim, cone.faces.shape) == (1, 2, (1, 2))
    assert cone.contains((-5.0, 0.0)) and not cone.contains((0.0, -1e-6))


def test_implied_equality_of_faces_is_found():
    cone = PolyhedralCone.from_faces([[1.0, 0.0], [-1.0, 0.0], [0.0, -1.0]])
    assert (cone.dim, cone.is_flat) == (1, True)
    assert cone.minimal().equalities.shape == (1, 2)
    assert np.allclose(cone.generators, [[0.0], [1.0]])


@pytest.mark.parametrize('copies', [1, 2, 5])
def test_redundant_and_repeated_generators_are_removed(copies):
    columns = np.hstack([np.eye(3), [[1.0], [1.0], [0.0]], [[0.2], [0.3], [0.4]]] * copies)
    minimal = PolyhedralCone.from_generators(columns).minimal()
    assert np.allclose(minimal.generators, np.eye(3)[:, ::-1])
    assert np.allclose(minimal.faces, -np.eye(3))


def test_canonical_order_does_not_depend_on_the_input_order():
    rng = np.random.default_rng(7)
    columns = rng.normal(size=(6, 9)) + np.array([[3.0]] + [[0.0]] * 5)
    first = PolyhedralCone.from_generators(columns).minimal()
    second = PolyhedralCone.from_generators(columns[:, rng.permutation(9)] * 2.5).minimal()
    assert np.allclose(first.generators, second.generators, atol=1e-12)
    assert np.allclose(first.faces, second.faces, atol=1e-9)


def test_units_do_not_change_the_verdict():
    millimetres = np.diag((1.0, 1.0, 1e3))
    columns = np.array([[0.5, -0.5, 0.5, -0.5], [1.0] * 4, [1e-5, 2e-5, -1e-5, -2e-5]])
    cone, other = (
        PolyhedralCone.from_generators(scale @ columns) for scale in (np.eye(3), millimetres)
    )
    for point in ((0.0, 1.0, 1e-6), (0.0, 1.0, 3e-5), (0.45, 1.0, 1.2e-5)):
        assert cone.contains(point) == other.contains(millimetres @ point)
    assert not cone.contains((0.0, 1.0, 3e-5))


def test_ray_nearly_along_a_line_does_not_make_a_plane():
    columns = [[0.0, 0.0, 1.0, 1e-6], [0.0] * 4, [1.0, -1.0, 0.0, 1.0]]
    cone = PolyhedralCone.from_generators(columns)
    assert (cone.dim, cone.lineality_dimension) == (2, 1)
    assert not cone.contains((-1e-3, 0.0, 1.0))


def test_sum_of_opposing_half_lines_is_a_line():
    line = PolyhedralCone.from_generators([[1.0], [0.0]]).sum(
        PolyhedralCone.from_generators([[-2.0], [0.0]])
    )
    assert (line.dim, line.lineality_dimension) == (1, 1)


def test_image_and_preimage():
    matrix = np.array([[1.0, 1.0], [0.0, 1.0]])
    image = QUADRANT.image(matrix)
    assert image.contains((3.0, 1.0)) and not image.contains((1.0, 2.0))
    assert image.preimage(matrix).equals(QUADRANT)


def test_projection_in_a_metric_is_not_the_euclidean_one():
    nearest = PolyhedralCone.from_generators([[1.0], [1.0]]).project(
        (1.0, 0.0), [[4.0, 0.0], [0.0, 1.0]]
    )
    assert np.allclose(nearest, (0.8, 0.8))


def test_strict_membership_excludes_the_boundary():
    assert QUADRANT.contains((1.0, 0.0)) and not QUADRANT.contains_strictly((1.0, 0.0))
    assert QUADRANT.contains_strictly((1.0, 1e-6))
    ray = PolyhedralCone.from_generators([[1.0], [0.0]])
    assert ray.contains_strictly((2.0, 0.0)) and not ray.contains_strictly((0.0, 0.0))


def test_of_a_subspace_every_point_is_strictly_inside_the_origin_too():
    plane = PolyhedralCone.from_faces(np.zeros((0, 3)), [[1.0, 1.0, 0.0]])
    assert plane.contains_strictly(np.zeros(3)) and plane.contains_strictly((1.0, -1.0, 5.0))
    assert not plane.contains_strictly((1.0, -0.9, 5.0))
    assert PolyhedralCone.zero(3).contains_strictly(np.zeros(3))


@pytest.mark.parametrize('units', [(1e-3, 1.0, 1e3), (1e3, 1.0, 1e-3), (1e6, 1e6, 1e6)])
def test_a_side_is_inside_and_what_is_beside_it_outside_in_any_units(units):
    random = np.random.default_rng(3)
    scale = np.array(units)
    for _ in range(20):
        rays = np.vstack((0.4 * random.normal(size=(2, 3)), np.ones(3)))
        columns = scale[:, None] * rays
        cone = PolyhedralCone.from_generators(columns)
        weights = random.uniform(0.5, 2.0, 3) * (1.0, 1.0, 0.0)
        for known in (cone, PolyhedralCone.from_faces(cone.faces)):
            assert known.contains(columns @ weights)
            assert not known.contains(columns @ (weights - 1e-4 * np.eye(3)[2]))


@pytest.mark.parametrize('size', [1e-150, 1e-18, 1e-6, 1e6, 1e100])
def test_the_nearest_point_of_a_cone_grows_with_the_point(size):
    columns = np.array([[0.5, -0.5, 0.2], [1.0, 1.0, 1.0], [0.1, 0.2, -0.3]])
    cone = PolyhedralCone.from_generators(columns)
    for point in ((1.0, 0.2, 0.3), (0.1, -2.0, 0.5), (0.3, 1.0, 0.0), (-1.0, 0.5, 2.0)):
        expected = cone.project(point)
        found = cone.project(size * np.array(point)) / size
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-12)


def test_arrays_are_read_only():
    with pytest.raises(ValueError, match='read-only'):
        QUADRANT.faces[0, 0] = 3.0


@pytest.mark.parametrize(
    ('call', 'message'),
    [
        (lambda: PolyhedralCone.from_generators([1.0, 2.0]), 'shape of generators'),
        (lambda: PolyhedralCone.from_generators([[1.0, np.nan]]), 'finite'),
        (lambda: PolyhedralCone.from_generators(np.eye(2), np.eye(3)), 'rows of lineality'),
        (lambda: PolyhedralCone.from_faces(np.eye(2), np.eye(3)), 'columns of equalities'),
        (lambda: QUADRANT.contains((1.0, 2.0, 3.0)), 'shape of point'),
        (lambda: QUADRANT.project((1.0, 2.0), -np.eye(2)), 'positive definite'),
        (lambda: QUADRANT.project((1.0, 2.0), [[1.0, 1.0], [0.0, 1.0]]), 'symmetric'),
        (lambda: QUADRANT.sum(PolyhedralCone.zero(3)), 'dimension of the other cone'),
        (lambda: QUADRANT.image(np.eye(3)), 'columns of matrix'),
        (lambda: QUADRANT.preimage(np.eye(3)), 'rows of matrix'),
    ],
)
def test_bad_input_says_what_is_wrong(call, message):
    with pytest.raises(InvalidInputError, match=message):
        call()


def test_equal_means_each_contains_the_other():
    half = PolyhedralCone.from_generators([[1.0, -1.0, 0.0], [0.0, 0.0, 1.0]])
    assert half.contains_cone(QUADRANT) and not QUADRANT.contains_cone(half)
    assert not half.equals(QUADRANT) and not QUADRANT.equals(half)
    assert half.equals(PolyhedralCone.from_faces([[0.0, -1.0]]))


def test_images_and_preimages_under_maps_between_spaces_by_hand():
    """Of a quadrant: all of space that a map of three numbers to two takes into it, and back."""
    matrix = np.array([[1.0, 0.0, 2.0], [0.0, 1.0, -1.0]])
    whole = QUADRANT.preimage(matrix)
    assert whole.space_dimension == 3 and whole.lineality_dimension == 1
    assert whole.contains((1.0, 1.0, 0.0)) and whole.contains((-2.0, 1.0, 1.0))
    assert not whole.contains((-1.0, 1.0, 0.0)) and not whole.contains((0.0, 0.5, 1.0))
    lifted = QUADRANT.image(matrix.T)
    assert lifted.space_dimension == 3 and lifted.contains((1.0, 2.0, 0.0))
    assert not lifted.contains((1.0, 2.0, 0.1))
    with pytest.raises(InvalidInputError, match='rows of matrix is 3, expected 2'):
        QUADRANT.preimage(matrix.T)
    with pytest.raises(InvalidInputError, match='columns of matrix is 3, expected 2'):
        QUADRANT.image(matrix)
