# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
How errors of joints, tool and surroundings move a contact, and the covariances that follow.

An error of a pose is a small twist (6,), linear first, at the root link's origin. With the errors
`tool` and `scene` of the two shapes, a contact that depends on their relative pose alone moves by
D (tool - scene) beside what it moves with the scene; D comes from differences, by turning and
shifting the moving shape a little, so that vertices, edges and curved sides need no cases.
The covariance of both together is (12, 12), the tool's six first: joints may move both.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import copysign, erf, sqrt
from typing import Annotated, Any

import numpy as np

from frictioncone_ros.estimation.geometry.libraries import coal, Convex, pinocchio, Pose
from frictioncone_ros.estimation.geometry.patch import FoundPatch, middle_of, PatchFinder
from frictioncone_ros.estimation.sized_arrays import (
    Finite,
    NonNegative,
    of_shape,
    STRONGEST,
    Three,
    ThreeByThree,
)
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, as_non_negative, cross_matrix
from frictioncone_ros.spatial.arguments import checked, checked_fields
from frictioncone_ros.spatial.converters import finite_array
from frictioncone_ros.tolerances import LARGEST_INPUT

STEP = 5e-4
"""Shift [m] and turn [rad] of the differences: far above Coal's rounding, far below a shape."""

HALF = 0.5
"""A normal that follows more than half of the tool's turns belongs to the tool's face."""

_SHIFT = np.eye(3, 6)

FAR = 10.0
"""So many deviations away the error function is 1 in all digits [-]."""

LOST = 5.0 * STEP
"""A corner that jumps farther under a step has changed its edge: it is taken to be rigid [m]."""


@dataclass(frozen=True)
class Deviations:
    """
    Standard deviations of what geometry relies on.

    joint: of each joint's position [rad, m]. tool_position, tool_angle: of the tool in its frame
    [m], [rad]. scene_position, scene_angle: of each shape of the surroundings, about its origin.
    """

    joint: float = 0.0
    tool_position: float = 0.0
    tool_angle: float = 0.0
    scene_position: float = 0.0
    scene_angle: float = 0.0

    def __post_init__(self) -> None:
        """Refuse what is negative or no number."""
        for name, value in list(vars(self).items()):
            number = as_non_negative(value, f'{name} deviation')
            if number > LARGEST_INPUT:
                raise InvalidInputError(f'{name} deviation', value, f'up to {LARGEST_INPUT:g}')
            object.__setattr__(self, name, number)


def as_motions(value: Any, what: str) -> Array:
    """Return (k, 3, 6), or refuse it."""
    array = finite_array(value, what)
    if array.ndim != 3 or array.shape[1:] != (3, 6):
        raise InvalidInputError(f'shape of {what}', array.shape, '(k, 3, 6)')
    return array


def as_blocks(value: Any, what: str) -> Array:
    """Return (k, 3, 3), or refuse it."""
    array = finite_array(value, what)
    if array.ndim != 3 or array.shape[1:] != (3, 3):
        raise InvalidInputError(f'shape of {what}', array.shape, '(k, 3, 3)')
    return array


Both = Annotated[Array, of_shape(12, 12, largest=STRONGEST**2)]
"""Covariance of the poses of two shapes."""


@checked_fields
@dataclass(frozen=True, eq=False)
class Sensitivity:
    """
    How normal and corners follow the moving shape: normal (3, 6) as a turn, corners (k, 3, 6).

    Both for twists at the patch's middle, along the still shape's axes; they hold for small
    relative motions, so that they need not be found anew with every joint state.
    """

    normal: Annotated[Array, of_shape(3, 6)]
    corners: Annotated[Array, as_motions]

    @cached_property
    def follows_tool(self) -> bool:
        """Whether the normal turns with the moving shape: it is that of its face."""
        return bool(np.linalg.norm(self.normal[:, 3:], 2) > HALF)


@checked
def pose_covariance(origin: Three, position: NonNegative, angle: NonNegative) -> Array:
    """Return (6, 6) of a pose that is unsure by so much about a point [m], [rad]."""
    # With the twist at the point written at the root's origin: v + origin x omega.
    arm = cross_matrix(origin)
    covariance = np.diag((position**2,) * 3 + (angle**2,) * 3)
    covariance[:3, :3] += angle**2 * (arm @ arm.T)
    covariance[:3, 3:] = angle**2 * arm
    covariance[3:, :3] = angle**2 * arm.T
    return covariance


@checked
def point_motion(point: Three) -> Array:
    """Return (3, 6): from a twist at the origin to the velocity of a point."""
    motion = _SHIFT.copy()
    motion[:, 3:] = cross_matrix(-point)
    return motion


