# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Every formation of three sliding contacts that the polygons can hold at one configuration.

Which contacts can hold together, by distance alone.

Two touching points are as far apart on the workpiece as they are in the world. So a pair of
contacts is possible only if the range of distances between its two workpiece elements meets the
range between its two manipulator elements. A vertex is a segment of length zero.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
import math

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.contact import ContactKind
from frictioncone_ros.exceptions import LimitExceededError
from frictioncone_ros.formations.contact_formation import ContactFormation, ElementalContact
from frictioncone_ros.formations.equations.pose_set import Verdict
from frictioncone_ros.formations.equations.pose_solver import solve_contact_equations
from frictioncone_ros.formations.formation_placement import FormationPlacement
from frictioncone_ros.formations.manipulation_system import (
    EDGE_END,
    ManipulationSystem,
    PoseLike,
)
from frictioncone_ros.formations.planar_pose import PlanarPose
from frictioncone_ros.formations.pose_report import elemental_contacts, workpiece_overlaps
from frictioncone_ros.spatial import Array
from frictioncone_ros.spatial.arguments import checked, checked_fields


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


FORMATION_LIMIT = 2_000_000
"""A census larger than this is refused: at 50 us each it would take minutes."""


@checked_fields
@dataclass(frozen=True)
class FormationCensus:
    """
    All formations of three sliding contacts at one configuration of the manipulators.

    candidates: number of sets of three contacts; solved: those that distances do not exclude;
    possible: formations and poses with every contact on its edge and no overlap; overlapping:
    those on their edges that overlap elsewhere; infinite: formations with a continuum of poses,
    whose members the census does not place.
    """

    candidates: int
    solved: int
    possible: tuple[FormationPlacement, ...]
    overlapping: tuple[FormationPlacement, ...]
    infinite: tuple[ContactFormation, ...]


@checked
def formations_at(
    system: ManipulationSystem,
    manipulator_poses: Sequence[PoseLike],
    limit: int = FORMATION_LIMIT,
) -> FormationCensus:
    """
    Return all formations that rigid polygons can hold with the manipulators at these poses.

    Rolling formations are not listed: their rolling point is a free number.
    """
    placed = system.placed(manipulator_poses)
    contacts = elemental_contacts(system)
    candidates = math.comb(len(contacts), 3)
    if candidates > limit:
        raise LimitExceededError('number of formations', candidates, limit)
    equations = [system.equation(contact, placed) for contact in contacts]
    lengths = system.lengths(placed)
    solved, on_edges, infinite = 0, [], []
    for triple in _triples(compatible_pairs(system, contacts, placed)):
        solved += 1
        found = solve_contact_equations([equations[index] for index in triple], lengths)
        if not found.poses and not found.families:
            continue
        formation = ContactFormation(tuple(contacts[index] for index in triple))
        if found.verdict is Verdict.INFINITE:
            infinite.append(formation)
        for pose in found.poses:
            placement = FormationPlacement(system, formation, placed, pose.pose)
            if all(contact.on_edge for contact in placement.contacts):
                on_edges.append(placement)
    possible, overlapping = _split_by_overlap(on_edges)
    return FormationCensus(candidates, solved, possible, overlapping, tuple(infinite))


def _triples(compatible: NDArray[np.bool_]) -> Iterator[tuple[int, int, int]]:
    """Yield the sets of three contacts of which every pair is compatible, in order."""
    later = np.triu(compatible, 1)
    for first in range(len(later)):
        for second in np.flatnonzero(later[first]).tolist():
            for third in np.flatnonzero(later[first] & later[second]).tolist():
                yield first, second, third


def _split_by_overlap(
    placements: list[FormationPlacement],
) -> tuple[tuple[FormationPlacement, ...], tuple[FormationPlacement, ...]]:
    """Return the placements without and with overlap."""
    possible: list[FormationPlacement] = []
    overlapping: list[FormationPlacement] = []
    for placement in placements:
        depths = workpiece_overlaps(placement.system, placement.manipulator_poses, placement.pose)
        (overlapping if any(depths) else possible).append(placement)
    return tuple(possible), tuple(overlapping)
