# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Following a formation while the manipulators move, and saying what happens on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.formations.branch_tracker import (
    BranchPolicy,
    BranchTracker,
    EventKind,
    FormationTrack,
    ManipulatorPath,
    PATH_PARAMETER,
    PathEvent,
    TrackSample,
)
from frictioncone_ros.formations.equations.pose_set import Verdict
from frictioncone_ros.formations.manipulation_system import PoseLike
from frictioncone_ros.formations.planar_pose import as_planar_pose, PlanarPose
from frictioncone_ros.formations.pose_report import new_contacts
from frictioncone_ros.spatial.arguments import checked
from frictioncone_ros.spatial.arrays import as_choice, as_finite_number, as_items
from frictioncone_ros.spatial.converters import as_given

BRANCH_MEETING = 1e-4
"""
det W_n below this times the workpiece's size, at its smallest on a path, means branches meet.

It falls as the square root of the distance to the branch locus, and the path parameter is
resolved to PATH_PARAMETER [-].
"""
PATH_RUNAWAY = 1e3
"""A contact this many workpiece sizes beyond its edge is on the way to infinity [-]."""

DEFAULT_STEPS = 200
"""Longest step of a path: this part of it; steps shrink where the workpiece moves fast."""


def straight_path(*waypoints: Sequence[PoseLike]) -> ManipulatorPath:
    """
    Return the path through waypoints, each a pose for every manipulator, evenly in parameter.

    Positions and angles change linearly between waypoints; angles are not wrapped.
    """
    expected = 'at least two, each with a pose for every manipulator'
    rows = [as_items(waypoint, 'waypoints', expected) for waypoint in waypoints]
    if len(rows) < 2 or len({len(row) for row in rows}) != 1:
        raise InvalidInputError('waypoints', [len(row) for row in rows], expected)
    poses = [
        [as_planar_pose(pose, f'waypoint {number}') for pose in row]
        for number, row in enumerate(rows)
    ]

    def path(parameter: float) -> list[PlanarPose]:
        if not 0.0 <= parameter <= 1.0:
            raise InvalidInputError('parameter of a path', parameter, 'a number from 0 to 1')
        stage = parameter * (len(poses) - 1)
        index = min(int(stage), len(poses) - 2)
        part = stage - index
        return [
            PlanarPose(
                *(
                    (1.0 - part) * before + part * after
                    for before, after in zip(_numbers(start), _numbers(end), strict=True)
                )
            )
            for start, end in zip(poses[index], poses[index + 1], strict=True)
        ]

    return path


@checked
def follow_formation(
    tracker: BranchTracker,
    start: PoseLike,
    at_branch: Annotated[BranchPolicy, as_given] = BranchPolicy.STOP,
    steps: int = DEFAULT_STEPS,
) -> FormationTrack:
    """
    Follow the branch that passes nearest to a start pose at parameter 0, as far as it goes.

    steps: at least so many, 1 to 1e9: below that part of the path nothing is told apart.

    Leaving an edge and touching elsewhere are events, not ends: the track goes on along the
    supporting lines. It ends where branches meet, unless the path leads back out of the branch
    point and at_branch says on which of them to go on.
    """
    policy = as_choice(BranchPolicy, at_branch, 'policy at a branch point')
    count = as_finite_number(steps, 'steps')
    if not 1.0 <= count <= 1.0 / PATH_PARAMETER:
        raise InvalidInputError('steps', steps, f'a number from 1 to {1.0 / PATH_PARAMETER:g}')
    first = tracker.nearest(0.0, as_planar_pose(start, 'start'))
    if first is None:
        return FormationTrack((), (), completed=False)
    return _Follower(tracker, first, policy, 1.0 / count).run()


