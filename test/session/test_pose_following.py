# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Poses: the way there within the limits, and a pose to send that never winds up."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from frictioncone_ros.session.pose_following import (
    at_point,
    commanded_twist,
    led,
    pose_error,
    PoseIntegrator,
    PoseSettings,
)
from frictioncone_ros.spatial import RigidTransform

SETTINGS = PoseSettings(gain=2.0, speed=0.1, rotation=0.5, lead=0.01, lead_angle=0.05)


def pose(position=(0.0, 0.0, 0.0), turn=(0.0, 0.0, 0.0)):
    return RigidTransform(Rotation.from_rotvec(turn).as_matrix().T, np.array(position))


def random_pose(random):
    return pose(random.normal(size=3), random.uniform(-1.0, 1.0, 3))


def test_the_error_leads_from_the_present_to_the_desired_pose():
    random = np.random.default_rng(1)
    for _ in range(50):
        desired, present = random_pose(random), random_pose(random)
        error = pose_error(desired, present)
        turned = Rotation.from_rotvec(error[3:]).as_matrix() @ present.rotation.T
        np.testing.assert_allclose(turned, desired.rotation.T, atol=1e-12)
        np.testing.assert_allclose(present.position + error[:3], desired.position)


@pytest.mark.parametrize(
    ('position', 'turn', 'linear', 'angular'),
    [
        ((0.02, 0.0, 0.0), (0.0, 0.0, 0.0), 0.04, 0.0),  # gain times distance
        ((3.0, 0.0, 4.0), (0.0, 0.0, 0.0), 0.1, 0.0),  # the speed limit
        ((0.0, 0.0, -3.0), (0.0, 0.0, 0.0), 0.1, 0.0),
        ((0.0, 0.0, 0.0), (0.0, 1.0, 0.0), 0.0, 0.5),  # the rotation limit
        ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), 0.0, 0.5),
        ((0.0, 0.0, 0.0), (0.6, 0.0, -0.8), 0.0, 0.5),
        ((0.02, 0.0, 0.0), (0.0, 1.0, 0.0), 0.01, 0.5),  # both slowed by one factor
    ],
)
def test_twist_is_the_error_times_the_gain_within_limits(position, turn, linear, angular):
    twist = commanded_twist(pose(position, turn), pose(), SETTINGS)
    assert np.linalg.norm(twist[:3]) == pytest.approx(linear)
    assert np.linalg.norm(twist[3:]) == pytest.approx(angular)


def test_the_pose_sent_begins_at_the_measured_one_and_goes_with_what_passes():
    integrator, twist = PoseIntegrator(), np.array((0.02, 0.0, 0.0, 0.0, 0.0, 0.1))
    assert integrator.advanced(twist, pose(), 5.0, SETTINGS).position == pytest.approx(0.0)
    sent = integrator.advanced(twist, pose(), 5.25, SETTINGS)
    np.testing.assert_allclose(pose_error(sent, pose()), 0.25 * twist, atol=1e-12)


def test_a_robot_that_does_not_follow_winds_nothing_up():
    integrator, twist = PoseIntegrator(), np.array((0.1, 0.0, 0.0, 0.0, 0.3, 0.0))
    present = pose((0.5, 0.1, 0.0), (0.0, 0.0, 1.0))
    for step in range(1000):
        error = pose_error(integrator.advanced(twist, present, 0.01 * step, SETTINGS), present)
        assert np.linalg.norm(error[:3]) <= SETTINGS.lead * (1 + 1e-9)
        assert np.linalg.norm(error[3:]) <= SETTINGS.lead_angle * (1 + 1e-9)
    # And it comes back at once: nothing has to be unwound.
    sent = integrator.advanced(-twist, present, 10.0 + 0.05, SETTINGS)
    assert np.linalg.norm(pose_error(sent, present)[:3]) < 0.006


def test_forgetting_begins_at_the_next_measured_pose():
    integrator, twist = PoseIntegrator(), np.full(6, 0.1)
    integrator.advanced(twist, pose(), 0.0, SETTINGS)
    integrator.advanced(twist, pose(), 0.1, SETTINGS)
    integrator.forget()
    there = pose((1.0, 2.0, 3.0))
    assert integrator.advanced(twist, there, 0.2, SETTINGS) is there


def test_a_pose_within_the_lead_stays_as_it_is():
    near = pose((0.009, 0.0, 0.0), (0.0, 0.049, 0.0))
    assert led(near, pose(), SETTINGS) is near
    far = led(pose((0.0, 0.02, 0.0), (0.1, 0.0, 0.0)), pose(), SETTINGS)
    np.testing.assert_allclose(pose_error(far, pose()), (0, 0.01, 0, 0.05, 0, 0), atol=1e-12)


def test_the_velocity_of_another_point():
    np.testing.assert_allclose(
        at_point(np.array((1.0, 0, 0, 0, 0, 2.0)), np.array((0, 3.0, 0))), (-5, 0, 0, 0, 0, 2)
    )


@pytest.mark.parametrize('elapsed', [0.001, 0.02, 0.2])
def test_the_touched_point_goes_straight_however_long_the_step_is(elapsed):
    """A finger's tip 0.3 m off, on a plane with normal z, that turns about itself as it slides."""
    integrator, wide = PoseIntegrator(), replace(SETTINGS, lead=1.0, lead_angle=3.0)
    touched, along = np.array((0.1, -0.2, -0.3)), np.array((0.05, 0.02, 0.0))
    spin = np.array((0.4, -0.3, 0.2))
    twist = np.concatenate((along - np.cross(spin, touched), spin))
    integrator.advanced(twist, pose(), 0.0, wide, touched)
    sent = integrator.advanced(twist, pose(), elapsed, wide, touched)
    tip = sent.position + sent.rotation.T @ touched
    np.testing.assert_allclose(tip, touched + elapsed * along, atol=1e-12)
    np.testing.assert_allclose(pose_error(sent, pose())[3:], elapsed * spin, atol=1e-9)


def test_a_pose_brought_back_leaves_the_touched_point_on_its_way():
    integrator = PoseIntegrator()
    touched, along = np.array((0.0, 0.0, -0.5)), np.array((0.05, 0.0, 0.0))
    spin = np.array((0.0, 0.5, 0.0))
    twist = np.concatenate((along - np.cross(spin, touched), spin))
    integrator.advanced(twist, pose(), 0.0, SETTINGS, touched)
    sent = integrator.advanced(twist, pose(), 5.0, SETTINGS, touched)
    error = pose_error(sent, pose())
    assert np.linalg.norm(error[:3]) <= SETTINGS.lead * (1 + 1e-9)
    assert np.linalg.norm(error[3:]) <= SETTINGS.lead_angle * (1 + 1e-9)
    tip = sent.position + sent.rotation.T @ touched - touched
    assert tip[0] > 0.0
    np.testing.assert_allclose(tip[1:], 0.0, atol=1e-12)
