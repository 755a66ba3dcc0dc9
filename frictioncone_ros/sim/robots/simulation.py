# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""An arm at its task under a hybrid controller that knows joint angles and the model only."""

from __future__ import annotations

from copy import copy

import numpy as np
from scipy.spatial.transform import Rotation

from frictioncone_ros.exceptions import NumericalError
from frictioncone_ros.sim.contact_reader import read_contacts
from frictioncone_ros.sim.engine import load_mujoco
from frictioncone_ros.sim.robots.description import TIP_FRAME
from frictioncone_ros.sim.robots.robot_data import RobotModel
from frictioncone_ros.sim.robots.task import RobotTask
from frictioncone_ros.sim.robots.world import (
    MISPLACED,
    robot_world,
    SENSOR_SITE,
    TOUCH_GAP,
)
from frictioncone_ros.sim.snapshot import ContactSnapshot
from frictioncone_ros.spatial import Array

DAMPING = np.array([200.0, 200.0, 200.0, 4.0, 4.0, 4.0])
"""Force per difference between desired and true twist [N s/m, Nm s/rad]."""

STIFFNESS = 60.0
"""Moment per angle with which the tool keeps its orientation [Nm/rad]."""

SETTLE_TIME = 0.3
"""How long the tool is pressed before the script begins [s]."""

_DOWN = np.diag([1.0, -1.0, -1.0])
_POSTURE_RATE = 10.0
_REACHED, _DAMPED, _MOST_STEPS = 1e-9, 1e-6, 300


