# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A task of an arm: its tool, the workpiece, and what the planner asks for when.

What is known of a task beforehand: the scene file of geometry_contacts.

Shapes of tools and workpieces, written once: for MuJoCo and for a scene file.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation
import yaml

from frictioncone_ros.sim.engine import load_mujoco
from frictioncone_ros.sim.robots.description import TIP_FRAME, ToolLoad
from frictioncone_ros.spatial import Array


@dataclass(frozen=True)
class Shape:
    """
    A box (three sides), a cylinder (radius, length, along z) or a sphere (radius) [m].

    position [m] and rpy [rad] in the frame it belongs to.
    """

    name: str
    kind: str
    size: tuple[float, ...]
    position: tuple[float, float, float] = (0.0, 0.0, 0.0)
    rpy: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def in_words(self, material: str) -> dict[str, object]:
        """Return the entry of a scene file of geometry_contacts."""
        size = self.size[0] if len(self.size) == 1 else list(self.size)
        entry: dict[str, object] = {self.kind: size, 'position': list(self.position)}
        if any(self.rpy):
            entry['rpy'] = list(self.rpy)
        return {**entry, 'material': material}

    def add_to(self, body: Any, friction: float, shift: np.ndarray) -> None:
        """Add it as a geom to a body of MuJoCo; shift: (3,) from where it should be [m]."""
        geom = load_mujoco().mjtGeom
        half = [0.5 * side for side in self.size]
        kind, size = {
            'box': (geom.mjGEOM_BOX, half),
            'sphere': (geom.mjGEOM_SPHERE, [self.size[0], 0.0, 0.0]),
            'cylinder': (geom.mjGEOM_CYLINDER, [self.size[0], half[-1], 0.0]),
        }[self.kind]
        x, y, z, w = Rotation.from_euler('xyz', self.rpy).as_quat()
        body.add_geom(
            name=self.name,
            type=kind,
            size=size,
            pos=np.asarray(self.position) + shift,
            quat=[w, x, y, z],
            friction=[friction, 0.0, 0.0],
            condim=3,
            contype=1,
            conaffinity=1,
            mass=0.0,
            rgba=[0.85, 0.55, 0.2, 1.0],
        )


@dataclass(frozen=True, eq=False)
class Phase:
    """
    A stretch of the script.

    wrench, wrench_end: (6,) from the robot on the environment about the tool's working point, axes
    of the base [N, Nm]; it goes straight from the first to the second. twist: (6,) or None where
    no motion is asked for. mode: what every contact is desired to do, a letter, '' for nothing.
    touching: pairs "tool shape:other shape" that are meant to touch all the time.
    """

    name: str
    duration: float
    wrench: Array
    wrench_end: Array | None = None
    twist: Array | None = None
    mode: str = ''
    touching: tuple[str, ...] = ()

    def wrench_at(self, share: float) -> Array:
        """Return the wrench (6,) when so much of the phase is over, 0 to 1."""
        if self.wrench_end is None:
            return self.wrench
        return self.wrench + share * (self.wrench_end - self.wrench)

    @property
    def holds(self) -> bool:
        """Whether nothing is asked to move although something touches."""
        return self.twist is None and bool(self.touching)


@dataclass(frozen=True, eq=False)
class RobotTask:
    """
    One task.

    tool: shapes in the frame of the tool's working point. workpiece: shapes in the base's frame.
    start: position (3,) of the working point [m]; the tool points down. settle: wrench (6,) with
    which contact is made before the script begins.
    friction: the true coefficient of all pairs. believed: coefficient and half width of its
    interval as the table of pairs says. load: what the sensor carries.
    """

    name: str
    tool: tuple[Shape, ...]
    workpiece: tuple[Shape, ...]
    start: tuple[float, float, float]
    settle: Array
    phases: tuple[Phase, ...]
    friction: float = 0.5
    believed: tuple[float, float] = (0.45, 0.1)
    load: ToolLoad = field(default_factory=ToolLoad)

    @cached_property
    def duration(self) -> float:
        """Time of the whole script [s]."""
        return sum(phase.duration for phase in self.phases)

    def at(self, time: float) -> tuple[Phase, Array]:
        """Return the phase and the wrench (6,) at a time [s]; after the end the last ones."""
        for phase in self.phases:
            if time < phase.duration:
                return phase, phase.wrench_at(max(time, 0.0) / phase.duration)
            time -= phase.duration
        return self.phases[-1], self.phases[-1].wrench_at(1.0)


def six(*numbers: float) -> Array:
    """Return (6,) numbers, zeros after those given."""
    return np.array([*numbers, *([0.0] * (6 - len(numbers)))])


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
