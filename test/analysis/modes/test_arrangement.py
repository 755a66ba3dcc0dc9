# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Cones divided by planes of small whole numbers, where ties are exact: sides and cells."""

from itertools import combinations

import numpy as np
import pytest

from frictioncone_ros.analysis.modes.arrangement import DividedCone
from frictioncone_ros.analysis.modes.faces import parallel_hyperplanes
from frictioncone_ros.analysis.modes.sides import signs_of


def small_rows(seed, count, size):
    """Return rows (count, size) of -1, 0 and 1, none of them zero."""
    random = np.random.default_rng(seed)
    rows = random.integers(-1, 2, size=(4 * count, size)).astype(float)
    return rows[np.abs(rows).max(axis=1) > 0.0][:count]


@pytest.mark.parametrize('seed', range(8))
@pytest.mark.parametrize('size', [3, 4])
def test_sides_are_the_signs_of_rays_on_every_plane(seed, size):
    rows = small_rows(seed, 7, size)
    cone = DividedCone.whole_space(rows).bounded(range(2)).divided(range(2, 7))
    values = cone.ray_vectors @ rows.T
    assert (signs_of(cone.sides, 7) == np.sign(values.round(9))).all()
    assert cone.rays[:, size:] == pytest.approx(values, abs=1e-12)
    assert (values[:, :2] >= -1e-12).all()
    assert cone.line_vectors @ rows.T == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize('seed', range(6))
def test_cells_are_those_that_many_points_lie_in(seed):
    rows = small_rows(seed, 5, 3)
    cone = DividedCone.whole_space(rows).divided(range(5))
    cells = cone.cells()
    width = 8 * 2 * cone.word_count
    words = np.frombuffer(b''.join(c.to_bytes(width, 'little') for c in cells), dtype=np.uint64)
    found = {tuple(signs) for signs in signs_of(words.reshape(len(cells), -1), 5).tolist()}
    assert len(found) == len(cells)
    # Whole numbers up to 4 meet every cell of planes of -1, 0 and 1 in space, and no other.
    grid = np.array(np.meshgrid(*[np.arange(-4, 5)] * 3)).reshape(3, -1)
    assert found == {tuple(signs) for signs in np.sign(rows @ grid).T.astype(int).tolist()}


def test_planes_that_coincide_are_found_on_either_side():
    rows = np.array(
        [(1, 0, 0), (0, 1, 0), (-2, 0, 0), (1, 1, 0), (0, 3, 0), (-1, -1, 0), (0, 0, 1)]
    )
    rows = rows / np.linalg.norm(rows, axis=1)[:, None]
    cone = DividedCone.whole_space(rows).bounded([6])
    found = parallel_hyperplanes(cone, np.arange(7))
    assert found.first.tolist() == [0, 1, 0, 3, 1, 3, 6]
    assert found.sign.tolist() == [1, 1, -1, 1, 1, -1, 1]
    for one, other in combinations(range(7), 2):
        same = found.first[one] == found.first[other]
        assert same == (abs(rows[one] @ rows[other]) > 1.0 - 1e-12)
