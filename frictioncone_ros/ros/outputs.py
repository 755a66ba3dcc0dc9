# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Everything the node says of a command: the rich message, the plain ones, the status."""

from __future__ import annotations

from time import monotonic

from rclpy.duration import Duration
from rclpy.lifecycle import LifecycleNode

from frictioncone_ros.msg import FilteredCommand, FilterStatus
from frictioncone_ros.ros.conversions.answers import (
    ANSWER,
    AnswerWriter,
    stamp_values,
    status_to_message,
)
from frictioncone_ros.ros.conversions.commands import part_to_message, STAMPED
from frictioncone_ros.ros.guard.link import GuardLink
from frictioncone_ros.ros.guard.protocol import Address
from frictioncone_ros.ros.pose_users import PoseUsers
from frictioncone_ros.ros.runtime.qos import OUTPUT
from frictioncone_ros.session.outcome import Outcome, output_parts
from frictioncone_ros.session.values import Frames, Status
from frictioncone_ros.spatial import Array

SHUTDOWN_TIMEOUT = 0.5
"""How long shutdown waits until the listeners acknowledged the neutral command [s]."""


class Outputs:
    """The lifecycle publishers of filtered commands and of the status."""

    def __init__(self, node: LifecycleNode, guard: GuardLink, poses: PoseUsers) -> None:
        """Create the publishers; they speak only while the node is active."""
        self._node, self._guard, self._poses = node, guard, poses
        self._filtered = node.create_lifecycle_publisher(
            FilteredCommand, '~/filtered_command', OUTPUT
        )
        self._plain = {
            part: node.create_lifecycle_publisher(kind, f'~/filtered_{part}', OUTPUT)
            for part, kind in STAMPED.items()
        }
        self._status = node.create_lifecycle_publisher(FilterStatus, '~/status', OUTPUT)
        self._speaking = (self._filtered, *self._plain.values())
        self._writer = AnswerWriter()
        self._sequence = 0
        self._last_status: Status | None = None
        self._address: tuple[tuple[str, ...], Frames] | None = None

    @property
    def command_topics(self) -> tuple[str, ...]:
        """The resolved names of the topics that filtered commands leave on."""
        speaking = (*self._speaking, self._poses.publisher)
        return tuple(publisher.topic_name for publisher in speaking)

    @property
    def listener_count(self) -> int:
        """How many listen to filtered commands, on whichever topic."""
        speaking = (*self._speaking, self._poses.publisher)
        return sum(publisher.get_subscription_count() for publisher in speaking)

    def send(self, outcome: Outcome, status: Status, received: float) -> float | None:
        """
        Publish the answer to what was received at a steady time [s]; return seconds taken.

        None where this process was stopped so long on the way that the guard published neutral:
        what was right before is not said after it.
        """
        parts = output_parts(outcome)
        answer = self._writer.write(outcome, parts, status)
        self._tell_guard(tuple(parts), outcome.command.frames)
        self._sequence += 1
        answer['sequence'] = self._sequence
        # Both at one moment: from them whoever reads a bag knows when the command was received.
        stamp = self._node.get_clock().now().nanoseconds
        seconds = answer['compute_time'] = monotonic() - received
        answer.update(stamp_values(stamp))
        message = ANSWER.to_publish(answer)
        self._guard.refresh(monotonic(), stamp)
        if self._guard.missed_heartbeat(monotonic()) and not outcome.assessment.command.is_neutral:
            self._sequence -= 1
            return None
        self._filtered.publish(message)
        self._send_plain(parts, outcome.command.frames.axes, stamp)
        self._poses.send(outcome, parts, stamp)
        return seconds

    def report(self, status: Status, *, again: bool = False) -> None:
        """Publish the status where it changed, or again as a heartbeat."""
        before = self._last_status
        if (
            again
            or before is None
            or (before.codes, before.text, before.safe_output)
            != (status.codes, status.text, status.safe_output)
        ):
            self._last_status = status
            stamp = self._node.get_clock().now().nanoseconds
            axes = '' if self._address is None else self._address[1].axes
            self._status.publish(status_to_message(status, stamp, axes))

    def forget(self) -> None:
        """Begin anew: the next status is said, whatever it is."""
        self._last_status = self._address = None

    def wait_until_acknowledged(self) -> None:
        """Wait until every listener acknowledged the last word."""
        end = monotonic() + SHUTDOWN_TIMEOUT
        for publisher in (*self._speaking, self._poses.publisher):
            publisher.wait_for_all_acked(Duration(seconds=max(0.0, end - monotonic())))

    def destroy(self) -> None:
        """Disconnect."""
        for publisher in (self._status, *self._speaking):
            self._node.destroy_lifecycle_publisher(publisher)

    def _tell_guard(self, parts: tuple[str, ...], frames: Frames) -> None:
        """Tell the guard what it would have to set to zero, before that is published."""
        if (parts, frames) != self._address:
            self._address = parts, frames
            self._guard.tell(
                address=Address(parts, frames.axes, frames.controlled, frames.reference)
            )

    def _send_plain(self, parts: dict[str, Array], frame: str, stamp: int) -> None:
        """Publish each part that somebody listens to."""
        for part, values in parts.items():
            publisher = self._plain[part]
            if publisher.get_subscription_count():
                publisher.publish(part_to_message(values, part, frame, stamp))
