# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Polygons of grid cells, judged by integers: what touches, what overlaps, which poses hold.

Corners on corners, edges along edges and contacts at the workpiece's origin are the rule there,
and all of that is decided exactly; then everything is turned, scaled and moved away, which leaves
rounding where zeros were.
"""

import math

import numpy as np
import pytest

from frictioncone_ros.formations import (
    ContactFormation,
    edge_contact,
    FamilyKind,
    ManipulationSystem,
    overlap_depth,
    PlanarPose,
    Polygon,
    touching_contacts,
    vertex_contact,
)

SHAPES = [
    [(0, 0), (1, 0), (1, 1), (0, 1)],
    [(0, 0), (0, 1), (2, 1), (2, 0)],
    [(0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3)],
    [(0, 0), (3, 0), (3, 2), (2, 2), (2, 1), (1, 1), (1, 2), (0, 2)],
]
SAME_POSE = 1e-6
SAME_GAP = 1e-8


def turned(point, quarters):
    for _ in range(quarters):
        point = -point[1], point[0]
    return point


class Placed:
    """A shape at a place of the grid, in integers."""

    def __init__(self, generator, reach):
        self.shape = SHAPES[generator.integers(len(SHAPES))]
        self.quarters = int(generator.integers(4))
        self.shift = [int(step) for step in generator.integers(-reach, reach + 1, 2)]
        moved = (np.add(turned(corner, self.quarters), self.shift) for corner in self.shape)
        self.corners = [tuple(corner.tolist()) for corner in moved]
        self.sides = list(zip(self.corners, self.corners[1:] + self.corners[:1], strict=True))

    def cells(self):
        """The cells inside: those with an odd number of upright sides to their left."""
        xs, ys = zip(*self.corners, strict=True)
        return {
            (x, y)
            for x in range(min(xs), max(xs))
            for y in range(min(ys), max(ys))
            if sum(a[0] <= x and min(a[1], b[1]) <= y < max(a[1], b[1]) for a, b in self.sides) % 2
        }

    def pose(self, world):
        scale, angle, offset = world
        place = scale * complex(*self.shift) * np.exp(1j * angle) + offset
        return PlanarPose(place.real, place.imag, self.quarters * math.pi / 2 + angle)


def on_side(point, side):
    (a, b), (c, d), (x, y) = side[0], side[1], point
    along = (x - a) * (c - a) + (y - b) * (d - b)
    across = (c - a) * (y - b) - (d - b) * (x - a)
    return across == 0 and 0 <= along <= (c - a) ** 2 + (d - b) ** 2


def touching(work, hands, scale):
    """Every contact, with the distance [m] of its vertex from the start of its edge."""
    for number, hand in enumerate(hands):
        for own, other in np.ndindex(len(work.corners), len(hand.corners)):
            for make, corner, side in (
                (edge_contact, hand.corners[other], work.sides[own]),
                (vertex_contact, work.corners[own], hand.sides[other]),
            ):
                if on_side(corner, side):
                    rolled = scale * math.dist(corner, side[0])
                    yield make(own, number, other), make(own, number, other, rolled)


def gap(system, contact, poses, pose):
    """How far a contact is from holding, by complex numbers."""
    hand = system.manipulators[contact.manipulator]
    own, other = (
        complex(placed.x, placed.y) + np.exp(1j * placed.angle) * (polygon.vertices @ (1, 1j))
        for polygon, placed in ((system.workpiece, pose), (hand, poses[contact.manipulator]))
    )
    numbers = contact.workpiece_element, contact.manipulator_element
    (outline, edge), (points, vertex) = (own, numbers[0]), (other, numbers[1])
    if contact.kind.value == 'B':
        (outline, edge), (points, vertex) = (points, vertex), (outline, edge)
    along = outline[(edge + 1) % len(outline)] - outline[edge]
    seen = (points[vertex] - outline[edge]) * np.conj(along) / abs(along)
    return abs(seen - contact.rolling_distance) if contact.rolling else abs(seen.imag)


def members(family, pose, scale):
    """The member of a family next to a pose, and others."""
    if family.kind is FamilyKind.TRANSLATION:
        apart = np.subtract((pose.x, pose.y), (family.base.x, family.base.y))
        along = float(apart @ family.direction)
        return [family.pose_at(along), family.pose_at(along + scale)]
    found = [family.pose_at(pose.angle), family.pose_at(pose.angle + 1.0)]
    if family.freedom == 2 and found[0] is not None:
        far = family.pose_at(pose.angle, scale)
        across = np.subtract((far.x, far.y), (found[0].x, found[0].y)) / scale
        along = np.subtract((pose.x, pose.y), (found[0].x, found[0].y)) @ across
        found[0] = family.pose_at(pose.angle, float(along))
    return found


def distance(first, second, scale):
    turn = abs(math.remainder(first.angle - second.angle, math.tau))
    return max(turn, math.hypot(first.x - second.x, first.y - second.y) / scale)


@pytest.mark.parametrize('seed', range(6))
def test_what_integers_say_floats_say(seed):
    generator = np.random.default_rng(seed)
    tried = 0
    for _ in range(60):
        scale = 10.0 ** generator.integers(-3, 2)
        away = generator.choice([0.0, 1.0, 1e3]) * scale
        world = (
            scale,
            generator.choice([0.0, 0.8, -2.3]),
            away * complex(*generator.normal(size=2)),
        )
        work, hands = Placed(generator, 2), [Placed(generator, 4) for _ in range(3)]
        system = ManipulationSystem(
            Polygon('work', scale * np.array(work.shape)),
            [Polygon('hand', scale * np.array(hand.shape)) for hand in hands],
        )
        pose, poses = work.pose(world), tuple(hand.pose(world) for hand in hands)
        for hand, polygon, placed in zip(hands, system.manipulators, poses, strict=True):
            outlines = (
                pose.points_in_world(system.workpiece.vertices),
                placed.points_in_world(polygon.vertices),
            )
            assert (overlap_depth(*outlines) > 0.0) == bool(work.cells() & hand.cells())
        pairs = list(touching(work, hands, scale))
        assert {pair[0] for pair in pairs} == set(touching_contacts(system, poses, pose))
        if len(pairs) < 3:
            continue
        for rolls in (0, 0, 1):
            first, second, third = generator.choice(len(pairs), 3, replace=False)
            others = [] if rolls else [pairs[third][0]]
            formation = ContactFormation((pairs[first][rolls], pairs[second][0], *others))
            assert_held(system.solve(formation, poses), formation, (system, poses), (pose, scale))
            tried += 1
    assert tried > 50


def assert_held(found, formation, placed, wanted):
    (system, poses), (pose, scale) = placed, wanted
    all_members = [members(family, pose, scale) for family in found.families]
    held = [each.pose for each in found.poses] + [
        one for both in all_members for one in both if one
    ]
    far = 1.0 + max(abs(pose.x), abs(pose.y)) / scale
    for each in held:
        gaps = [gap(system, contact, poses, each) for contact in formation.contacts]
        assert max(gaps) < SAME_GAP * far * scale, str(formation)
    multiple = any(each.multiplicity > 1 for each in found.poses)
    nearest = min((distance(each, pose, scale) for each in held), default=math.inf)
    assert nearest < SAME_POSE * far * (100.0 if multiple else 1.0), str(formation)
