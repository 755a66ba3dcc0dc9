# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""LAPACK without `np.linalg`: the same answers, the same errors, the same layout in memory."""

import numpy as np
import pytest

from frictioncone_ros.spatial.dense import (
    eigenpairs,
    LARGEST_DIRECT,
    least_squares,
    regular_solution,
    singular_parts,
    solved,
    whitening,
)

SHAPES = [(6, 12), (6, 4), (6, 6), (3, 2), (3, 8), (6, LARGEST_DIRECT + 8), (6, 0)]


@pytest.mark.parametrize('shape', SHAPES)
@pytest.mark.parametrize('complete', [False, True])
def test_singular_parts_are_those_of_numpy(shape, complete):
    matrix = np.random.default_rng(1).normal(size=shape)
    expected = np.linalg.svd(matrix, full_matrices=complete)
    found = singular_parts(matrix, complete)
    for one, two in zip(found, expected, strict=True):
        assert one.shape == two.shape
        assert one.flags.c_contiguous
        np.testing.assert_allclose(one, two, rtol=0.0, atol=1e-14)


def test_eigenpairs_are_those_of_numpy():
    matrix = np.random.default_rng(2).normal(size=(6, 6))
    values, vectors = eigenpairs(matrix @ matrix.T)
    expected = np.linalg.eigh(matrix @ matrix.T)
    np.testing.assert_allclose(values, expected[0], rtol=1e-12)
    np.testing.assert_allclose(np.abs(vectors), np.abs(expected[1]), atol=1e-12)


@pytest.mark.parametrize('shape', [(6, 6), (9, 4), (4, 6)])
def test_least_squares_is_that_of_numpy(shape):
    rng = np.random.default_rng(3)
    matrix, right = rng.normal(size=shape), rng.normal(size=shape[0])
    matrix[:, -1] = matrix[:, 0]  # one direction is missing: the least of all answers counts
    expected = np.linalg.lstsq(matrix, right, rcond=1e-12)[0]
    np.testing.assert_allclose(least_squares(matrix, right, 1e-12), expected, atol=1e-12)


def test_a_system_is_solved_or_said_to_be_singular():
    matrix = np.random.default_rng(4).normal(size=(7, 7))
    found = solved(matrix, np.ones(7))
    np.testing.assert_allclose(matrix @ found, np.ones(7), atol=1e-12)
    with pytest.raises(np.linalg.LinAlgError):
        solved(np.zeros((3, 3)), np.ones(3))


@pytest.mark.parametrize('rank', [6, 4, 1])
def test_whitening_makes_one_of_a_matrix_and_has_its_pseudo_inverse(rank):
    """Beside it stands how regular the part is that it inverts."""
    values = np.arange(1.0, rank + 1.0)
    basis = np.linalg.qr(np.random.default_rng(rank).normal(size=(6, 6)))[0][:, :rank]
    matrix = (basis * values) @ basis.T
    rows, least = whitening(matrix, 1e-12)
    np.testing.assert_allclose(rows @ matrix @ rows.T, np.eye(rank), atol=1e-12)
    inverse = rows.T @ rows
    np.testing.assert_allclose(inverse, np.linalg.pinv(matrix, hermitian=True), atol=1e-12)
    assert least == pytest.approx(1.0 / rank)


def test_nothing_of_a_matrix_of_zeros_is_inverted():
    rows, least = whitening(np.zeros((3, 3)), 1e-12)
    assert rows.shape == (0, 3) and least == 0.0


@pytest.mark.parametrize('last', [1.0, 1e-3, 1e-9, 1e-14, 0.0])
def test_a_regular_system_is_solved_as_least_squares_have_it(last):
    """The nearer to singular, the less digits are its own: then it has no solution here."""
    random = np.random.default_rng(3)
    left, right = (np.linalg.qr(random.normal(size=(6, 6)))[0] for _ in '12')
    matrix = (left * (3.0, 2.0, 2.0, 1.0, 1.0, last)) @ right
    asked = random.normal(size=6)
    found = regular_solution(matrix, asked)
    assert (found is None) == (last < 1e-5)
    if found is not None:
        expected = least_squares(matrix, asked, 1e-12)
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12 / last)