class RobotSimulation:
    """
    Stepped at 1 kHz with a wrench and a twist at the tool's working point.

    The controller is the transpose Jacobian with damping towards the desired twist, as an arm with
    a torque interface runs it; gravity and velocity terms are compensated.
    """

    def __init__(self, robot: RobotModel, task: RobotTask, misplaced: Array = MISPLACED) -> None:
        """Put the tool at the task's start, and press; misplaced: (3,) of the workpiece [m]."""
        self._mujoco = load_mujoco()
        self.robot, self.task = robot, task
        self.world = robot_world(robot, task, misplaced)
        self.model = self.world.model
        self.data = self._mujoco.MjData(self.model)
        self._site = self.model.site(TIP_FRAME).id
        self._translation = np.zeros((3, self.model.nv))
        self._rotation = np.zeros((3, self.model.nv))
        self._inertia = np.zeros((self.model.nv, self.model.nv))
        self._units = np.eye(self.model.nv)
        self.angles = self._posture(np.asarray(task.start))
        self.reset()

    def reset(self) -> None:
        """Begin anew, contact made, time zero."""
        self._mujoco.mj_resetData(self.model, self.data)
        self.data.qpos[:] = self.angles
        self._mujoco.mj_forward(self.model, self.data)
        for _ in range(round(SETTLE_TIME / self.model.opt.timestep)):
            self.step(self.task.settle, None)
        self.begin()

    def begin(self) -> None:
        """Let the script begin now."""
        self._start = self.tip
        self._origin = float(self.data.time)

    @property
    def time(self) -> float:
        """Simulated time since contact was made [s]."""
        return float(self.data.time) - self._origin

    @property
    def tip(self) -> Array:
        """Position (3,) of the working point in the base [m]."""
        return np.array(self.data.site_xpos[self._site])

    @property
    def tip_axes(self) -> Array:
        """Rotation (3, 3), columns the tool's axes in the base."""
        return np.array(self.data.site_xmat[self._site]).reshape(3, 3)

    @property
    def limits(self) -> tuple[Array, Array]:
        """Least and largest joint angles (n,) [rad]."""
        least, largest = self.model.jnt_range.T
        return least, largest

    def travelled(self) -> float:
        """Return how far the working point is from its start [m]."""
        return float(np.linalg.norm(self.tip - self._start))

    def jacobian(self) -> Array:
        """Return the (6, n) map from joint rates to the twist of the working point."""
        self._mujoco.mj_jacSite(
            self.model, self.data, self._translation, self._rotation, self._site
        )
        return np.vstack((self._translation, self._rotation))

    def twist(self) -> Array:
        """Return the twist (6,) of the working point [m/s, rad/s]."""
        return self.jacobian() @ self.data.qvel

    def truth(self) -> ContactSnapshot:
        """Return the engine's contacts about the working point: for judging, never for nodes."""
        return read_contacts(self.model, self.data, self.tip, TOUCH_GAP)

    def step(self, wrench: Array, twist: Array | None) -> None:
        """Apply a wrench (6,) on the environment and follow a twist (6,) for one step."""
        jacobian = self.jacobian()
        desired = np.zeros(6) if twist is None else twist
        motion = DAMPING * (desired - jacobian @ self.data.qvel)
        if not desired[3:].any():
            motion[3:] -= STIFFNESS * _turn(self.tip_axes)
        torque = jacobian.T @ (wrench + motion) + self._posture_torque(jacobian)
        self.data.ctrl[:] = torque + self.data.qfrc_bias - self.data.qfrc_passive
        self._mujoco.mj_step(self.model, self.data)

    def static_reading(self, angles: Array) -> tuple[Array, Array]:
        """
        Return what the sensor feels at rest in a posture, as if nothing were around.

        Wrench (6,) on the tool and gravity (3,) [m/s^2], both along the sensor's axes.
        """
        model = copy(self.model)
        model.opt.disableflags |= int(self._mujoco.mjtDisableBit.mjDSBL_CONTACT)
        data = self._mujoco.MjData(model)
        data.qpos[:] = angles
        self._mujoco.mj_forward(model, data)
        data.ctrl[:] = data.qfrc_bias
        self._mujoco.mj_forward(model, data)
        axes = np.array(data.site_xmat[model.site(SENSOR_SITE).id]).reshape(3, 3)
        return -np.array(data.sensordata[:6]), axes.T @ model.opt.gravity

    def _posture_torque(self, jacobian: Array) -> Array:
        """Return what keeps the motion that the tool does not see near the start (n,) [Nm]."""
        for column, unit in zip(self._inertia, self._units, strict=True):
            self._mujoco.mj_mulM(self.model, self.data, column, unit)
        mobility = np.linalg.solve(self._inertia, jacobian.T)
        desired = _POSTURE_RATE**2 * (self.angles - self.data.qpos)
        desired = desired - 2.0 * _POSTURE_RATE * self.data.qvel
        seen = mobility @ np.linalg.solve(jacobian @ mobility, jacobian @ desired)
        return self._inertia @ (desired - seen)

    def _posture(self, place: Array) -> Array:
        """Return joint angles (n,) [rad] that put the tool at a place, pointing down."""
        self.data.qpos[:] = self.robot.ready
        for _ in range(_MOST_STEPS):
            self._mujoco.mj_kinematics(self.model, self.data)
            self._mujoco.mj_comPos(self.model, self.data)
            error = np.concatenate((place - self.tip, -_turn(self.tip_axes, exact=True)))
            if np.linalg.norm(error) < _REACHED:
                return np.array(self.data.qpos)
            jacobian = self.jacobian()
            damped = jacobian @ jacobian.T + _DAMPED * np.eye(6)
            self.data.qpos[:] += jacobian.T @ np.linalg.solve(damped, error)
        raise NumericalError(f'{self.robot.name} does not reach {place.tolist()} pointing down')


def _turn(axes: Array, exact: bool = False) -> Array:
    """Return the rotation vector (3,) from pointing down to the tool's axes, or its sine."""
    turned = axes @ _DOWN.T
    if exact:
        return Rotation.from_matrix(turned).as_rotvec()
    skew = turned - turned.T
    return 0.5 * np.array([skew[2, 1], skew[0, 2], skew[1, 0]])
