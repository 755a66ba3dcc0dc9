# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What an arm would measure of a scene: joints, tool and surroundings a little wrong."""

from dataclasses import replace

import numpy as np

from frictioncone_ros.estimation.geometry.libraries import pinocchio
from frictioncone_ros.estimation.geometry.uncertainty import Deviations

NOISE = Deviations(
    joint=2e-4,
    tool_position=2e-4,
    tool_angle=float(np.deg2rad(0.1)),
    scene_position=1e-4,
    scene_angle=5e-4,
)


def measured_joints(generator, scene, noise=NOISE):
    return scene.joints + generator.normal(0.0, noise.joint, 7)


def measured_scene(generator, scene, noise=NOISE):
    """Return the scene with tool and surroundings where they are thought to be."""
    return replace(
        scene,
        tool=[_about_frame(generator, shape, noise) for shape in scene.tool],
        surroundings=[_about_itself(generator, shape, noise) for shape in scene.surroundings],
    )


def _about_frame(generator, shape, noise):
    error = _error(generator, noise.tool_position, noise.tool_angle)
    return replace(shape, placement=error * shape.placement)


def _about_itself(generator, shape, noise):
    error = _error(generator, noise.scene_position, noise.scene_angle)
    return replace(shape, placement=shape.placement * error)


def _error(generator, position, angle):
    turn = pinocchio.exp3(generator.normal(0.0, angle, 3))
    return pinocchio.SE3(turn, generator.normal(0.0, position, 3))
