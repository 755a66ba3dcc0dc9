# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The lifecycle node: what is connected when, and what is said last."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter

from rclpy.duration import Duration
from rclpy.lifecycle import LifecycleNode, LifecycleState, TransitionCallbackReturn

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.msg import FilteredCommand, FilterStatus, HybridCommand
from frictioncone_ros.ros.conversions import (
    answer_to_message,
    command_from_message,
    status_to_message,
)
from frictioncone_ros.ros.parameter_server import ParameterServer
from frictioncone_ros.ros.parameters import Settings
from frictioncone_ros.ros.quality import INPUT, OUTPUT
from frictioncone_ros.ros.transitions import refuse_impossible_transitions
from frictioncone_ros.ros.values import Answer, Command, Status

LAST_WORD_TIMEOUT = Duration(seconds=0.5)
"""How long shutdown waits until the listeners acknowledged the neutral command."""


def pass_through(command: Command) -> Answer:
    """Answer every valid command with itself."""
    return Answer(command, Status(FilterStatus.OK, 'passed unchanged'))


class FilterNode(LifecycleNode):
    """
    Listens to ~/command, answers on ~/filtered_command, reports on ~/status.

    Subscriptions run in every lifecycle state of rclpy: what comes while inactive is not
    answered. The neutral command is published before the publishers are switched off.
    """

    def __init__(self, assess: Callable[[Command], Answer] = pass_through) -> None:
        """Declare the parameters; nothing is connected before configuration."""
        super().__init__('frictioncone')
        self._assess = assess
        self._parameter_server = ParameterServer(self, self._on_settings)
        self._active = False
        self._last = Command()
        self._status = Status(FilterStatus.INACTIVE, 'not active')
        self._heartbeat = None
        refuse_impossible_transitions(self)

    @property
    def settings(self) -> Settings:
        """The parameters in force."""
        return self._parameter_server.settings

    def on_configure(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Connect the topics."""
        self._filtered = self.create_lifecycle_publisher(
            FilteredCommand, '~/filtered_command', OUTPUT)
        self._reports = self.create_lifecycle_publisher(FilterStatus, '~/status', OUTPUT)
        self._commands = self.create_subscription(
            HybridCommand, '~/command', self._on_command, INPUT)
        return super().on_configure(state)

    def on_activate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Start to answer, with fresh counts."""
        result = super().on_activate(state)
        self._active = True
        self._status = Status(FilterStatus.WAITING, 'no command yet')
        self._on_settings(self.settings)
        self._report()
        return result

    def on_deactivate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Say the neutral command while the publishers still speak, then be silent."""
        self.say_neutral('deactivated')
        return super().on_deactivate(state)

    def on_cleanup(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Disconnect the topics."""
        self._disconnect()
        return super().on_cleanup(state)

    def on_shutdown(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Say the neutral command and disconnect, from whichever state."""
        self.say_neutral('shut down')
        result = super().on_shutdown(state)
        if state.label != 'unconfigured':
            self._disconnect()
        return result

    def say_neutral(self, reason: str) -> None:
        """Publish the neutral command as the last word and wait until it was heard."""
        if not self._active:
            return
        self._status = replace(self._status, code=FilterStatus.INACTIVE, text=reason,
                               safe_output=True)
        self._send(Answer(self._last.neutral(), self._status), perf_counter())
        self._report()
        self._active = False
        self.destroy_timer(self._heartbeat)
        self._heartbeat = None
        self._filtered.wait_for_all_acked(LAST_WORD_TIMEOUT)

    def _on_command(self, message: HybridCommand) -> None:
        """Convert, assess, convert; a command that cannot be used is refused with the reason."""
        received = perf_counter()
        if not self._active:
            return
        try:
            command = command_from_message(message)
        except InvalidInputError as error:
            self._refuse(str(error))
            return
        answer = self._assess(command)
        self._last = command
        self._update(answer.status.code, answer.status.text, refused=0)
        self._send(replace(answer, status=self._status), received)

    def _refuse(self, reason: str) -> None:
        self._update(FilterStatus.INVALID_COMMAND, reason, refused=1)
        self.get_logger().warning(reason, throttle_duration_sec=1.0)

    def _update(self, code: int, text: str, refused: int) -> None:
        """Count one command, and report when the code or the sentence changed."""
        before = self._status
        self._status = Status(code, text, received_count=before.received_count + 1,
                              dropped_count=before.dropped_count + refused)
        if (before.code, before.text) != (code, text):
            self._report()

    def _send(self, answer: Answer, received: float) -> None:
        now = self.get_clock().now().nanoseconds
        self._filtered.publish(answer_to_message(answer, now, perf_counter() - received))

    def _report(self) -> None:
        self._reports.publish(
            status_to_message(self._status, self.get_clock().now().nanoseconds))

    def _on_settings(self, settings: Settings) -> None:
        if self._active:
            self.destroy_timer(self._heartbeat)
            self._heartbeat = self.create_timer(1.0 / settings.status_rate, self._report)

    def _disconnect(self) -> None:
        self.destroy_subscription(self._commands)
        self.destroy_lifecycle_publisher(self._filtered)
        self.destroy_lifecycle_publisher(self._reports)
