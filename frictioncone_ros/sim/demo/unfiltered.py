# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The same demo without the filter: commands go straight to the controller."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.sim.demo.record import DemoRecord, DemoRow, mode_letters
from frictioncone_ros.sim.demo.scene import DemoScene, ModeObserver
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
                mode_letters(str(observed)), (), scene.travelled(), asked.mode,
                greatest_normal(seen),
            )  # fmt: skip
            record.rows.append(row)
    if scene.travelled() >= RAN_AWAY:
        record.notes['left the scene'] = f'after {scene.time:.1f} s'
    return record