@checked
def sensitivity(
    finder: PatchFinder, patch: FoundPatch, shapes: tuple[Convex, Pose, Convex, Pose]
) -> Sensitivity:
    """Return the sensitivity of a patch of (moving, its pose, still, its pose), poses as SE3."""
    moving, pose, still, still_pose = shapes
    still_at = coal_pose(still_pose)
    middle = middle_of(patch.corners)
    turns, shifts = np.zeros((3, 6)), np.zeros((len(patch.corners), 3, 6))
    for column, step in enumerate(STEP * np.eye(6)):
        moved = _moved(pose, middle, step)
        found = finder.all_corners(moving, moved, still, still_at)
        rigid = np.array(
            [corner + point_motion(corner - middle) @ step for corner in patch.corners]
        )
        normal, corners = (
            (patch.normal, rigid)
            if found is None
            else (
                found.normal,
                _followed(patch.corners, found.corners, rigid),
            )
        )
        turns[:, column] = np.cross(patch.normal, normal) / STEP
        shifts[:, :, column] = (corners - patch.corners) / STEP
    axes = still_pose.rotation
    return Sensitivity(_turned(turns, axes.T), _turned(shifts, axes.T))


@checked
def coal_pose(placement: Pose) -> Any:
    """Return Pinocchio's SE3 as Coal's."""
    return coal.Transform3s(placement.rotation, placement.translation)


@checked_fields
@dataclass(frozen=True, eq=False)
class PatchCovariances:
    """Of a patch: positions (k, 3, 3) of its corners [m^2], normal (3, 3) as a turn [rad^2]."""

    positions: Annotated[Array, as_blocks]
    normal: ThreeByThree


@checked
def patch_covariances(
    patch: FoundPatch, given: Sensitivity, still_axes: ThreeByThree, both: Both
) -> PatchCovariances:
    """Return what follows from the covariance (12, 12) of tool and scene at the root's origin."""
    if len(given.corners) != len(patch.corners):
        expected = f'{len(patch.corners)}, one a corner of the patch'
        raise InvalidInputError('number of motions of corners', len(given.corners), expected)
    to_middle = np.eye(6)
    to_middle[:3] = point_motion(middle_of(patch.corners))
    normal = _turned(given.normal, still_axes) @ to_middle
    # A turn about the normal itself does nothing to it: it is left out.
    with_scene = -normal
    with_scene[:, 3:] += np.eye(3) - patch.normal[:, None] * patch.normal
    corners = _turned(given.corners, still_axes) @ to_middle
    rest = np.array([point_motion(corner) for corner in patch.corners]) - corners
    return PatchCovariances(
        _carried(both, np.concatenate((corners, rest), axis=-1)),
        _carried(both, np.concatenate((normal, with_scene), axis=-1)),
    )


def _carried(covariance: Array, matrices: Array) -> Array:
    """Return M C M^T for one matrix or several (..., 3, 12)."""
    return matrices @ covariance @ matrices.swapaxes(-1, -2)


@checked
def gap_deviation(patch: FoundPatch, both: Both) -> float:
    """Return the standard deviation of the gap at the patch's middle [m]; both: (12, 12)."""
    row = patch.normal @ point_motion(middle_of(patch.corners))
    apart = np.concatenate((row, -row))
    return sqrt(max(0.0, float(apart @ both @ apart)))


@checked
def chance_below(limit: Finite, value: Finite, deviation: NonNegative) -> float:
    """Return the probability that what was estimated as a value lies below a limit."""
    if deviation <= 0.0:
        return float(value <= limit)
    # Where the first is beyond all numbers the answer is as sure as they can say.
    away = (limit - value) / sqrt(2.0)
    is_far = abs(away) >= FAR * deviation
    return 0.5 * (1.0 + erf(copysign(FAR, away) if is_far else away / deviation))


def _moved(pose: Any, middle: Array, step: Array) -> Any:
    """Return Coal's pose of a shape moved by a small twist (6,) about a point."""
    turn = pinocchio.exp3(step[3:])
    return coal.Transform3s(
        turn @ pose.rotation, middle + turn @ (pose.translation - middle) + step[:3]
    )


def _followed(corners: Array, found: Array, rigid: Array) -> Array:
    """Return where each corner went: to the nearest that was found, else with the moving shape."""
    distances = np.linalg.norm(found[None] - corners[:, None], axis=2)
    nearest = distances.argmin(axis=1)
    is_found = distances[np.arange(len(corners)), nearest] <= LOST
    return np.where(is_found[:, None], found[nearest], rigid)


def _turned(matrices: Array, axes: Array) -> Array:
    """Return (..., 3, 6) of vectors and twists along other axes; axes: their matrix (3, 3)."""
    both = np.zeros((6, 6))
    both[:3, :3] = both[3:, 3:] = axes
    return axes @ matrices @ both.T
