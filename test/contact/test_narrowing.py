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
    shared_tilt,
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


def test_a_narrowed_limit_surface_lies_in_every_tilted_one():
    random = np.random.default_rng(4)
    for model in (SoftFinger(0.5, 0.02), SoftFinger(0.3, 0.05)):
        narrow = narrowed_friction(model, 6, TILT)
        for _ in range(2000):
            share, around, tilted = random.uniform(0.0, 0.5 * np.pi), *random.uniform(0.0, 7.0, 2)
            across = narrow.friction_coefficient * np.sin(share)
            force = np.array([1.0, across * np.cos(around), across * np.sin(around)])
            axis = np.array([0.0, np.cos(tilted), np.sin(tilted)])
            turned = (
                force * np.cos(TILT)
                + np.cross(axis, force) * np.sin(TILT)
                + axis * (axis @ force) * (1.0 - np.cos(TILT))
            )
            moment = narrow.torsional_friction * np.cos(share)
            assert model.contains((*turned, moment))


def test_the_narrowed_half_angle_is_smaller_by_the_tilt():
    assert narrowed_friction(CircularCone(0.5), 3, TILT).friction_coefficient == pytest.approx(
        np.tan(np.arctan(0.5) - TILT)
    )
    assert narrowed_friction(FrictionPolygon(0.5, 4), 3, TILT).friction_coefficient == (
        pytest.approx(np.tan(np.arctan(0.5) - TILT))
    )
    soft = narrowed_friction(SoftFinger(0.5, 0.02, independent=True), 6, TILT)
    assert soft.torsional_friction == pytest.approx(0.02 * np.cos(TILT))


def test_no_tilt_changes_nothing_and_too_much_leaves_nothing():
    pyramid = FrictionPyramid(0.5, 0.3)
    assert narrowed_friction(pyramid, 6, 0.0) is pyramid
    assert narrowed_friction(CircularCone(0.05), 6, TILT) is None
    assert narrowed_friction(Frictionless(), 6, TILT) is None
    with pytest.raises(InvalidInputError, match=r'tilt of the normal is -1\.0'):
        narrowed_friction(pyramid, 6, -1.0)


def test_errors_of_many_normals_average_out_but_for_what_they_share():
    assert shared_tilt(0.1, 1) == pytest.approx(0.1)
    assert shared_tilt(0.1, 4) == pytest.approx(0.05)
    assert shared_tilt(0.1, 4, common=1.0) == pytest.approx(0.1)
    random = np.random.default_rng(4)
    shared, own = random.normal(size=(20000, 1)), random.normal(size=(20000, 3))
    mean = (np.sqrt(0.3) * shared + np.sqrt(0.7) * own).mean(axis=1)
    assert shared_tilt(1.0, 3, common=0.3) == pytest.approx(mean.std(), rel=0.02)


@pytest.mark.parametrize('wrong', [(-0.1, 3, 0.0), (0.1, 0, 0.0), (0.1, 3, 1.5), (0.1, 3, -0.1)])
def test_shared_errors_without_meaning_are_refused(wrong):
    with pytest.raises(InvalidInputError):
        shared_tilt(*wrong)
