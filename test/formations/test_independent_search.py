# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The closed form against a search that knows nothing of it: scan the angle, bracket, refine.

At each angle the three gaps are affine in the position. They vanish together only where the
determinant of [normals | gaps at the origin] does; its sign changes are bracketed, and its
extrema are looked at closely so that pairs of zeros within one step are found too.
"""

import math

from effort import rounds
import numpy as np
import pytest
from random_formations import random_formation, random_system, raw_gap

COUNT = rounds(35, 200)
STEP = math.tau / 180
ANGLES = -math.pi + STEP * np.arange(180)


def augmented(system, formation, poses, angle):
    """Rows (normal x, normal y, gap at the origin) of all contacts, stacked over the angles."""
    zero = np.zeros_like(angle)
    rows = []
    for contact in formation.contacts:
        at_origin = raw_gap(system, contact, poses, (zero, zero, angle))
        along_x = raw_gap(system, contact, poses, (zero + 1.0, zero, angle)) - at_origin
        along_y = raw_gap(system, contact, poses, (zero, zero + 1.0, angle)) - at_origin
        rows.append(np.stack((along_x, along_y, at_origin), axis=-1))
    return np.stack(rows, axis=-2)


def rolling_position(system, contact, poses, angle):
    """The workpiece's origin when the rolling contact's two points coincide."""
    edge_on_workpiece = contact.kind.value == 'A'
    placed = poses[contact.manipulator]
    manipulator = system.manipulators[contact.manipulator].vertices
    workpiece = system.workpiece.vertices

    def on_edge(corners, number):
        start, end = complex(*corners[number]), complex(*corners[(number + 1) % len(corners)])
        return start + contact.rolling_distance * (end - start) / abs(end - start)

    if edge_on_workpiece:
        own = on_edge(workpiece, contact.workpiece_element)
        other = complex(*manipulator[contact.manipulator_element])
    else:
        own = complex(*workpiece[contact.workpiece_element])
        other = on_edge(manipulator, contact.manipulator_element)
    world = other * np.exp(1j * placed.angle) + complex(placed.x, placed.y)
    return world - own * np.exp(1j * angle)


def zoomed(function, low, high, chosen):
    """Narrow intervals (k,) around the interval that `chosen` picks of each row of samples."""
    rows = np.arange(len(low))
    for _ in range(12):
        angles = np.linspace(low, high, 33, axis=1)
        index = chosen(function(angles))
        low = angles[rows, np.maximum(index - 1, 0)]
        high = angles[rows, np.minimum(index + 1, 32)]
    return low, high


def sign_change(values):
    """The first sample behind the sign change, so that the interval before it is kept."""
    return np.argmax(np.sign(values) != np.sign(values[:, :1]), axis=1)


def zeros(function):
    """All zeros of a smooth function of the angle, pairs closer than a step included."""
    values = function(ANGLES)
    before, after = np.roll(values, 1), np.roll(values, -1)
    low = ANGLES[np.sign(values) != np.sign(after)]
    brackets = [(low, low + STEP)]
    same = (np.sign(before) == np.sign(values)) & (np.sign(after) == np.sign(values))
    small = np.abs(values) <= np.minimum(np.abs(before), np.abs(after))
    extrema = ANGLES[same & small]
    if len(extrema):
        sign = np.sign(values[same & small])[:, None]
        start, end = zoomed(
            function,
            extrema - STEP,
            extrema + STEP,
            lambda samples: np.argmin(sign * samples, axis=1),
        )
        bottom = 0.5 * (start + end)
        crosses = function(bottom) * sign[:, 0] < 0.0
        brackets.append(((extrema - STEP)[crosses], bottom[crosses]))
        brackets.append((bottom[crosses], (extrema + STEP)[crosses]))
    start = np.concatenate([pair[0] for pair in brackets])
    end = np.concatenate([pair[1] for pair in brackets])
    start, end = zoomed(function, start, end, sign_change)
    return [math.remainder(angle, math.tau) for angle in 0.5 * (start + end)]


def searched(system, formation, poses):
    """All poses by search, sorted by angle."""
    rolling = [contact for contact in formation.contacts if contact.rolling]
    if rolling:
        sliding = next(c for c in formation.contacts if not c.rolling)

        def position(angle):
            return rolling_position(system, rolling[0], poses, angle)

        def function(angle):
            place = position(angle)
            return raw_gap(system, sliding, poses, (place.real, place.imag, angle))

        angles = zeros(function)
        return sorted((angle, position(angle).real, position(angle).imag) for angle in angles)

    def determinant(angle):
        return np.linalg.det(augmented(system, formation, poses, np.asarray(angle)))

    found = []
    for angle in zeros(determinant):
        rows = augmented(system, formation, poses, np.asarray(angle))
        place, *_ = np.linalg.lstsq(rows[:, :2], -rows[:, 2], rcond=1e-10)
        # Where all edges are parallel the determinant vanishes without a common position.
        if np.abs(rows[:, :2] @ place + rows[:, 2]).max() < 1e-9:
            found.append((angle, *place))
    return sorted(found)


@pytest.mark.parametrize('name', ['3A', '2AB', '2BA', '3B', 'ARA', 'ARB', 'BRA', 'BRB'])
def test_equal_sets_of_poses(name):
    generator = np.random.default_rng(20261118)
    counts = set()
    for _ in range(COUNT):
        system, poses = random_system(generator)
        formation = random_formation(generator, system, name)
        expected = searched(system, formation, poses)
        found = system.solve(formation, poses)
        ours = [(each.pose.angle, each.pose.x, each.pose.y) for each in found.poses]
        assert len(ours) == len(expected), (str(formation), ours, expected)
        for pose, reference in zip(ours, expected, strict=True):
            np.testing.assert_allclose(pose, reference, rtol=0.0, atol=1e-8)
        counts.add(len(ours))
    assert counts >= ({0, 2, 4} if name in {'2AB', '2BA'} else {0, 2})
