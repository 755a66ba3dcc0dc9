# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Scene (b): whether a motion command disturbs the controlled contact forces of the rod."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frictioncone_ros.analysis.projections import HybridDynamics
from frictioncone_ros.constraints import Constraint, contact_constraint
from frictioncone_ros.contact import acceleration_bias, ContactMode, ContactState, UNSPECIFIED
from frictioncone_ros.sim.arm.scene import ROD_END_RADIUS, rod_scene
from frictioncone_ros.sim.arm.simulation import ArmSimulation
from frictioncone_ros.sim.engine import TIME_STEP
from frictioncone_ros.spatial import Array

NORMAL_FORCES = (12.0, 8.0)
"""Desired force at the floor and at the wall [N]."""

SETTLE_TIME = 0.3
"""Time until both contacts rest, before the comparison starts [s]."""

WATCH_TIME = 2.0
"""Compared time [s]."""

SPEED_AMPLITUDE = np.array([0.06, 0.0, 0.0, 0.0, 0.08, 0.1])
"""Amplitude of the desired twist [m/s, rad/s]: along both surfaces, and turning."""

FREQUENCY = 1.0
"""Of the desired motion [Hz]."""

DAMPING_RATE = 20.0
"""Rate at which the twist follows the desired one [1/s]."""


@dataclass(frozen=True, eq=False)
class RodRun:
    """
    One run; rows are steps of 1 ms after settling.

    forces: (n, 2) normal forces at the two ends [N]. speeds: (n,) of the rod's middle [m/s].
    """

    forces: Array
    speeds: Array


def rod_run(moving: bool, projected: bool = True) -> RodRun:
    """
    Press both ends with constant forces; when moving, also follow the desired twist.

    projected False leaves the motion command as it is, constrained part included.
    """
    simulation = ArmSimulation(rod_scene())
    rows, speeds = [], []
    for step in range(round((SETTLE_TIME + WATCH_TIME) / TIME_STEP)):
        time = step * TIME_STEP - SETTLE_TIME
        desired = SPEED_AMPLITUDE * np.sin(2.0 * np.pi * FREQUENCY * time)
        wrench = hybrid_wrench(simulation, desired * (moving and time > 0.0), projected)
        simulation.step(wrench)
        if time >= 0.0:
            snapshot = simulation.contacts()
            rows.append([snapshot.force_of(name)[0] for name in ('end_0', 'end_1')])
            speeds.append(np.linalg.norm(simulation.twist()[:3]))
    return RodRun(np.array(rows), np.array(speeds))


def hybrid_wrench(simulation: ArmSimulation, desired_twist: Array, projected: bool) -> Array:
    """Return the wrench (6,) on the rod that controls both forces and follows a twist."""
    state = present_contacts(simulation)
    constraint = contact_constraint(state, ContactMode((UNSPECIFIED,) * state.contact_count))
    inertia = simulation.hand_inertia()
    drift = simulation.jacobian_rate() @ simulation.data.qvel
    dynamics = HybridDynamics(
        constraint,
        inertia,
        bias_wrench=-inertia.matrix @ drift,
        constraint_bias=_constraint_bias(state, constraint, inertia.inverse_matrix),
    )
    acceleration = DAMPING_RATE * (desired_twist - state.twist)
    force = -constraint.constraint_force_basis @ np.array(NORMAL_FORCES)
    if not projected:
        return dynamics.decoupled_command(acceleration, force)
    return dynamics.filtered_command(acceleration, force, inertia.matrix)


def present_contacts(simulation: ArmSimulation) -> ContactState:
    """
    Return the rod's two contacts where its ends are now, touching or not.

    Positions are the middles of the round ends: the line of action is the same, and a middle
    keeps its distance from the surface while the rod turns.
    """
    nominal = simulation.scene.nominal
    middles = nominal.positions + ROD_END_RADIUS * nominal.normals
    places = simulation.places(middles) - simulation.reference_point
    contacts = [
        contact.moved(contact.contact_position - place)
        for contact, place in zip(nominal.contacts, places, strict=True)
    ]
    return ContactState(contacts, twist=simulation.twist())


def force_change(still: RodRun, moving: RodRun) -> Array:
    """Return |change of force| / force, (n, 2), between two runs step by step."""
    return np.abs(moving.forces - still.forces) / still.forces


def _constraint_bias(state: ContactState, constraint: Constraint, mobility: Array) -> Array:
    """Return the acceleration (6,) that keeps both contacts at the present twist, N^T a = -b."""
    basis = constraint.constraint_force_basis
    closing = -acceleration_bias(state)[:, 0]
    return mobility @ basis @ np.linalg.solve(basis.T @ mobility @ basis, closing)
