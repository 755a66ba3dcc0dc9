# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
How the workpiece moves when the manipulators do, as long as the formation holds.

Keeping every gap at zero, W^T (workpiece rate) = speeds of the manipulators' contact points along
the constraints, with W the constraint wrenches. Where W is regular the workpiece's pose is a
smooth function of the manipulators' poses (the local diffeomorphism of the literature) and this
is its derivative.
"""

from __future__ import annotations

import numpy as np

from frictioncone_ros.formations.branch_distance import branch_distance, constraint_wrenches
from frictioncone_ros.formations.formation_placement import FormationPlacement, PlacedContact
from frictioncone_ros.formations.planar_pose import PlanarPose
from frictioncone_ros.spatial import Array, frozen_array


def pose_sensitivity(placement: FormationPlacement) -> Array | None:
    """
    Return d(workpiece x, y, angle) / d(manipulator poses), (3, 3 m), manipulator-major.

    Columns of manipulator i: its x, y [m] and angle [rad]. Times the manipulators' twists at
    their own origins it is the workpiece's twist at its origin. None on the branch locus, where
    the manipulators do not control the workpiece.
    """
    equations, pose = placement.equations, placement.pose
    if not branch_distance(equations, pose, placement.system.workpiece.size).controlled:
        return None
    wrenches = constraint_wrenches(equations, pose)
    speeds = np.array(
        [
            _speed_row(axis, contact, placement.manipulator_poses)
            for contact in placement.contacts
            for axis in _constrained_axes(contact)
        ]
    )
    return frozen_array(np.linalg.solve(wrenches.T, speeds))


def _constrained_axes(contact: PlacedContact) -> tuple[tuple[float, float], ...]:
    normal_x, normal_y = contact.normal
    tangent = (-normal_y, normal_x)
    return (contact.normal, tangent) if contact.contact.rolling else (contact.normal,)


def _speed_row(
    axis: tuple[float, float], contact: PlacedContact, poses: tuple[PlanarPose, ...]
) -> Array:
    """Return the row (3 m,) that maps all manipulators' twists to the contact's speed on axis."""
    index = contact.contact.manipulator
    arm_x, arm_y = contact.point[0] - poses[index].x, contact.point[1] - poses[index].y
    row = np.zeros((len(poses), 3))
    row[index] = (axis[0], axis[1], arm_x * axis[1] - arm_y * axis[0])
    return row.ravel()
