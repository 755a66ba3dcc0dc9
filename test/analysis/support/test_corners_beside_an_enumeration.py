# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Corners, wedges and grasps in a plane, beside an enumeration that shares no code with the package.

Every contact parts, sticks or slips to one of two sides: of each such state the displacement that
bears the wrench is one linear system, and some state's inequalities hold or none's do.
"""

from itertools import product

from effort import rounds
import numpy as np
import pytest

from frictioncone_ros.analysis.support import (
    Compliance,
    is_carried,
    kept,
    support_problem,
    will_produce,
)
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState

KINDS = ('corner', 'wedge', 'grasp')
SHARE = 0.5
"""Tangential over normal stiffness, as the package has it [-]."""
CLEAR = 1e-6
"""By how much some inequality has to hold, or fail, to be asked about, beside the wrench [-]."""
ROUNDING = 1e-9
UNREACHED = 5e-3
"""Share of what some state bears that a body slides past [-]; found are 17 in 10000."""
LEAST = 1e-5
"""How much a margin may be too low, beside the wrench [-]."""
FARTHEST = 100.0
"""Depth, beside the wrench, beyond which margins are not compared [-]."""


class Plane:
    """Contacts in the plane: places, normals, springs, preload and friction, as plain arrays."""

    def __init__(self, kind, random):
        self.places, self.normals = places_of(kind, random)
        count = len(self.places)
        self.friction = random.choice((0.1, 0.2, 0.3, 0.5, 0.8), size=count)
        spread = random.random() < 0.6
        self.stiffness = 10.0 ** random.uniform(-1.0, 1.0, count) if spread else np.ones(count)
        squeezed = kind == 'grasp' and random.random() < 0.5
        self.preload = random.uniform(0.0, 2.0, count) if squeezed else np.zeros(count)
        along = self.normals @ ((0.0, -1.0), (1.0, 0.0))
        self.pressing = np.column_stack((self.normals, cross(self.places, self.normals)))
        self.shearing = np.column_stack((along, cross(self.places, along)))

    def support(self):
        """Return what the package makes of them."""
        contacts = [
            ContactPoint(place, normal, CircularCone(friction))
            for place, normal, friction in zip(
                self.places, self.normals, self.friction, strict=True
            )
        ]
        compliance = Compliance(self.stiffness, SHARE, self.preload)
        return support_problem(ContactState(contacts), compliance)

    def wrench(self, random):
        """Return the wrench of some forces in the cones, moved a little."""
        forces = random.exponential(size=len(self.places))
        forces[1:] *= random.random(len(forces) - 1) < 0.8
        shear = self.friction * forces * random.uniform(-1.0, 1.0, len(self.places))
        found = forces @ self.pressing + shear @ self.shearing
        return found * random.uniform(0.8, 1.2, 3)

    def clearance(self, wrench):
        """Return by how much the inequalities of the best state hold, beside the wrench."""
        states = product('pslr', repeat=len(self.places))
        return max(self._of_state(state, wrench) for state in states)

    def _of_state(self, state, wrench):
        matrix, constant = np.zeros((3, 3)), np.zeros(3)
        for way, press, shear, stiffness, preload, friction in zip(
            state,
            self.pressing,
            self.shearing,
            self.stiffness,
            self.preload,
            self.friction,
            strict=True,
        ):
            if way == 'p':
                continue
            side = {'s': 0.0, 'l': -friction, 'r': friction}[way]
            force = press + side * shear
            matrix += stiffness * np.outer(force, press)
            constant += preload * force
            if way == 's':
                matrix += SHARE * stiffness * np.outer(shear, shear)
        scale = np.abs(wrench).max()
        place = np.linalg.lstsq(matrix, wrench - constant, rcond=1e-11)[0]
        if np.abs(matrix @ place + constant - wrench).max() > ROUNDING * scale:
            return -np.inf
        normal = self.preload + self.stiffness * (self.pressing @ place)
        trial = SHARE * self.stiffness * (self.shearing @ place)
        least = {
            'p': -normal,
            's': np.minimum(normal, self.friction * normal - np.abs(trial)),
            'l': np.minimum(normal, -trial - self.friction * normal),
            'r': np.minimum(normal, trial - self.friction * normal),
        }
        return min(least[way][index] for index, way in enumerate(state)) / scale


def places_of(kind, random):
    """Return places (k, 2) and normals (k, 2)."""
    if kind == 'grasp':
        angles = random.uniform(0.0, 2.0 * np.pi, int(random.integers(2, 5)))
        normals = -np.column_stack((np.cos(angles), np.sin(angles)))
        return -0.1 * normals, normals
    height, width = random.uniform(-0.3, 0.3, 2)
    if kind == 'wedge':
        lean = random.uniform(0.2, 1.2)
        sides = ((np.sin(lean), np.cos(lean)), (-np.sin(lean), np.cos(lean)))
        return np.array(((-0.3, 0.3 * height), (0.3, 0.3 * width))), np.array(sides)
    places, normals = [(0.3, height), (width, -0.3)], [(-1.0, 0.0), (0.0, 1.0)]
    if random.random() < 0.5:
        places.append((random.uniform(-0.3, 0.3), -0.3))
        normals.append((0.0, 1.0))
    return np.array(places), np.array(normals)


def cross(places, ways):
    """Return the moments (k,) of unit forces along ways (k, 2) at places (k, 2)."""
    return places[:, 0] * ways[:, 1] - places[:, 1] * ways[:, 0]


@pytest.mark.parametrize('kind', KINDS)
def test_what_is_carried_is_what_some_state_bears(kind):
    random = np.random.default_rng([2027, KINDS.index(kind)])
    asked, slid = {True: 0, False: 0}, 0
    for _ in range(rounds(40, 1500)):
        plane = Plane(kind, random)
        wrench = plane.wrench(random)
        clear = plane.clearance(wrench)
        if -ROUNDING < clear < CLEAR:
            continue
        asked[clear > 0.0] += 1
        is_held = is_carried(plane.support(), wrench, 0.0)
        assert clear > 0.0 or not is_held, (vars(plane), wrench)
        slid += clear > 0.0 and not is_held
    assert min(asked.values()) > 3
    # A state may bear the wrench without the body coming to it, as it gives way under the wrench.
    assert slid <= UNREACHED * asked[True]


@pytest.mark.parametrize('kind', KINDS)
def test_the_margin_is_the_first_depth_that_no_state_bears(kind):
    random = np.random.default_rng([2028, KINDS.index(kind)])
    compared = 0
    for _ in range(rounds(20, 300)):
        plane = Plane(kind, random)
        wrench, support = plane.wrench(random), plane.support()
        if plane.preload.any() or plane.clearance(wrench) < CLEAR:
            continue
        depth = support.problem.depth_wrench / support.problem.scaling
        size = np.abs(wrench).max()
        margin = will_produce(support, wrench).margin
        if not ROUNDING * size < margin < FARTHEST * size:
            continue
        compared += 1
        below = np.linspace(0.0, 1.0 - 1e-3, 8) * margin
        assert all(plane.clearance(wrench - less * depth) > -ROUNDING for less in below)
        assert plane.clearance(wrench - (1.02 * margin + LEAST * size) * depth) < CLEAR
    assert compared > 3


@pytest.mark.parametrize('kind', KINDS)
def test_what_is_kept_with_a_margin_is_borne_as_it_is_sent(kind):
    random = np.random.default_rng([2029, KINDS.index(kind)])
    compared = 0
    for _ in range(rounds(25, 600)):
        plane = Plane(kind, random)
        wrench, support = plane.wrench(random), plane.support()
        size = np.abs(wrench).max()
        for depth in (0.003 * size, 0.05 * size):
            found = kept(support, wrench, depth)
            if found.contact_forces is None and found.margin < 0.99 * depth:
                continue
            compared += 1
            assert plane.clearance(found.contact_wrench) > -ROUNDING
    assert compared > 10
