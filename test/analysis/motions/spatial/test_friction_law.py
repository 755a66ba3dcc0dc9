# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Friction cut into options: sides of its polygons, and polygons around its arcs."""

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from frictioncone_ros.analysis.motions import find_motions
from frictioncone_ros.analysis.motions.spatial.laws.friction_laws import friction_law
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    EllipticCone,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.spatial import Inertia


@pytest.mark.parametrize(
    'friction', [FrictionPyramid(0.5, 0.2), FrictionPolygon(0.5, 5), FrictionPolygon(0.3, 8)]
)
def test_sides_have_unit_normals_beyond_which_no_corner_is(friction):
    law = friction_law(friction, 8)
    assert np.allclose(np.linalg.norm(law.outward, axis=1), 1.0)
    assert np.allclose(np.einsum('ij,ij->i', law.outward, law.edges), 0.0)
    reach = law.corners @ law.outward.T
    assert np.allclose(np.diag(reach), reach.max(axis=0))


@pytest.mark.parametrize(
    'friction', [CircularCone(0.5), CircularCone(2.0), EllipticCone(0.8, 0.3)]
)
@pytest.mark.parametrize('start', [0.0, 2.5])
@pytest.mark.parametrize('width', [0.3, 1.7, np.pi, 5.0, 2.0 * np.pi])
def test_a_polygon_around_an_arc_holds_it_and_is_little_larger(friction, start, width):
    """Beyond the arc by no more than a polygon's corners are that spans pi / 4 with each side."""
    law = friction_law(friction, 8)
    option = law.arc_option(start, width, (0.0, 0.0))
    outer = option.outer_corners
    assert np.allclose(outer[:, 0], 1.0)
    aspect = law.aspect
    angles = start + width * np.linspace(0.0, 1.0, 200)
    arc = law.radius * np.column_stack((np.cos(angles), aspect * np.sin(angles)))
    rows = ConvexHull(outer[:, 1:3]).equations
    assert (arc @ rows[:, :2].T + rows[:, 2]).max() <= 1e-9
    beyond = np.hypot(outer[:, 1], outer[:, 2] / aspect).max()
    assert beyond <= law.radius / np.cos(np.pi / 8.0) + 1e-12


@pytest.mark.parametrize(
    'other', [CircularCone(0.4), EllipticCone(0.3, 0.6), SoftFinger(0.4, 0.0)]
)
def test_a_soft_finger_slides_beside_other_contacts(other):
    """The slip of some has a spin, that of the others has none."""
    random = np.random.default_rng(7)
    found = 0
    for _ in range(40):
        places, normals = random.normal(size=(2, 3)), random.normal(size=(2, 3))
        normals /= np.linalg.norm(normals, axis=1)[:, None]
        models = (SoftFinger(0.5, 0.1), other)
        contacts = [ContactPoint(*one) for one in zip(places, normals, models, strict=True)]
        state = ContactState(contacts, Inertia.spatial_body(1.0, np.diag((0.7, 0.8, 0.9))))
        wrench = random.normal(size=6) * (10.0, 10.0, 10.0, 5.0, 5.0, 5.0)
        for motion in find_motions(state, wrench):
            assert motion.certificate.holds()
            found += str(motion.mode).count('d') == 2
    assert found > 5
