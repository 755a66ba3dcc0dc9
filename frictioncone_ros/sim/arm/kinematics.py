# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Where the arm's hand is, how it moves, and which joint angles put it somewhere."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from frictioncone_ros.exceptions import NumericalError
from frictioncone_ros.sim.arm.description import ArmDescription
from frictioncone_ros.spatial import Array, RigidTransform

_STEP_LIMIT = 200
_POSE_ACCURACY = 1e-12
"""Pose error at which the hand is where it was asked for [m, rad]."""
_DAMPING = 1e-6
"""Damping of the least squares step near singular arm poses [m^2, rad^2]."""


def hand_pose(arm: ArmDescription, angles: Array) -> RigidTransform:
    """Return the pose of the hand frame seen from the base frame; angles (n,) [rad]."""
    _, _, rotation, origin = _chain(arm, angles)
    return RigidTransform(rotation.T, origin)


def hand_jacobian(arm: ArmDescription, angles: Array) -> Array:
    """
    Return the (6, n) map from joint rates to the twist of the hand's origin, base axes.

    Column of a hinge with axis a through o: (a x (hand - o), a).
    """
    axes, origins, _, hand = _chain(arm, angles)
    return np.vstack((np.cross(axes, hand - origins).T, axes.T))


def solve_hand_pose(arm: ArmDescription, target: RigidTransform, start: Array) -> Array:
    """
    Return joint angles (n,) [rad] near a start that put the hand at a pose seen from the base.

    Damped Gauss-Newton on (position, rotation vector); a pose out of reach raises.
    """
    angles = np.array(start, dtype=np.float64)
    for _ in range(_STEP_LIMIT):
        error = _pose_error(hand_pose(arm, angles), target)
        if np.linalg.norm(error) < _POSE_ACCURACY:
            return angles
        jacobian = hand_jacobian(arm, angles)
        damped = jacobian @ jacobian.T + _DAMPING * np.eye(6)
        angles = angles + jacobian.T @ np.linalg.solve(damped, error)
    raise NumericalError(f'hand pose not reached: error {np.linalg.norm(error):.3g}')


def _chain(arm: ArmDescription, angles: Array) -> tuple[Array, Array, Array, Array]:
    """Return joint axes and origins (n, 3), the hand's rotation (columns its axes), its origin."""
    rotation, origin = np.eye(3), np.zeros(3)
    axes, origins = [], []
    for joint, angle in zip(arm.joints, angles, strict=True):
        origin = origin + joint.height * rotation[:, 2]
        axes.append(rotation @ np.asarray(joint.axis))
        origins.append(origin)
        turn = Rotation.from_rotvec(float(angle) * np.asarray(joint.axis))
        rotation = rotation @ turn.as_matrix()
    hand = origin + arm.hand_height * rotation[:, 2]
    return np.array(axes), np.array(origins), rotation, hand


def _pose_error(pose: RigidTransform, target: RigidTransform) -> Array:
    turn = Rotation.from_matrix(target.rotation.T @ pose.rotation).as_rotvec()
    return np.concatenate((target.position - pose.position, turn))
