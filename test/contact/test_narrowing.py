# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Narrowed friction sets lie in the true ones, however the normal is tilted."""

import numpy as np
import pytest

from frictioncone_ros.contact import (
    CircularCone,
    Frictionless,
    FrictionPolygon,
    FrictionPyramid,
    inscribed_coefficient,
    narrowed_friction,
    SoftFinger,
)
from frictioncone_ros.exceptions import InvalidInputError

TILT = 0.1


@pytest.mark.parametrize(
    'friction',
    [CircularCone(0.5), FrictionPyramid(0.5, 0.3), FrictionPolygon(0.7, 4), SoftFinger(0.5, 0.02)],
)
def test_every_narrowed_force_is_admissible_about_every_tilted_normal(friction):
    random = np.random.default_rng(3)
    narrow = narrowed_friction(friction, 6, TILT).friction_coefficient
    for _ in range(300):
        around, tilted = random.uniform(0.0, 2.0 * np.pi, 2)
        force = np.array([1.0, narrow * np.cos(around), narrow * np.sin(around)])
        axis = np.array([0.0, np.cos(tilted), np.sin(tilted)])
        turned = (
            force * np.cos(TILT)
            + np.cross(axis, force) * np.sin(TILT)
            + axis * (axis @ force) * (1.0 - np.cos(TILT))
        )
        assert admits(friction, turned)


def admits(friction, force):
    if isinstance(friction, FrictionPyramid):
        first, second = friction.coefficients
        return abs(force[1]) <= first * force[0] + 1e-12 and (
            abs(force[2]) <= second * force[0] + 1e-12
        )
    reach = inscribed_coefficient(friction, 6) * force[0]
    return np.hypot(force[1], force[2]) <= reach + 1e-12


def test_the_narrowed_half_angle_is_smaller_by_the_tilt():
    assert narrowed_friction(CircularCone(0.5), 3, TILT).friction_coefficient == pytest.approx(
        np.tan(np.arctan(0.5) - TILT)
    )
    assert narrowed_friction(FrictionPolygon(0.5, 4), 3, TILT).friction_coefficient == (
        pytest.approx(np.tan(np.arctan(0.5) - TILT))
    )
    soft = narrowed_friction(SoftFinger(0.5, 0.02), 6, TILT)
    assert soft.torsional_friction == pytest.approx(0.02 * np.cos(TILT))


def test_no_tilt_changes_nothing_and_too_much_leaves_nothing():
    pyramid = FrictionPyramid(0.5, 0.3)
    assert narrowed_friction(pyramid, 6, 0.0) is pyramid
    assert narrowed_friction(CircularCone(0.05), 6, TILT) is None
    assert narrowed_friction(Frictionless(), 6, TILT) is None
    with pytest.raises(InvalidInputError, match=r'tilt of the normal is -1\.0'):
        narrowed_friction(pyramid, 6, -1.0)
