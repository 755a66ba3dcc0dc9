# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Demo scenes (c): a workpiece slid to its third fixel, a peg slid into its hole."""

from __future__ import annotations

from math import inf

import numpy as np

from frictioncone_ros.pipeline.prediction import NearContact
from frictioncone_ros.sim.demo.scene import DemoScene, ScriptedCommand
from frictioncone_ros.sim.planar.scene import FIXEL_RADIUS, PlanarScene
from frictioncone_ros.sim.planar.simulation import PlanarSimulation
from frictioncone_ros.sim.snapshot import ContactSnapshot
from frictioncone_ros.spatial import Array

DAMPING = np.array([60.0, 60.0, 0.3])
"""Force per difference between desired and true twist [N s/m, Nm s/rad]."""

TOUCH_GAP = 2e-5
"""Gap up to which the estimator of these scenes reports a contact [m]."""


class PlanarDemoScene(DemoScene):
    """A planar body under a wrench and a damping controller for its motion."""

    dimension = 3

    def __init__(self, scene: PlanarScene) -> None:
        """Start the simulation."""
        self.simulation = PlanarSimulation(scene)
        self.mass = scene.mass
        third = scene.mass * scene.inertia.radius_of_gyration**2
        self.rotational_inertia = (third, third, third)
        self.contact_names = tuple(pair.name for pair in self.simulation.pairs())
        self._time = 0.0

    @property
    def time(self) -> float:
        """Simulated time [s]."""
        return self._time

    def drive(self, wrench: Array, twist: Array | None) -> None:
        """Apply a wrench (3,) and follow a twist (3,) for 1 ms."""
        desired = np.zeros(3) if twist is None else twist
        step = 0.001
        self.simulation.push(wrench + DAMPING * (desired - self.simulation.twist), step)
        self._time += step

    def contacts(self) -> ContactSnapshot:
        """Return the pairs that touch with their normal forces, friction left out."""
        state = self.simulation.contacts(TOUCH_GAP)
        normal = self.simulation.normal_forces()
        forces = [(normal.get(name, 0.0), 0.0) for name in state.names]
        return ContactSnapshot(self._time, state, np.array(forces).reshape(-1, 2))

    def near(self) -> tuple[NearContact, ...]:
        """Return the pairs that are further apart than TOUCH_GAP."""
        apart = self.simulation.contacts(inf)
        gaps = {pair.name: pair.gap for pair in self.simulation.pairs()}
        return tuple(
            NearContact(point, gaps[point.name])
            for point in apart.contacts
            if gaps[point.name] > TOUCH_GAP
        )

    def place(self) -> Array:
        """Return where the body's middle is, seen from its start (2,) [m]."""
        return (self.simulation.pose - self.simulation.scene.start)[:2]


class SeatDemo(PlanarDemoScene):
    """Slide a workpiece over two fixels to the third, against a planner that turns it."""

    name = 'seat'
    duration = 15.0

    def __init__(self) -> None:
        """Put the workpiece on its two lower fixels, 60 mm from the third."""
        half = np.array([0.08, 0.04])
        below = -half[1] - FIXEL_RADIUS
        fixels = np.array([(-0.07, below), (0.01, below), (-half[0] - 0.06 - FIXEL_RADIUS, 0.01)])
        scene = PlanarScene(half, 1.0, 0.25, fixels, np.zeros(3), np.zeros((0, 4)))
        super().__init__(scene)

    def script(self, time: float) -> ScriptedCommand:
        """Press down, slide left; a moment that lifts the workpiece comes and goes."""
        turn = 0.5 * max(0.0, np.sin(2.0 * np.pi * (time - 2.0) / 5.0))
        wrench = np.array([0.0, -6.0, turn])
        if time < 1.0:
            return ScriptedCommand(wrench, None, 'ff*', 'press')
        return ScriptedCommand(wrench, np.array([-0.008, 0.0, 0.0]), 'll*', 'slide to the third')


class PegDemo(PlanarDemoScene):
    """Slide a peg down along one side of its hole, against a moment that would wedge it."""

    name = 'peg'
    duration = 15.0

    def __init__(self) -> None:
        """Lean the peg against the left side of the hole, 50 mm above its bottom."""
        half = np.array([0.015, 0.1])
        beside = -half[0] - FIXEL_RADIUS
        fixels = np.array([(beside, 0.035), (beside, -0.035), (-beside + 0.001, 0.035)])
        walls = np.array([[0.0, -half[1] - 0.025 - 0.01, 0.05, 0.01]])
        scene = PlanarScene(half, 0.5, 0.3, fixels, np.array([0.0, 0.025, 0.0]), walls)
        super().__init__(scene)

    def script(self, time: float) -> ScriptedCommand:
        """Lean to the left, slide down; a moment that would tilt the peg comes and goes."""
        turn = 0.15 * max(0.0, np.sin(2.0 * np.pi * (time - 2.0) / 5.0))
        wrench = np.array([-4.0, 0.0, turn])
        if time < 1.0:
            return ScriptedCommand(wrench, None, 'ff***', 'lean')
        return ScriptedCommand(wrench, np.array([0.0, -0.007, 0.0]), 'rr***', 'slide down')
