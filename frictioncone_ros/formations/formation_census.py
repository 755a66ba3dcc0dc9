# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Every formation of three sliding contacts that the polygons can hold at one configuration."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
import math

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.exceptions import LimitExceededError
from frictioncone_ros.formations.contact_formation import ContactFormation
from frictioncone_ros.formations.distance_bounds import compatible_pairs
from frictioncone_ros.formations.equations.pose_set import Verdict
from frictioncone_ros.formations.equations.pose_solver import solve_contact_equations
from frictioncone_ros.formations.formation_placement import FormationPlacement
from frictioncone_ros.formations.manipulation_system import ManipulationSystem, PoseLike
from frictioncone_ros.formations.pose_report import workpiece_overlaps
from frictioncone_ros.formations.touching import elemental_contacts

FORMATION_LIMIT = 2_000_000
"""A census larger than this is refused: at 50 us each it would take minutes."""


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
    solved, on_edges, infinite = 0, [], []
    for triple in _triples(compatible_pairs(system, contacts, placed)):
        solved += 1
        found = solve_contact_equations([equations[index] for index in triple])
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
