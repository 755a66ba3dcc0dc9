# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The subscriptions: a message becomes a value for the core, or a refusal that says why."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import monotonic

from geometry_msgs.msg import PoseStamped
from rclpy.node import Node
from rclpy.subscription import Subscription

from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.exceptions import FrictionConeError, InvalidInputError
from frictioncone_ros.messages.commands import part_from_message
from frictioncone_ros.msg import ContactStateArray, HybridCommand
from frictioncone_ros.ros.conversions.commands import command_from_bytes, PlainMessage, STAMPED
from frictioncone_ros.ros.conversions.senders import (
    MessageInfo,
    sender_from_info,
    sequence_number,
)
from frictioncone_ros.ros.conversions.wire.serialized import SnapshotReader
from frictioncone_ros.ros.pose_users import PoseUsers
from frictioncone_ros.ros.runtime.clocks import stamp_clock
from frictioncone_ros.ros.runtime.qos import INPUT
from frictioncone_ros.session.filter_core import FilterCore
from frictioncone_ros.session.frames import UnknownTransformError
from frictioncone_ros.session.inputs.command_owner import Claim, HYBRID, POSE, TWIST
from frictioncone_ros.session.inputs.held_inputs import COMMAND, CONTACTS
from frictioncone_ros.session.inputs.plain_inputs import PlainInputs
from frictioncone_ros.session.values import FramedCommand
from frictioncone_ros.spatial import Array


class Inputs:
    """
    Connects the input topics to the core.

    on_command: called with the time of receipt and that of the stamps' clock [s] when a command
    was taken. on_event: called when something else happened that should be judged or said at once.
    """

    def __init__(
        self,
        node: Node,
        core: FilterCore,
        on_command: Callable[[float, float], None],
        on_event: Callable[[], None],
        *,
        poses: PoseUsers,
    ) -> None:
        """Subscribe to everything; what comes while the core is inactive is not used."""
        self._node, self._core = node, core
        self._snapshots = SnapshotReader()
        self._on_command, self._on_event = on_command, on_event
        self._plain = PlainInputs()
        self._commands = {
            HYBRID: node.create_subscription(
                HybridCommand, '~/command', self._take_command, INPUT, raw=True
            )
        }
        for part, kind in STAMPED.items():
            self._commands[part] = node.create_subscription(
                kind, f'~/{part}_command', partial(self._take_part, part), INPUT
            )
        self._poses = poses
        self._commands[POSE] = node.create_subscription(
            PoseStamped, '~/pose_command', self._take_pose, INPUT
        )
        self._contacts = node.create_subscription(
            ContactStateArray, '~/contacts', self._take_contacts, INPUT, raw=True
        )

    def count_publishers(self) -> None:
        """Tell the core how many command: each plain part may have a publisher of its own."""
        plain = {part: self._count(part) for part in STAMPED}
        plain[TWIST] += self._count(POSE)
        self._core.inputs.note_publishers(self._count(HYBRID) + max(plain.values()))
        if self._core.inputs.missing:
            command = self._found(*self._commands.values())
            contacts = self._found(self._contacts)
            self._core.inputs.note_sources(
                {COMMAND: f'a command on {command}', CONTACTS: f'contacts on {contacts}'}
            )

    def forget(self) -> None:
        """Begin anew."""
        self._plain.forget()
        self._poses.forget()

    def destroy(self) -> None:
        """Disconnect."""
        for subscription in (*self._commands.values(), self._contacts):
            self._node.destroy_subscription(subscription)

    def _take_command(self, serialized: bytes, info: MessageInfo) -> None:
        received, stamp_time = monotonic(), stamp_clock(self._node)
        if not self._core.active or not self._is_followed(HYBRID, info, received):
            return
        try:
            command = command_from_bytes(serialized)
            self._core.require_not_ahead(command.stamp, stamp_time, 'command')
        except InvalidInputError as error:
            self._refuse(FilterCode.INVALID_COMMAND, error)
            return
        self._give(command, received, stamp_time)

    def _take_part(self, part: str, message: PlainMessage, info: MessageInfo) -> None:
        received, stamp_time = monotonic(), stamp_clock(self._node)
        if not self._core.active or not self._is_followed(part, info, received):
            return
        self._join(part, lambda: part_from_message(message, part), received, stamp_time)

    def _take_pose(self, message: PoseStamped, info: MessageInfo) -> None:
        received, stamp_time = monotonic(), stamp_clock(self._node)
        if not self._core.active or not self._is_followed(POSE, info, received):
            return
        self._join('twist', lambda: self._poses.twist_from_message(message), received, stamp_time)

    def _join(
        self,
        part: str,
        read: Callable[[], tuple[str, Array, int]],
        received: float,
        stamp_time: float,
    ) -> None:
        """Take a plain part beside the others, or refuse it."""
        try:
            given = read()
            self._core.require_not_ahead(given[2], stamp_time, f'{part} command')
            command = self._plain.joined(part, given, (received, stamp_time), self._core.settings)
        except (InvalidInputError, UnknownTransformError) as error:
            self._refuse(FilterCode.INVALID_COMMAND, error)
            return
        self._give(command, received, stamp_time)

    def _is_followed(self, name: str, info: MessageInfo, received: float) -> bool:
        """Tell whether a command of a topic is the first commander's; count and say it if not."""
        core = self._core
        timeout = core.settings.filter.command_timeout
        if core.inputs.owner.continues(name, sequence_number(info), received, timeout):
            return True
        sender = sender_from_info(info, self._count(name))
        claim = core.inputs.owner.claim(name, sender, received, timeout)
        if claim is Claim.TAKEN_OVER:
            core.restart_ramp()
        elif claim in (Claim.REFUSED, Claim.AMBIGUOUS):
            self._refuse_sender()
        return claim in (Claim.FOLLOWED, Claim.TAKEN_OVER)

    def _refuse_sender(self) -> None:
        """Count a command of a second commander; it is judged only where that is new."""
        if self._core.inputs.refuse_sender():
            self.count_publishers()
            self._on_event()

    def _give(self, command: FramedCommand, received: float, stamp_time: float) -> None:
        if self._core.take_command(command, received):
            self._on_command(received, stamp_time)

    def _take_contacts(self, serialized: bytes) -> None:
        core = self._core
        if not core.active:
            return
        received, stamp_time = monotonic(), stamp_clock(self._node)
        try:
            snapshot = self._snapshots.read(serialized, core.settings)
            core.require_not_ahead(snapshot.stamp, stamp_time, 'contacts')
        except InvalidInputError as error:
            self._refuse(FilterCode.INVALID_CONTACTS, error)
            return
        before = core.contacts.value
        if (
            core.take_contacts(snapshot, received)
            and before is not None
            and (before.state.contact_count and not snapshot.state.contact_count)
        ):
            # Contact is lost: force goes to zero now, not with the next command.
            self._on_event()

    def _count(self, name: str) -> int:
        return int(self._node.count_publishers(self._commands[name].topic_name))

    def _found(self, *subscriptions: Subscription) -> str:
        """Return the resolved names of topics, and how many publish there."""
        topics = [subscription.topic_name for subscription in subscriptions]
        count = sum(self._node.count_publishers(topic) for topic in topics)
        return f'{" or ".join(topics)} ({count} publisher{"" if count == 1 else "s"})'

    def _refuse(self, code: FilterCode, error: FrictionConeError) -> None:
        self._core.refusals.add(code, str(error))
        self._node.get_logger().warning(str(error), throttle_duration_sec=1.0)
        self._on_event()
