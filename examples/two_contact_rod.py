# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A rod held by two arms, its ends on two faces: Featherstone's experiment (section 7).

Both contact forces are controlled while the rod moves along its four freedoms. With forces and
motions split in the metric of the rod's and the arms' inertia, the motion does not show in the
contact forces; split by the identity matrix it does. Then his figures 5 and 6: the power of the
measured wrench, and of what is left of it after projection, with contacts kept and broken.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.projections import (
    constraint_force_projector,
    contact_part_of_measured_wrench,
    HybridDynamics,
    motion_force_projector,
)
from frictioncone_ros.constraints import Constraint, contact_constraint
from frictioncone_ros.contact import (
    acceleration_bias,
    ContactMode,
    ContactPoint,
    ContactState,
    Frictionless,
)
from frictioncone_ros.spatial import cross_matrix, Inertia

Array = NDArray[np.float64]

HALF_LENGTH = 0.3
"""Half the rod's length [m]; its middle is the operational frame."""
NORMALS = np.array([[0.0, 0.0, 1.0], [0.0, 0.6, 0.8]])
"""Unit normals of the faces under the left and the right end; skew, and they do not meet."""
WANTED_FORCES = np.array([20.0, 10.0])
"""Desired contact forces at the left and the right end [N]."""
STEP = 1e-3
"""Step of the simulation [s]."""
CONTROL_STEPS = 2
"""Steps of the simulation in one of the controller, which knows pose and speed of its last."""
ROD = Inertia.spatial_body(3.0, 0.09 * np.diag([0.01, 1.0, 1.0]))
ARMS = Inertia.spatial_body(8.0, np.diag([0.3, 0.5, 0.4]), (0.05, 0.08, 0.06))
TOTAL = Inertia(ROD.matrix + ARMS.matrix)


@dataclass
class Run:
    """Records over time: contact forces (steps, 2) and the two powers (steps,)."""

    times: Array
    forces: Array
    total_power: Array
    projected_power: Array


def contacts(rotation: Array, twist: Array) -> ContactState:
    """Return the rod's two ends on their faces; rotation turns the rod's axes into the world's."""
    ends = [sign * HALF_LENGTH * rotation[:, 0] for sign in (-1.0, 1.0)]
    points = [
        ContactPoint(end, normal, Frictionless(), name=name)
        for end, normal, name in zip(ends, NORMALS, ('left', 'right'), strict=True)
    ]
    return ContactState(points, TOTAL, twist)


def dynamics(state: ContactState, rotation: Array) -> HybridDynamics:
    """Return the equations of motion at a pose and a twist, velocity products included."""
    constraint = contact_constraint(state, ContactMode.parse('**'))
    turn = np.kron(np.eye(2), rotation)
    inertia = Inertia(turn @ TOTAL.matrix @ turn.T)
    # Contact accelerations N^T twist_rate + b vanish: the motion must make up for b.
    bias = acceleration_bias(state)[:, 0]
    constraint_bias = -np.linalg.lstsq(constraint.constraint_force_basis.T, bias, rcond=None)[0]
    return HybridDynamics(
        constraint,
        inertia,
        bias_wrench=inertia.velocity_wrench(state.twist),
        constraint_bias=constraint_bias,
    )


def desired_acceleration(time: float, constraint: Constraint, twist: Array) -> Array:
    """Return what the motion controller asks for in all six directions, damped."""
    shake = np.array([0.8, 1.2, 2.0, 3.0, 4.0, 2.5])
    phases = 2.0 * np.pi * (0.7 * time * np.array([1.0, 1.3, 0.8, 1.1, 0.9, 1.2]))
    return np.where(time >= 0.5, shake * np.sin(phases), 0.0) - 2.0 * twist


def split_command(system: HybridDynamics, acceleration: Array, metric: Array) -> Array:
    """
    Return the robot's wrench: its force part in N, its motion part in A T, and the bias.

    The desired contact force is what the robot applies to the faces: against the normals.
    """
    constraint = system.constraint
    force = -constraint.constraint_force_basis @ WANTED_FORCES
    motion = system.operational_inertia.matrix @ acceleration
    kept = constraint_force_projector(constraint.constraint_force_basis, metric) @ force
    moving = motion_force_projector(constraint.free_motion_basis, metric) @ motion
    bias = force - system.effective_wrench(force)
    return kept + moving + bias


def simulate(metric: str, seconds: float = 3.0) -> Run:
    """Move the rod under control, splitting by the 'dynamic' or the 'euclidean' metric."""
    rotation, twist = np.eye(3), np.zeros(6)
    noise = np.random.default_rng(7)
    count = round(seconds / STEP)
    run = Run(np.arange(count) * STEP, np.zeros((count, 2)), np.zeros(count), np.zeros(count))
    for index, time in enumerate(run.times):
        state = contacts(rotation, twist)
        system = dynamics(state, rotation)
        if index % CONTROL_STEPS == 0:
            chosen = system.operational_inertia.matrix if metric == 'dynamic' else np.eye(6)
            acceleration = desired_acceleration(time, system.constraint, twist)
            wrench = split_command(system, acceleration, chosen)
        response = system.response(wrench)
        run.forces[index] = -system.constraint.force_coordinates(response.contact_force)
        turn = np.kron(np.eye(2), rotation)
        held = Inertia(turn @ ROD.matrix @ turn.T)
        # The sensors sit between arms and rod: they also feel what accelerates the rod.
        measured = (
            response.contact_force
            + held.matrix @ response.acceleration
            + held.velocity_wrench(twist)
            + 0.05 * noise.standard_normal(6)
        )
        run.total_power[index] = twist @ measured
        kept = contact_part_of_measured_wrench(measured, system.constraint, held)
        run.projected_power[index] = twist @ kept
        twist, rotation = advance(twist, rotation, response.acceleration, state)
    return run


