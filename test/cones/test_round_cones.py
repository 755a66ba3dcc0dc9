# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Coulomb's cone and the soft finger's set: hand-worked values and the edges of their ranges."""

from math import inf, nan

import numpy as np
import pytest

from frictioncone_ros.cones import (
    ConvexCone,
    CoulombCone,
    EllipsoidalCone,
    friction_cone,
    PolyhedralCone,
    SoftFingerCone,
)
from frictioncone_ros.contact import (
    CircularCone,
    Frictionless,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.exceptions import InvalidInputError


def test_projection_onto_the_cone_of_45_degrees():
    cone = CoulombCone(1.0)
    assert np.allclose(cone.project((0.0, 2.0, 0.0)), (1.0, 1.0, 0.0))
    assert np.allclose(cone.project((3.0, 1.0, 1.0)), (3.0, 1.0, 1.0))
    assert np.allclose(cone.project((-3.0, 1.0, 1.0)), (0.0, 0.0, 0.0))


def test_no_friction_is_a_ray_whose_dual_is_a_half_space():
    ray = CoulombCone(0.0)
    assert ray.dim == 1 and ray.contains((2.0, 0.0, 0.0)) and not ray.contains((2.0, 1e-3, 0.0))
    assert np.allclose(ray.project((2.0, 5.0, -1.0)), (2.0, 0.0, 0.0))
    assert not ray.contains((-2.0, 0.0, 0.0))
    assert np.allclose(ray.project((-2.0, 0.0, 0.0)), 0.0)
    assert not SoftFingerCone(0.0, 0.0).contains((-2.0, 0.0, 0.0, 0.0))
    half_space = ray.dual()
    assert half_space.friction_coefficient == inf and half_space.dim == 3
    assert half_space.contains((0.0, 9.0, 9.0)) and not half_space.contains((-1.0, 9.0, 9.0))
    assert np.allclose(half_space.project((-1.0, 9.0, 8.0)), (0.0, 9.0, 8.0))


def test_huge_friction_stays_finite():
    assert np.allclose(CoulombCone(1e12).project((0.0, 3.0, 4.0)), (0.0, 3.0, 4.0))
    assert SoftFingerCone(1e12, 0.0).contains((1e-11, 3.0, 4.0, 0.0))


def test_soft_finger_limits_friction_and_torsion_apart():
    cone = SoftFingerCone(0.5, 0.01)
    assert cone.dim == 4
    assert cone.contains((2.0, 0.6, 0.8, 0.02))
    assert not cone.contains((2.0, 0.6, 0.81, 0.0))
    assert not cone.contains((2.0, 0.0, 0.0, 0.021))
    assert np.allclose(cone.project((1.0, 0.0, 0.0, 1.0)), np.array((1.01, 0, 0, 0.0101)) / 1.0001)
    assert np.allclose(cone.project((-1.0, 0.1, 0.0, 0.1)), np.zeros(4))


def test_soft_finger_without_any_friction_is_the_normal_ray():
    cone = SoftFingerCone(0.0, 0.0)
    assert cone.dim == 1
    assert np.allclose(cone.project((2.0, 1.0, 1.0, 1.0)), (2.0, 0.0, 0.0, 0.0))


def test_dual_of_the_soft_finger_weighs_slip_and_spin():
    dual = SoftFingerCone(0.5, 0.1).dual()
    assert dual.dim == 4
    assert dual.contains((0.6, 1.0, 0.0, 1.0)) and not dual.contains((0.59, 1.0, 0.0, 1.0))


@pytest.mark.parametrize('size', [1e-12, 1e-6, 1.0, 1e6])
@pytest.mark.parametrize(
    ('cone', 'edge', 'inward'),
    [
        (CoulombCone(0.5), (2.0, 0.6, 0.8), (1.0, 0.0, 0.0)),
        (CoulombCone(inf), (0.0, 0.6, 0.8), (1.0, 0.0, 0.0)),
        (SoftFingerCone(0.5, 0.01), (2.0, 0.6, 0.8, 0.02), (1.0, 0.0, 0.0, 0.0)),
        (SoftFingerCone(0.5, 0.1).dual(), (0.6, 1.0, 0.0, 1.0), (1.0, 0.0, 0.0, 0.0)),
        (EllipsoidalCone((0.5, 0.5, 0.1)), (2.0, 0.6, 0.8, 0.0), (1.0, 0.0, 0.0, 0.0)),
    ],
)
def test_what_is_inside_does_not_depend_on_its_size(cone, edge, inward, size):
    edge, inward = np.array(edge), np.array(inward)
    assert cone.contains(size * edge)
    assert cone.contains(size * (edge + 1e-6 * inward))
    assert not cone.contains(size * (edge - 1e-6 * inward))


@pytest.mark.parametrize(
    ('friction', 'dimension', 'kind', 'dim'),
    [
        (CircularCone(0.4), 6, CoulombCone, 3),
        (CircularCone(0.4), 3, PolyhedralCone, 2),
        (CircularCone(0.0), 6, PolyhedralCone, 1),
        (Frictionless(), 6, PolyhedralCone, 1),
        (FrictionPyramid(0.4), 6, PolyhedralCone, 3),
        (FrictionPyramid(0.4, 0.0), 6, PolyhedralCone, 2),
        (FrictionPolygon(0.4, 8), 6, PolyhedralCone, 3),
        (SoftFinger(0.4, 0.01, independent=True), 6, SoftFingerCone, 4),
        (SoftFinger(0.4, 0.01), 6, EllipsoidalCone, 4),
        (SoftFinger(0.4, 0.01, edge_count=6), 6, PolyhedralCone, 4),
    ],
)
def test_every_friction_model_has_a_cone_of_its_kind(friction, dimension, kind, dim):
    cone = friction_cone(friction, dimension)
    assert isinstance(cone, kind) and isinstance(cone, ConvexCone)
    assert cone.dim == dim
    force = np.zeros(cone.space_dimension)
    force[0] = 1.0
    assert cone.contains(force) and not cone.contains(-force)
    assert cone.dual().contains(force)


@pytest.mark.parametrize(
    'make',
    [
        lambda: CoulombCone(-0.1),
        lambda: CoulombCone(nan),
        lambda: CoulombCone(0.5, 0),
        lambda: SoftFingerCone(-1.0, 0.0),
        lambda: SoftFingerCone(0.5, -0.1),
        lambda: CoulombCone(0.5).contains((1.0, 2.0)),
        lambda: CoulombCone(0.5).project((1.0, nan, 0)),
    ],
)
def test_bad_input_is_refused(make):
    with pytest.raises(InvalidInputError):
        make()
