# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Polygons with few corners, contacts with hysteresis, and curved surfaces."""

import numpy as np
import pytest

pytest.importorskip('pinocchio', reason='the extra `geometry` is not installed')
pytest.importorskip('coal', reason='the extra `geometry` is not installed')

from frictioncone_ros.estimation.geometry.contact_finder import TouchMemory
from frictioncone_ros.estimation.geometry.libraries import coal
from frictioncone_ros.estimation.geometry.patch import ordered, spread
from frictioncone_ros.estimation.geometry.patch_contacts import surface_curvature
from frictioncone_ros.exceptions import InvalidInputError

UP = np.array((0.0, 0.0, 1.0))


def rim(count):
    angles = np.linspace(0.0, 2.0 * np.pi, count, endpoint=False)
    return np.column_stack((np.cos(angles), np.sin(angles), 0.0 * angles))


def test_a_rim_is_reduced_to_the_widest_polygon():
    assert spread(rim(12), UP, 4) == [0, 3, 6, 9]
    assert spread(rim(12), UP, 3) in ([0, 3, 6], [0, 6, 9])
    assert spread(rim(4), UP, 4) == spread(rim(4), UP, 8) == [0, 1, 2, 3]


def test_corners_are_ordered_whatever_order_they_come_in():
    corners, direction = rim(5) + 3.0, np.array((1.0, 0.3, 0.2))
    first = ordered(corners, UP, direction)
    generator = np.random.default_rng(0)
    for _ in range(20):
        assert np.array_equal(ordered(generator.permutation(corners), UP, direction), first)
    arms = first - first.mean(axis=0)
    assert (np.cross(arms, np.roll(arms, -1, axis=0)) @ UP > 0).all(), 'counter-clockwise'
    assert np.argmax(first @ direction) == 0
    assert ordered(corners[:1], UP, direction) is not None


def test_pairs_are_remembered_one_by_one():
    memory = TouchMemory(0.0, 0.002)
    assert memory.touches('a', 0.0) and not memory.touches('b', 0.001)
    assert memory.touches('a', 0.002) and memory.limit('a') == 0.002
    memory.keep(['b'])
    assert memory.limit('a') == 0.0
    with pytest.raises(InvalidInputError, match='release_gap'):
        TouchMemory(0.002, 0.001)


def test_curvature_is_that_of_the_surface_with_this_normal():
    side = np.array((1.0, 0.0, 0.0))
    cylinder, capsule = coal.Cylinder(0.1, 1.0), coal.Capsule(0.1, 1.0)
    around = np.diag((0.0, 10.0, 0.0))
    assert np.allclose(surface_curvature(coal.Sphere(0.1), np.eye(3), UP), np.diag((10, 10, 0)))
    assert np.allclose(surface_curvature(cylinder, np.eye(3), side), around)
    assert np.allclose(surface_curvature(capsule, np.eye(3), side), around)
    assert np.allclose(surface_curvature(capsule, np.eye(3), UP), np.diag((10, 10, 0)))
    assert not surface_curvature(cylinder, np.eye(3), UP).any()
    assert not surface_curvature(cylinder, np.eye(3), np.array((0.6, 0.0, 0.8))).any()
    assert not surface_curvature(coal.Box(1, 1, 1), np.eye(3), UP).any()
