# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What is known of a task beforehand: the scene file of geometry_contacts."""

from __future__ import annotations

from pathlib import Path

import yaml

from frictioncone_ros.sim.robots.description import TIP_FRAME
from frictioncone_ros.sim.robots.task import RobotTask

TOOL_MATERIAL, WORK_MATERIAL = 'steel', 'wood'


def write_scene(task: RobotTask, path: Path) -> None:
    """Write the shapes of a task as drawn, with friction as believed."""
    friction, uncertainty = task.believed
    scene = {
        'tool': {
            'frame': TIP_FRAME,
            'material': TOOL_MATERIAL,
            'shapes': {shape.name: _plain(shape.in_words(TOOL_MATERIAL)) for shape in task.tool},
        },
        'surroundings': {
            shape.name: _plain(shape.in_words(WORK_MATERIAL)) for shape in task.workpiece
        },
        'materials': [
            {
                'pair': [TOOL_MATERIAL, WORK_MATERIAL],
                'friction': friction,
                'uncertainty': uncertainty,
            }
        ],
    }
    path.write_text(yaml.safe_dump(scene, sort_keys=False), encoding='utf-8')


def _plain(entry: dict[str, object]) -> dict[str, object]:
    """Return the entry with numbers that YAML knows."""
    return {
        key: [float(one) for one in value] if isinstance(value, list) else value
        for key, value in entry.items()
    }
