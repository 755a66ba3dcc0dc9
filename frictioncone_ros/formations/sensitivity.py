# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
How the workpiece moves when the manipulators do, as long as the formation holds.

Keeping every gap at zero, W^T (workpiece rate) = speeds of the manipulators' contact points along
the constraints, with W the constraint wrenches. Where W is regular the workpiece's pose is a
smooth function of the manipulators' poses (the local diffeomorphism of the literature) and this
is its derivative.

How far a pose is from the branch locus, where the manipulators lose control of it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.formations.equations.contact_equations import (
    ContactEquation,
    EdgeOnVertex,
    equation_rows,
    RollingPoint,
)
from frictioncone_ros.formations.formation_placement import FormationPlacement, PlacedContact
from frictioncone_ros.formations.planar_pose import PlanarPose
from frictioncone_ros.spatial.arguments import checked, checked_fields, explained
from frictioncone_ros.spatial.arrays import Array, frozen_array, PLANAR

BRANCH_POINT = 1e-9
"""Reciprocal condition number of W_n below which the workpiece is not controlled [-]."""


@checked_fields
@dataclass(frozen=True)
class BranchDistance:
    """
    What Trinkle's corollary looks at, for one pose.

    normal_determinant [m]: det W_n, zero on the branch locus; for a rolling contact its tangent
    joins the normals. tangential_determinant [m]: det W_t, None with a rolling contact.
    condition_number [-]: of that W_n with moments divided by the characteristic length; infinite
    on the branch locus.
    """

    normal_determinant: float
    tangential_determinant: float | None
    condition_number: float

    @property
    def controlled(self) -> bool:
        """Whether the manipulators determine the workpiece's motion: not on the branch locus."""
        return self.condition_number * BRANCH_POINT < 1.0


@explained
def constraint_wrenches(equations: tuple[ContactEquation, ...], pose: PlanarPose) -> Array:
    """
    Return the (3, 3) wrenches about the workpiece's origin of unit constraint forces.

    One column for a sliding contact (its normal), two for a rolling one (normal, tangent); in the
    order of the contacts. Its transpose is the gradient of the gaps.
    """
    rows = equation_rows(equations, pose.x, pose.y, pose.angle)
    if len(rows) != PLANAR:
        expected = '3: of three sliding contacts, or of a rolling and a sliding one'
        raise InvalidInputError('number of equations', len(rows), expected)
    return frozen_array([row[1:] for row in rows]).T


@checked
def branch_distance(
    equations: tuple[ContactEquation, ...], pose: PlanarPose, characteristic_length: float
) -> BranchDistance:
    """Return determinants and condition number; characteristic_length [m] scales the moments."""
    if characteristic_length <= 0.0:
        expected = 'a length > 0 m'
        raise InvalidInputError('characteristic length', characteristic_length, expected)
    wrenches = constraint_wrenches(equations, pose)
    scaled = wrenches / np.array([[1.0], [1.0], [characteristic_length]])
    singular_values = np.linalg.svd(scaled, compute_uv=False)
    smallest = float(singular_values[-1])
    return BranchDistance(
        float(np.linalg.det(wrenches)),
        _tangential_determinant(equations, pose, wrenches),
        float(singular_values[0]) / smallest if smallest > 0.0 else float('inf'),
    )


def _tangential_determinant(
    equations: tuple[ContactEquation, ...], pose: PlanarPose, wrenches: Array
) -> float | None:
    if any(isinstance(equation, RollingPoint) for equation in equations):
        return None
    arms = [_contact_arm(equation, pose) for equation in equations]
    columns = [
        (-normal[1], normal[0], arm[0] * normal[0] + arm[1] * normal[1])
        for normal, arm in zip(wrenches[:2].T, arms, strict=True)
    ]
    return float(np.linalg.det(np.array(columns).T))


def _contact_arm(equation: ContactEquation, pose: PlanarPose) -> tuple[float, float]:
    """Return the touching vertex minus the workpiece's origin, along the world's axes [m]."""
    if isinstance(equation, RollingPoint):
        return pose.direction_in_world((equation.workpiece_x, equation.workpiece_y))
    vertex = (equation.vertex_x, equation.vertex_y)
    if isinstance(equation, EdgeOnVertex):
        return vertex[0] - pose.x, vertex[1] - pose.y
    return pose.direction_in_world(vertex)


@checked
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
