# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The block of Gazebo's worlds as a demo scene: pushed by the filter's wrenches, in lock-step."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.contact import ContactState, FrictionModel
from frictioncone_ros.sim.arm.scene import BlockSize
from frictioncone_ros.sim.demo.scene import DemoScene, ScriptedCommand
from frictioncone_ros.sim.gazebo.client import GazeboLink
from frictioncone_ros.sim.gazebo.trial import SETTLE_STEPS, touching_state
from frictioncone_ros.sim.snapshot import ContactSnapshot
from frictioncone_ros.spatial import Array

WEIGHT = np.array([0.0, 0.0, -9.81 * BlockSize().mass, 0.0, 0.0, 0.0])
PRESSING = np.array([0.0, 0.0, -20.0, 0.0, 0.0, 0.0])
LARGEST_PUSH = 16.0
"""The planner's sideways force at its largest [N]; friction holds 10 N."""

DAMPING = np.array([50.0, 50.0, 50.0, 1.0, 1.0, 1.0])
"""Force per speed of the link, so that a block that slips stays in sight [N s/m, Nm s/rad]."""


class GazeboBlockDemo(DemoScene):
    """Push a block sideways, ever harder, then less. The wrench counts the block's weight."""

    name = 'gazebo block'
    duration = 6.0
    dimension = 6
    mass = BlockSize().mass
    rotational_inertia = (0.002, 0.003, 0.004)

    def __init__(self, link: GazeboLink, friction: FrictionModel) -> None:
        """Put the block at its start and press it until it rests."""
        self._link = link
        self._friction = friction
        link.reset()
        for _ in range(SETTLE_STEPS):
            self._last = link.step(PRESSING - WEIGHT)
        self._start, self._start_time = self._last.position, self._last.time
        self._twist = np.zeros(6)
        self.contact_names = touching_state(self._last, friction).names

    @property
    def time(self) -> float:
        """Simulated time [s]."""
        return self._last.time - self._start_time

    def script(self, time: float) -> ScriptedCommand:
        """Return what the planner asks for at a time [s]."""
        size = LARGEST_PUSH * np.sin(np.pi * min(1.0, time / self.duration))
        angle = 2.0 * np.pi * time / self.duration
        push = np.array([size * np.cos(angle), size * np.sin(angle), 0.0, 0.0, 0.0, 0.0])
        mode = 'f' * len(self.contact_names)
        return ScriptedCommand(PRESSING + push, None, mode, 'push sideways')

    def drive(self, wrench: Array, twist: Array | None) -> None:
        """Apply a wrench (6,) less the weight, which Gazebo adds, for one step of 1 ms."""
        before = self._last
        self._last = self._link.step(wrench - WEIGHT - DAMPING * self._twist)
        self._twist[:3] = (self._last.position - before.position) / 0.001

    def contacts(self) -> ContactSnapshot:
        """Return the contacts of the last step; two samples' forces alternate in Gazebo."""
        state = touching_state(self._last, self._friction)
        state = ContactState(state.contacts, twist=self._twist, dimension=6)
        forces = [
            contact.frame @ self._last.points[contact.name].force for contact in state.contacts
        ]
        return ContactSnapshot(self.time, state, np.array(forces).reshape(-1, 3))

    def place(self) -> Array:
        """Return where the block is, seen from its start (3,) [m]."""
        return self._last.position - self._start
