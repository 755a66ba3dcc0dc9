# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts from a force-torque sensor: on a known surface, or the parts of known contacts."""

from __future__ import annotations

import sys
from time import monotonic

from geometry_msgs.msg import WrenchStamped
import numpy as np
from rclpy.serialization import deserialize_message, serialize_message
from std_srvs.srv import Trigger

from frictioncone_ros.estimation.calibration import CalibrationPose, PoseRecorder
from frictioncone_ros.estimation.calibration_files import write_poses
from frictioncone_ros.estimation.estimate import EstimatedContacts
from frictioncone_ros.estimation.wrench_estimator import MeasuredWrench, WrenchEstimator
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages.commands import part_from_message
from frictioncone_ros.messages.numbers import time_from_message
from frictioncone_ros.msg import ContactStateArray
from frictioncone_ros.ros.contact_sources.wrench_contacts_settings import source_settings
from frictioncone_ros.ros.conversions.commands import part_to_message
from frictioncone_ros.ros.conversions.estimates import (
    estimates_to_message,
    known_contacts_from_message,
    write_measured,
)
from frictioncone_ros.ros.frames.frame_sources import frame_tree, source_in_words
from frictioncone_ros.ros.runtime.contained_node import SimpleNode
from frictioncone_ros.ros.runtime.qos import INPUT, OUTPUT
from frictioncone_ros.ros.runtime.run_node import run_node
from frictioncone_ros.session.inputs.latest_input import NANOSECOND
from frictioncone_ros.spatial import Array

WINDOW = 0.5
"""Readings of so long are averaged where a pose is recorded or the sensor zeroed [s]."""


