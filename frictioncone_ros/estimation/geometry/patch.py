# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Where two convex shapes touch or nearly touch: Coal's contact patch as a few corners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Annotated, Any

import numpy as np

from frictioncone_ros.estimation.geometry.libraries import coal, CoalPose, Convex
from frictioncone_ros.estimation.sized_arrays import Finite, NonNegative, Three, ThreeByThree
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, cross_matrix
from frictioncone_ros.spatial.arguments import checked, checked_fields
from frictioncone_ros.spatial.converters import as_rows

SKEWED = np.array((1.0, 0.618, 0.377))
"""A direction that corners of usual shapes are never equally far along: it tells the first."""

HALVINGS = 16
"""So often a stretch of an edge is halved to find where it leaves a shape: 1 um of 60 mm."""

CROSSING = 4.0
"""An edge that is near another for no more than so many times what is near crosses it [-]."""


Corners = Annotated[Array, as_rows((3,), '(k, 3) with k > 0', 1)]


@checked_fields
@dataclass(frozen=True, eq=False)
class FoundPatch:
    """
    A contact patch as Coal finds it, seen from the root link.

    corners: (k, 3) halfway between the surfaces [m]. normal: (3,) from the still shape into the
    moving one. gap: along it [m], negative overlapping.
    """

    corners: Corners
    normal: Three
    gap: Finite


LEAST_CORNERS, MOST_CORNERS = 3, 16
"""How many corners a patch may be reduced to."""


def require_corners(count: int) -> None:
    """Refuse a number of corners that a patch is not reduced to."""
    if not LEAST_CORNERS <= count <= MOST_CORNERS:
        raise InvalidInputError('most_corners', count, f'{LEAST_CORNERS} to {MOST_CORNERS}')


class PatchFinder:
    """
    Asks Coal for patches.

    margin: gaps beyond it are not looked at [m]. tolerance: how far from the touching plane a
    corner may lie to belong to the patch [m]. most_corners: a polygon is reduced to so many.
    """

    @checked
    def __init__(self, margin: NonNegative, tolerance: NonNegative, most_corners: int) -> None:
        """Prepare the questions once: making them costs as much as an answer."""
        require_corners(most_corners)
        self._request = coal.CollisionRequest(coal.CollisionRequestFlag.CONTACT, 1)
        self._request.security_margin = margin
        self._result = coal.CollisionResult()
        self._patch_request = coal.ContactPatchRequest(1, 12, tolerance)
        self._patch_result = coal.ContactPatchResult(self._patch_request)
        self._tolerance, self._most_corners = tolerance, most_corners
        self._point, self._distance = coal.Sphere(0.0), coal.DistanceRequest()
        self._distance_result = coal.DistanceResult()

    @checked
    def all_corners(
        self, moving: Convex, pose: CoalPose, still: Convex, still_pose: CoalPose
    ) -> FoundPatch | None:
        """
        Return the whole patch between two Coal shapes at Coal poses, None beyond the margin.

        The still shape is Coal's first: its normal then points from it into the moving one.
        """
        shapes = (still, still_pose, moving, pose)
        self._result.clear()
        if not coal.collide(*shapes, self._request, self._result):
            return None
        contact = self._result.getContact(0)
        self._patch_result.clear()
        coal.computeContactPatch(*shapes, self._result, self._patch_request, self._patch_result)
        corners = [contact.pos]
        if self._patch_result.numContactPatches():
            patch = self._patch_result.getContactPatch(0)
            corners = [patch.getPoint(index) for index in range(patch.size())] or corners
        gap = float(contact.penetration_depth)
        if len(corners) == 2:
            near = 0.5 * abs(gap) + self._tolerance
            corners = self._common(corners, np.array(contact.pos), shapes, near)
        normal = np.array(contact.normal)
        length = sqrt(normal @ normal)
        return FoundPatch(np.array(corners), normal / length, gap)

    def _common(
        self, ends: Sequence[Array], middle: Array, shapes: tuple[Any, ...], near: float
    ) -> list[Array]:
        """
        Return the part of an edge (two ends) that both shapes have, one point where edges cross.

        Coal gives the whole edge of one shape where two edges cross: its ends may lie far outside
        the other. middle: of the contact (3,) [m]. near: how far from a shape is on it [m].
        """
        kept = [self._last_near(middle, end, shapes, near) for end in ends]
        length = float(np.linalg.norm(kept[1] - kept[0]))
        return kept if length > CROSSING * near else [middle]

    def _last_near(self, inside: Array, end: Array, shapes: tuple[Any, ...], near: float) -> Array:
        """Return the point farthest towards an end that is on both shapes, from one that is."""
        if self._is_near(end, shapes, near):
            return end
        for _ in range(HALVINGS):
            # What is near a convex shape is convex: of a line a stretch.
            between = 0.5 * (inside + end)
            if self._is_near(between, shapes, near):
                inside = between
            else:
                end = between
        return inside

    def _is_near(self, point: Array, shapes: tuple[Any, ...], near: float) -> bool:
        """Tell whether a point (3,) is no further than that from either shape."""
        still, still_pose, moving, pose = shapes
        place = coal.Transform3s(np.eye(3), point)
        for shape, at in ((still, still_pose), (moving, pose)):
            self._distance_result.clear()
            asked = self._point, place, shape, at, self._distance, self._distance_result
            if coal.distance(*asked) > near:
                return False
        return True

    @checked
    def reduced(self, patch: FoundPatch, moving_axes: ThreeByThree) -> FoundPatch:
        """
        Return a patch with few corners, always in the same order for the moving shape.

        moving_axes: (3, 3), columns are the moving shape's axes. Any choice of corners lies
        inside the polygon, so that what fewer corners carry the patch carries too.
        """
        corners = ordered(patch.corners, patch.normal, moving_axes @ SKEWED)
        kept = spread(corners, patch.normal, self._most_corners)
        return FoundPatch(corners[kept], patch.normal, patch.gap)


@checked
def ordered(corners: Corners, normal: Three, direction: Three) -> Array:
    """Return corners counter-clockwise about the normal, from the farthest along a direction."""
    if len(corners) < 2:
        return corners
    arms = corners - middle_of(corners)
    first = direction - normal * (normal @ direction)
    along = arms @ first
    # From the farthest along: its angle is where the others begin to count.
    start = int(along.argmax())
    across = arms @ (cross_matrix(normal) @ first)
    angles = np.arctan2(across, along)
    return corners[((angles - angles[start]) % (2.0 * np.pi)).argsort()]


@checked
def middle_of(corners: Corners) -> Array:
    """Return the mean (3,) of corners (k, 3)."""
    # A sum over so few is three times as fast as mean().
    return corners.sum(axis=0) / len(corners)


@checked
def spread(corners: Corners, normal: Three, count: int) -> list[int]:
    """
    Return which corners to keep, in order: the first, the farthest from it, then what adds most.

    corners: (k, 3) in order about the normal. What a corner adds is the area of the triangle with
    its two neighbours among those kept.
    """
    require_corners(count)
    if len(corners) <= count:
        return list(range(len(corners)))
    kept = [0, int(np.argmax(np.linalg.norm(corners - corners[0], axis=1)))]
    while len(kept) < count:
        left = [index for index in range(len(corners)) if index not in kept]
        before = [max(index for index in kept if index < other) for other in left]
        after = [min((index for index in kept if index > other), default=0) for other in left]
        sides = corners[left] - corners[before], corners[after] - corners[before]
        areas = np.abs(np.cross(*sides) @ normal)
        kept = sorted((*kept, left[int(np.argmax(areas))]))
    return kept
