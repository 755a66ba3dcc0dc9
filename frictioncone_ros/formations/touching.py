# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Which vertices and edges touch at a pose, whether or not the formation names them."""

from __future__ import annotations

from frictioncone_ros.contact import ContactKind
from frictioncone_ros.formations.elemental_contact import (
    edge_contact,
    ElementalContact,
    vertex_contact,
)
from frictioncone_ros.formations.formation_placement import FormationPlacement
from frictioncone_ros.formations.manipulation_system import ManipulationSystem
from frictioncone_ros.formations.planar_pose import PlanarPose

TOUCHING_GAP = 1e-7
"""Gap below this times the size of the polygons names the contact that has appeared [-]."""


def elemental_contacts(system: ManipulationSystem) -> tuple[ElementalContact, ...]:
    """Return every sliding contact of type A and B between the workpiece and the manipulators."""
    contacts: list[ElementalContact] = []
    for index, manipulator in enumerate(system.manipulators):
        for own in range(len(system.workpiece.corners)):
            for other in range(len(manipulator.corners)):
                contacts.append(edge_contact(own, index, other))
                contacts.append(vertex_contact(own, index, other))
    return tuple(contacts)


def touching_contacts(
    system: ManipulationSystem, manipulator_poses: tuple[PlanarPose, ...], pose: PlanarPose
) -> tuple[ElementalContact, ...]:
    """Return every contact whose vertex is on its edge within the tolerance for touching."""
    slack = TOUCHING_GAP * system.workpiece.size
    touching = []
    for contact in elemental_contacts(system):
        edge, vertex = system.edge_and_vertex(contact)
        placed = manipulator_poses[contact.manipulator]
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
