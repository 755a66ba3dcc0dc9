# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Where the robot's frames are and how they move, from joint positions; Pinocchio's part."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import isnan
from typing import Any

import numpy as np

from frictioncone_ros.estimation.geometry.libraries import pinocchio
from frictioncone_ros.estimation.geometry.mimic import mimic_joints, Numbers, with_followers
from frictioncone_ros.estimation.sized_arrays import Count, Probability
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, as_finite_number
from frictioncone_ros.spatial.arguments import checked
from frictioncone_ros.tolerances import LARGEST_INPUT

SET_BACK = 1_000_000_000
"""Stamps that come by so much before others that were heard: the clock was set back [ns]."""


def _require_moderate(value: float, what: str) -> None:
    """Refuse what no joint is at: what is made of it would overflow."""
    if abs(as_finite_number(value, what)) > LARGEST_INPUT:
        raise InvalidInputError(what, value, f'a number up to {LARGEST_INPUT:g}')


class Robot:
    """
    A robot's kinematics, as seen from its root link.

    Joints that no used frame depends on need no position: a gripper that says nothing is no
    fault. A joint keeps its position until another is heard.
    """

    @checked
    def __init__(self, urdf: str) -> None:
        """Read a robot description in URDF."""
        try:
            self.model = pinocchio.buildModelFromXML(urdf)
        except (RuntimeError, ValueError) as error:
            reason = ' '.join(str(error).split())
            raise InvalidInputError('robot_description', urdf, f'URDF ({reason})') from None
        self._followers = mimic_joints(urdf)
        self._data, self._elsewhere = self.model.createData(), self.model.createData()
        self._positions = pinocchio.neutral(self.model)
        self._velocities = np.zeros(self.model.nv)
        self._received: dict[int, int] = {}
        self._joints = {name: index for index, name in enumerate(self.model.names) if index}
        self._with_velocity: set[int] = set()
        self._place()

    @property
    def root(self) -> str:
        """Name of the root link."""
        return str(self.model.frames[1].name)

    @checked
    def frame(self, name: str, where: str = '') -> int:
        """Return the index of a frame, or say which there are."""
        if not self.model.existFrame(name):
            known = ', '.join(frame.name for frame in self.model.frames[1:])
            raise InvalidInputError('frame', name, f'a frame of the robot: {known}', where)
        # A joint may have the name of a link: the link is what has a frame.
        link = pinocchio.FrameType.BODY
        named = (name, link) if self.model.existFrame(name, link) else (name,)
        return int(self.model.getFrameId(*named))

    @checked
    def joints_of(self, frames: Collection[int]) -> frozenset[int]:
        """Return the joints that these frames depend on."""
        return frozenset(
            joint
            for frame in frames
            for joint in self.model.supports[self.model.frames[self._own(frame)].parentJoint]
            if joint
        )

    def _own(self, frame: int) -> int:
        """Return the index of a frame; Pinocchio ends the process for one that there is not."""
        count = len(self.model.frames)
        if not 0 <= frame < count:
            raise InvalidInputError('frame', frame, f'an index below {count}')
        return frame

    def _joints_among(self, joints: Collection[int]) -> frozenset[int]:
        """Return the indices of joints as a set, or refuse those that there are not."""
        count = len(self.model.names)
        if strange := [joint for joint in joints if not 0 < joint < count]:
            raise InvalidInputError('joints', strange, f'indices from 1 to {count - 1}')
        return frozenset(joints)

    @checked
    def missing(self, joints: Collection[int]) -> list[str]:
        """Return the names of those of these joints whose position was never heard."""
        return [
            str(self.model.names[joint])
            for joint in sorted(self._joints_among(joints) - self._received.keys())
        ]

    def require_heard(self, joints: Collection[int]) -> None:
        """Refuse where the position of one of these joints was never heard."""
        if missing := self.missing(joints):
            raise InvalidInputError(
                'joint_states', 'without ' + ', '.join(missing), 'the position of each'
            )

    @checked
    def received(self, joints: Collection[int]) -> list[tuple[int, str]]:
        """Return when these joints were where they are [ns], and their names; oldest first."""
        heard = self._joints_among(joints) & self._received.keys()
        return sorted((self._received[joint], str(self.model.names[joint])) for joint in heard)

    @checked
    def knows_velocities(self, joints: Collection[int]) -> bool:
        """Tell whether each of these joints came with its velocity when it was last heard."""
        return self._joints_among(joints) <= self._with_velocity

    @checked
    def update(
        self,
        names: Sequence[str],
        positions: Numbers,
        velocities: Numbers,
        stamp: Count = 0,
    ) -> bool:
        """
        Take positions [rad, m] and velocities [rad/s, m/s]; tell whether any joint was ours.

        No velocities at all: they are not known; a position or velocity that is NaN is not known
        by itself, as ros2_control says it of joints without that interface. Names of no joint of
        this robot are passed over. stamp: when the joints were there [ns]; of those that are not
        named, or without a position, nothing new is known.
        """
        if len(positions) != len(names) or len(velocities) not in (0, len(names)):
            counts = f'{len(names)}, {len(positions)}, {len(velocities)}'
            raise InvalidInputError('counts of joint state', counts, 'one position a name')
        if self._followers:
            names, positions, velocities = with_followers(
                self._followers, names, positions, velocities
            )
        own = [index for index, name in enumerate(names) if name in self._joints]
        if not own:
            return False
        own = [index for index in own if not isnan(positions[index])]
        # Looked at before the first is taken: a message counts whole or not at all.
        speeds = [None if isnan(one) else one for one in velocities] or [None] * len(names)
        for index in own:
            _require_moderate(positions[index], f'position of {names[index]}')
            if (speed := speeds[index]) is not None:
                _require_moderate(speed, f'velocity of {names[index]}')
        for index in own:
            joint = self._joints[names[index]]
            if self._set(joint, positions[index], speeds[index]):
                self._received[joint] = stamp
        self._place()
        return True

    @checked
    def is_fixed(self, frame: int) -> bool:
        """Tell whether a frame stands still whatever the joints do."""
        return int(self.model.frames[self._own(frame)].parentJoint) == 0

    @checked
    def placement(self, frame: int) -> Any:
        """Return the SE3 of a frame as seen from the root link."""
        return self._data.oMf[self._own(frame)]

    @property
    def positions(self) -> Array:
        """Pinocchio's vector of all joints' positions, a copy."""
        return self._positions.copy()

    @checked
    def between(self, one: Array, other: Array, share: Probability) -> Array:
        """Return positions that have gone a share of the way from one to another."""
        self._require_positions(one)
        self._require_positions(other)
        found: Array = pinocchio.interpolate(self.model, one, other, share)
        return found

    def _require_positions(self, positions: Array) -> None:
        if positions.shape != self._positions.shape:
            shape = str(self._positions.shape)
            raise InvalidInputError('shape of positions', positions.shape, shape)
        if np.abs(positions).max(initial=0.0) > LARGEST_INPUT:
            expected = f'numbers up to {LARGEST_INPUT:g}'
            raise InvalidInputError('positions', positions.tolist(), expected)

    @checked
    def placement_at(self, frame: int, positions: Array) -> Any:
        """Return the SE3 of a frame as seen from the root link at other positions than now's."""
        self._require_positions(positions)
        pinocchio.framesForwardKinematics(self.model, self._elsewhere, positions)
        return self._elsewhere.oMf[self._own(frame)]

    @checked
    def twist(self, frame: int) -> Array:
        """Return the twist (6,) of a frame, linear first, at the root link's origin."""
        moves = self.model, self._data, self._own(frame), pinocchio.WORLD
        return pinocchio.getFrameVelocity(*moves).vector

    @checked
    def jacobian(self, frame: int) -> Array:
        """Return the (6, joints) matrix from joint velocities to the frame's twist."""
        found: Array = pinocchio.computeFrameJacobian(
            self.model, self._data, self._positions, self._own(frame), pinocchio.WORLD
        )
        # Of a robot with one joint Pinocchio gives a vector.
        return found.reshape(6, -1)

    def _place(self) -> None:
        pinocchio.forwardKinematics(self.model, self._data, self._positions, self._velocities)
        pinocchio.updateFramePlacements(self.model, self._data)

    def _set(self, index: int, position: float, velocity: float | None) -> bool:
        """Put a joint where it is; False where it has more than one number."""
        joint = self.model.joints[index]
        if joint.nq == joint.nv == 1:
            self._positions[joint.idx_q] = position
        elif (joint.nq, joint.nv) == (2, 1):
            # A joint without end is kept as cosine and sine.
            self._positions[joint.idx_q : joint.idx_q + 2] = np.cos(position), np.sin(position)
        else:
            return False
        self._velocities[joint.idx_v] = 0.0 if velocity is None else velocity
        (self._with_velocity.discard if velocity is None else self._with_velocity.add)(index)
        return True
