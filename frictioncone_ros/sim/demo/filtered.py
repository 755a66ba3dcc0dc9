# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The demo with the filter called in this process: what the node does, without ROS."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.contact import ContactMode, ContactState
from frictioncone_ros.control import FilterSettings, Setpoints, STEADY
from frictioncone_ros.pipeline import assess
from frictioncone_ros.sim.demo.record import DemoRecord, DemoRow, mode_letters
from frictioncone_ros.sim.demo.scene import DemoScene, ModeObserver, ScriptedCommand
from frictioncone_ros.sim.demo.unfiltered import greatest_normal, ROW_PERIOD, STEPS_PER_LOOK

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
                judged.code.name, observed, (), scene.travelled(), asked.mode,
                greatest_normal(seen),
            )  # fmt: skip
            record.rows.append(row)
    return record


def desired_mode(scene: DemoScene, asked: ScriptedCommand, state: ContactState) -> ContactMode:
    """Return the script's mode for the contacts that are touching now, in the state's order."""
    whole = dict(zip(scene.contact_names, ContactMode.parse(asked.mode), strict=True))
    return ContactMode(tuple(whole[name] for name in state.names))
