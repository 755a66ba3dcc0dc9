# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What goes through the node, as plain values between two conversions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from frictioncone_ros.spatial import Array, frozen_array, SPATIAL

PARTS = ('wrench', 'twist', 'accel')
"""Names of the three parts a hybrid command may have, in the order of the message."""


@dataclass(frozen=True)
class Frames:
    """The three frames of a command: axes, what moves, and where moments are taken."""

    axes: str = ''
    controlled: str = ''
    reference: str = ''


@dataclass(frozen=True, eq=False)
class Command:
    """
    A hybrid command.

    parts: those of PARTS that are commanded, (6,) each, linear first, in frames.axes: wrench
        [N, Nm] from the robot on the environment, twist [m/s, rad/s], accel [m/s^2, rad/s^2].
    stamp: when it was commanded [ns]. sequence: the sender's count, 0 where it does not count.
    """

    frames: Frames = field(default_factory=Frames)
    parts: Mapping[str, Array] = field(default_factory=dict)
    stamp: int = 0
    sequence: int = 0

    def neutral(self) -> Command:
        """Return the command with every part it has set to zero: no force, no motion."""
        zeros = frozen_array(np.zeros(SPATIAL))
        return replace(self, parts=dict.fromkeys(self.parts, zeros))


@dataclass(frozen=True)
class Status:
    """How the filter is doing: FilterStatus's code, a sentence, and the counts so far."""

    code: int
    text: str = ''
    safe_output: bool = False
    received_count: int = 0
    dropped_count: int = 0


@dataclass(frozen=True, eq=False)
class Answer:
    """The command to send on, what it answers, and why it is as it is."""

    command: Command
    status: Status
