# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Planners and controllers that speak in poses: ~/pose_command in, ~/filtered_pose out."""

from __future__ import annotations

from time import monotonic

from geometry_msgs.msg import PoseStamped
import numpy as np
from rclpy.lifecycle import LifecycleNode

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.ros.conversions.poses import placed_from_message, placed_to_message
from frictioncone_ros.ros.runtime.clocks import stamp_clock
from frictioncone_ros.ros.runtime.qos import INPUT, OUTPUT
from frictioncone_ros.session.filter_core import FilterCore
from frictioncone_ros.session.frames import UnknownTransformError
from frictioncone_ros.session.outcome import Outcome
from frictioncone_ros.session.pose_following import (
    at_point,
    commanded_twist,
    led,
    MeasuredPose,
    PoseIntegrator,
    PoseSettings,
)
from frictioncone_ros.session.values import Frames
from frictioncone_ros.spatial import Array, RigidTransform


class PoseUsers:
    """
    A desired pose becomes a twist command; what passes becomes a pose ahead of the measured one.

    The measured pose of controlled_frame is the last of ~/pose while that is fresh, else the
    frame tree's. Where the output is the fallback, the pose sent is where the frame was then.
    """

    def __init__(self, node: LifecycleNode, core: FilterCore) -> None:
        """Connect ~/pose and ~/filtered_pose; ~/pose_command is among the inputs."""
        self._node, self._core = node, core
        self._integrator = PoseIntegrator()
        self._held: RigidTransform | None = None
        self._measured = MeasuredPose()
        self._axes = ''
        self.publisher = node.create_lifecycle_publisher(PoseStamped, '~/filtered_pose', OUTPUT)
        self._subscription = node.create_subscription(PoseStamped, '~/pose', self._measure, INPUT)

    def destroy(self) -> None:
        """Disconnect."""
        self._node.destroy_subscription(self._subscription)
        self._node.destroy_lifecycle_publisher(self.publisher)

    def forget(self) -> None:
        """Begin anew: nothing is sent before the next pose command."""
        self._axes, self._held = '', None
        self._integrator.forget()

    def twist_from_message(self, message: PoseStamped) -> tuple[str, Array, int]:
        """Return frame, twist (6,) about the plain inputs' reference and stamp [ns], or raise."""
        if not self._core.settings.word('controlled_frame'):
            raise InvalidInputError(
                'controlled_frame', '', 'the frame that a pose command is about', 'pose command'
            )
        axes, desired, stamp = placed_from_message(message, 'pose command')
        present = self._present(axes)
        twist = commanded_twist(desired, present, PoseSettings.of(self._core.settings))
        if axes != self._axes:
            self.forget()
        self._axes = axes
        # About the reference: its linear part is the velocity of the point there.
        return axes, at_point(twist, self._arm(axes, present)), stamp

    def send(self, outcome: Outcome, parts: dict[str, Array], stamp: int) -> None:
        """Publish the pose that goes with what is sent, where poses are commanded."""
        if not self._axes or 'twist' not in parts:
            return
        if not self._is_of_a_pose(outcome.command.frames):
            self.forget()
            return
        try:
            present = self._present(self._axes)
            arm = self._arm(self._axes, present)
        except UnknownTransformError as error:
            self._node.get_logger().warning(
                f'no filtered pose: {error}', throttle_duration_sec=1.0
            )
            return
        touched = arm + _middle_of_contacts(outcome)
        pose = self._next(outcome, at_point(parts['twist'], -arm), present, touched)
        self.publisher.publish(placed_to_message(self._axes, pose, stamp))

    def _next(
        self, outcome: Outcome, twist: Array, present: RigidTransform, touched: Array
    ) -> RigidTransform:
        settings = PoseSettings.of(self._core.settings)
        if outcome.assessment.is_fallback:
            self._integrator.forget()
            # An arm that was moved by others meanwhile is not pulled back.
            self._held = led(self._held or present, present, settings)
            return self._held
        self._held = None
        return self._integrator.advanced(twist, present, monotonic(), settings, touched)

    def _present(self, axes: str) -> RigidTransform:
        """Return the pose of the controlled frame as seen from the command's frame."""
        timeout = self._core.settings.number('transform_timeout')
        measured = self._measured.at(monotonic(), timeout)
        if measured is not None:
            frame, pose = measured
            return self._core.tree.pose(axes, frame).then(pose)
        return self._core.tree.pose(axes, self._core.settings.word('controlled_frame'))

    def _arm(self, axes: str, present: RigidTransform) -> Array:
        """Return (3,) the way from the controlled frame's origin to the moment centre [m]."""
        reference, settings = self._core.settings.word('reference_frame'), self._core.settings
        if reference == settings.word('controlled_frame'):
            return 0.0 * present.position
        if not reference:
            return -present.position
        return self._core.tree.pose(axes, reference).position - present.position

    def _measure(self, message: PoseStamped) -> None:
        received, stamp_time = monotonic(), stamp_clock(self._node)
        try:
            placed = placed_from_message(message, 'pose')
            self._core.require_not_ahead(placed[2], stamp_time, 'pose')
            timeout = self._core.settings.number('transform_timeout')
            self._measured.take(placed, received, stamp_time, timeout)
        except InvalidInputError as error:
            self._node.get_logger().warning(str(error), throttle_duration_sec=1.0)

    def _is_of_a_pose(self, frames: Frames) -> bool:
        """Tell whether a command is written as a pose's twist is: else another one commands."""
        return (frames.axes, frames.reference) == (
            self._axes,
            self._core.settings.word('reference_frame'),
        )


def _middle_of_contacts(outcome: Outcome) -> Array:
    """Return (3,) the way from the moment centre to the contacts' middle, zero without any [m]."""
    placement = outcome.placement
    if placement is None or not placement.state.contact_count:
        return np.zeros(3)
    return placement.vectors_to_command_frame(placement.state.positions).mean(axis=0)
