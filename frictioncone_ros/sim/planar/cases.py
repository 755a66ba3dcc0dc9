# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Random planar scenes that start exactly in contact, from a given random generator."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.sim.planar.scene import FIXEL_RADIUS, PlanarScene
from frictioncone_ros.spatial import Array

_NO_WALLS = np.zeros((0, 4))


def random_fixel_scene(generator: np.random.Generator, clearance: float = 0.0) -> PlanarScene:
    """
    Return a workpiece on two fixels below it and one at its left side, as in Balkcom's figure 1.

    clearance: how far the side fixel is away at the start [m]; 0 is seated.
    """
    half_size = generator.uniform((0.04, 0.02), (0.07, 0.05))
    left, right = generator.uniform(0.3, 0.9, 2) * half_size[0] * (-1.0, 1.0)
    side = generator.uniform(-0.6, 0.6) * half_size[1]
    below = -half_size[1] - FIXEL_RADIUS
    beside = -half_size[0] - FIXEL_RADIUS
    fixels = np.array([(left, below), (right, below), (beside - clearance, side)])
    start = np.array([*generator.uniform(-0.1, 0.1, 2), generator.uniform(-0.5, 0.5)])
    friction, mass = float(generator.uniform(0.1, 0.6)), float(generator.uniform(0.5, 2.0))
    return PlanarScene(half_size, mass, friction, _placed(fixels, start), start, _NO_WALLS)


def random_peg_scene(generator: np.random.Generator) -> PlanarScene:
    """
    Return a tilted peg in a hole with two contacts.

    The hole's left lip touches the peg's left side, the peg's right corner the hole's right wall;
    the hole is built around the peg, so that both touch exactly.
    """
    half_size = np.array([generator.uniform(0.01, 0.02), 0.05])
    tilt = float(generator.uniform(0.01, 0.06))
    start = np.array([0.0, 0.0, tilt])
    lip_height = half_size[1] * generator.uniform(-0.8, 0.2)
    lip = np.array([[-half_size[0] - FIXEL_RADIUS, lip_height]])
    corner = _placed((half_size - FIXEL_RADIUS)[None] * (1.0, -1.0), start)[0]
    thickness, depth = 0.02, 0.03
    face = corner[0] + FIXEL_RADIUS
    wall = np.array([[face + thickness, corner[1], thickness, depth]])
    friction = float(generator.uniform(0.1, 0.6))
    return PlanarScene(half_size, 0.5, friction, _placed(lip, start), start, wall)


def random_wrench(generator: np.random.Generator, scene: PlanarScene, force: float) -> Array:
    """Return a wrench (3,) of uniform direction, moments scaled by the radius of gyration."""
    direction = generator.normal(size=3)
    direction /= np.linalg.norm(direction)
    return force * direction * (1.0, 1.0, scene.inertia.radius_of_gyration)


def _placed(points: Array, pose: Array) -> Array:
    """Return points (k, 2) of the body frame in the world, body at (x, y, angle)."""
    cosine, sine = np.cos(pose[2]), np.sin(pose[2])
    return pose[:2] + points @ np.array([[cosine, sine], [-sine, cosine]])
