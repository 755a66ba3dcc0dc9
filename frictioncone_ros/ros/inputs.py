# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The subscriptions: a message becomes a value for the core, or a refusal that says why."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import monotonic

from rclpy.node import Node

from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.msg import ContactStateArray, HybridCommand
from frictioncone_ros.ros.conversions.commands import (
    command_from_message,
    part_from_message,
    PlainMessage,
    STAMPED,
)
from frictioncone_ros.ros.conversions.contacts import Caution, require_few, snapshot_from_message
from frictioncone_ros.ros.filter_core import FilterCore
from frictioncone_ros.ros.plain_inputs import PlainInputs
from frictioncone_ros.ros.quality import INPUT
from frictioncone_ros.ros.stamp_clock import stamp_clock
from frictioncone_ros.ros.values import Command


class Inputs:
    """
    Connects the input topics to the core.

    on_command: called with the time of receipt and that of the stamps' clock [s] when a command
    was taken. on_event: called when something else happened that should be judged or said at once.
    """

    def __init__(self, node: Node, core: FilterCore, on_command: Callable[[float, float], None],
                 on_event: Callable[[], None]) -> None:
        """Subscribe to everything; what comes while the core is inactive is not used."""
        self._node, self._core = node, core
        self._on_command, self._on_event = on_command, on_event
        self._plain = PlainInputs()
        self._rich = node.create_subscription(
            HybridCommand, '~/command', self._take_command, INPUT)
        self._parts = [
            node.create_subscription(kind, f'~/{part}_command', partial(self._take_part, part),
                                     INPUT) for part, kind in STAMPED.items()]
        self._contacts = node.create_subscription(
            ContactStateArray, '~/contacts', self._take_contacts, INPUT)

    def count_publishers(self) -> None:
        """Tell the core how many command: the rich topic and the plain ones together."""
        count = self._node.count_publishers
        self._core.publishers = count(self._rich.topic_name) + max(
            count(part.topic_name) for part in self._parts)

    def forget(self) -> None:
        """Begin anew."""
        self._plain.forget()

    def destroy(self) -> None:
        """Disconnect."""
        for subscription in (self._rich, *self._parts, self._contacts):
            self._node.destroy_subscription(subscription)

    def _take_command(self, message: HybridCommand) -> None:
        received, stamp_time = monotonic(), stamp_clock(self._node)
        if not self._core.active:
            return
        try:
            command = command_from_message(message)
            self._core.require_not_ahead(command.stamp, stamp_time, 'command')
        except InvalidInputError as error:
            self._refuse(FilterCode.INVALID_COMMAND, error)
            return
        self._give(command, received, stamp_time)

    def _take_part(self, part: str, message: PlainMessage) -> None:
        received, stamp_time = monotonic(), stamp_clock(self._node)
        if not self._core.active:
            return
        try:
            given = part_from_message(message, part)
            _, _, stamp = given
            self._core.require_not_ahead(stamp, stamp_time, f'{part} command')
            command = self._plain.joined(part, given, received, self._core.settings)
        except InvalidInputError as error:
            self._refuse(FilterCode.INVALID_COMMAND, error)
            return
        self._give(command, received, stamp_time)

    def _give(self, command: Command, received: float, stamp_time: float) -> None:
        if self._core.take_command(command, received):
            self._on_command(received, stamp_time)

    def _take_contacts(self, message: ContactStateArray) -> None:
        core = self._core
        if not core.active:
            return
        settings = core.settings
        received, stamp_time = monotonic(), stamp_clock(self._node)
        try:
            require_few(message, settings.count('max_contacts'))
            snapshot = snapshot_from_message(message, Caution(
                settings.number('contact_probability'),
                settings.number('friction_confidence'),
                settings.number('normal_deviations')))
            core.require_not_ahead(snapshot.stamp, stamp_time, 'contacts')
        except InvalidInputError as error:
            self._refuse(FilterCode.INVALID_CONTACTS, error)
            return
        before = core.contacts.value
        if core.take_contacts(snapshot, received) and before is not None and (
                before.state.contact_count and not snapshot.state.contact_count):
            # Contact is lost: force goes to zero now, not with the next command.
            self._on_event()

    def _refuse(self, code: FilterCode, error: InvalidInputError) -> None:
        self._core.refuse(code, str(error))
        self._node.get_logger().warning(str(error), throttle_duration_sec=1.0)
        self._on_event()
