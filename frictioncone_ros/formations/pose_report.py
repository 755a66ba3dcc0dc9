# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""One pose looked at closely: on the edges, overlapping elsewhere, near a branch point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from frictioncone_ros.formations.branch_distance import branch_distance, BranchDistance
from frictioncone_ros.formations.formation_placement import FormationPlacement, PlacedContact
from frictioncone_ros.formations.manipulation_system import ManipulationSystem
from frictioncone_ros.formations.planar_pose import PlanarPose
from frictioncone_ros.formations.polygons.overlap import overlap_depth


@dataclass(frozen=True)
class PoseReport:
    """
    What a pose on the supporting lines is worth.

    contacts: in the order of the formation; overlaps: for each manipulator polygon how deep it and
    the workpiece reach into each other [m], 0 for apart or touching; branch: distance from the
    branch locus, moments scaled by the workpiece's size.
    """

    pose: PlanarPose
    contacts: tuple[PlacedContact, ...]
    overlaps: tuple[float, ...]
    branch: BranchDistance

    @property
    def on_edges(self) -> bool:
        """Whether every vertex is on its edge and not only on the line through it."""
        return all(contact.on_edge for contact in self.contacts)

    @property
    def overlapping(self) -> bool:
        """Whether the workpiece overlaps a manipulator polygon."""
        return any(depth > 0.0 for depth in self.overlaps)

    @property
    def admissible(self) -> bool:
        """Whether rigid polygons can be there: contacts on their edges, nothing overlapping."""
        return self.on_edges and not self.overlapping


def describe_pose(placement: FormationPlacement) -> PoseReport:
    """Return the report of one pose of the workpiece."""
    system = placement.system
    return PoseReport(
        placement.pose,
        placement.contacts,
        workpiece_overlaps(system, placement.manipulator_poses, placement.pose),
        branch_distance(placement.equations, placement.pose, system.workpiece.size),
    )


def workpiece_overlaps(
    system: ManipulationSystem, manipulator_poses: Sequence[PlanarPose], pose: PlanarPose
) -> tuple[float, ...]:
    """Return for each manipulator polygon how deep it and the workpiece overlap [m]."""
    workpiece = pose.points_in_world(system.workpiece.vertices)
    return tuple(
        overlap_depth(workpiece, placed.points_in_world(polygon.vertices))
        for polygon, placed in zip(system.manipulators, manipulator_poses, strict=True)
    )
