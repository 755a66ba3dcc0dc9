# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Demo scene (b): the rod with two skew contacts, force kept at both while it moves."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.contact import normal_wrench_matrix
from frictioncone_ros.sim.arm.scene import rod_scene
from frictioncone_ros.sim.demo.arm_scene import ArmDemoScene
from frictioncone_ros.sim.demo.scene import ScriptedCommand

FRICTION = 0.2
NORMAL_FORCES = (12.0, 8.0)
"""Commanded force at the floor and at the wall [N]."""

SPEED_AMPLITUDE = np.array([0.05, 0.02, 0.02, 0.0, 0.0, 0.02])
"""
Amplitude of the commanded twist [m/s, rad/s].

Its parts along y and z lead into the wall and the floor, or away from them: they are the
planner's mistake that the filter takes out.
"""

PERIOD = 4.0
"""Of the commanded motion [s]."""

MOVE_START = 2.0


class RodDemo(ArmDemoScene):
    """Press both ends, then also move to and fro."""

    name = 'rod'
    duration = 15.0

    def __init__(self) -> None:
        """Put the rod against floor and wall."""
        super().__init__(rod_scene(FRICTION), NORMAL_FORCES)

    def script(self, time: float) -> ScriptedCommand:
        """Return what the planner asks for at a time [s]."""
        wrench = -normal_wrench_matrix(self.simulation.scene.nominal) @ np.array(NORMAL_FORCES)
        if time < MOVE_START:
            return ScriptedCommand(wrench, None, 'ff', 'press')
        twist = SPEED_AMPLITUDE * np.sin(2.0 * np.pi * (time - MOVE_START) / PERIOD)
        return ScriptedCommand(wrench, twist, 'dd', 'press and move')
