# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What a scenario file says, as values of the rooms below."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from frictioncone_ros.contact import ContactMode, ContactState
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import Array

if TYPE_CHECKING:
    from frictioncone_ros.formations import ContactFormation, ManipulationSystem, PlanarPose


@dataclass(frozen=True)
class PolygonScene:
    """
    A workpiece polygon among placed manipulator polygons.

    manipulator_poses: one for each manipulator, in the world [m, rad]. formation: which edge
    touches which vertex; None where any formation is asked for.
    """

    system: ManipulationSystem
    manipulator_poses: tuple[PlanarPose, ...]
    formation: ContactFormation | None = None


@dataclass(frozen=True)
class DesiredMotion:
    """
    How the body is to move, and what the robot moves it with.

    twist: of the body at the reference point [m/s, rad/s], None for components that may be
    anything. hand: names of the contacts that the robot makes; none: it holds the body.
    hand_turns: whether the hand is a rigid body and not a point.
    """

    twist: tuple[float | None, ...]
    hand: tuple[str, ...] = ()
    hand_turns: bool = False


@dataclass(frozen=True, eq=False)
class Scenario:
    """
    One scene to ask questions about.

    name: of the file without its ending; title: one line for people.
    state: contacts, inertia and twist; None where the file has polygons only.
    wrench: (d,) external wrench on the body about the reference point, gravity included [N, Nm].
    load: (d,) a further external wrench, the one that may grow [N, Nm].
    mode: one interaction for each contact. preload: (k,) normal force that each contact has
    without any wrench [N]. polygons: workpiece and manipulators. motion: the desired one.
    """

    name: str
    title: str = ''
    state: ContactState | None = None
    wrench: Array | None = None
    load: Array | None = None
    mode: ContactMode | None = None
    preload: Array | None = None
    polygons: PolygonScene | None = None
    motion: DesiredMotion | None = None

    @property
    def external_wrench(self) -> Array | None:
        """Wrench and load together (d,) [N, Nm]; None where neither is given."""
        if self.wrench is None or self.load is None:
            return self.load if self.wrench is None else self.wrench
        total: Array = self.wrench + self.load
        return total

    def required_state(self) -> ContactState:
        """Return the contact state, or say that the scene has none."""
        if self.state is None:
            raise InvalidInputError('contacts', None, 'contacts in the scene', self.name)
        return self.state

    def required_wrench(self) -> Array:
        """Return the external wrench (d,) [N, Nm], or say that the scene has none."""
        total = self.external_wrench
        if total is None:
            raise InvalidInputError('wrench', None, 'a wrench in the scene', self.name)
        return total

    def required_polygons(self) -> PolygonScene:
        """Return the polygons, or say that the scene has none."""
        if self.polygons is None:
            raise InvalidInputError('polygons', None, 'polygons in the scene', self.name)
        return self.polygons
