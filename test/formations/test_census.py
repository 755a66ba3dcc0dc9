# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""All formations at one configuration, against looking at every pose of every formation."""

from itertools import combinations

from effort import rounds
import numpy as np
import pytest
from random_formations import random_polygon
from three_needles import HELD, needles, THREE

from frictioncone_ros.exceptions import LimitExceededError
from frictioncone_ros.formations import (
    ContactFormation,
    describe_pose,
    elemental_contacts,
    formations_at,
    ManipulationSystem,
    placements,
    PlanarPose,
    Polygon,
    touching_contacts,
)


def key(placement):
    pose = placement.pose
    return str(placement.formation), round(pose.x, 9), round(pose.y, 9), round(pose.angle, 9)


@pytest.mark.parametrize('seed', [1, 5][: rounds(1, 2)])
def test_nothing_is_lost_to_the_filter_by_distance(seed):
    generator = np.random.default_rng(seed)
    workpiece = random_polygon(generator, 'workpiece', 1.0, 4)
    system = ManipulationSystem(workpiece, (random_polygon(generator, 'hand', 0.7, 3),))
    poses = [(0.9, 0.2, 0.4)]
    possible, overlapping = set(), set()
    for contacts in combinations(elemental_contacts(system), 3):
        for placement in placements(system, ContactFormation(contacts), poses):
            report = describe_pose(placement)
            if report.on_edges:
                (overlapping if report.overlapping else possible).add(key(placement))
    census = formations_at(system, poses)
    assert {key(each) for each in census.possible} == possible
    assert {key(each) for each in census.overlapping} == overlapping
    assert census.solved < census.candidates


def test_the_needles_formation_is_among_those_found():
    census = formations_at(THREE, needles(0.8))
    angles = [
        each.pose.angle
        for each in census.possible
        if set(each.formation.contacts) == set(HELD.contacts)
    ]
    assert len(angles) == 2
    touching = touching_contacts(
        THREE, census.possible[0].manipulator_poses, census.possible[0].pose
    )
    assert set(census.possible[0].formation.contacts) <= set(touching)


def test_a_census_too_large_is_refused():
    with pytest.raises(LimitExceededError, match='number of formations is 24804'):
        formations_at(THREE, needles(0.8), limit=1000)


def test_touching_contacts_of_a_square_on_a_floor():
    square = Polygon('square', [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    floor = Polygon('floor', [(-3.0, -1.0), (1.0, -1.0), (1.0, 0.0), (-3.0, 0.0)])
    system = ManipulationSystem(square, (floor,))
    at_rest = PlanarPose(0.0, 0.0, 0.0)
    for shift, expected in (
        (0.0, {'B v0-m0e2', 'B v1-m0e2', 'A e0-m0v2', 'A e1-m0v2', 'B v1-m0e1'}),
        (-0.5, {'B v0-m0e2', 'B v1-m0e2'}),
        (0.5, {'B v0-m0e2', 'A e0-m0v2'}),
    ):
        touching = touching_contacts(system, (at_rest,), PlanarPose(shift, 0.0, 0.0))
        assert {str(contact) for contact in touching} == expected
