# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What comes out of following a formation: samples along the path, and events."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from frictioncone_ros.formations.elemental_contact import ElementalContact
from frictioncone_ros.formations.formation_placement import FormationPlacement


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
    def beyond(self) -> float:
        """How far the farthest contact is beyond the end of its edge, 0 if all are on [m]."""
        return max(0.0, -min(self.margins))


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

    def events_of(self, kind: EventKind) -> tuple[PathEvent, ...]:
        """Return the events of one kind."""
        return tuple(event for event in self.events if event.kind is kind)
