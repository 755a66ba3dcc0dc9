# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
One pose looked at closely: on the edges, overlapping elsewhere, near a branch point.

Which vertices and edges touch at a pose, whether or not the formation names them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from frictioncone_ros.contact import ContactKind
from frictioncone_ros.formations.contact_formation import (
    edge_contact,
    ElementalContact,
    vertex_contact,
)
from frictioncone_ros.formations.formation_placement import FormationPlacement, PlacedContact
from frictioncone_ros.formations.manipulation_system import ManipulationSystem
from frictioncone_ros.formations.planar_pose import PlanarPose
from frictioncone_ros.formations.polygons.overlap import overlap_depth
from frictioncone_ros.formations.sensitivity import branch_distance, BranchDistance
from frictioncone_ros.spatial.arguments import checked, checked_fields


@checked_fields
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


@checked
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


TOUCHING_GAP = 1e-7
"""Gap below this times the size of the polygons names the contact that has appeared [-]."""


@checked
def elemental_contacts(system: ManipulationSystem) -> tuple[ElementalContact, ...]:
    """Return every sliding contact of type A and B between the workpiece and the manipulators."""
    contacts: list[ElementalContact] = []
    for index, manipulator in enumerate(system.manipulators):
        for own in range(len(system.workpiece.corners)):
            for other in range(len(manipulator.corners)):
                contacts.append(edge_contact(own, index, other))
                contacts.append(vertex_contact(own, index, other))
    return tuple(contacts)


@checked
def touching_contacts(
    system: ManipulationSystem, manipulator_poses: tuple[PlanarPose, ...], pose: PlanarPose
) -> tuple[ElementalContact, ...]:
    """Return every contact whose vertex is on its edge within the tolerance for touching."""
    placed_polygons = system.placed(manipulator_poses)
    slack = TOUCHING_GAP * system.workpiece.size
    touching = []
    for contact in elemental_contacts(system):
        edge, vertex = system.edge_and_vertex(contact)
        placed = placed_polygons[contact.manipulator]
        on_workpiece = contact.kind is ContactKind.ENVIRONMENT_VERTEX
        edge_pose, vertex_pose = (pose, placed) if on_workpiece else (placed, pose)
        seen = edge_pose.point_from_world(vertex_pose.point_in_world(vertex))
        gap = edge.normal_x * seen[0] + edge.normal_y * seen[1] - edge.offset
        if abs(gap) <= slack and -slack <= edge.distance_along(seen) <= edge.length + slack:
            touching.append(contact)
    return tuple(touching)


def new_contacts(placement: FormationPlacement) -> tuple[ElementalContact, ...]:
    """Return the contacts that touch without being part of the formation."""
    own = {
        (c.kind, c.workpiece_element, c.manipulator, c.manipulator_element)
        for c in placement.formation.contacts
    }
    touching = touching_contacts(placement.system, placement.manipulator_poses, placement.pose)
    return tuple(
        c
        for c in touching
        if (c.kind, c.workpiece_element, c.manipulator, c.manipulator_element) not in own
    )
