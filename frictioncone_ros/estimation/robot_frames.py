# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Where a robot's frames are, from its description and its joint positions, without tf2."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from operator import itemgetter

from frictioncone_ros.estimation.geometry.robot import Robot, SET_BACK
from frictioncone_ros.estimation.sized_arrays import Count
from frictioncone_ros.spatial import Array, RigidTransform
from frictioncone_ros.spatial.arguments import checked

REMEMBERED = 1_000_000_000
"""How long the joints' positions are remembered [ns]: messages are stale before."""


class RobotFrames:
    """The frames of one robot; a pose is known once every joint below it was heard."""

    @checked
    def __init__(self, urdf: str) -> None:
        """Read a robot description in URDF."""
        self.robot = Robot(urdf)
        self._history: deque[tuple[int, Array]] = deque()

    @checked
    def knows(self, name: str) -> bool:
        """Tell whether the robot has a frame of this name."""
        return bool(self.robot.model.existFrame(name))

    @property
    def root(self) -> str:
        """Name of the root link."""
        return self.robot.root

    @checked
    def moves(self, name: str) -> bool:
        """Tell whether a frame moves against the root link."""
        return not self.robot.is_fixed(self.robot.frame(name))

    @checked
    def missing(self, name: str) -> list[str]:
        """Return the joints between a frame and the root link that were never heard."""
        return self.robot.missing(self.robot.joints_of([self.robot.frame(name)]))

    @checked
    def received(self, name: str) -> list[tuple[int, str]]:
        """Return when joints below a frame were where they are [ns], and names; oldest first."""
        return self.robot.received(self.robot.joints_of([self.robot.frame(name)]))

    @checked
    def remember(self, stamp: Count) -> None:
        """Note that the joints stood as they do now at a stamp [ns]; late ones are not noted."""
        history = self._history
        if history and history[-1][0] - stamp > SET_BACK:
            history.clear()  # the clock has jumped back
        if not history or stamp > history[-1][0]:
            history.append((stamp, self.robot.positions))
        while stamp - history[0][0] > REMEMBERED:
            history.popleft()

    @checked
    def from_root(self, name: str, stamp: Count = 0) -> RigidTransform:
        """
        Return the pose of a frame as seen from the root link, or raise InvalidInputError.

        stamp: [ns], where it was then, between what was remembered; zero and later ones: now.
        """
        frame = self.robot.frame(name)
        self.robot.require_heard(self.robot.joints_of([frame]))
        was = self._joints_at(stamp)
        seen = self.robot.placement(frame) if was is None else self.robot.placement_at(frame, was)
        return RigidTransform(seen.rotation.T, seen.translation)

    def _joints_at(self, stamp: int) -> Array | None:
        """Return the joints' positions at a stamp, or the first known; None: they are now's."""
        history = self._history
        if not history or not 0 < stamp < history[-1][0]:
            return None
        after = bisect_right(history, stamp, key=itemgetter(0))
        if not after:
            return history[0][1]
        (begin, one), (end, other) = history[after - 1], history[after]
        share = (stamp - begin) / (end - begin)
        return self.robot.between(one, other, share)
