# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Demo scenes in which the arm holds the body."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.contact import ContactState, normal_wrench_matrix
from frictioncone_ros.sim.arm.scene import ArmScene
from frictioncone_ros.sim.arm.simulation import ArmSimulation
from frictioncone_ros.sim.arm.stick_slip import pressed_state, SETTLE_TIME
from frictioncone_ros.sim.demo.scene import DemoScene
from frictioncone_ros.sim.snapshot import ContactSnapshot
from frictioncone_ros.spatial import Array

DAMPING = np.array([150.0, 150.0, 150.0, 4.0, 4.0, 4.0])
"""Force per difference between desired and true twist [N s/m, Nm s/rad]."""


TOUCH_GAP = 3e-4
"""
A foot no further from its surface than this is reported as touching [m].

The feet of a body that slides flicker in the engine: they touch every other step.
"""

TWIST_SHARE = 0.05
"""
Share of the newest sample in the reported twist, for each step: a mean over about 20 ms.

A body that slides in the engine trembles; an estimator smooths that out.
"""

STIFFNESS = 40.0
"""Moment per angle with which a body that is not told to turn keeps its orientation [Nm/rad]."""


class ArmDemoScene(DemoScene):
    """
    The arm under a hybrid controller: force by the transpose Jacobian, motion by damping.

    Where no motion is commanded the damping only limits how fast a body that slips runs away; a
    body that stays where it was put feels exactly the wrench. Mass and inertia are about what an
    outside force feels of arm and object together.
    """

    dimension = 6
    mass = 3.5
    rotational_inertia = (0.035, 0.035, 0.01)

    def __init__(self, scene: ArmScene, normal_forces: ArrayLike) -> None:
        """Start the simulation with each contact pressed by its normal force [N]."""
        self.simulation = ArmSimulation(scene)
        pressing = -normal_wrench_matrix(scene.nominal) @ np.asarray(normal_forces)
        pressed_state(self.simulation, pressing)
        self.contact_names = scene.nominal.names
        self._start = self.simulation.reference_point
        self._twist = np.zeros(6)
        self._start_axes = self.simulation.reference_axes
        middles = scene.nominal.positions + scene.ball_radius * scene.nominal.normals
        self._middles, self._first_places = middles, self.simulation.places(middles)

    @property
    def time(self) -> float:
        """Simulated time [s]."""
        return self.simulation.time - SETTLE_TIME

    def drive(self, wrench: Array, twist: Array | None) -> None:
        """Apply a wrench (6,) and follow a twist (6,) for one step."""
        desired, true = np.zeros(6) if twist is None else twist, self.simulation.twist()
        self._twist += TWIST_SHARE * (true - self._twist)
        motion = DAMPING * (desired - true)
        if not desired[3:].any():
            motion[3:] -= STIFFNESS * self._turn()
        self.simulation.step(wrench + motion)

    def _turn(self) -> Array:
        """Return sin(angle) times the axis (3,) of the rotation since the start."""
        turned = self.simulation.reference_axes @ self._start_axes.T
        skew = turned - turned.T
        return 0.5 * np.array([skew[2, 1], skew[0, 2], skew[1, 0]])

    def contacts(self) -> ContactSnapshot:
        """
        Return the contacts that are within TOUCH_GAP, with the held body's twist.

        The surfaces are planes, so that a round foot's gap is how far its middle rose from where
        it was when it was pressed.
        """
        scene, reference = self.simulation.scene, self.simulation.reference_point
        places = self.simulation.places(self._middles)
        normals = scene.nominal.normals
        gaps = np.sum((places - self._first_places) * normals, axis=1)
        points = places - scene.ball_radius * normals - reference
        touching = [
            replace(contact, contact_position=point)
            for contact, point, gap in zip(scene.nominal.contacts, points, gaps, strict=True)
            if gap <= TOUCH_GAP
        ]
        seen = self.simulation.contacts()
        state = ContactState(touching, twist=self._twist, reference_point=reference, dimension=6)
        forces = [seen.force_of(contact.name) for contact in touching]
        return ContactSnapshot(self.time, state, np.array(forces).reshape(-1, 3))

    def place(self) -> Array:
        """Return where the reference point is, seen from its start (3,) [m]."""
        return self.simulation.reference_point - self._start
