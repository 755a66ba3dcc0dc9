# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Rays a contact against the same rays in one dense matrix, and fewer of them to begin with."""

import numpy as np
import pytest

from frictioncone_ros.analysis.support import has_few_parts, support_problem
from frictioncone_ros.contact import (
    CircularCone,
    ContactMode,
    ContactPoint,
    ContactState,
    FrictionPolygon,
    SoftFinger,
    wrench_matrix,
)
from frictioncone_ros.contact.interaction import UNSPECIFIED
from frictioncone_ros.control.forces import mode_forces
from frictioncone_ros.control.forces.ray_search import RayBlocks


def blocks(generator):
    shapes = [(3, 3), (0, 4), (5, 4), (1, 2)]
    arrays = tuple(generator.standard_normal(shape) for shape in shapes)
    return RayBlocks(arrays, (0, 3, 7, 11), 13)


def test_blocks_are_the_rows_of_a_dense_matrix():
    generator = np.random.default_rng(1)
    rays = blocks(generator)
    dense, matrix = rays.forces(), generator.standard_normal((6, 13))
    assert dense.shape == (9, 13) and rays.count == 9
    assert np.array_equal(dense[3:8, 7:11], rays.blocks[2])
    assert np.count_nonzero(dense) == 3 * 3 + 5 * 4 + 2
    assert rays.wrenches(matrix) == pytest.approx(dense @ matrix.T)
    assert rays.first_rows.tolist() == [0, 3, 8]
    chosen = np.array([8, 0, 5])
    assert np.array_equal(rays.forces(chosen), dense[chosen])
    assert np.array_equal(rays.uses, dense.any(axis=0))


def test_padding_adds_components_that_no_ray_has():
    rays = blocks(np.random.default_rng(2))
    wide = rays.padded(2)
    assert np.array_equal(wide.forces()[:, :13], rays.forces())
    assert not wide.forces()[:, 13:].any()


def contacts(make, generator, count=12):
    points = generator.standard_normal((count, 3))
    normals = generator.standard_normal((count, 3))
    normals[:, 2] = np.abs(normals[:, 2]) + 0.3
    return ContactState(
        [
            ContactPoint(point, normal / np.linalg.norm(normal), make(), name=f'c{index}')
            for index, (point, normal) in enumerate(zip(points, normals, strict=True))
        ]
    )


@pytest.mark.parametrize(
    'make',
    [
        lambda: CircularCone(0.5),
        lambda: SoftFinger(0.5, 0.02),
        lambda: SoftFinger(0.5, 0.02, independent=True),
        lambda: FrictionPolygon(0.5, 16),
        lambda: SoftFinger(0.5, 0.02, 16),
    ],
    ids=['circular', 'soft', 'independent', 'polygon', 'soft polygon'],
)
def test_fewer_rays_to_begin_with_find_the_same(make, monkeypatch):
    """What is left out can come back: the nearest member does not depend on the first rays."""
    generator = np.random.default_rng(3)
    for _ in range(6):
        state = contacts(make, generator)
        free = ContactMode((UNSPECIFIED,) * state.contact_count)
        nowhere = (None,) * state.contact_count
        matrix = wrench_matrix(state)

        def set_with(most, state=state, free=free, nowhere=nowhere, matrix=matrix):
            monkeypatch.setattr(mode_forces, 'MOST_FIRST_RAYS', most)
            mode_forces._whole_sets.cache_clear()
            return mode_forces.mode_force_set(state, free, nowhere, matrix, np.eye(6))

        whole, few = set_with(10_000), set_with(10)
        assert few.pool.columns.shape[1] < whole.pool.columns.shape[1]
        for wrench in 10.0 * generator.standard_normal((6, 6)):
            one, other = whole.nearest(wrench), few.nearest(wrench)
            assert other.distance == pytest.approx(one.distance, abs=2e-3)
            carried = whole.margin(one.contact_forces)
            assert few.margin(one.contact_forces) == pytest.approx(carried, rel=0.03, abs=1e-4)
    mode_forces._whole_sets.cache_clear()


def test_parts_are_counted_as_they_are_made():
    generator = np.random.default_rng(4)
    for make in (lambda: CircularCone(0.5), lambda: FrictionPolygon(0.5, 16)):
        state = contacts(make, generator)
        count = support_problem(state).parts.owners.size
        assert has_few_parts(state, count) and not has_few_parts(state, count - 1)
    assert has_few_parts(ContactState([], dimension=6), 0)
