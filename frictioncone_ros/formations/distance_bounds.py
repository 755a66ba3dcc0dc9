# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Which contacts can hold together, by distance alone.

Two touching points are as far apart on the workpiece as they are in the world. So a pair of
contacts is possible only if the range of distances between its two workpiece elements meets the
range between its two manipulator elements. A vertex is a segment of length zero.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.contact import ContactKind
from frictioncone_ros.formations.elemental_contact import ElementalContact
from frictioncone_ros.formations.formation_placement import EDGE_END
from frictioncone_ros.formations.manipulation_system import ManipulationSystem
from frictioncone_ros.formations.planar_pose import PlanarPose
from frictioncone_ros.spatial import Array


def compatible_pairs(
    system: ManipulationSystem,
    contacts: Sequence[ElementalContact],
    manipulator_poses: tuple[PlanarPose, ...],
) -> NDArray[np.bool_]:
    """Return the symmetric (k, k) table of pairs of contacts that distances do not exclude."""
    on_workpiece = np.array([_workpiece_segment(system, contact) for contact in contacts])
    in_world = np.array(
        [_manipulator_segment(system, contact, manipulator_poses) for contact in contacts]
    )
    nearest_body, farthest_body = distance_bounds(on_workpiece)
    nearest_world, farthest_world = distance_bounds(in_world)
    slack = EDGE_END * max(float(farthest_world.max()), float(farthest_body.max()))
    meet: NDArray[np.bool_] = (nearest_body <= farthest_world + slack) & (
        nearest_world <= farthest_body + slack
    )
    return meet


def distance_bounds(segments: Array) -> tuple[Array, Array]:
    """Return the smallest and largest distance (k, k) [m] between points of segments (k, 2, 2)."""
    count = len(segments)
    starts, ends = segments[:, 0], segments[:, 1]
    smallest = np.full((count, count), np.inf)
    largest = np.zeros((count, count))
    for end in (starts, ends):
        to_segments = _point_distances(end, starts, ends)
        smallest = np.minimum(smallest, np.minimum(to_segments, to_segments.T))
        for other in (starts, ends):
            gaps = np.linalg.norm(end[:, None, :] - other, axis=2)
            largest = np.maximum(largest, gaps)
    return np.where(_crossing(starts, ends), 0.0, smallest), largest


def _point_distances(points: Array, starts: Array, ends: Array) -> Array:
    """Return the distances (p, k) of points from segments, some of which may be points."""
    along = ends - starts
    squared = np.einsum('kc,kc->k', along, along)
    arms = points[:, None, :] - starts
    parts = np.einsum('pkc,kc->pk', arms, along) / np.where(squared == 0.0, 1.0, squared)
    distances: Array = np.linalg.norm(arms - np.clip(parts, 0.0, 1.0)[..., None] * along, axis=2)
    return distances


def _crossing(starts: Array, ends: Array) -> NDArray[np.bool_]:
    """Return the table (k, k) of segments that cross in their interiors."""
    along = ends - starts
    sides = [
        along[:, None, 0] * (points[None, :, 1] - starts[:, None, 1])
        - along[:, None, 1] * (points[None, :, 0] - starts[:, None, 0])
        for points in (starts, ends)
    ]
    separated: NDArray[np.bool_] = sides[0] * sides[1] < 0.0
    return separated & separated.T


def _workpiece_segment(
    system: ManipulationSystem, contact: ElementalContact
) -> tuple[tuple[float, float], tuple[float, float]]:
    corners, number = system.workpiece.corners, contact.workpiece_element
    if contact.kind is ContactKind.BODY_VERTEX:
        return corners[number], corners[number]
    return corners[number], corners[(number + 1) % len(corners)]


def _manipulator_segment(
    system: ManipulationSystem, contact: ElementalContact, poses: tuple[PlanarPose, ...]
) -> tuple[tuple[float, float], tuple[float, float]]:
    corners = system.manipulators[contact.manipulator].corners
    number, pose = contact.manipulator_element, poses[contact.manipulator]
    start = pose.point_in_world(corners[number])
    if contact.kind is ContactKind.ENVIRONMENT_VERTEX:
        return start, start
    return start, pose.point_in_world(corners[(number + 1) % len(corners)])
