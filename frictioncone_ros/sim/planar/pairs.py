# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Gaps and contact points between round fixels or corners and straight edges, in closed form."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frictioncone_ros.contact import CircularCone, ContactKind, ContactPoint, ContactState
from frictioncone_ros.sim.planar.scene import FIXEL_RADIUS, PlanarScene
from frictioncone_ros.spatial import Array

TOUCH_GAP = 1e-6
"""Gap up to which a pair counts as touching when a state is read [m]."""


@dataclass(frozen=True, eq=False)
class RoundPair:
    """
    A round side near a straight one.

    gap [m], negative inside each other; point: (2,) on the straight side in the world [m];
    normal: (2,) from the environment into the body.
    """

    name: str
    gap: float
    point: Array
    normal: Array
    kind: ContactKind


def round_pairs(scene: PlanarScene, pose: Array) -> tuple[RoundPair, ...]:
    """Return all fixel-body pairs, then all corner-wall pairs, at a body pose (x, y, angle)."""
    rotation, center = _rotation(float(pose[2])), np.asarray(pose[:2])
    pairs = []
    for index, fixel in enumerate(scene.fixels):
        gap, point, outward = _disc_on_rectangle(rotation.T @ (fixel - center), scene.half_size)
        point, normal = center + rotation @ point, -(rotation @ outward)
        kind = ContactKind.ENVIRONMENT_VERTEX
        pairs.append(RoundPair(f'fixel_{index}', gap, point, normal, kind))
    for corner, offset in enumerate(scene.corner_offsets):
        ball = center + rotation @ offset
        for wall, (x, y, half_x, half_y) in enumerate(scene.corner_walls):
            middle = np.array([x, y])
            gap, point, outward = _disc_on_rectangle(ball - middle, np.array([half_x, half_y]))
            name = pair_name(f'corner_{corner}', f'wall_{wall}')
            kind = ContactKind.BODY_VERTEX
            pairs.append(RoundPair(name, gap, middle + point, outward, kind))
    return tuple(pairs)


def pair_name(first: str, second: str) -> str:
    """Return the name of the pair of two geoms: the fixel's, or corner and wall."""
    if first.startswith('fixel'):
        return first
    if second.startswith('fixel'):
        return second
    return '_'.join(sorted((first, second)))


def touching_state(
    scene: PlanarScene, pose: Array, twist: Array, largest_gap: float = TOUCH_GAP
) -> ContactState:
    """Return the pairs no further apart than a gap [m] as a state about the body's middle."""
    friction, center = CircularCone(scene.friction_coefficient), np.asarray(pose[:2])
    points = [
        ContactPoint(pair.point - center, pair.normal, friction, name=pair.name, kind=pair.kind)
        for pair in round_pairs(scene, pose)
        if pair.gap <= largest_gap
    ]
    return ContactState(points, scene.inertia, twist, center, dimension=3)


def _disc_on_rectangle(center: Array, half_size: Array) -> tuple[float, Array, Array]:
    """
    Return gap [m], nearest point and outward normal of a rectangle about the origin to a disc.

    Outside, the nearest point clamps the centre; inside, it lies on the least deep side.
    """
    clamped = np.clip(center, -half_size, half_size)
    apart = center - clamped
    distance = float(np.linalg.norm(apart))
    if distance > 0.0:
        return distance - FIXEL_RADIUS, clamped, apart / distance
    depth = half_size - np.abs(center)
    axis = int(np.argmin(depth))
    outward = np.zeros(2)
    outward[axis] = 1.0 if center[axis] >= 0.0 else -1.0
    nearest = center + depth[axis] * outward
    return -float(depth[axis]) - FIXEL_RADIUS, nearest, outward


def _rotation(angle: float) -> Array:
    cosine, sine = np.cos(angle), np.sin(angle)
    return np.array([[cosine, -sine], [sine, cosine]])
