# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Friction laws beside the plain rule: of the forces of a set the one that takes most power."""

import numpy as np
from numpy.testing import assert_allclose
import pytest
from scipy.optimize import nnls

from frictioncone_ros.analysis.motions.spatial.forces import _limits, _span
from frictioncone_ros.analysis.motions.spatial.laws.friction_laws import friction_law
from frictioncone_ros.analysis.motions.spatial.posing import dynamic_problem
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    EllipticCone,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.spatial import Inertia, SPATIAL

DIRECTIONS = np.random.default_rng(20261125).normal(size=(40, 3))
ROUND = [
    (CircularCone(0.5), (0.5, 0.5), 0.0),
    (EllipticCone(0.8, 0.3), (0.8, 0.3), 0.0),
    (EllipticCone(0.2, 0.7), (0.2, 0.7), 0.0),
    (SoftFinger(0.6, 0.2), (0.6, 0.6), 0.2),
    (SoftFinger(0.4, 1.3), (0.4, 0.4), 1.3),
]
"""Models with the half axes of their surface, of unit normal force: friction, torsion [m]."""


def opposing(axes, torsion, slip):
    """Return the force on an ellipsoid, of unit normal force, that takes most power of a slip."""
    half = np.array((*axes, torsion))
    return np.array((1.0, *(-(half**2) * slip / np.linalg.norm(half * slip))))


def cone_misses(rows, force):
    """Return the distance of a force from the cone of some rows."""
    return nnls(rows.T, force)[1]


@pytest.mark.parametrize(('model', 'axes', 'torsion'), ROUND)
@pytest.mark.parametrize('sectors', [2, 3, 8])
def test_the_part_of_a_round_set_for_a_slip_holds_the_force_against_it(
    model, axes, torsion, sectors
):
    law = friction_law(model, sectors)
    for slip in DIRECTIONS * (1.0, 1.0, torsion > 0.0):
        signs = tuple(int(sign) for sign in np.sign(law.lines @ slip))
        force = opposing(axes, torsion, slip)[: law.component_count]
        option = law.option(signs)
        assert cone_misses(option.outer_corners, force) <= 1e-12
        assert_allclose(option.ray_along(3.0 * force), force, atol=1e-12)
        # Its corners are forces of the set, and of this part: they take power out of the slip.
        for corner in option.corners:
            assert law.residual(corner, None) <= 1e-12
            assert corner[1:] @ slip[: len(corner) - 1] <= 1e-12
        # No force of the part takes more power than the one sought for it.
        steepest = option.steepest_on_arc(np.array((0.0, *-slip))[: law.component_count])
        assert_allclose(steepest, force, atol=1e-12)


@pytest.mark.parametrize(('model', 'axes', 'torsion'), ROUND)
def test_one_force_goes_with_one_slip(model, axes, torsion):
    law = friction_law(model, 4)
    for slip in DIRECTIONS * (1.0, 1.0, torsion > 0.0):
        force = opposing(axes, torsion, slip)[: law.component_count]
        stretched = law.stretched(slip if torsion else slip[:2])
        (ray,) = law.sliding_option(stretched / np.linalg.norm(stretched), (0.0, 0.0)).corners
        assert_allclose(ray, force, atol=1e-12)
        assert abs(law.residual(2.0 * force, slip)) <= 1e-12
        # Half the friction is inside, and takes half of the power that it could take.
        half = 2.0 * force * (1.0, *[0.5] * (len(force) - 1))
        assert law.residual(half, None) <= 0.0
        most = -force[1:] @ slip[: len(force) - 1]
        unit = np.linalg.norm(slip * (1.0, axes[1] / axes[0], torsion / axes[0]))
        if not torsion:
            unit = np.linalg.norm(slip)
        assert law.residual(half, slip) == pytest.approx(most / unit)


@pytest.mark.parametrize(('model', 'axes', 'torsion'), ROUND)
def test_forces_outside_a_round_set_are_outside_by_what_is_too_much(model, axes, torsion):
    law = friction_law(model, 4)
    half = np.array((*axes, torsion))[: law.component_count - 1]
    for axis, limit in enumerate(half):
        beyond = np.zeros(law.component_count)
        beyond[0], beyond[1 + axis] = 2.0, 3.0 * limit
        assert law.residual(beyond, None) == pytest.approx(axes[0])
    assert law.residual([-1.0, *half * 0.0], None) >= 1.0
    assert law.option((0,) * len(law.lines)).ray_along(np.eye(law.component_count)[0]) is None
    assert law.option((0,) * len(law.lines)).ray_along(-np.ones(law.component_count)) is None


@pytest.mark.parametrize(('model', 'axes', 'torsion'), ROUND)
@pytest.mark.parametrize('axis', [0, 1, 2])
@pytest.mark.parametrize('sign', [-1.0, 1.0])
def test_slips_along_and_about_one_axis(model, axes, torsion, axis, sign):
    law = friction_law(model, 4)
    slip = sign * np.eye(3)[axis]
    if axis == 2 and not torsion:
        return
    force = opposing(axes, torsion, slip)[: law.component_count]
    option = law.option(tuple(int(sign) for sign in np.sign((law.lines @ slip).round(9))))
    assert cone_misses(option.outer_corners, force) <= 1e-12
    if axis == 2:
        assert_allclose(option.corners, force[None], atol=1e-12)
    else:
        assert_allclose(option.ray_along(0.5 * force), force, atol=1e-12)
        whole = law.option((0,) * len(law.lines))
        assert_allclose(whole.ray_along(0.5 * force), force, atol=1e-12)


