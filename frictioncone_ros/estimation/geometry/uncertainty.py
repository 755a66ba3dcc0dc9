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
from math import erf, sqrt
from typing import Any

import numpy as np

from frictioncone_ros.estimation.geometry.libraries import coal, pinocchio
from frictioncone_ros.estimation.geometry.patch import FoundPatch, middle_of, PatchFinder
from frictioncone_ros.spatial import Array, as_non_negative, cross_matrix

STEP = 5e-4
"""Shift [m] and turn [rad] of the differences: far above Coal's rounding, far below a shape."""

HALF = 0.5
"""A normal that follows more than half of the tool's turns belongs to the tool's face."""

_SHIFT = np.eye(3, 6)

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
        for name, value in vars(self).items():
            as_non_negative(value, f'{name} deviation')


@dataclass(frozen=True, eq=False)
class Sensitivity:
    """
    How normal and corners follow the moving shape: normal (3, 6) as a turn, corners (k, 3, 6).

    Both for twists at the patch's middle, along the still shape's axes; they hold for small
    relative motions, so that they need not be found anew with every joint state.
    """

    normal: Array
    corners: Array

    @cached_property
    def follows_tool(self) -> bool:
        """Whether the normal turns with the moving shape: it is that of its face."""
        return bool(np.linalg.norm(self.normal[:, 3:], 2) > HALF)


def pose_covariance(origin: Array, position: float, angle: float) -> Array:
    """Return (6, 6) of a pose that is unsure by so much about a point [m], [rad]."""
    # With the twist at the point written at the root's origin: v + origin x omega.
    arm = cross_matrix(origin)
    covariance = np.diag((position**2,) * 3 + (angle**2,) * 3)
    covariance[:3, :3] += angle**2 * (arm @ arm.T)
    covariance[:3, 3:] = angle**2 * arm
    covariance[3:, :3] = angle**2 * arm.T
    return covariance


def point_motion(point: Array) -> Array:
    """Return (3, 6): from a twist at the origin to the velocity of a point."""
    motion = _SHIFT.copy()
    motion[:, 3:] = cross_matrix(-point)
    return motion


def sensitivity(
    finder: PatchFinder, patch: FoundPatch, shapes: tuple[Any, Any, Any, Any]
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


def coal_pose(placement: Any) -> Any:
    """Return Pinocchio's SE3 as Coal's."""
    return coal.Transform3s(placement.rotation, placement.translation)


@dataclass(frozen=True, eq=False)
class PatchCovariances:
    """Of a patch: positions (k, 3, 3) of its corners [m^2], normal (3, 3) as a turn [rad^2]."""

    positions: Array
    normal: Array


def patch_covariances(
    patch: FoundPatch, given: Sensitivity, still_axes: Array, both: Array
) -> PatchCovariances:
    """Return what follows from the covariance (12, 12) of tool and scene at the root's origin."""
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


def gap_deviation(patch: FoundPatch, both: Array) -> float:
    """Return the standard deviation of the gap at the patch's middle [m]; both: (12, 12)."""
    row = patch.normal @ point_motion(middle_of(patch.corners))
    apart = np.concatenate((row, -row))
    return sqrt(max(0.0, float(apart @ both @ apart)))


def chance_below(limit: float, value: float, deviation: float) -> float:
    """Return the probability that what was estimated as a value lies below a limit."""
    if deviation <= 0.0:
        return float(value <= limit)
    return 0.5 * (1.0 + erf((limit - value) / (deviation * sqrt(2.0))))


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
