# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Following a formation: the branch stays continuous and every event is where it must be."""

from itertools import pairwise
import math

import numpy as np
import pytest
from random_formations import random_formation, random_system
from three_needles import HELD, needles, THREE

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.formations import (
    BranchPolicy,
    BranchTracker,
    ContactFormation,
    EventKind,
    follow_formation,
    ManipulationSystem,
    Polygon,
    straight_path,
    vertex_contact,
)

TRACKER = BranchTracker(THREE, HELD, straight_path(needles(0.8), needles(0.5), needles(0.7)))
START = (0.0, 0.0, math.acos(0.5 / 0.8))


@pytest.mark.parametrize(
    ('policy', 'end'),
    [
        (BranchPolicy.KEEP, math.acos(0.5 / 0.7)),
        (BranchPolicy.SWITCH, -math.acos(0.5 / 0.7)),
    ],
)
def test_through_the_branch_point(policy, end):
    track = follow_formation(TRACKER, START, policy)
    assert track.completed
    (meeting,) = track.events
    assert meeting.kind is EventKind.BRANCHES_MEET
    assert meeting.parameter == pytest.approx(0.5, abs=1e-6)
    assert track.samples[-1].placement.pose.angle == pytest.approx(end, abs=1e-9)
    for sample in track.samples:
        radius = math.hypot(*TRACKER.path(sample.parameter)[0].as_array()[:2])
        assert abs(sample.placement.pose.angle) == pytest.approx(
            math.acos(min(1.0, 0.5 / radius)), abs=1e-6
        )
    angles = [sample.placement.pose.angle for sample in track.samples]
    assert np.abs(np.diff(angles)).max() < 0.1


def test_by_default_it_stops_where_control_is_lost():
    track = follow_formation(TRACKER, START)
    assert not track.completed
    assert track.samples[-1].parameter == pytest.approx(0.5, abs=1e-6)
    assert track.events[-1].kind is EventKind.BRANCHES_MEET


@pytest.mark.parametrize('policy', list(BranchPolicy))
def test_beyond_the_branch_locus_there_is_nothing(policy):
    path = straight_path(needles(0.8), needles(0.4))
    track = follow_formation(BranchTracker(THREE, HELD, path), START, policy)
    assert not track.completed
    assert [event.kind for event in track.events] == [EventKind.BRANCHES_MEET]
    assert track.events[0].parameter == pytest.approx(0.75, abs=1e-7)


def test_a_contact_leaves_its_edge_and_returns():
    path = straight_path(needles(0.8), needles(1.2), needles(0.8))
    track = follow_formation(BranchTracker(THREE, HELD, path), START)
    assert track.completed
    # The needles reach the corners, at distance 1 from the centre, half way out.
    leaving = track.events_of(EventKind.LEAVES_EDGE)
    returning = track.events_of(EventKind.RETURNS_TO_EDGE)
    assert {event.contacts[0] for event in leaving} == set(HELD.contacts)
    assert [event.parameter for event in leaving] == pytest.approx([0.25] * 3, abs=1e-7)
    assert [event.parameter for event in returning] == pytest.approx([0.75] * 3, abs=1e-7)


