# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Where a robot's frames are, from its description and its joint positions, without tf2."""

from __future__ import annotations

from frictioncone_ros.estimation.geometry.robot import Robot
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import RigidTransform


class RobotFrames:
    """The frames of one robot; a pose is known once every joint below it was heard."""

    def __init__(self, urdf: str) -> None:
        """Read a robot description in URDF."""
        self.robot = Robot(urdf)

    def knows(self, name: str) -> bool:
        """Tell whether the robot has a frame of this name."""
        return bool(self.robot.model.existFrame(name))

    @property
    def root(self) -> str:
        """Name of the root link."""
        return self.robot.root

    def moves(self, name: str) -> bool:
        """Tell whether a frame moves against the root link."""
        return not self.robot.is_fixed(self.robot.frame(name))

    def from_root(self, name: str) -> RigidTransform:
        """Return the pose of a frame as seen from the root link, or raise InvalidInputError."""
        frame = self.robot.frame(name)
        missing = self.robot.missing(self.robot.joints_of([frame]))
        if missing:
            raise InvalidInputError('joint_states', ', '.join(missing), 'the position of each')
        seen = self.robot.placement(frame)
        return RigidTransform(seen.rotation.T, seen.translation)
