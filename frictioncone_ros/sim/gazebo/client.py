# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Lock-step with Gazebo 11: a wrench goes in, one step is made, pose and contacts come out."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

import numpy as np
from scipy.spatial.transform import Rotation

from frictioncone_ros.sim.gazebo.protobuf_wire import (
    CONTACTS,
    decode,
    encode,
    Message,
    POSES_STAMPED,
    TYPE_NAMES,
    WORLD_CONTROL,
    WRENCH,
)
from frictioncone_ros.sim.gazebo.transport import GazeboTimeoutError, GazeboTransport
from frictioncone_ros.spatial import Array

_ASK_AGAIN = 0.5
"""A step without effect for so long is asked for again [s]."""

_HALF_STEP = 0.0005
"""Half a simulation step: closer instants are the same one [s]."""


@dataclass(frozen=True, eq=False)
class TouchedPoint:
    """
    One point of Gazebo's contact report, made plain.

    position: (3,) [m], normal: (3,) into the moving body, force: (3,) on it [N]; world axes.
    """

    position: Array
    normal: Array
    force: Array


@dataclass(frozen=True, eq=False)
class GazeboStep:
    """
    The state after one step.

    time [s]; position (3,) [m] and axes (3, 3), columns, of the link in the world; points by the
    short name of the link's collision.
    """

    time: float
    position: Array
    axes: Array
    points: dict[str, TouchedPoint]


class GazeboLink:
    """One free link in a paused world of Gazebo."""

    def __init__(self, transport: GazeboTransport, world: str, model: str, link: str) -> None:
        """Open the topics for a world's clock, a link's wrench, all poses and all contacts."""
        base = f'/gazebo/{world}'
        # The world publishes its statistics once it runs; what is announced earlier may be lost.
        transport.subscribe(f'{base}/world_stats', TYPE_NAMES['statistics']).receive()
        self._model, self._link = model, link
        self._position, self._axes, self._time = np.zeros(3), np.eye(3), 0.0
        self._points: dict[str, TouchedPoint] = {}
        self._poses = transport.subscribe(f'{base}/pose/local/info', TYPE_NAMES['poses'])
        self._contacts = transport.subscribe(f'{base}/physics/contacts', TYPE_NAMES['contacts'])
        self._control = transport.publish(f'{base}/world_control', TYPE_NAMES['world_control'])
        topic = f'{base}/{model}/{link}/wrench'
        self._wrench = transport.publish(topic, TYPE_NAMES['wrench'])

    def reset(self) -> None:
        """Put every model back to its start, at rest, time zero; returns when it is done."""
        self.step(np.zeros(6))  # so that time zero can only be the reset's
        self._control.send(encode(WORLD_CONTROL, {'reset': {'all': 1}}))
        again = monotonic() + _ASK_AGAIN
        # A step asked for while the reset is pending is swallowed with it.
        while True:
            poses = decode(POSES_STAMPED, self._poses.receive())
            if monotonic() > again:
                self._control.send(encode(WORLD_CONTROL, {'reset': {'all': 1}}))
                again = monotonic() + _ASK_AGAIN
            if _seconds(poses['time']) == 0.0 and poses['pose']:
                self._keep_pose(poses)
                self._time = 0.0
                return

    def step(self, wrench: Array) -> GazeboStep:
        """
        Apply a wrench (6,) about the link's origin for one step, and wait for what follows.

        The wrench has world axes; Gazebo wants the link's.
        """
        force, torque = self._axes.T @ wrench[:3], self._axes.T @ wrench[3:]
        message = {'force': _vector(force), 'torque': _vector(torque)}
        self._wrench.send(encode(WRENCH, message))
        self._control.send(encode(WORLD_CONTROL, {'multi_step': 1}))
        self._time = self._wait_for_step()
        self._points = self._points_at(self._time)
        return GazeboStep(self._time, self._position, self._axes, self._points)

    def _wait_for_step(self) -> float:
        """
        Return the time after the step [s]; ask again where Gazebo has missed it.

        Poses come after each step, and empty ones, stamped, all the time while paused: the first
        with a new stamp tells that the step is done and nothing older is under way.
        """
        again = monotonic() + _ASK_AGAIN
        while True:
            poses = decode(POSES_STAMPED, self._poses.receive())
            self._keep_pose(poses)
            now = _seconds(poses['time'])
            if now > self._time:
                return now
            if monotonic() > again:
                self._control.send(encode(WORLD_CONTROL, {'multi_step': 1}))
                again = monotonic() + _ASK_AGAIN

    def _points_at(self, now: float) -> dict[str, TouchedPoint]:
        """Return the contacts of the step at a time; those of the last where a report is lost."""
        while True:
            try:
                contacts = decode(CONTACTS, self._contacts.receive(_ASK_AGAIN))
            except GazeboTimeoutError:
                return self._points
            if _seconds(contacts['time']) >= now - _HALF_STEP:
                return self._read_points(contacts)

    def _keep_pose(self, poses: Message) -> None:
        for pose in poses['pose']:
            if pose['name'] == self._model:
                quaternion = [pose['orientation'][name] for name in 'xyzw']
                self._axes = Rotation.from_quat(quaternion).as_matrix()
                self._position = _array(pose['position'])

    def _read_points(self, contacts: Message) -> dict[str, TouchedPoint]:
        prefix = f'{self._model}::{self._link}::'
        points = {}
        for contact in contacts['contact']:
            first = contact['first_collision'].startswith(prefix)
            name = contact['first_collision' if first else 'second_collision']
            points[name.removeprefix(prefix)] = touched_point(contact, first, self._axes)
        return points


def touched_point(contact: Message, body_is_first: bool, axes: Array) -> TouchedPoint:
    """
    Return the strongest point of one contact entry, seen by the moving body.

    Gazebo gives positions and normals in the world but forces in the axes of the link they act
    on, here columns of `axes`. Normals may be missing or flipped: they are turned so that the
    force pushes, and without a normal the force's own direction stands in.
    """
    key = 'first_wrench' if body_is_first else 'second_wrench'
    forces = np.array([_array(item[key]['force']) for item in contact['wrench']]) @ axes.T
    strongest = int(np.argmax(np.linalg.norm(forces, axis=1)))
    force = forces[strongest]
    normals = contact['normal']
    normal = _array(normals[strongest]) if strongest < len(normals) else force
    length = float(np.linalg.norm(normal))
    normal = normal / length if length > 0.0 else np.array([0.0, 0.0, 1.0])
    if normal @ force < 0.0:
        normal = -normal
    return TouchedPoint(_array(contact['position'][strongest]), normal, force)


def _vector(values: Array) -> dict[str, float]:
    return dict(zip('xyz', map(float, values), strict=True))


def _seconds(stamp: Message) -> float:
    return stamp.get('sec', 0) + 1e-9 * stamp.get('nsec', 0)


def _array(vector: Message) -> Array:
    return np.array([vector[name] for name in 'xyz'])
