# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A running planar scene: push the body with a wrench and see what each contact does.

What each contact of a planar scene did when it was pushed from rest, read from the engine.

Gaps and contact points between round fixels or corners and straight edges, in closed form.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frictioncone_ros.contact import (
    CircularCone,
    ContactKind,
    ContactMode,
    ContactPoint,
    ContactState,
    FIXED,
    Interaction,
    SEPARATING,
    SLIDING_LEFT,
    SLIDING_RIGHT,
)
from frictioncone_ros.sim.engine import load_mujoco
from frictioncone_ros.sim.planar.scene import FIXEL_RADIUS, PLANAR_TIME_STEP, PlanarScene
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


class PlanarSimulation:
    """One body in the plane in MuJoCo; wrenches act on it about its middle, axes of the world."""

    def __init__(self, scene: PlanarScene) -> None:
        """Compile the scene and put the body at its start."""
        self._mujoco = load_mujoco()
        self.scene = scene
        self.model = self._mujoco.MjModel.from_xml_string(scene.xml())
        self.data = self._mujoco.MjData(self.model)
        self._names = [self.model.geom(index).name for index in range(self.model.ngeom)]
        self.reset(scene.start)

    def reset(self, pose: Array) -> None:
        """Put the body at rest at a pose (x, y, angle) [m, rad]."""
        self._mujoco.mj_resetData(self.model, self.data)
        self.data.qpos[:] = pose
        self._mujoco.mj_forward(self.model, self.data)

    @property
    def pose(self) -> Array:
        """Pose (x, y, angle) of the body's middle [m, rad]."""
        return np.array(self.data.qpos)

    @property
    def twist(self) -> Array:
        """Twist (3,) of the body at its middle [m/s, rad/s]."""
        return np.array(self.data.qvel)

    def push(self, wrench: Array, duration: float) -> None:
        """Apply a constant wrench (3,) for a time [s]."""
        self.data.qfrc_applied[:] = wrench
        self._mujoco.mj_step(self.model, self.data, round(duration / PLANAR_TIME_STEP))

    def run(self, wrench: Array, duration: float) -> frozenset[str]:
        """Apply a constant wrench (3,) for a time [s]; return the pairs that carried force."""
        carrying: set[str] = set()
        for _ in range(round(duration / PLANAR_TIME_STEP)):
            self.data.qfrc_applied[:] = wrench
            self._mujoco.mj_step(self.model, self.data)
            carrying.update(self.normal_forces())
        self._mujoco.mj_forward(self.model, self.data)
        return frozenset(carrying)

    def normal_forces(self) -> dict[str, float]:
        """Return the normal force of each pair that carries one in this step [N]."""
        contacts = self.data.contact
        rows, geoms = contacts.efc_address, contacts.geom
        forces = self.data.efc_force
        return {
            pair_name(self._names[geom[0]], self._names[geom[1]]): float(forces[row])
            for row, geom in zip(rows, geoms, strict=True)
            if row >= 0 and forces[row] > 0.0
        }

    def pairs(self) -> tuple[RoundPair, ...]:
        """Return every pair of a round side and a straight side at the present pose."""
        return round_pairs(self.scene, self.pose)

    def contacts(self, largest_gap: float = TOUCH_GAP) -> ContactState:
        """Return the pairs no further apart than a gap as a planar state about the middle."""
        return touching_state(self.scene, self.pose, self.twist, largest_gap)


WATCH_TIME = 0.05
"""How long the body is pushed before we look [s]; 0.1 m/s^2 then moves it by 0.125 mm."""

SEPARATION_GAP = 5e-6
"""A pair further apart than this, and without force, has separated [m]."""

SLIDING_WAY = 5e-6
"""A contact point of the body that moved further than this along the tangent has slid [m]."""


def observe_mode(simulation: PlanarSimulation, pose: Array, wrench: Array) -> ContactMode:
    """
    Push the body from rest at a pose and say what each touching contact did.

    A contact has separated when its gap is open and it carried no force in the second half of the
    watch. The gap alone is no measure: soft contacts lift by some micrometres while they slide.
    wrench: (3,) about the body's middle. The order is that of the touching state's contacts.
    """
    simulation.reset(pose)
    state = simulation.contacts()
    simulation.run(wrench, 0.5 * WATCH_TIME)
    carrying = simulation.run(wrench, 0.5 * WATCH_TIME)
    gaps = {pair.name: pair.gap for pair in simulation.pairs()}
    ways = np.sum(_displacements(state, simulation.pose - pose) * state.frames[:, 1], axis=1)
    return ContactMode(
        tuple(
            _interaction(name in carrying or gaps[name] <= SEPARATION_GAP, float(way))
            for name, way in zip(state.names, ways, strict=True)
        )
    )


def _displacements(state: ContactState, change: Array) -> Array:
    """Return how far the body's points at the contacts went, (k, 2) [m]; change of pose (3,)."""
    cosine, sine = np.cos(change[2]), np.sin(change[2])
    turn = np.array([[cosine, -sine], [sine, cosine]])
    return change[:2] + state.positions @ turn.T - state.positions


def _interaction(touches: bool, way: float) -> Interaction:
    if not touches:
        return SEPARATING
    if abs(way) <= SLIDING_WAY:
        return FIXED
    return SLIDING_LEFT if way > 0.0 else SLIDING_RIGHT
