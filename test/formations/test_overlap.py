# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Overlap against touching, for convex and non-convex outlines."""

import numpy as np
import pytest
from random_formations import random_polygon

from frictioncone_ros.formations import overlap_depth

SQUARE = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
COMB = np.array([(0, 0), (5, 0), (5, 2), (4, 2), (4, 1), (1, 1), (1, 2), (0, 2)], dtype=float)


def moved(outline, shift):
    return outline + np.array(shift)


@pytest.mark.parametrize(
    ('first', 'second', 'depth'),
    [
        (SQUARE, moved(SQUARE, (2.0, 0.0)), 0.0),
        (SQUARE, moved(SQUARE, (1.0, 0.0)), 0.0),
        (SQUARE, moved(SQUARE, (1.0, 1.0)), 0.0),
        (SQUARE, moved(SQUARE, (0.9, 0.0)), 0.1),
        (SQUARE, SQUARE, 1 / 3),
        (SQUARE, SQUARE[::-1], 1 / 3),
        (COMB, COMB, 1 / 3),
        (SQUARE, moved(0.2 * SQUARE, (0.4, 0.4)), 0.4),
        (moved(0.2 * SQUARE, (0.4, 0.4)), SQUARE, 0.4),
        (COMB, moved(SQUARE, (2.0, 1.0)), 0.0),
        (COMB, moved(SQUARE, (2.0, 0.9)), 0.1),
        (COMB, np.array([(1.0, 1.0), (4.0, 1.0), (4.0, 1.8), (1.0, 1.8)]), 0.0),
        (COMB, moved(SQUARE, (3.2, 1.1)), 0.2),
    ],
)
def test_depths_known_by_eye(first, second, depth):
    for one, other in ((first, second), (second, first)):
        assert overlap_depth(one, other) == pytest.approx(depth, abs=1e-12)


def test_a_cross_overlaps_though_no_corner_is_inside():
    bar = np.array([(-3.0, 0.4), (4.0, 0.4), (4.0, 0.6), (-3.0, 0.6)])
    assert overlap_depth(SQUARE, bar) == pytest.approx(0.4, abs=0.31)
    assert overlap_depth(bar, SQUARE) > 0.05


def test_a_crossing_through_corners_is_seen():
    diamond = np.array([(0.5, -0.5), (1.5, 0.5), (0.5, 1.5), (-0.5, 0.5)])
    assert overlap_depth(SQUARE, diamond) > 0.05


def test_depth_changes_with_the_gap_not_with_the_place():
    turn = np.array([[0.8, -0.6], [0.6, 0.8]])
    for gap, overlapping in ((1e-6, False), (-1e-6, True), (0.0, False), (-1e-11, False)):
        other = moved(SQUARE, (1.0 + gap, 0.3))
        depth = overlap_depth(SQUARE @ turn.T + (40.0, -7.0), other @ turn.T + (40.0, -7.0))
        assert (depth > 0.0) is overlapping


@pytest.mark.parametrize('seed', range(5))
def test_agrees_with_points_thrown_at_random(seed):
    """Overlap is what random points inside both outlines say, where they can say it."""
    generator = np.random.default_rng(seed)
    for _ in range(20):
        first = random_polygon(generator, 'first', 1.0).vertices
        second = random_polygon(generator, 'second', 0.6).vertices + generator.uniform(-2, 2, 2)
        points = generator.uniform(-1.3, 1.3, (4000, 2))
        both = winding(points, first) & winding(points, second)
        if both.any():
            assert overlap_depth(first, second) > 0.0
        elif overlap_depth(first, second) > 0.0:
            assert overlap_depth(first, second) < 0.15


def winding(points, outline):
    """Whether the outline winds around each point: a different way to ask than the package's."""
    arms = (outline[None] - points[:, None]) @ np.array([1.0, 1.0j])
    turns = np.angle(np.roll(arms, -1, axis=1) / arms).sum(axis=1)
    return np.abs(turns) > np.pi
