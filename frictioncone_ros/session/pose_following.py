# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
From a desired pose to a commanded twist, and from what the filter passes to a pose to send.

The last measured pose of the controlled frame, for as long as it counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.node_interface import NodeSettings
from frictioncone_ros.session.inputs.latest_input import NANOSECOND
from frictioncone_ros.spatial import Array, frozen_array, RigidTransform
from frictioncone_ros.spatial.rotations import nearest_rotation, rotation_matrix, rotation_vector

NOWHERE = frozen_array(np.zeros(3))
"""No point of the body but its own origin."""


MOST_STEPS, ALMOST = 60, 1.0 - 1e-12
"""A pose too far ahead is brought back by steps: so many at most, each by this much at least."""


@dataclass(frozen=True)
class PoseSettings:
    """
    How a pose is followed.

    gain: [1/s] speed per distance. speed [m/s] and rotation [rad/s]: at most. lead [m] and
    lead_angle [rad]: how far the pose that is sent may be ahead of the measured one; times a
    controller's stiffness this is the largest force its spring can build up.
    """

    gain: float
    speed: float
    rotation: float
    lead: float
    lead_angle: float

    @classmethod
    def of(cls, settings: NodeSettings) -> PoseSettings:
        """Return what the node's parameters say."""
        return cls(
            settings.number('pose_gain'),
            settings.number('pose_speed'),
            settings.number('pose_rotation'),
            settings.number('pose_lead'),
            settings.number('pose_lead_angle'),
        )


def pose_error(desired: RigidTransform, present: RigidTransform) -> Array:
    """
    Return way (3,) [m] and turn (3,) [rad] from the present to the desired pose.

    Both poses are seen from one frame, along whose axes the answer is.
    """
    turn = rotation_vector(desired.rotation.T @ present.rotation)
    return np.concatenate((desired.position - present.position, turn))


def commanded_twist(
    desired: RigidTransform, present: RigidTransform, settings: PoseSettings
) -> Array:
    """
    Return the twist (6,) at the present pose's origin that leads to the desired one.

    The error times the gain, scaled as a whole to the limits: the path stays straight.
    """
    twist = settings.gain * pose_error(desired, present)
    speed, rotation = float(np.linalg.norm(twist[:3])), float(np.linalg.norm(twist[3:]))
    share = min(1.0, _share(settings.speed, speed), _share(settings.rotation, rotation))
    return share * twist


def at_point(twist: Array, arm: Array) -> Array:
    """Return a twist (6,) with the velocity of the point so far (3,) [m] from its own point."""
    return np.concatenate((twist[:3] + np.cross(twist[3:], arm), twist[3:]))


class PoseIntegrator:
    """
    The pose to send: begun at the measured one, carried on by what the filter lets pass.

    It never leaves the measured pose by more than the lead: what a controller does not follow
    (a wall, a limit, a stop) does not wind up.
    """

    def __init__(self) -> None:
        """Begin at the next measured pose."""
        self._sent: tuple[RigidTransform, float] | None = None

    def forget(self) -> None:
        """Begin anew at the next measured pose."""
        self._sent = None

    def advanced(
        self,
        twist: Array,
        present: RigidTransform,
        now: float,
        settings: PoseSettings,
        touched: Array = NOWHERE,
    ) -> RigidTransform:
        """
        Return the next pose after a twist (6,) at its origin since the last call, time [s].

        touched: (3,) from the present pose's origin to where the body is touched, along the outer
        axes. That point of the body goes straight, so that it stays on the surface however long
        the step is; zero without contacts.
        """
        if self._sent is None:
            self._sent = present, now
            return present
        before, then = self._sent
        elapsed, of_body = max(0.0, now - then), present.rotation.dot(touched)
        velocity = at_point(twist, before.rotation.T.dot(of_body))[:3]
        rotation = _turned(before, elapsed * twist[3:])
        place = point_of(before, of_body) + elapsed * velocity - rotation.T.dot(of_body)
        self._sent = led(RigidTransform(rotation, place), present, settings, of_body), now
        return self._sent[0]


def led(
    pose: RigidTransform,
    present: RigidTransform,
    settings: PoseSettings,
    of_body: Array = NOWHERE,
) -> RigidTransform:
    """
    Return a pose, brought back to within the lead of the present one.

    of_body: (3,) along the body's axes, the point of the body whose way stays straight.
    """
    share, led_pose = 1.0, pose
    way, turn = point_of(pose, of_body) - point_of(present, of_body), pose_error(pose, present)[3:]
    for _ in range(MOST_STEPS):
        ahead = pose_error(led_pose, present)
        sizes = float(np.linalg.norm(ahead[:3])), float(np.linalg.norm(ahead[3:]))
        fits = min(_share(settings.lead, sizes[0]), _share(settings.lead_angle, sizes[1]))
        if fits >= 1.0:
            return led_pose
        # The origin's own way is bent by the turn: once is not always enough.
        share *= min(fits, ALMOST)
        rotation = _turned(present, share * turn)
        place = point_of(present, of_body) + share * way - rotation.T.dot(of_body)
        led_pose = RigidTransform(rotation, place)
    return present


def point_of(pose: RigidTransform, of_body: Array) -> Array:
    """Return where a point (3,) of a body is, given along the body's axes from its origin."""
    return np.asarray(pose.position + pose.rotation.T.dot(of_body))


def _turned(pose: RigidTransform, rotation: Array) -> Array:
    """Return a pose's rotation (3, 3) turned by a vector (3,) [rad] along the outer axes."""
    # Freed from rounding: a rotation carried on for hours stays one.
    return nearest_rotation(rotation_matrix(rotation) @ pose.rotation.T).T


def _share(limit: float, size: float) -> float:
    """Return by how much a size may be multiplied to be at its limit."""
    return limit / size if size > limit else 1.0


class _Measured(NamedTuple):
    frame: str
    pose: RigidTransform
    stamp: int
    received: float


class MeasuredPose:
    """A pose as seen from a frame; old by its receipt or by its stamp it is none."""

    def __init__(self) -> None:
        """Begin without a pose."""
        self._last: _Measured | None = None

    def take(
        self,
        placed: tuple[str, RigidTransform, int],
        received: float,
        stamp_clock: float,
        timeout: float,
    ) -> None:
        """
        Take a frame, a pose as seen from it and its stamp [ns, 0: none]; or raise.

        received, stamp_clock [s]: when it came, and the time of the clock stamps are written in.
        A pose that comes late would pull what is sent back to where the arm was. After a jump back
        of that clock every new stamp is before the last one, which then lies far ahead of it.
        """
        frame, pose, stamp = placed
        age = stamp_clock - stamp * NANOSECOND
        if stamp and age > timeout:
            expected = f'at most transform_timeout = {timeout:g} s'
            raise InvalidInputError('header.stamp', f'{age:.3f} s old', expected, 'pose')
        last = self._last
        if (
            last is not None
            and received - last.received <= timeout
            and last.stamp * NANOSECOND - stamp_clock <= timeout
            and 0 < stamp < last.stamp
        ):
            raise InvalidInputError('header.stamp', stamp, 'a stamp after the last one', 'pose')
        self._last = _Measured(frame, pose, stamp, received)

    def at(self, now: float, timeout: float) -> tuple[str, RigidTransform] | None:
        """Return frame and pose, None where the last one is older than a timeout [s]."""
        if self._last is None or now - self._last.received > timeout:
            return None
        return self._last.frame, self._last.pose
