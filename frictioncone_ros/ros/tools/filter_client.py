# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Questions to a running filter node in lock-step: contacts and a command in, its answer out."""

from __future__ import annotations

from time import perf_counter

from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node

from frictioncone_ros.contact import ContactState
from frictioncone_ros.exceptions import FrictionConeError
from frictioncone_ros.msg import ContactStateArray, FilteredCommand, HybridCommand
from frictioncone_ros.ros.conversions.commands import command_to_message
from frictioncone_ros.ros.conversions.neighbour import answer_from_message, FilteredAnswer
from frictioncone_ros.ros.conversions.snapshots import snapshot_to_message
from frictioncone_ros.ros.runtime.qos import INPUT, OUTPUT
from frictioncone_ros.session.values import FramedCommand, Frames, Snapshot
from frictioncone_ros.spatial import Array

FRAME = 'body'
ASK_AGAIN = 0.05
"""A question without a fitting answer for so long is asked again [s]."""


class FilterSilentError(FrictionConeError, TimeoutError):
    """The filter node did not answer."""


class FilterClient(Node):
    """Asks one question at a time and waits for the answer that belongs to it."""

    def __init__(self, target: str = '/frictioncone', timeout: float = 15.0) -> None:
        """Connect to the filter node `target`; timeout [s] holds for each answer."""
        super().__init__('filter_client')
        self._timeout = timeout
        self._sequence = 0
        self._answer: FilteredAnswer | None = None
        self._contacts = self.create_publisher(ContactStateArray, f'{target}/contacts', INPUT)
        self._commands = self.create_publisher(HybridCommand, f'{target}/command', INPUT)
        self.create_subscription(
            FilteredCommand, f'{target}/filtered_command', self._on_answer, OUTPUT
        )
        self._executor = SingleThreadedExecutor()
        self._executor.add_node(self)

    def ask(self, state: ContactState, wrench: Array) -> FilteredAnswer:
        """
        Return the node's answer to a wrench (6,) on the environment.

        The contacts are about the wrench's moment centre. An answer that was judged with an
        earlier snapshot does not count: contacts and commands travel on two topics.
        """
        end = perf_counter() + self._timeout
        while perf_counter() < end:
            stamp = self._publish(state, wrench)
            again = perf_counter() + ASK_AGAIN
            while perf_counter() < again:
                self._executor.spin_once(timeout_sec=max(0.0, again - perf_counter()))
                answer = self._answer
                if answer is not None and answer.contacts_stamp == stamp:
                    return answer
        raise FilterSilentError('the filter node did not answer')

    def close(self) -> None:
        """End the connections."""
        self._executor.shutdown()
        self.destroy_node()

    def _publish(self, state: ContactState, wrench: Array) -> int:
        self._sequence += 1
        self._answer = None
        stamp = int(self.get_clock().now().nanoseconds)
        centered = ContactState(state.contacts, twist=state.twist, dimension=state.dimension)
        snapshot = Snapshot(centered, FRAME, stamp, self._sequence)
        self._contacts.publish(snapshot_to_message(snapshot))
        command = FramedCommand(
            Frames(FRAME, FRAME, ''), {'wrench': wrench}, stamp, self._sequence
        )
        self._commands.publish(command_to_message(command))
        return stamp

    def _on_answer(self, message: FilteredCommand) -> None:
        answer = answer_from_message(message)
        if answer.sequence == self._sequence:
            self._answer = answer