class _Follower:
    """The state of one run: samples and events so far, and the branch followed."""

    def __init__(
        self, tracker: BranchTracker, first: TrackSample, at_branch: BranchPolicy, step: float
    ) -> None:
        self.tracker = tracker
        self.samples = [first]
        self.events: list[PathEvent] = []
        self.sign = 1.0 if first.determinant > 0.0 else -1.0
        self.at_branch = at_branch
        self.longest_step = step
        self.last_meeting = -1.0

    def run(self) -> FormationTrack:
        """Step along the path, halving steps where the workpiece moves fast."""
        step = self.longest_step
        while self.samples[-1].parameter < 1.0:
            latest = self.samples[-1]
            parameter = min(latest.parameter + step, 1.0)
            certain = step <= PATH_PARAMETER
            found = self.tracker.continuation(parameter, latest, self.sign, certain)
            if found is None and certain:
                self._branch_ends()
                return self._track(completed=False)
            if found is None:
                step *= 0.5
                continue
            self._advance(self.tracker.sample(parameter, found))
            if self._stopped_at_meeting():
                return self._track(completed=False)
            step = min(2.0 * step, self.longest_step)
        return self._track(completed=True)

    def _track(self, completed: bool) -> FormationTrack:
        self.events.sort(key=lambda event: event.parameter)
        return FormationTrack(tuple(self.samples), tuple(self.events), completed)

    def _advance(self, sample: TrackSample) -> None:
        """Append a sample and locate the events since the one before."""
        before = self.samples[-1]
        self.samples.append(sample)
        for index, on_edge in enumerate(zip(before.on_edges, sample.on_edges, strict=True)):
            if on_edge[0] != on_edge[1]:
                self._locate_edge_event(before, sample, index)
        if before.overlapping != sample.overlapping:
            self._locate_overlap_event(before, sample)

    def _locate_edge_event(self, before: TrackSample, after: TrackSample, index: int) -> None:
        leaves = before.on_edges[index]
        at = self._bisected(before, after, lambda each: each.on_edges[index] == leaves)
        kind = EventKind.LEAVES_EDGE if leaves else EventKind.RETURNS_TO_EDGE
        contact = self.tracker.formation.contacts[index]
        self.events.append(PathEvent(kind, at.parameter, at.placement, (contact,)))

    def _locate_overlap_event(self, before: TrackSample, after: TrackSample) -> None:
        at = self._bisected(before, after, lambda each: each.overlapping == before.overlapping)
        kind = EventKind.CONTACT_ENDS if before.overlapping else EventKind.NEW_CONTACT
        contacts = new_contacts(at.placement)
        self.events.append(PathEvent(kind, at.parameter, at.placement, contacts))

    def _bisected(
        self, before: TrackSample, after: TrackSample, holds: Callable[[TrackSample], bool]
    ) -> TrackSample:
        """Return the last sample between two at which a condition still holds."""
        while after.parameter - before.parameter > PATH_PARAMETER:
            middle = 0.5 * (before.parameter + after.parameter)
            found = self.tracker.continuation(middle, before, self.sign, certain=True)
            if found is None:
                break
            sample = self.tracker.sample(middle, found)
            before, after = (sample, after) if holds(sample) else (before, sample)
        return before

    def _stopped_at_meeting(self) -> bool:
        """See whether the branch has just touched another one; say whether to stop there."""
        if len(self.samples) < 3 or self.samples[-3].parameter <= self.last_meeting:
            return False
        low, middle, high = self.samples[-3:]
        sizes = [abs(sample.determinant) for sample in (low, middle, high)]
        if not (sizes[1] < sizes[0] and sizes[1] <= sizes[2]):
            return False
        pose = middle.placement.pose
        parameter = self.tracker.loosest(low.parameter, high.parameter, pose)
        looseness = self.tracker.looseness(parameter, pose)
        if looseness > BRANCH_MEETING * self.tracker.system.workpiece.size:
            return False
        self._meet(self.tracker.nearest(parameter, pose) or middle)
        return self.at_branch is BranchPolicy.STOP

    def _meet(self, meeting: TrackSample) -> None:
        """Record that branches meet, and go on from there on the branch that was asked for."""
        kind = EventKind.BRANCHES_MEET
        self.last_meeting = meeting.parameter
        self.events.append(PathEvent(kind, meeting.parameter, meeting.placement))
        if self.at_branch is BranchPolicy.KEEP:
            return
        self.samples = [s for s in self.samples if s.parameter < meeting.parameter]
        self.samples.append(meeting)
        self.events = [e for e in self.events if e.parameter <= meeting.parameter]
        self.sign = -self.sign

    def _branch_ends(self) -> None:
        """Say why no pose continues the branch, though the step is as short as it may be."""
        latest = self.samples[-1]
        ahead = [min(latest.parameter + steps * PATH_PARAMETER, 1.0) for steps in (1, 3, 10)]
        kind = EventKind.BRANCHES_MEET
        if latest.beyond > PATH_RUNAWAY * self.tracker.system.workpiece.size:
            kind = EventKind.RUNS_AWAY
        elif any(self.tracker.solve(each).verdict is Verdict.INFINITE for each in ahead):
            kind = EventKind.CONTINUUM
        self.events.append(PathEvent(kind, latest.parameter, latest.placement))


def _numbers(pose: PlanarPose) -> tuple[float, float, float]:
    return pose.x, pose.y, pose.angle
