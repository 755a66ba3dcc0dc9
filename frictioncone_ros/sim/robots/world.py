# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""MuJoCo's model of an arm at its task, built from the arm's own URDF."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from frictioncone_ros.sim.engine import (
    CONTACT_TIME_CONSTANT,
    FRICTION_TO_NORMAL_IMPEDANCE,
    load_mujoco,
    NOSLIP_ITERATIONS,
    TIME_STEP,
)
from frictioncone_ros.sim.robots.description import (
    for_mujoco,
    robot_urdf,
    TIP_FRAME,
    TOOL_FRAME,
)
from frictioncone_ros.sim.robots.robot_data import package_folder, RobotModel
from frictioncone_ros.sim.robots.task import RobotTask
from frictioncone_ros.spatial import Array

ROTOR_INERTIA = 0.1
"""What motors and gears add at each joint [kg m^2]; URDF does not say."""

MISPLACED = np.array([2e-4, -2e-4, 2e-4])
"""How far the workpiece stands from where the drawing has it [m]."""

TOUCH_GAP = 3e-4
"""
Surfaces no further apart than this count as touching where the truth is told [m].

What slides flickers in the engine: it touches every other step.
"""

GAP_ADDED = 4
"""The version of MuJoCo from which on a gap is added to a margin."""

SENSOR_SITE = 'wrist'


@dataclass(frozen=True, eq=False)
class RobotWorld:
    """
    The arm, its task around it, and how the arm is described to others.

    model: MuJoCo's, with motors, sensor and workpiece. urdf: what the driver publishes.
    joints: names in the model's order.
    """

    model: Any
    urdf: str
    joints: tuple[str, ...]


def robot_world(robot: RobotModel, task: RobotTask, misplaced: Array = MISPLACED) -> RobotWorld:
    """Return the world of an arm and a task; misplaced: (3,) of the workpiece [m]."""
    mujoco = load_mujoco()
    urdf = robot_urdf(robot, task.load)
    spec = mujoco.MjSpec.from_string(for_mujoco(urdf, package_folder()))
    _set_options(spec, mujoco)
    for geom in spec.geoms:
        # Only tool and workpiece touch: the arm's meshes are there to be seen.
        geom.contype = geom.conaffinity = 0
    for shape in task.tool:
        shape.add_to(spec.body(TIP_FRAME), task.friction, np.zeros(3))
    for shape in task.workpiece:
        shape.add_to(spec.worldbody, task.friction, misplaced)
    # Up to MuJoCo 3 the gap is taken off the margin, from 4 on it is added to it.
    listed = (0.0 if int(mujoco.__version__.split('.')[0]) >= GAP_ADDED else TOUCH_GAP, TOUCH_GAP)
    for geom in spec.geoms:
        geom.solref[0] = CONTACT_TIME_CONSTANT
        # Listed by the engine when as near as this, without force.
        geom.margin, geom.gap = listed
    _add_sensor(spec, mujoco)
    spec.body(TIP_FRAME).add_site(name=TIP_FRAME, size=[0.004] * 3)
    joints = tuple(joint.name for joint in spec.joints)
    for joint in spec.joints:
        joint.armature = ROTOR_INERTIA
        _add_motor(spec, joint.name, mujoco)
    return RobotWorld(spec.compile(), urdf, joints)


def _set_options(spec: Any, mujoco: Any) -> None:
    spec.option.timestep = TIME_STEP
    spec.option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    spec.option.noslip_iterations = NOSLIP_ITERATIONS
    spec.option.impratio = FRICTION_TO_NORMAL_IMPEDANCE
    spec.option.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_EULERDAMP)


def _add_sensor(spec: Any, mujoco: Any) -> None:
    """Add a force-torque sensor between flange and tool."""
    spec.body(TOOL_FRAME).add_site(name=SENSOR_SITE, size=[0.004] * 3)
    for name, kind in (
        ('force', mujoco.mjtSensor.mjSENS_FORCE),
        ('torque', mujoco.mjtSensor.mjSENS_TORQUE),
    ):
        site = mujoco.mjtObj.mjOBJ_SITE
        spec.add_sensor(name=name, type=kind, objtype=site, objname=SENSOR_SITE)


def _add_motor(spec: Any, joint: str, mujoco: Any) -> None:
    transmission = mujoco.mjtTrn.mjTRN_JOINT
    motor = spec.add_actuator(name=joint, target=joint, trntype=transmission)
    motor.gainprm[0] = 1.0