class WrenchContacts(SimpleNode):
    """
    Hears ~/wrench and perhaps ~/known_contacts, speaks on ~/contacts and ~/compensated_wrench.

    A wrench that fits no contact, an unknown frame or a silent sensor publish nothing: contacts
    then grow stale, which is the truth.
    """

    def __init__(self) -> None:
        """Read the parameters and connect."""
        super().__init__('wrench_contacts')
        self._settings = settings = source_settings(self)
        self._estimator = WrenchEstimator(settings.estimator, settings.load)
        self._frames = frame_tree(self, settings.frames)
        self._recorder, self._poses = PoseRecorder(WINDOW), list[CalibrationPose]()
        self._known: tuple[bytes, int, float] | None = None
        self._sequence, self._next = 0, 0.0
        self._down: Array | None = None
        self._contacts = self.create_publisher(ContactStateArray, '~/contacts', OUTPUT)
        self._compensated = self.create_publisher(WrenchStamped, '~/compensated_wrench', OUTPUT)
        # First, for they are served so: of what waits together a reading is told with the newest.
        self.create_subscription(ContactStateArray, '~/known_contacts', self._take_known, INPUT)
        self.create_subscription(WrenchStamped, '~/wrench', self._take, INPUT)
        self.create_service(Trigger, '~/record_pose', self._record)
        self.create_service(Trigger, '~/zero', self._zero)
        self.get_logger().info(f'frames from {source_in_words(settings.frames)}')

    def _take_known(self, message: ContactStateArray) -> None:
        # Kept as it came: what is measured is written into a copy. Without a stamp: of now.
        stamp = time_from_message(message.header.stamp) or self.get_clock().now().nanoseconds
        self._known = serialize_message(message), stamp, monotonic()

    def _take(self, message: WrenchStamped) -> None:
        frame, numbers, stamp = part_from_message(message, 'wrench')
        reading = self._settings.sign * numbers
        self._estimate(frame, reading, stamp or self.get_clock().now().nanoseconds)

    def _estimate(self, frame: str, reading: Array, stamp: int) -> None:
        now = monotonic()
        if now < self._next:
            # Sensors speak faster than arms turn: gravity is that of the last estimate.
            if self._down is not None:
                self._recorder.add(now, reading, self._down)
            return
        self._next = max(self._next + self._settings.period, now)
        self._down = None
        gravity = self._down = self._gravity(frame, stamp)
        self._recorder.add(now, reading, gravity)
        measured = self._estimator.compensated(reading, gravity)
        self._compensated.publish(part_to_message(measured.wrench, 'wrench', frame, stamp))
        known = self._fresh_known(now, stamp)
        message = (
            self._sensed(frame, measured, stamp)
            if known is None
            else self._shared(known, frame, measured, stamp)
        )
        if message is not None:
            self._contacts.publish(message)

    def _sensed(
        self, frame: str, measured: MeasuredWrench, stamp: int
    ) -> ContactStateArray | None:
        """Return the contact on the tip's surface, as seen from the frame desired."""
        surface, desired = self._settings.surface_frame or frame, self._settings.frame or frame
        there = measured.seen_from(self._frames.pose(frame, surface, stamp))
        found = self._estimator.sensed(there, self._frames.pose(desired, surface, stamp))
        if found is None:
            self.get_logger().warning(
                'something touches, but the wrench fits no single contact on the surface',
                throttle_duration_sec=1.0,
            )
            return None
        self._sequence += 1
        return estimates_to_message(EstimatedContacts(desired, stamp, found), self._sequence)

    def _shared(
        self,
        given: tuple[ContactStateArray, int],
        frame: str,
        measured: MeasuredWrench,
        stamp: int,
    ) -> ContactStateArray:
        """
        Return known contacts with the forces and frictions that were measured.

        A snapshot is as old as its oldest part: a fresh reading does not make places fresh.
        """
        message, found = given
        known = known_contacts_from_message(message)
        there = measured.seen_from(self._frames.pose(frame, known.frame, stamp))
        shared = self._estimator.shared(there, known.contacts)
        write_measured(message, min(stamp, found), shared)
        self._sequence += 1
        message.sequence = self._sequence
        return message

    def _fresh_known(self, now: float, stamp: int) -> tuple[ContactStateArray, int] | None:
        """
        Return a copy of the known contacts and their stamp [ns].

        None where receipt or stamp are not fresh beside a stamp.
        """
        if self._known is None:
            return None
        message, measured, received = self._known
        age = max(now - received, (stamp - measured) * NANOSECOND)
        if age > self._settings.known_timeout:
            return None
        known: ContactStateArray = deserialize_message(message, ContactStateArray)
        return known, measured

    def _gravity(self, frame: str, stamp: int) -> Array:
        """Return gravity (3,) along the sensor's axes at a stamp [m/s^2]."""
        down = np.array((0.0, 0.0, -self._settings.gravity))
        sensor = self._frames.pose(self._settings.gravity_frame, frame, stamp)
        return sensor.transform_direction(down)

    def _record(self, _: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        """Add the mean of the last readings to the poses and write them all."""
        try:
            if self._settings.poses_file is None:
                raise InvalidInputError('poses_file', '', 'a file to write to', 'parameters')
            self._poses.append(self._recorder.pose(monotonic()))
            write_poses(self._settings.poses_file, self._poses)
        except InvalidInputError as error:
            response.message = str(error)
            return response
        response.success = True
        response.message = f'{len(self._poses)} poses in {self._settings.poses_file}'
        return response

    def _zero(self, _: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        """Take what the sensor reads now, less the tool's weight, for its bias."""
        estimator = self._estimator
        try:
            pose = self._recorder.pose(monotonic())
        except InvalidInputError as error:
            response.message = str(error)
            return response
        estimator.load = estimator.load.zeroed(pose, estimator.zero_covariance)
        response.success = True
        bias = estimator.load.bias.round(4).tolist()
        response.message = f'bias {bias}: nothing may have touched'
        return response


def main() -> int:
    """Run the source until told to stop."""
    return run_node('wrench_contacts', WrenchContacts)


if __name__ == '__main__':
    sys.exit(main())