def advance(
    twist: Array, rotation: Array, acceleration: Array, state: ContactState
) -> tuple[Array, Array]:
    """Integrate one step; the ends' velocity off the faces, a rounding of the step, is removed."""
    faster = twist + STEP * acceleration
    turned = rotation + STEP * cross_matrix(faster[3:]) @ rotation
    left, _, right = np.linalg.svd(turned)
    normals = contact_constraint(state, ContactMode.parse('**')).constraint_force_basis
    drift = np.linalg.lstsq(normals.T, normals.T @ faster, rcond=None)[0]
    return faster - drift, left @ right


def bounce(seconds: float = 1.5) -> Run:
    """Let the left end hop on a springy face while the controller believes it touches."""
    rotation, twist = np.eye(3), np.zeros(6)
    system = dynamics(contacts(rotation, twist), rotation)
    normals = system.constraint.constraint_force_basis
    twist = 0.5 * np.linalg.lstsq(normals.T, np.array([1.0, 0.0]), rcond=None)[0]
    count, gaps = round(seconds / STEP), np.zeros(2)
    run = Run(np.arange(count) * STEP, np.zeros((count, 2)), np.zeros(count), np.zeros(count))
    inertia = system.operational_inertia.matrix
    for index in range(count):
        run.forces[index] = np.maximum(0.0, -4e4 * gaps - 40.0 * (normals.T @ twist) * (gaps < 0))
        contact = -normals @ run.forces[index]
        pressing = -normals @ WANTED_FORCES
        acceleration = np.linalg.solve(inertia, pressing - contact)
        measured = contact + ROD.matrix @ acceleration
        run.total_power[index] = twist @ measured
        run.projected_power[index] = twist @ contact_part_of_measured_wrench(
            measured, system.constraint, ROD
        )
        twist = twist + STEP * acceleration
        gaps = gaps + STEP * (normals.T @ twist)
    return run


def largest_change(run: Run) -> float:
    """Return the largest change of a contact force by the motion, relative to the desired one."""
    return float(np.abs(run.forces / WANTED_FORCES - 1.0).max())


def draw(runs: dict[str, Run], folder: Path) -> Path:
    """Draw the contact forces and the powers of figures 5 and 6; return the picture's path."""
    try:
        import matplotlib.pyplot as plt  # noqa: PLC0415  (only this function draws)
    except ImportError:
        raise SystemExit('drawing needs matplotlib: pip install matplotlib') from None
    figure, axes = plt.subplots(4, 1, figsize=(8, 11), layout='constrained')
    for name, style in (('euclidean', '--'), ('dynamic', '-')):
        run = runs[name]
        for column, end in enumerate(('left', 'right')):
            label = f'{end} end, {name} metric'
            axes[0].plot(run.times, run.forces[:, column], style, label=label)
    axes[0].set(title='Contact forces, motion from 0.5 s on', ylabel='force [N]')
    for row, name, title in (
        (1, 'dynamic', 'Figure 5: contacts kept'),
        (3, 'bounce', 'Figure 6: the left end bounces'),
    ):
        run = runs[name]
        axes[row].plot(run.times, run.total_power, label='measured wrench')
        axes[row].plot(run.times, run.projected_power, label='projected wrench')
        axes[row].set(title=title, ylabel='power [W]')
    axes[2].plot(runs['dynamic'].times, runs['dynamic'].projected_power, 'C1')
    axes[2].set(title='Figure 5, projected wrench alone', ylabel='power [W]')
    for one in axes:
        one.set_xlabel('time [s]')
        one.grid(visible=True)
    for row in (0, 1, 3):
        axes[row].legend(loc='upper right', fontsize='small')
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / 'two_contact_rod.png'
    figure.savefig(path, dpi=120)
    plt.close(figure)
    return path


def main(arguments: list[str] | None = None) -> int:
    """Run the three experiments, print their figures, draw them."""
    parser = argparse.ArgumentParser(description='Hybrid control of a rod with two contacts.')
    parser.add_argument('--output-directory', type=Path, default=Path('demo_out'))
    options = parser.parse_args(arguments)
    runs = {'dynamic': simulate('dynamic'), 'euclidean': simulate('euclidean'), 'bounce': bounce()}
    for name in ('dynamic', 'euclidean'):
        change = 100.0 * largest_change(runs[name])
        print(f'{name} metric: motion changes the contact forces by at most {change:.3g} %')
    for name, what in (('dynamic', 'contacts kept'), ('bounce', 'left end bounces')):
        total, projected = (
            float(np.abs(power).max())
            for power in (runs[name].total_power, runs[name].projected_power)
        )
        print(f'{what}: greatest power {total:.3g} W measured, {projected:.3g} W projected')
    print(f'drawn: {draw(runs, options.output_directory)}')
    return 0


if __name__ == '__main__':
    raise SystemExit(main())
