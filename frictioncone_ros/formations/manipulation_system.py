# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The workpiece and the manipulator polygons, and where a formation's contacts come from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from frictioncone_ros.contact import ContactKind
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.formations.contact_formation import ContactFormation, ElementalContact
from frictioncone_ros.formations.equations.contact_equations import (
    ContactEquation,
    EdgeOnVertex,
    RollingPoint,
    VertexOnEdge,
)
from frictioncone_ros.formations.equations.pose_set import PoseSet
from frictioncone_ros.formations.equations.pose_solver import solve_contact_equations
from frictioncone_ros.formations.planar_pose import as_planar_pose, PlanarPose
from frictioncone_ros.formations.polygons.polygon import Edge, Polygon
from frictioncone_ros.spatial.arguments import checked, explained
from frictioncone_ros.spatial.arrays import as_items

EDGE_END = 1e-9
"""A contact this far beyond the end of its edge, relative to the edge, is still on it [-]."""

PoseLike = PlanarPose | Sequence[float]
"""A PlanarPose, or its three numbers (x, y, angle) [m, m, rad]."""


@dataclass(frozen=True)
class ManipulationSystem:
    """
    A passive workpiece and one or more manipulator polygons, each placed independently.

    Contacts name the manipulators by their place in the tuple.
    """

    workpiece: Polygon
    manipulators: tuple[Polygon, ...]

    def __post_init__(self) -> None:
        """Refuse a system without manipulator, and what is no polygon."""
        manipulators = as_items(self.manipulators, 'manipulators', 'Polygons')
        object.__setattr__(self, 'manipulators', manipulators)
        for polygon in (self.workpiece, *manipulators):
            if not isinstance(polygon, Polygon):
                raise InvalidInputError('polygon of the system', polygon, 'a Polygon')
        if not self.manipulators:
            raise InvalidInputError('number of manipulator polygons', 0, 'at least one')

    def placed(self, manipulator_poses: Sequence[PoseLike]) -> tuple[PlanarPose, ...]:
        """Return the manipulators' poses, finite and one for each polygon."""
        expected = 'one pose (x, y, angle) for each manipulator polygon'
        poses = as_items(manipulator_poses, 'manipulator poses', expected)
        if len(poses) != len(self.manipulators):
            raise InvalidInputError(
                'number of manipulator poses',
                len(poses),
                f'one per manipulator polygon ({len(self.manipulators)})',
            )
        return tuple(
            [as_planar_pose(pose, f'manipulator {index}') for index, pose in enumerate(poses)]
        )

    def solve(self, formation: ContactFormation, manipulator_poses: Sequence[PoseLike]) -> PoseSet:
        """Return every pose of the workpiece that keeps the formation on its supporting lines."""
        if not isinstance(formation, ContactFormation):
            raise InvalidInputError('formation', formation, 'a ContactFormation')
        poses = self.placed(manipulator_poses)
        equations = [self.equation(contact, poses) for contact in formation.contacts]
        return solve_contact_equations(equations, self.lengths(poses))

    @explained
    def lengths(self, poses: tuple[PlanarPose, ...]) -> float:
        """Return the largest lengths [m] that cancel in the contacts' equations."""
        farthest = 0.0
        for pose in poses:
            farthest = max(farthest, abs(pose.x) + abs(pose.y))
        return self._reach + farthest

    @cached_property
    def _reach(self) -> float:
        """The largest coordinate of the polygons in their own frames [m]."""
        polygons = (self.workpiece, *self.manipulators)
        return float(max(np.abs(polygon.vertices).max() for polygon in polygons))

    @checked
    def equations(
        self, formation: ContactFormation, manipulator_poses: Sequence[PoseLike]
    ) -> tuple[ContactEquation, ...]:
        """Return the contacts' equations with the manipulators at these poses."""
        poses = self.placed(manipulator_poses)
        return tuple(self.equation(contact, poses) for contact in formation.contacts)

    @explained
    def equation(
        self, contact: ElementalContact, poses: tuple[PlanarPose, ...]
    ) -> ContactEquation:
        """Return one contact's equation; poses as returned by placed()."""
        edge, vertex = self.edge_and_vertex(contact)
        if contact.manipulator >= len(poses):
            raise InvalidInputError('number of manipulator poses', len(poses), 'one per polygon')
        pose = poses[contact.manipulator]
        if contact.kind is ContactKind.ENVIRONMENT_VERTEX:
            in_world = pose.point_in_world(vertex)
            if contact.rolling_distance is None:
                return EdgeOnVertex(edge.normal_x, edge.normal_y, edge.offset, *in_world)
            touching = edge.point_at(contact.rolling_distance)
            return RollingPoint(*touching, *in_world, -edge.normal_x, -edge.normal_y, True)
        normal = pose.direction_in_world((edge.normal_x, edge.normal_y))
        if contact.rolling_distance is None:
            offset = edge.offset + normal[0] * pose.x + normal[1] * pose.y
            return VertexOnEdge(*normal, offset, *vertex)
        touched = pose.point_in_world(edge.point_at(contact.rolling_distance))
        return RollingPoint(*vertex, *touched, *normal, False)

    @explained
    def edge_and_vertex(self, contact: ElementalContact) -> tuple[Edge, tuple[float, float]]:
        """Return a contact's edge and vertex, each in its own polygon's frame [m]."""
        if contact.manipulator >= len(self.manipulators):
            raise InvalidInputError(
                'manipulator',
                contact.manipulator,
                f'a number below {len(self.manipulators)}',
                f'contact {contact}',
            )
        manipulator = self.manipulators[contact.manipulator]
        _refuse_absent(contact, 'workpiece element', contact.workpiece_element, self.workpiece)
        _refuse_absent(contact, 'manipulator element', contact.manipulator_element, manipulator)
        if contact.kind is ContactKind.ENVIRONMENT_VERTEX:
            edge = self.workpiece.edges[contact.workpiece_element]
            vertex = manipulator.corners[contact.manipulator_element]
        else:
            edge = manipulator.edges[contact.manipulator_element]
            vertex = self.workpiece.corners[contact.workpiece_element]
        longest = (1.0 + EDGE_END) * edge.length
        if contact.rolling_distance is not None and contact.rolling_distance > longest:
            raise InvalidInputError(
                'rolling distance',
                contact.rolling_distance,
                f'at most the length {edge.length:g} m of its edge',
                f'contact {contact}',
            )
        return edge, vertex


def _refuse_absent(contact: ElementalContact, what: str, number: int, polygon: Polygon) -> None:
    if number >= len(polygon.corners):
        raise InvalidInputError(
            what,
            number,
            f'a number below {len(polygon.corners)}, all that {polygon.name!r} has',
            f'contact {contact}',
        )