FLOOR = Polygon('floor', [(-3.0, -1.0), (3.0, -1.0), (3.0, 0.0), (-3.0, 0.0)])
SQUARE = Polygon('square', [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
BLOCK = Polygon('block', [(0.0, 0.0), (0.5, 0.0), (0.5, 3.0), (0.0, 3.0)])


def test_a_contact_that_rolls_on_the_end_of_its_edge_does_not_leave_it():
    """Rounding puts it a bit before the end or beyond, and neither is an event."""
    square = Polygon('square', 0.1 * np.array([(0, 0), (1, 0), (1, 1), (0, 1)]))
    system = ManipulationSystem(square, (square, square))
    formation = ContactFormation((vertex_contact(0, 0, 2, 0.0), vertex_contact(1, 1, 2)))
    path = straight_path(
        [(0, -0.1, 0.3), (0.1, -0.13, 0)], [(0.02, -0.09, 0.8), (0.13, -0.12, 0.2)]
    )
    start = system.solve(formation, path(0.0)).poses[0].pose
    track = follow_formation(BranchTracker(system, formation, path), start)
    assert track.completed and not track.events


def test_a_new_contact_is_seen_and_named():
    system = ManipulationSystem(SQUARE, (FLOOR, BLOCK, BLOCK))
    pushed = ContactFormation(
        (vertex_contact(0, 0, 2), vertex_contact(1, 0, 2), vertex_contact(0, 1, 1))
    )
    # The left block pushes the square along the floor against the right one, 0.4 away.
    path = straight_path(
        [(0.0, 0.0, 0.0), (-0.5, 0.0, 0.0), (1.4, 0.0, 0.0)],
        [(0.0, 0.0, 0.0), (0.3, 0.0, 0.0), (1.4, 0.0, 0.0)],
    )
    track = follow_formation(BranchTracker(system, pushed, path), (0.0, 0.0, 0.0))
    assert track.completed
    (event,) = track.events_of(EventKind.NEW_CONTACT)
    assert event.parameter == pytest.approx(0.5, abs=1e-7)
    assert vertex_contact(1, 2, 3) in event.contacts
    assert track.samples[-1].overlapping
    assert not track.samples[0].overlapping


def test_a_continuum_ends_one_branch_and_the_other_runs_away():
    system = ManipulationSystem(SQUARE, (BLOCK, BLOCK, BLOCK))
    held = ContactFormation(tuple(vertex_contact(i, i, 1) for i in range(3)))

    def path(parameter):
        # At the end all three blocks' edges are parallel and the square can slide along them.
        turn = 0.3 * (1.0 - parameter)
        return [(-0.5, -1.0, turn), (0.5, -1.0, -turn), (0.5, -1.0, 2 * turn)]

    ends = []
    for start in system.solve(held, path(0.0)).poses:
        track = follow_formation(BranchTracker(system, held, path), start.pose)
        assert not track.completed
        assert track.events[-1].parameter == pytest.approx(1.0, abs=1e-6)
        ends.append(track.events[-1].kind)
    assert ends == [EventKind.RUNS_AWAY, EventKind.CONTINUUM]


def test_without_any_pose_there_is_no_track():
    path = straight_path(needles(0.4), needles(0.8))
    track = follow_formation(BranchTracker(THREE, HELD, path), START)
    assert (track.samples, track.events, track.completed) == ((), (), False)


@pytest.mark.parametrize('name', ['2AB', '2BA'])
def test_random_branches_are_continuous_and_lead_back(name):
    """There and back again along one path ends where it began, unless a branch point is met."""
    generator = np.random.default_rng(3)
    returned = 0
    for _ in range(6):
        system, poses = random_system(generator)
        formation = random_formation(generator, system, name)
        moved = [np.add(pose.as_array(), generator.uniform(-0.3, 0.3, 3)) for pose in poses]
        tracker = BranchTracker(system, formation, straight_path(poses, moved, poses))
        for found in system.solve(formation, poses).poses:
            track = follow_formation(tracker, found.pose, steps=40)
            for one, two in pairwise(track.samples):
                moved = tracker.distance(one.placement.pose, two.placement.pose)
                assert moved <= 0.0501 * (system.workpiece.size + one.beyond)
            if track.completed:
                returned += 1
                assert tracker.distance(track.samples[-1].placement.pose, found.pose) < 1e-9
            else:
                assert track.events[-1].kind is EventKind.BRANCHES_MEET
    assert returned >= 5


@pytest.mark.parametrize('steps', [0, -1, 0.5, math.inf, math.nan, 1e300, 'many', None])
def test_steps_that_never_reach_the_end_are_refused(steps):
    with pytest.raises(InvalidInputError, match='steps'):
        follow_formation(TRACKER, START, steps=steps)


def test_a_policy_may_be_named_and_is_never_guessed():
    track = follow_formation(TRACKER, START, 'stop')
    assert not track.completed
    assert track.events[-1].kind is EventKind.BRANCHES_MEET
    with pytest.raises(InvalidInputError, match='policy at a branch point'):
        follow_formation(TRACKER, START, 'keep on')


def test_waypoints_are_checked():
    for waypoints in ([needles(0.5)], [needles(0.5), needles(0.5)[:2]], [needles(0.5), None]):
        with pytest.raises(InvalidInputError, match='waypoints'):
            straight_path(*waypoints)
