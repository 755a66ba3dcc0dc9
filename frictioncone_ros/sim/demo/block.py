# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Demo scene (a): the arm presses a block, is told to push too hard sideways, then drags it."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.sim.arm.scene import block_scene
from frictioncone_ros.sim.demo.arm_scene import ArmDemoScene
from frictioncone_ros.sim.demo.scene import ScriptedCommand
from frictioncone_ros.spatial import Array

FRICTION = 0.5
PRESSING_FORCE = 20.0
"""Commanded normal force [N]; friction then holds 10 N."""

LARGEST_PUSH = 16.0
"""The planner's sideways force at its largest [N], 1.6 times what friction holds."""

DRAG_SPEED = 0.03
"""Commanded speed of the drag [m/s]."""

PUSH_START, PUSH_END, DRAG_START = 1.0, 9.0, 10.0


class BlockDemo(ArmDemoScene):
    """Press for a second, push in a circle beyond the limit for eight, drag for the rest."""

    name = 'block'
    duration = 15.0

    def __init__(self) -> None:
        """Put the block on the table."""
        super().__init__(block_scene(FRICTION), np.full(3, PRESSING_FORCE / 3.0))

    def script(self, time: float) -> ScriptedCommand:
        """Return what the planner asks for at a time [s]."""
        pressing = np.array([0.0, 0.0, -PRESSING_FORCE, 0.0, 0.0, 0.0])
        if time < PUSH_START:
            return ScriptedCommand(pressing, None, 'fff', 'press')
        if time < PUSH_END:
            return ScriptedCommand(pressing + _push(time), None, 'fff', 'push sideways')
        if time < DRAG_START:
            return ScriptedCommand(pressing, None, 'fff', 'press')
        direction = 1.0 if time < 0.5 * (DRAG_START + self.duration) else -1.0
        twist = np.array([0.0, direction * DRAG_SPEED, 0.0, 0.0, 0.0, 0.0])
        return ScriptedCommand(0.6 * pressing, twist, 'ddd', 'drag')


def _push(time: float) -> Array:
    """Return a sideways force (6,) that grows and falls while its direction turns twice."""
    share = (time - PUSH_START) / (PUSH_END - PUSH_START)
    size, angle = LARGEST_PUSH * np.sin(np.pi * share), 4.0 * np.pi * share
    return np.array([size * np.cos(angle), size * np.sin(angle), 0.0, 0.0, 0.0, 0.0])
