# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
One branch of a formation's poses, from parameter to parameter.

What comes out of following a formation: samples along the path, and events.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
import math

from frictioncone_ros.formations.contact_formation import ContactFormation, ElementalContact
from frictioncone_ros.formations.equations.pose_set import FormationPose, PoseSet
from frictioncone_ros.formations.formation_placement import FormationPlacement
from frictioncone_ros.formations.manipulation_system import ManipulationSystem, PoseLike
from frictioncone_ros.formations.planar_pose import PlanarPose, wrapped_angle
from frictioncone_ros.formations.pose_report import workpiece_overlaps
from frictioncone_ros.spatial.arguments import checked, checked_fields


class EventKind(Enum):
    """What can happen on the way."""

    LEAVES_EDGE = 'a contact leaves its edge'
    RETURNS_TO_EDGE = 'a contact comes back onto its edge'
    BRANCHES_MEET = 'two branches meet: the manipulators lose control of the workpiece'
    CONTINUUM = 'the workpiece gains a free motion'
    RUNS_AWAY = 'edges become parallel and the pose goes to infinity'
    NEW_CONTACT = 'the workpiece touches elsewhere and would overlap beyond'
    CONTACT_ENDS = 'the overlap elsewhere ends'


class BranchPolicy(Enum):
    """What to do where two branches meet and the path goes on."""

    STOP = 'stop'
    KEEP = 'stay on the same branch'
    SWITCH = 'go over to the other branch'


@checked_fields
@dataclass(frozen=True)
class PathEvent:
    """
    An event at a path parameter in [0, 1], located to the stated fraction of the path.

    contacts: the contact that leaves or returns, or all that have newly come to touch.
    """

    kind: EventKind
    parameter: float
    placement: FormationPlacement
    contacts: tuple[ElementalContact, ...] = ()


@checked_fields
@dataclass(frozen=True)
class TrackSample:
    """
    The branch at one path parameter.

    determinant [m]: det W_n; its sign names the branch. overlapping: beyond touching.
    """

    parameter: float
    placement: FormationPlacement
    determinant: float
    overlapping: bool

    @property
    def margins(self) -> tuple[float, ...]:
        """Distance of each contact from the end of its edge, negative beyond [m]."""
        return tuple(contact.margin for contact in self.placement.contacts)

    @property
    def on_edges(self) -> tuple[bool, ...]:
        """Whether each contact is on its edge; one held at its very end is, despite rounding."""
        return tuple(contact.on_edge for contact in self.placement.contacts)

    @property
    def beyond(self) -> float:
        """How far the farthest contact is beyond the end of its edge, 0 if all are on [m]."""
        return max(0.0, -min(self.margins))


@checked_fields
@dataclass(frozen=True)
class FormationTrack:
    """
    A continuous branch of poses along a path of the manipulators.

    samples: by increasing parameter; events: likewise; completed: whether the branch reached the
    end of the path.
    """

    samples: tuple[TrackSample, ...]
    events: tuple[PathEvent, ...]
    completed: bool

    @checked
    def events_of(self, kind: EventKind) -> tuple[PathEvent, ...]:
        """Return the events of one kind."""
        return tuple(event for event in self.events if event.kind is kind)


PATH_PARAMETER = 1e-9
"""Events on a path are located to this fraction of the path [-]."""
PATH_LONGEST_MOVE = 0.05
"""A step of the path that moves the workpiece further than this times its size is halved [-]."""
PATH_AMBIGUITY = 3.0
"""The next pose of a branch's sign must be this many times as far, or steps halve [-]."""

ManipulatorPath = Callable[[float], Sequence[PoseLike]]
"""Manipulator poses at a path parameter in [0, 1]."""


class BranchTracker:
    """
    Solves the formation along a path and tells which pose continues a given one.

    Branches that meet differ in the sign of det W_n, and on one branch it does not change: so
    among the poses of the same sign the nearest one continues, if the step is small.
    """

    @checked
    def __init__(
        self, system: ManipulationSystem, formation: ContactFormation, path: ManipulatorPath
    ) -> None:
        self.system = system
        self.formation = formation
        self.path = path

    @checked
    def solve(self, parameter: float) -> PoseSet:
        """Return all poses at a path parameter."""
        return self.system.solve(self.formation, self.path(parameter))

    @checked
    def distance(self, first: PlanarPose, second: PlanarPose) -> float:
        """Return how far apart two poses are, turns taken at the workpiece's size [m]."""
        turn = abs(wrapped_angle(first.angle - second.angle))
        shift = math.hypot(first.x - second.x, first.y - second.y)
        return shift + turn * self.system.workpiece.size

    @checked
    def nearest(self, parameter: float, pose: PlanarPose) -> TrackSample | None:
        """Return the sample at a parameter whose pose is nearest to a given one, of any branch."""
        found = self.solve(parameter).poses
        if not found:
            return None
        return self.sample(parameter, min(found, key=lambda each: self.distance(each.pose, pose)))

    @checked
    def sample(self, parameter: float, found: FormationPose) -> TrackSample:
        """Return the full sample of a pose found at a parameter."""
        placed = self.system.placed(self.path(parameter))
        placement = FormationPlacement(self.system, self.formation, placed, found.pose)
        overlapping = any(workpiece_overlaps(self.system, placed, found.pose))
        return TrackSample(parameter, placement, found.determinant, overlapping)

    @checked
    def continuation(
        self, parameter: float, latest: TrackSample, sign: float, certain: bool = False
    ) -> FormationPose | None:
        """
        Return the pose at a parameter that continues a near sample, None if no pose surely does.

        sign: of det W_n on the branch. certain: the step is too small for anything else to be
        meant, so being near is enough.
        """
        near = sorted(
            (self.distance(found.pose, latest.placement.pose), index, found)
            for index, found in enumerate(self.solve(parameter).poses)
            if found.multiplicity > 1 or found.determinant * sign > 0.0
        )
        # Far beyond the edges, on the way to infinity, steps may grow with the distance.
        reach = PATH_LONGEST_MOVE * (self.system.workpiece.size + latest.beyond)
        if not near or near[0][0] > reach:
            return None
        if not certain and len(near) > 1 and near[1][0] < PATH_AMBIGUITY * near[0][0]:
            return None
        return near[0][2]

    @checked
    def looseness(self, parameter: float, pose: PlanarPose) -> float:
        """Return the smallest |det W_n| [m] near a pose, 0 where the branch is gone."""
        reach = 10 * PATH_LONGEST_MOVE * self.system.workpiece.size
        return min(
            (
                abs(found.determinant)
                for found in self.solve(parameter).poses
                if self.distance(found.pose, pose) <= reach
            ),
            default=0.0,
        )

    @checked
    def loosest(self, low: float, high: float, pose: PlanarPose) -> float:
        """Return the parameter between two others where |det W_n| is smallest (golden section)."""
        ratio = 0.5 * (math.sqrt(5.0) - 1.0)
        inner = [high - ratio * (high - low), low + ratio * (high - low)]
        values = [self.looseness(parameter, pose) for parameter in inner]
        while high - low > PATH_PARAMETER:
            if values[0] <= values[1]:
                high = inner[1]
                inner = [high - ratio * (high - low), inner[0]]
                values = [self.looseness(inner[0], pose), values[0]]
            else:
                low = inner[0]
                inner = [inner[1], low + ratio * (high - low)]
                values = [values[1], self.looseness(inner[1], pose)]
        return inner[0] if values[0] <= values[1] else inner[1]
