# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Regions of a force plane have exact borders: those that statics gives by hand."""

import numpy as np
import pytest

from frictioncone_ros.analysis.mode_cones import mode_cone
from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.plotting.force_plane import (
    ForcePlane,
    mode_regions,
    plane_section,
    polygon_area,
    polygon_center,
)
from frictioncone_ros.plotting.wrench_cones import cone_triangles
from frictioncone_ros.scenario import load_scenario

WEIGHT = np.array([0.0, -9.81, 0.0])
WINDOW = (-20.0, 20.0, -20.0, 20.0)
SEED = 20261119


def contains(corners, point):
    """Tell whether a point is in a convex polygon, whichever way it turns."""
    edges, to_point = np.roll(corners, -1, axis=0) - corners, point - corners
    turns = edges[:, 0] * to_point[:, 1] - edges[:, 1] * to_point[:, 0]
    return bool((turns >= 0.0).all() or (turns <= 0.0).all())


def test_sticking_of_a_block_is_the_parallelogram_of_statics():
    # Friction 0.5: |fx| <= 0.5 * 9.81; the feet, 1 m to both sides and 0.5 m below, tip the block
    # where the moment about a foot changes its sign: |tau - 0.5 fx| = 9.81.
    block = load_scenario('block_on_table').required_state()
    corners = mode_regions(block, ForcePlane(WEIGHT, (0, 2), WINDOW))['ff']
    limit = 0.5 * 9.81
    expected = {(x, y + 0.5 * x) for x in (-limit, limit) for y in (-9.81, 9.81)}
    assert {tuple(c) for c in corners.round(9).tolist()} == {
        tuple(np.round(c, 9).tolist()) for c in expected
    }
    assert polygon_area(corners) == pytest.approx(2.0 * limit * 2.0 * 9.81)
    assert polygon_center(corners) == pytest.approx([0.0, 0.0], abs=1e-12)


@pytest.mark.parametrize('scene', ['block_on_table', 'peg', 'corner', 'ladder'])
def test_regions_agree_with_the_cones_they_are_of(scene):
    state = load_scenario(scene).required_state()
    plane = ForcePlane(np.array([0.0, -5.0, 0.0]), (0, 2), (-9.0, 9.0, -1.0, 1.0))
    regions = mode_regions(state, plane)
    assert regions
    generator = np.random.default_rng(SEED)
    for mode, corners in regions.items():
        cone = mode_cone(state, mode).closed
        for point in generator.uniform((-9.0, -1.0), (9.0, 1.0), (60, 2)):
            inside = cone.contains(plane.origin + plane.directions() @ point)
            assert inside == (polygon_area(corners) > 0.0 and contains(corners, point))


def test_degenerate_sections():
    plane = np.eye(3)[:, :2]
    upward = PolyhedralCone.from_generators(np.eye(3)[:, 2:])
    assert plane_section(upward, np.array([0.0, 0.0, 1.0]), plane, WINDOW).shape == (1, 2)
    assert len(plane_section(upward, np.array([0.0, 0.0, -1.0]), plane, WINDOW)) == 0
    fan = PolyhedralCone.from_generators(np.array([[1.0, -1.0], [0.0, 0.0], [1.0, 1.0]]))
    segment = plane_section(fan, np.array([0.0, 0.0, 2.0]), plane, WINDOW)
    assert sorted(segment.round(9).tolist()) == [[-2.0, 0.0], [2.0, 0.0]]
    assert polygon_area(segment) == 0.0
    whole = PolyhedralCone.whole_space(3)
    assert polygon_area(plane_section(whole, np.zeros(3), plane, WINDOW)) == 1600.0


@pytest.mark.parametrize('axes', [(0, 0), (0, 3), (-1, 0)])
def test_axes_outside_of_the_wrench_are_refused(axes):
    block = load_scenario('block_on_table').required_state()
    with pytest.raises(InvalidInputError, match='axes'):
        mode_regions(block, ForcePlane(WEIGHT, axes, WINDOW))


def test_a_cone_is_drawn_by_its_own_faces():
    block = load_scenario('block_on_table').required_state()
    for mode in ('ff', 'rr', 'sf'):
        cone = mode_cone(block, mode).closed
        triangles = cone_triangles(cone, 1.0)
        assert len(triangles) == max(len(cone.faces), 1)
        assert all(cone.contains(corner) for corner in triangles.reshape(-1, 3))
