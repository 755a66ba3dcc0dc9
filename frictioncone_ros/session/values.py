# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What goes through the node, as plain values between two conversions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from frictioncone_ros.contact import ContactState
from frictioncone_ros.pipeline.prediction import NearContact
from frictioncone_ros.spatial import Array

PARTS = ('wrench', 'twist', 'accel')
"""Names of the three parts a hybrid command may have, in the order of the message."""

OUTPUT_PARTS = {'wrench': 'wrench', 'twist': 'twist', 'accel': 'acceleration'}
"""What each part is called in a filtered command."""


@dataclass(frozen=True)
class Frames:
    """The three frames of a command: axes, what moves, and where moments are taken."""

    axes: str = ''
    controlled: str = ''
    reference: str = ''


@dataclass(frozen=True, eq=False)
class FramedCommand:
    """
    A hybrid command.

    parts: those of PARTS that are commanded, (6,) each, linear first, in frames.axes: wrench
        [N, Nm] from the robot on the environment, twist [m/s, rad/s], accel [m/s^2, rad/s^2].
    stamp: when it was commanded [ns]. sequence: the sender's count, 0 where it does not count.
    silent: parts that used to come on a topic of their own and have stopped. in_order: whether
        the order of its parts was judged already, each on its own topic.
    """

    frames: Frames = field(default_factory=Frames)
    parts: Mapping[str, Array] = field(default_factory=dict)
    stamp: int = 0
    sequence: int = 0
    silent: tuple[str, ...] = ()
    in_order: bool = False

    def resumes(self, last: FramedCommand) -> bool:
        """Tell whether a part that had stopped coming with the last command comes again."""
        return any(part in self.parts for part in last.silent)


@dataclass(frozen=True, eq=False)
class Snapshot:
    """
    What was touched at one time.

    state: about the origin and along the axes of `frame`. stamp: of the measurement [ns].
    sequence: the sender's count, 0 where it does not count. near: pairs that do not touch, with
    their gaps, about the same origin.
    """

    state: ContactState
    frame: str
    stamp: int = 0
    sequence: int = 0
    near: tuple[NearContact, ...] = ()


class Status(NamedTuple):
    """
    How the filter is doing, for people and programs.

    code: the worst condition; codes: all of them, worst first; text: one sentence; safe_output:
    whether the output is the fallback and does not follow the command.
    """

    code: int
    text: str = ''
    codes: tuple[int, ...] = ()
    safe_output: bool = False
    received_count: int = 0
    dropped_count: int = 0
