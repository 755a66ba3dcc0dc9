# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Polygons with few corners, contacts with hysteresis, and curved surfaces."""

import numpy as np
import pytest

pytest.importorskip('pinocchio', reason='the extra `geometry` is not installed')
pytest.importorskip('coal', reason='the extra `geometry` is not installed')

from frictioncone_ros.estimation.geometry.contact_finder import TouchMemory
from frictioncone_ros.estimation.geometry.libraries import coal
from frictioncone_ros.estimation.geometry.patch import ordered, PatchFinder, spread
from frictioncone_ros.estimation.geometry.patch_contacts import surface_curvature
from frictioncone_ros.exceptions import InvalidInputError

UP = np.array((0.0, 0.0, 1.0))
A, B = ('pad', 'floor'), ('rod', 'floor')


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
    assert memory.touches(A, 0.0) and not memory.touches(B, 0.001)
    assert memory.touches(A, 0.002) and memory.limit(A) == 0.002
    memory.keep([B])
    assert memory.limit(A) == 0.0
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


def outside(corner, pose, half):
    """How far a point is from a box at a pose (rotation, position) [m]."""
    rotation, position = pose
    over = np.abs(rotation.T @ (corner - position)) - half
    return float(np.linalg.norm(np.maximum(over, 0.0)))


def test_edges_that_cross_touch_in_a_point_and_not_along_one_of_them():
    """Coal gives the whole edge of one box, whose ends lie centimetres beside the other."""
    generator, tolerance = np.random.default_rng(3), 0.0005
    finder, half = PatchFinder(0.01, tolerance, 4), np.array((0.05, 0.03, 0.04))
    box, crossed = coal.Box(*(2.0 * half)), 0
    for _ in range(60):
        turns = [np.linalg.qr(generator.normal(size=(3, 3)))[0] for _ in range(2)]
        poses = [(turn * np.linalg.det(turn), np.zeros(3)) for turn in turns]
        away = np.cross(poses[0][0][:, 0], poses[1][0][:, 0])
        away *= 0.09 / np.linalg.norm(away)
        for _ in range(3):
            # Until they just touch: along the normal by the gap.
            poses[0] = poses[0][0], away
            patch = finder.all_corners(
                box, coal.Transform3s(*poses[0]), box, coal.Transform3s(*poses[1])
            )
            away = away if patch is None else away - (patch.gap + 1e-4) * patch.normal
        if patch is None:
            continue
        near = 0.5 * abs(patch.gap) + tolerance
        for corner in patch.corners:
            assert max(outside(corner, pose, half) for pose in poses) < near + 1e-6
        edges = max(np.abs(patch.normal @ turn).max() for turn, _ in poses) < 0.95
        crossed += edges and len(patch.corners) == 1
    assert crossed > 5


def test_an_edge_along_another_or_on_a_face_touches_along_what_both_have():
    half, finder = 0.05, PatchFinder(0.01, 0.0005, 4)
    box, up = coal.Box(*[2.0 * half] * 3), half * np.sqrt(2.0)
    corner_down = np.array([[up, 0, up], [0, 2 * half, 0], [-up, 0, up]]) / (2.0 * half)
    on_face = coal.Transform3s(corner_down, np.array((0.0, 0.03, half + up)))
    patch = finder.all_corners(box, on_face, box, coal.Transform3s(np.eye(3), np.zeros(3)))
    assert sorted(patch.corners[:, 1]) == pytest.approx([-0.02, 0.05], abs=1e-6)
