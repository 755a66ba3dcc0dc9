# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What moves already has the motions it has in any frame and any unit of length."""

import numpy as np
from numpy.testing import assert_allclose
import pytest

from frictioncone_ros.analysis.motions import find_motions, find_quasistatic_motions
from frictioncone_ros.contact import ContactPoint, ContactState, Frictionless, FrictionPyramid
from frictioncone_ros.spatial import Inertia


def turned(angle):
    """Return a rotation about a skew axis."""
    x, y, z = np.array([1.0, 2.0, 2.0]) / 3.0
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.eye(3) + np.sin(angle) * cross + (1.0 - np.cos(angle)) * cross @ cross


FRAMES = [turned(angle) for angle in (0.0, 0.3, 0.7, 1.1, 2.0)]


@pytest.mark.parametrize('frame', FRAMES)
def test_pyramid_that_slides_along_one_axis_holds_along_the_other(frame):
    # Once the rounding of the slip decided which way the axis at rest pushes.
    foot = ContactPoint(
        frame @ (0.0, 0.0, -1.0),
        frame @ (0.0, 0.0, 1.0),
        FrictionPyramid(0.5),
        tangent_hint=frame @ (1.0, 0.0, 0.0),
        surface_velocity=frame @ (0.3, 0.4, 0.0),
    )
    twist = np.concatenate((frame @ (0.3, -0.1, 0.0), np.zeros(3)))
    body = Inertia.spatial_body(1.0, np.eye(3))
    pull = np.concatenate((frame @ (0.2, 0.0, -1.0), frame @ (0.5, -0.2, 0.0)))
    (motion,) = find_motions(ContactState([foot], body, twist), pull)
    # Friction +0.5 along y against the slip, -0.2 along x that holds: no moment is left.
    assert_allclose(motion.contact_forces.minimum_norm, [1.0, -0.2, 0.5], atol=1e-9)
    assert_allclose(frame.T @ motion.twist_rate[:3], [0.0, 0.5, 0.0], atol=1e-9)
    assert_allclose(motion.slip, [[0.0, -0.5, 0.0]], rtol=0, atol=0)


@pytest.mark.parametrize('unit', [1e-6, 1e-3, 1.0, 1e3])
def test_slow_motions_on_a_moving_surface_do_not_know_the_unit_of_length(unit):
    # Of two feet of a body of millimetres one on a surface of a few millimetres a second: every
    # mode has forces without a wrench, and its representative shows it.
    feet = [
        ContactPoint(
            (-unit, unit, -unit),
            (0.6, 0.0, 0.8),
            FrictionPyramid(0.5),
            tangent_hint=(1.0, 2.0, 2.0),
        ),
        ContactPoint(
            (0.0, 0.0, -unit),
            (0.6, 0.0, 0.8),
            FrictionPyramid(0.25),
            tangent_hint=(0.0, 1.0, 0.0),
            surface_velocity=(-unit, 0.0, unit),
        ),
    ]
    found = find_quasistatic_motions(ContactState(feet), np.zeros(6))
    assert found.exhaustive
    shown = {
        (''.join(str(one)[0] for one in motion.mode), *np.sign(motion.slip[:, :2]).ravel())
        for motion in found
    }
    assert len(shown) == len(found) == 84
    assert all(motion.certificate.holds() for motion in found)


@pytest.mark.parametrize('frame', FRAMES)
def test_rounding_of_the_velocity_wrench_is_no_wrench(frame):
    # A round body spins freely, so that no wrench is left but rounding: one foot slides on, the
    # other opens.
    feet = [
        ContactPoint(
            frame @ place,
            frame @ (-1.0, 0.0, 0.0),
            FrictionPyramid(0.5),
            tangent_hint=frame @ (0.0, 0.0, 1.0),
            surface_velocity=moving,
        )
        for place, moving in (
            ((0.0, -1.0, -1.0), frame @ (3.0, 0.0, -1.0)),
            ((1.0, 0.0, 0.0), frame @ (1.0, 1.0, 1.0)),
        )
    ]
    twist = np.concatenate((frame @ (1.0, 0.0, 0.0), frame @ (0.0, -1.0, 1.0)))
    body = Inertia.spatial_body(1.0, np.eye(3))
    (motion,) = find_motions(ContactState(feet, body, twist), np.zeros(6))
    assert [str(one)[0] for one in motion.mode] == ['d', 's']
    assert_allclose(motion.twist_rate, np.zeros(6), atol=1e-12)


@pytest.mark.parametrize('frame', FRAMES)
def test_a_smooth_surface_that_moves_along_itself(frame):
    # The normal speed of such a surface is rounding, and was the unit of all speeds.
    foot = ContactPoint(
        frame @ (1.0, 0.0, -1.0),
        frame @ (0.6, 0.0, 0.8),
        Frictionless(),
        surface_velocity=frame @ (0.0, 1.0, 0.0),
    )
    found = find_quasistatic_motions(ContactState([foot]), np.zeros(6))
    assert len(found) == 2
    assert sum(str(motion.mode) == 's' for motion in found) == 1
