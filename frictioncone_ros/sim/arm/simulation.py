# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A running arm scene: what a robot's driver would offer, step by step."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.sim.arm.scene import ArmScene
from frictioncone_ros.sim.contact_reader import read_contacts
from frictioncone_ros.sim.engine import load_mujoco
from frictioncone_ros.sim.snapshot import ContactSnapshot
from frictioncone_ros.spatial import Array, Inertia, operational_space_inertia

_POSTURE_RATE = 5.0


class ArmSimulation:
    """
    The arm in MuJoCo with a wrench interface at the held object's reference point.

    All wrenches and twists are spatial, axes of the world, about the reference point. What is
    read after a step belongs to its start, contact forces included, and so fits together.
    """

    def __init__(self, scene: ArmScene) -> None:
        """Compile the scene and put the arm at its start."""
        self._mujoco = load_mujoco()
        self.scene = scene
        self.model = self._mujoco.MjModel.from_xml_string(scene.xml)
        self.data = self._mujoco.MjData(self.model)
        self._site = self.model.site('reference').id
        self._translation = np.zeros((3, self.model.nv))
        self._rotation = np.zeros((3, self.model.nv))
        self._units = np.eye(self.model.nv)
        self.reset()

    def reset(self) -> None:
        """Return to the start at rest, time zero."""
        self._mujoco.mj_resetData(self.model, self.data)
        self.data.qpos[:] = self.scene.angles
        self._mujoco.mj_forward(self.model, self.data)
        self._start_axes = self.reference_axes

    @property
    def time(self) -> float:
        """Simulated time [s]."""
        return float(self.data.time)

    @property
    def reference_point(self) -> Array:
        """Position (3,) of the held object's reference point [m]."""
        return np.array(self.data.site_xpos[self._site])

    @property
    def reference_axes(self) -> Array:
        """Rotation (3, 3), columns the held object's axes in the world."""
        return np.array(self.data.site_xmat[self._site]).reshape(3, 3)

    def places(self, points: Array) -> Array:
        """
        Return where points (k, 3) of the held object are now, in the world [m].

        They are given as seen from the reference point at the start, axes of the world.
        """
        turn = self.reference_axes @ self._start_axes.T
        return self.reference_point + points @ turn.T

    def jacobian(self) -> Array:
        """Return the (6, 7) map from joint rates to the twist at the reference point."""
        self._mujoco.mj_jacSite(
            self.model, self.data, self._translation, self._rotation, self._site
        )
        return np.vstack((self._translation, self._rotation))

    def jacobian_rate(self) -> Array:
        """Return the (6, 7) time derivative of the Jacobian."""
        translation, rotation = np.zeros_like(self._translation), np.zeros_like(self._rotation)
        body = int(self.model.site_bodyid[self._site])
        point = self.data.site_xpos[self._site]
        self._mujoco.mj_jacDot(self.model, self.data, translation, rotation, point, body)
        return np.vstack((translation, rotation))

    def twist(self) -> Array:
        """Return the held object's twist (6,) at the reference point [m/s, rad/s]."""
        return self.jacobian() @ self.data.qvel

    def joint_inertia(self) -> Array:
        """Return the (7, 7) joint-space inertia [kg m^2]."""
        columns = np.zeros((self.model.nv, self.model.nv))
        for column, unit in zip(columns, self._units, strict=True):
            self._mujoco.mj_mulM(self.model, self.data, column, unit)
        return columns

    def hand_inertia(self) -> Inertia:
        """Return what an outside force feels at the reference point, the arm included."""
        return operational_space_inertia(self.joint_inertia(), self.jacobian())

    def contacts(self) -> ContactSnapshot:
        """Return the true contacts of the held object at this instant."""
        return read_contacts(self.model, self.data, self.reference_point)

    def measured_wrench(self) -> Array:
        """Return the wrist wrench (6,), the arm on the hand, sensor axes and origin [N, Nm]."""
        return np.array(self.data.sensordata[:6])

    def step(self, wrench: Array) -> None:
        """
        Apply a wrench (6,) to the held object for one step through the motors.

        Gravity, velocity terms and damping are compensated; motion that the hand does not see is
        damped and held near the start. A static wrench on the environment is exactly this wrench.
        """
        torque = self.jacobian().T @ wrench + self._compensation() + self._posture_torque()
        self.data.ctrl[:] = torque
        self._mujoco.mj_step(self.model, self.data)

    def _compensation(self) -> Array:
        return np.array(self.data.qfrc_bias - self.data.qfrc_passive)

    def _posture_torque(self) -> Array:
        """Return M P (desired rate), P the part of joint motion that leaves the hand at rest."""
        inertia, jacobian = self.joint_inertia(), self.jacobian()
        mobility = np.linalg.solve(inertia, jacobian.T)
        desired = _POSTURE_RATE**2 * (self.scene.angles - self.data.qpos)
        desired = desired - 2.0 * _POSTURE_RATE * self.data.qvel
        seen = mobility @ np.linalg.solve(jacobian @ mobility, jacobian @ desired)
        return inertia @ (desired - seen)
