# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A task of an arm: its tool, the workpiece, and what the planner asks for when."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from frictioncone_ros.sim.robots.description import ToolLoad
from frictioncone_ros.sim.robots.shapes import Shape
from frictioncone_ros.spatial import Array


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