@pytest.mark.parametrize('torsion', [0.2, 1.3])
@pytest.mark.parametrize('latitudes', [(-1.2, -0.3), (-0.4, 0.9), (0.5, 1.4)])
@pytest.mark.parametrize(('start', 'width'), [(0.3, 0.7), (2.9, 1.1), (-3.0, 2.4)])
def test_the_steepest_point_of_a_patch_beside_many_points_of_it(torsion, latitudes, start, width):
    patch = friction_law(SoftFinger(0.6, torsion), 4).patch(start, width, latitudes)
    around, up = np.meshgrid(np.linspace(0.0, 1.0, 41), np.linspace(0.0, 1.0, 41))
    angles, heights = start + width * around, latitudes[0] + (latitudes[1] - latitudes[0]) * up
    points = np.stack(
        (
            np.ones_like(angles),
            0.6 * np.cos(heights) * np.cos(angles),
            0.6 * np.cos(heights) * np.sin(angles),
            torsion * np.sin(heights),
        ),
        axis=-1,
    ).reshape(-1, 4)
    for slopes in np.column_stack((0.3 * np.ones(40), DIRECTIONS * (1.0, 1.0, 1.0 / torsion))):
        found = patch.steepest_on_arc(slopes)
        step = np.linalg.norm(slopes[1:] * (0.6, 0.6, torsion)) * 0.03
        assert 0.0 <= slopes @ found - (points @ slopes).max() + 1e-12 <= step
        assert np.abs(points - found).max(axis=1).min() <= 0.03
    for point in points[[42, 600, 1000]]:
        assert_allclose(patch.ray_along(0.5 * point), point, atol=1e-12)
        pulled = point * (1.0, 0.5, 0.5, 0.5)
        assert_allclose(patch.ray_along(pulled), point, atol=1e-12)
    opposite = points[600] * (1.0, -1.0, -1.0, 1.0)
    assert patch.ray_along(opposite) is None
    beyond = points[0] * (1.0, 1.0, 1.0, 1.0) + (0.0, 0.0, 0.0, -0.1 * torsion)
    assert patch.ray_along(beyond) is None


POLYHEDRAL = [
    FrictionPyramid(0.5, 0.2),
    FrictionPyramid(0.3, 0.0),
    FrictionPolygon(0.5, 5),
    FrictionPolygon(0.3, 8),
    SoftFinger(0.6, 0.2, edge_count=6),
    SoftFinger(0.3, 1.1, edge_count=4),
    SoftFinger(0.3, 1.1, edge_count=4, independent=True),
]


@pytest.mark.parametrize('model', POLYHEDRAL, ids=repr)
def test_the_part_of_a_polyhedral_set_for_a_slip_holds_the_corners_against_it(model):
    law = friction_law(model, 8)
    edges = model.force_edges(SPATIAL)
    for slip in DIRECTIONS * (1.0, 1.0, law.torsion > 0.0):
        signs = tuple(int(sign) for sign in np.sign(law.lines @ slip))
        powers = -edges[:, 1:] @ slip[: edges.shape[1] - 1]
        force = edges[powers.argmax()]
        corners = law.option(signs).corners
        assert np.abs(corners - force).max(axis=1).min() <= 1e-12
        assert cone_misses(edges, corners.sum(axis=0)) <= 1e-12
        assert law.residual(2.0 * force, slip) == pytest.approx(0.0, abs=1e-12)
        assert law.residual(2.0 * force, None) == pytest.approx(0.0, abs=1e-12)
        if law.arm:
            other = edges[powers.argmin()]
            speed = np.linalg.norm(slip * (1.0, 1.0, law.arm))
            lost = (powers.max() - powers.min()) / speed
            assert law.residual(2.0 * other, slip) == pytest.approx(2.0 * lost)


@pytest.mark.parametrize('model', POLYHEDRAL, ids=repr)
def test_limits_of_the_shortest_forces_are_those_of_the_set(model):
    contact = ContactPoint((0.1, 0.2, -0.3), (0.0, 0.6, 0.8), model)
    state = ContactState([contact], Inertia.spatial_body(1.5, np.diag((0.7, 0.8, 0.9))))
    problem = dynamic_problem(state, np.array((1.0, 0.0, -9.0, 0.0, 0.0, 0.1)), 8, 4)
    touching = problem.touching[0]
    cone = problem.ground.force_cone(0, (0,) * len(touching.free))
    rows, basis = _limits(cone, touching.law), _span(cone)
    edges = model.force_edges(SPATIAL)
    for weights in np.random.default_rng(3).exponential(size=(20, len(edges))) ** 3:
        inside = weights @ edges
        assert (rows @ basis.T @ inside >= -1e-12).all()
        for component in range(1, len(inside)):
            beyond = inside.copy()
            beyond[component] += 3.0 * inside[0] * np.abs(edges[:, component]).max()
            if basis @ basis.T @ beyond == pytest.approx(beyond):
                outside = touching.law.residual(beyond.tolist(), None) > 1e-9
                assert (rows @ basis.T @ beyond < 0.0).any() == outside
        assert (rows @ basis.T @ -inside < 0.0).any()
    for edge in edges:
        assert (rows @ basis.T @ edge >= -1e-12).all()
        assert np.abs(rows @ basis.T @ edge).min() <= 1e-12
