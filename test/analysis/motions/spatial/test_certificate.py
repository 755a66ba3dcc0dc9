# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Each residual of a spatial certificate notices the breach of its own law, in its own unit."""

import math

import numpy as np
import pytest
from spatial_scenes import box, GRAVITY

from frictioncone_ros.analysis.motions.spatial.certificate import (
    spatial_certificate,
)
from frictioncone_ros.analysis.motions.spatial.laws.friction_laws import friction_law
from frictioncone_ros.analysis.motions.spatial.posing import dynamic_problem
from frictioncone_ros.analysis.motions.spatial.prepared.certificate_shelf import (
    CertificateShelf,
    KEPT_CERTIFICATES,
)
from frictioncone_ros.contact import CircularCone, FrictionPolygon, FrictionPyramid, SoftFinger

WEIGHT = np.array([0.0, 0.0, -GRAVITY, 0.0, 0.0, 0.0])
APART = SoftFinger(0.5, 0.1, independent=True)
QUARTER = np.array([GRAVITY / 4.0, 0.0, 0.0])


def certificate(motion, forces):
    problem = dynamic_problem(box(CircularCone(0.5)), WEIGHT, 8, 2)
    return spatial_certificate(problem, np.array(motion, float), np.array(forces, float))


def test_rest_on_four_legs_satisfies_every_law():
    assert certificate(np.zeros(6), np.tile(QUARTER, 4)).worst < 1e-12


def test_falling_through_the_table_is_penetration_without_other_breach():
    falling = certificate(WEIGHT, np.zeros(12))
    assert falling.penetration == pytest.approx(GRAVITY)
    assert (falling.newton, falling.coulomb, falling.complementarity) == (0.0, 0.0, 0.0)
    assert not falling.holds()


def test_hanging_in_the_air_breaks_newton():
    assert certificate(np.zeros(6), np.zeros(12)).newton == pytest.approx(GRAVITY)


def test_force_at_an_opening_contact_breaks_complementarity():
    up = certificate([0, 0, 2.0, 0, 0, 0], np.tile(QUARTER * (2.0 + GRAVITY) / GRAVITY, 4))
    assert up.newton < 1e-12
    assert up.complementarity == pytest.approx(2.0 * (2.0 + GRAVITY) / 4.0)


def test_sliding_without_friction_breaks_coulombs_law():
    assert certificate([1.0, 0, 0, 0, 0, 0], np.tile(QUARTER, 4)).coulomb == pytest.approx(
        0.5 * GRAVITY / 4.0
    )


@pytest.mark.parametrize(
    ('friction', 'force', 'slip', 'expected'),
    [
        (CircularCone(0.5), [2.0, 0.6, 0.8], None, 0.0),
        (CircularCone(0.5), [2.0, 1.2, 1.6], None, 1.0),
        (CircularCone(0.5), [-1.0, 0.0, 0.0], None, 1.0),
        (CircularCone(0.5), [2.0, -0.6, -0.8], [3.0, 4.0, 0.0], 0.0),
        (CircularCone(0.5), [2.0, 1.0, 0.0], [1.0, 0.0, 0.0], 2.0),
        (FrictionPyramid(0.5), [2.0, 1.0, -1.0], [-1.0, 2.0, 0.0], 0.0),
        (FrictionPyramid(0.5), [2.0, 1.5, 0.0], None, 0.5),
        (FrictionPyramid(0.5, 0.0), [2.0, 0.0, 0.3], None, 0.3),
        (FrictionPolygon(0.5, 4), [2.0, -1.0, 0.0], [1.0, 0.2, 0.0], 0.0),
        (APART, [2.0, 0.0, 0.0, 0.3], None, 0.1),
        (APART, [2.0, 0.0, 0.0, 0.2], [0.0, 0.0, 1.0], 0.4),
        (APART, [2.0, 0.0, 0.0, -0.2], [0.0, 0.0, 1.0], 0.0),
        (SoftFinger(0.5, 0.1), [2.0, 0.6, 0.0, 0.16], None, 0.0),
        (SoftFinger(0.5, 0.1), [2.0, 1.2, 0.0, 0.32], None, 1.0),
        (SoftFinger(0.5, 0.1), [2.0, -0.6, 0.0, -0.16], [0.6, 0.0, 4.0], 0.0),
        (SoftFinger(0.5, 0.1), [2.0, 0.6, 0.0, 0.16], [0.6, 0.0, 4.0], 2.0),
        (SoftFinger(0.5, 0.1), [2.0, -1.0, 0.0, -0.2], [0.6, 0.0, 4.0], math.sqrt(2.0) - 1.0),
        (SoftFinger(0.5, 0.1, 4), [2.0, 0.0, 0.0, 0.2], None, 0.0),
        (SoftFinger(0.5, 0.1, 4), [2.0, -1.0, 0.0, 0.0], [1.0, 0.1, 0.0], 0.0),
        (SoftFinger(0.5, 0.1, 4), [2.0, 0.0, 0.0, 0.2], [0.0, 0.0, 3.0], 2.0),
    ],
)
def test_friction_residuals_by_hand(friction, force, slip, expected):
    law = friction_law(friction, 2)
    given = None if slip is None else np.array(slip)
    if friction == FrictionPyramid(0.5, 0.0):  # a segment has no inside: both its sides count
        assert law.residual(force, given) == pytest.approx(expected)
    else:
        residual = law.residual(force, given)
        assert max(residual, 0.0) == pytest.approx(expected, abs=1e-12)


def test_a_shelf_gives_what_was_put_there_last_too():
    shelf = CertificateShelf()
    for number in range(KEPT_CERTIFICATES + 3):
        shelf.add(np.full(6, float(number)), np.array((True, number % 2 == 0)))
        residuals, spared = shelf.stacked()
        first = max(0, number + 1 - KEPT_CERTIFICATES)
        assert residuals[:, 0].tolist() == list(range(first, number + 1))
        assert spared[-1].tolist() == [True, number % 2 == 0]
        assert shelf.stacked()[0] is residuals
