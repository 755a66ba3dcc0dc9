# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Manipulator poses in, the contacts of a polygon held in a formation written as words out."""

from __future__ import annotations

from collections.abc import Sequence
import re
import sys

from geometry_msgs.msg import PoseArray
import numpy as np

from frictioncone_ros.contact import CircularCone
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.formations import (
    ContactFormation,
    edge_contact,
    ManipulationSystem,
    Polygon,
    vertex_contact,
)
from frictioncone_ros.formations.adapter import FormationAdapter
from frictioncone_ros.formations.contact_formation import ElementalContact
from frictioncone_ros.msg import ContactStateArray
from frictioncone_ros.ros.conversions.poses import planar_poses_from_message
from frictioncone_ros.ros.conversions.snapshots import snapshot_to_message
from frictioncone_ros.ros.runtime.contained_node import SimpleNode
from frictioncone_ros.ros.runtime.qos import INPUT, OUTPUT
from frictioncone_ros.ros.runtime.run_node import run_node
from frictioncone_ros.session.values import Snapshot
from frictioncone_ros.spatial import Array
from frictioncone_ros.spatial.arrays import as_finite_number

CONTACT = re.compile(r'(?:A e(\d+)-m(\d+)v(\d+)|B v(\d+)-m(\d+)e(\d+))')


def formation_adapter(
    workpiece: str, manipulators: Sequence[str], contacts: Sequence[str], friction: float
) -> FormationAdapter:
    """
    Return the adapter.

    workpiece, manipulators: "name x y x y x y ..." each, corners counter-clockwise [m].
    contacts: "A e0-m0v1" (edge 0 of the workpiece on vertex 1 of manipulator 0) or
    "B v2-m1e0" (vertex 2 of the workpiece on edge 0 of manipulator 1).
    """
    system = ManipulationSystem(
        _polygon(workpiece), tuple(_polygon(words) for words in manipulators if words.strip())
    )
    formation = ContactFormation(tuple(_contact(words) for words in contacts if words.strip()))
    return FormationAdapter(system, formation, CircularCone(friction))


def _polygon(words: str) -> Polygon:
    name, *numbers = words.split() or ['']
    try:
        values = [float(number) for number in numbers]
    except ValueError:
        values = []
    if len(values) < 6 or len(values) % 2:
        raise InvalidInputError('polygon', words, '"name x y x y x y ..."', 'parameters')
    return Polygon(name, np.reshape(values, (-1, 2)))


def _contact(words: str) -> ElementalContact:
    found = CONTACT.fullmatch(words.strip())
    if found is None:
        raise InvalidInputError('contact', words, '"A e0-m0v1" or "B v0-m0e1"', 'parameters')
    numbers = [int(number) for number in found.groups() if number is not None]
    return edge_contact(*numbers) if words.strip().startswith('A') else vertex_contact(*numbers)


LONGEST_STEP = 0.5
"""Poses further apart in time than this tell no velocity [s]."""


class FormationContacts(SimpleNode):
    """
    Listens to ~/manipulator_poses (PoseArray in the x-y plane), speaks on ~/contacts.

    The first reading takes the pose nearest to the parameter first_pose ("x y angle"), or, without
    it, needs exactly one admissible pose of the workpiece; later ones follow the nearest. Where
    none is admissible nothing is published: contacts then grow stale, which is the truth.
    """

    def __init__(self) -> None:
        """Read the formation from the parameters and connect the topics."""
        super().__init__('formation_contacts')
        workpiece = self.declare_parameter('workpiece', '').value
        manipulators = self.declare_parameter('manipulators', ['']).value
        contacts = self.declare_parameter('contacts', ['']).value
        friction = self.declare_parameter('friction_coefficient', 0.5).value
        self._adapter: FormationAdapter = formation_adapter(
            workpiece, manipulators, contacts, float(friction)
        )
        first = str(self.declare_parameter('first_pose', '').value)
        self._first_pose = self._previous_pose = _pose_of(first) if first.strip() else None
        self._frame = ''
        self._before: tuple[int, Array] | None = None
        self._publisher = self.create_publisher(ContactStateArray, '~/contacts', OUTPUT)
        self.create_subscription(PoseArray, '~/manipulator_poses', self._take, INPUT)

    def _take(self, message: PoseArray) -> None:
        frame, stamp, poses = planar_poses_from_message(message)
        if frame != self._frame:
            # Nothing moved: what was read before is written along other axes.
            self._frame, self._before, self._previous_pose = frame, None, self._first_pose
        twists = manipulator_twists(self._before, stamp, poses)
        reading = self._adapter.read(poses.tolist(), twists, self._previous_pose)
        # Between poses that do not say of when they are no velocity is known.
        self._before = (stamp, poses) if stamp else None
        if reading.reason:
            self.get_logger().warning(reading.reason, throttle_duration_sec=1.0)
        if reading.contacts is None or reading.report is None:
            return
        pose = reading.report.pose
        self._previous_pose = (pose.x, pose.y, pose.angle)
        state = reading.contacts.with_reference_point(-reading.contacts.reference_point)
        stamp = stamp or self.get_clock().now().nanoseconds
        self._publisher.publish(snapshot_to_message(Snapshot(state, frame, stamp)))


def manipulator_twists(before: tuple[int, Array] | None, stamp: int, poses: Array) -> Array | None:
    """Return (m, 3) velocities from two readings of poses, None where there are not two."""
    if before is None or before[1].shape != poses.shape:
        return None
    elapsed = (stamp - before[0]) * 1e-9
    if not 0.0 < elapsed <= LONGEST_STEP:
        return None
    change = poses - before[1]
    change[:, 2] = (change[:, 2] + np.pi) % (2.0 * np.pi) - np.pi
    return change / elapsed


def _pose_of(words: str) -> tuple[float, float, float]:
    """Read a pose x y angle [m, rad], or say what is expected."""
    try:
        x, y, angle = (as_finite_number(float(word), 'first_pose') for word in words.split())
    except ValueError:
        raise InvalidInputError('first_pose', words, 'three numbers: x y angle') from None
    return x, y, angle


def main() -> int:
    """Run the adapter until told to stop."""
    return run_node('formation_contacts', FormationContacts)


if __name__ == '__main__':
    sys.exit(main())
