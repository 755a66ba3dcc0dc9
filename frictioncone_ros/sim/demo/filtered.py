# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The demo with the filter called in this process: what the node does, without ROS.

The same demo without the filter: commands go straight to the controller.
"""

from __future__ import annotations

import numpy as np

from frictioncone_ros.contact import ContactMode, ContactState
from frictioncone_ros.control import FilterSettings, Setpoints, STEADY
from frictioncone_ros.pipeline import assess
from frictioncone_ros.sim.demo.record import DemoRecord, DemoRow, mode_letters
from frictioncone_ros.sim.demo.scene import DemoScene, ModeObserver, ScriptedCommand
from frictioncone_ros.sim.snapshot import ContactSnapshot

ROW_PERIOD = 0.02
"""Time between two rows of a record [s]."""

RAN_AWAY = 0.15
"""A body that is this far from its start has left the scene [m]: the run ends."""

STEPS_PER_LOOK = 4
"""Steps of 1 ms between two looks at the contacts."""


def greatest_normal(seen: ContactSnapshot) -> float:
    """Return the greatest normal force of any contact [N]; 0 where none touches."""
    return float(seen.forces[:, 0].max(initial=0.0))


def run_unfiltered(scene: DemoScene, duration: float | None = None) -> DemoRecord:
    """Run a scene's script to its end, as fast as it goes, and record it."""
    record = DemoRecord(scene.name, 'without the filter')
    observer = ModeObserver(scene.contact_names)
    end = scene.duration if duration is None else duration
    while scene.time < end and scene.travelled() < RAN_AWAY:
        for _ in range(STEPS_PER_LOOK):
            asked = scene.script(scene.time)
            scene.drive(asked.wrench, asked.twist)
        seen = scene.contacts()
        observed = observer.observe(seen)
        if record.is_due(scene.time, ROW_PERIOD):
            row = DemoRow(
                scene.time, asked.phase, asked.wrench, asked.wrench, np.nan, '',
                mode_letters(str(observed)), (), scene.place(), asked.mode,
                greatest_normal(seen),
            )  # fmt: skip
            record.rows.append(row)
    if scene.travelled() >= RAN_AWAY:
        record.notes['left the scene'] = f'after {scene.time:.1f} s'
    return record


MARGIN = 0.2
"""Depth inside its friction set that every contact force keeps [N]."""


def run_filtered(scene: DemoScene, duration: float | None = None) -> DemoRecord:
    """Run a scene's script through the filter, as fast as it goes, and record it."""
    record = DemoRecord(scene.name, 'with the filter')
    observer, memory = ModeObserver(scene.contact_names), STEADY
    settings = FilterSettings(margin=MARGIN)
    end = scene.duration if duration is None else duration
    while scene.time < end:
        seen, asked = scene.contacts(), scene.script(scene.time)
        mode = desired_mode(scene, asked, seen.state)
        setpoints = Setpoints(asked.wrench, asked.twist, mode=mode)
        judged = assess(seen.state, setpoints, settings, memory)
        memory, command = judged.memory, judged.command
        for _ in range(STEPS_PER_LOOK):
            scene.drive(command.wrench, None if asked.twist is None else command.twist)
        observed = mode_letters(str(observer.observe(seen)))
        if record.is_due(scene.time, ROW_PERIOD):
            margin = np.nan if judged.margin is None else judged.margin
            row = DemoRow(
                scene.time, asked.phase, asked.wrench, command.wrench, margin,
                judged.code.name, observed, (), scene.place(), asked.mode,
                greatest_normal(seen),
            )  # fmt: skip
            record.rows.append(row)
    return record


def desired_mode(scene: DemoScene, asked: ScriptedCommand, state: ContactState) -> ContactMode:
    """Return the script's mode for the contacts that are touching now, in the state's order."""
    whole = dict(zip(scene.contact_names, ContactMode.parse(asked.mode), strict=True))
    return ContactMode(tuple(whole[name] for name in state.names))
