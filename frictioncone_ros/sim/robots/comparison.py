# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The same task without estimating: with the engine's contacts, and without the filter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from frictioncone_ros.contact import ContactMode, ContactState
from frictioncone_ros.control import FilterSettings, Setpoints, Situation, STEADY
from frictioncone_ros.pipeline import assess
from frictioncone_ros.sim.robots.record import look_at, RobotRecord
from frictioncone_ros.sim.robots.simulation import RobotSimulation
from frictioncone_ros.sim.robots.task import Phase
from frictioncone_ros.sim.snapshot import ContactSnapshot
from frictioncone_ros.spatial import Array

LOOK_STEPS = 10
"""Steps of 1 ms between two looks: 100 Hz."""

MARGIN = 0.2
"""Depth inside its friction set that every contact force keeps [N]."""

RAN_AWAY = 0.25
"""A tool so far from its start has left the task [m]: the run ends."""


def run_with_truth(simulation: RobotSimulation) -> RobotRecord:
    """Run a task through the filter, told what the engine knows, as fast as it goes."""
    record, memory = RobotRecord("with the engine's contacts"), STEADY
    settings = FilterSettings(margin=MARGIN)
    for phase, asked, truth in _looks(simulation):
        state = ContactState(
            truth.state.contacts, twist=simulation.twist(), dimension=6,
            reference_point=truth.state.reference_point,
        )  # fmt: skip
        setpoints = Setpoints(asked, phase.twist, mode=_mode(phase, state))
        time = simulation.time
        now = Situation(time, command_received=time, contacts_received=time)
        judged = assess(state, setpoints, settings, memory, now)
        memory, command = judged.memory, judged.command
        look = look_at(simulation.time, phase, asked, command.wrench, truth)
        record.looks.append(replace(look, status=judged.code.name))
        _drive(simulation, command.wrench, None if phase.twist is None else command.twist)
    return record


def run_unfiltered(simulation: RobotSimulation) -> RobotRecord:
    """Run a task with commands that go straight to the controller."""
    record = RobotRecord('without the filter')
    for phase, asked, truth in _looks(simulation):
        record.looks.append(look_at(simulation.time, phase, asked, asked, truth))
        _drive(simulation, asked, phase.twist)
    return record


def _looks(simulation: RobotSimulation) -> Iterator[tuple[Phase, Array, ContactSnapshot]]:
    """Yield phase, asked wrench and truth at each look; the caller drives in between."""
    while simulation.time < simulation.task.duration and simulation.travelled() < RAN_AWAY:
        yield *simulation.task.at(simulation.time), simulation.truth()


def _drive(simulation: RobotSimulation, wrench: Array, twist: Array | None) -> None:
    for _ in range(LOOK_STEPS):
        simulation.step(wrench, twist)


def _mode(phase: Phase, state: ContactState) -> ContactMode | None:
    """Return the phase's mode for the contacts of the moment, None where it asks for nothing."""
    if not phase.mode or not state.contact_count:
        return None
    return ContactMode.parse(phase.mode * state.contact_count)
