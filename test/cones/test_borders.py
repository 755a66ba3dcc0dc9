# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What holds of every cone: its border and its apex are inside, in whatever unit forces are."""

import numpy as np
import pytest

from frictioncone_ros.cones import (
    CoulombCone,
    EllipsoidalCone,
    nonnegative_weights,
    PolyhedralCone,
    SoftFingerCone,
)
from frictioncone_ros.cones.hulls import joggled_hull_faces
from frictioncone_ros.cones.nearest_point import split_by_cone
from frictioncone_ros.cones.nonnegative import adds_nothing

EVERY = [
    CoulombCone(0.4),
    CoulombCone(0.0),
    CoulombCone(1.7, 1),
    EllipsoidalCone((0.5, 0.2)),
    EllipsoidalCone((0.5, 0.3, 0.02)),
    SoftFingerCone(0.5, 0.03),
    SoftFingerCone(0.5, 0.0),
    SoftFingerCone(0.0, 0.03),
    *(SoftFingerCone(0.5, 0.03).dual(), EllipsoidalCone((0.5, 0.2)).dual()),
]


@pytest.mark.parametrize('cone', EVERY, ids=repr)
def test_the_apex_is_inside_without_any_tolerance(cone):
    assert cone.contains(np.zeros(cone.space_dimension), 0.0)
    assert not cone.project(np.zeros(cone.space_dimension)).any()


@pytest.mark.parametrize('unit', [1e-9, 1.0, 1e6])
@pytest.mark.parametrize('cone', EVERY, ids=repr)
def test_what_is_nearest_is_inside_and_as_near_in_every_unit(cone, unit):
    random = np.random.default_rng(4)
    for point in random.normal(size=(25, cone.space_dimension)):
        nearest = cone.project(unit * point)
        assert cone.contains(nearest)
        assert np.allclose(nearest, unit * cone.project(point), rtol=1e-9, atol=1e-9 * unit)
        # The rest is normal to the cone there: at no member does it gain.
        rest = unit * point - nearest
        assert abs(rest @ nearest) <= 1e-7 * unit**2
        members = [cone.project(other) for other in random.normal(size=(8, len(point)))]
        assert max(rest @ member for member in members) <= 1e-7 * unit


@pytest.mark.parametrize('size', [1e-8, 1.0, 1e8])
def test_a_generator_without_length_adds_nothing(size):
    columns = size * np.array([[1.0, -1.0, 0.0], [2.0, 2.0, 0.0], [0.0, 0.0, 0.0]])
    with_none = PolyhedralCone.from_generators(columns).minimal()
    without = PolyhedralCone.from_generators(columns[:, :2]).minimal()
    assert with_none.equals(without) and with_none.generators.shape == (3, 2)
    assert PolyhedralCone.from_generators(0.0 * columns).is_zero


@pytest.mark.parametrize('seed', range(8))
def test_a_point_is_split_into_a_part_in_cone_and_lines_and_a_rest_that_gains_nowhere(seed):
    random = np.random.default_rng(seed)
    rays, lines = random.normal(size=(5, 3)), random.normal(size=(5, 2))
    target = random.normal(size=5)
    nearest, rest = split_by_cone(rays, lines, target)
    assert np.allclose(nearest + rest, target, atol=1e-12)
    assert np.allclose(rest @ lines, 0.0, atol=1e-9) and (rest @ rays).max() <= 1e-9
    assert abs(rest @ nearest) <= 1e-9
    weights, left = nonnegative_weights(np.hstack((rays, lines, -lines)), target)
    assert weights.min() >= 0.0 and np.allclose(left, rest, atol=1e-8)


def test_faces_in_four_dimensions_are_of_unit_length_and_hold_the_rays():
    random = np.random.default_rng(2)
    rays = np.vstack((random.normal(size=(3, 12)), np.full(12, 0.4)))
    rays /= np.linalg.norm(rays, axis=0)
    faces = joggled_hull_faces(rays, np.array((0.0, 0.0, 0.0, 1.0)))
    assert np.allclose(np.linalg.norm(faces, axis=1), 1.0, atol=1e-12)
    products = faces @ rays
    assert products.max() <= 1e-9
    assert ((products > -1e-9).sum(axis=1) >= 3).all()


@pytest.mark.parametrize('size', [1e-3, 1.0, 1e3])
@pytest.mark.parametrize(
    ('sine', 'nothing'),
    [(-1e-3, True), (-2e-6, True), (-5e-7, False), (5e-7, False), (0.1, False)],
)
def test_a_column_clearly_behind_the_plane_across_the_remainder_adds_nothing(sine, nothing, size):
    remainder = size * np.array((0.0, 0.6, 0.8))
    column = sine * remainder / size + np.sqrt(1.0 - sine**2) * np.array((1.0, 0.0, 0.0))
    behind = -remainder / size
    assert adds_nothing(np.column_stack((behind, column)), remainder) is nothing
    if nothing:
        columns = np.array(((1.0, 0.0, 0.0), (0.0, 0.8, -0.6))).T
        target = columns @ (2.0 * size, size) + remainder
        weights, left = nonnegative_weights(columns, target)
        more, same = nonnegative_weights(np.column_stack((columns, column)), target)
        assert np.allclose(left, same, atol=1e-9 * size)
        assert np.allclose(more, (*weights, 0.0), atol=1e-9 * size)
