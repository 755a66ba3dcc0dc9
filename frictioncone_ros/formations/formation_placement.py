# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A formation with everything placed: where its contacts are, and whether on their edges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from frictioncone_ros.contact import ContactKind
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.formations.contact_formation import ContactFormation, ElementalContact
from frictioncone_ros.formations.equations.contact_equations import ContactEquation
from frictioncone_ros.formations.manipulation_system import (
    EDGE_END,
    ManipulationSystem,
    PoseLike,
)
from frictioncone_ros.formations.planar_pose import as_planar_pose, PlanarPose
from frictioncone_ros.spatial.arguments import checked_fields
from frictioncone_ros.spatial.converters import as_given


@checked_fields
@dataclass(frozen=True)
class PlacedContact:
    """
    One contact at one pose.

    point: the touching vertex in the world [m]; normal: unit, into the workpiece, world axes.
    along_edge: distance of the vertex's foot from the edge's first vertex [m]; edge_length [m].
    """

    contact: ElementalContact
    point: tuple[float, float]
    normal: tuple[float, float]
    along_edge: float
    edge_length: float

    @property
    def margin(self) -> float:
        """Distance from the nearer end of the edge, negative beyond it [m]."""
        return min(self.along_edge, self.edge_length - self.along_edge)

    @property
    def on_edge(self) -> bool:
        """Whether the vertex is on the edge and not only on the line through it."""
        return self.margin >= -EDGE_END * self.edge_length


@checked_fields
@dataclass(frozen=True)
class FormationPlacement:
    """
    A formation of a system with the manipulators and the workpiece at given poses.

    The pose should be one that system.solve() returned (or a member of a family).
    """

    system: ManipulationSystem
    formation: ContactFormation
    manipulator_poses: Annotated[tuple[PlanarPose, ...], as_given]
    pose: Annotated[PlanarPose, as_given]

    def __post_init__(self) -> None:
        """Check the poses' numbers; they may be given as (x, y, angle)."""
        placed = self.system.placed(self.manipulator_poses)
        object.__setattr__(self, 'manipulator_poses', placed)
        object.__setattr__(self, 'pose', as_planar_pose(self.pose, 'workpiece'))

    @cached_property
    def equations(self) -> tuple[ContactEquation, ...]:
        """The contacts' equations, in the order of the formation."""
        return self.system.equations(self.formation, self.manipulator_poses)

    @cached_property
    def contacts(self) -> tuple[PlacedContact, ...]:
        """Where the contacts are, in the order of the formation."""
        return tuple(self._placed(contact) for contact in self.formation.contacts)

    def _placed(self, contact: ElementalContact) -> PlacedContact:
        edge, vertex = self.system.edge_and_vertex(contact)
        manipulator_pose = self.manipulator_poses[contact.manipulator]
        if contact.kind is ContactKind.ENVIRONMENT_VERTEX:
            edge_pose, vertex_pose, sign = self.pose, manipulator_pose, -1.0
        else:
            edge_pose, vertex_pose, sign = manipulator_pose, self.pose, 1.0
        point = vertex_pose.point_in_world(vertex)
        normal = edge_pose.direction_in_world((sign * edge.normal_x, sign * edge.normal_y))
        along = edge.distance_along(edge_pose.point_from_world(point))
        return PlacedContact(contact, point, normal, along, edge.length)


def placements(
    system: ManipulationSystem,
    formation: ContactFormation,
    manipulator_poses: Sequence[PoseLike],
) -> tuple[FormationPlacement, ...]:
    """
    Return the formation at each isolated pose that solves it, sorted by angle.

    Parameters
    ----------
    system: the polygons of workpiece and manipulators, a `formations.ManipulationSystem`.
    formation: which edge touches which vertex, a `formations.ContactFormation`.
    manipulator_poses: one (x, y, angle) [m, rad] for each manipulator polygon.

    Returns
    -------
    Placements: the workpiece's pose with its contacts; none where no pose solves the formation,
    and none for continua of poses: the verdict of `ManipulationSystem.solve` tells the two apart.

    Raises
    ------
    InvalidInputError: where something is not what it should be or poses are missing.
    """
    if not isinstance(system, ManipulationSystem):
        raise InvalidInputError('system', system, 'a ManipulationSystem of polygons')
    solved = system.solve(formation, manipulator_poses)
    placed = system.placed(manipulator_poses)
    return tuple(
        FormationPlacement(system, formation, placed, found.pose) for found in solved.poses
    )
