# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A running planar scene: push the body with a wrench and see what each contact does."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.contact import ContactState
from frictioncone_ros.sim.engine import load_mujoco
from frictioncone_ros.sim.planar.pairs import (
    pair_name,
    round_pairs,
    RoundPair,
    TOUCH_GAP,
    touching_state,
)
from frictioncone_ros.sim.planar.scene import PLANAR_TIME_STEP, PlanarScene
from frictioncone_ros.spatial import Array


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
