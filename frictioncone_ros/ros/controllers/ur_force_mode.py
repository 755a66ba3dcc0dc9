# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Filtered commands to the force mode of Universal Robots, which takes service calls."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from importlib import import_module
import socket
import sys
from time import monotonic
from typing import Any

import rclpy
from rclpy.exceptions import InvalidParameterTypeException
from rclpy.node import Node
from rclpy.task import Future
from std_srvs.srv import Trigger

from frictioncone_ros.exceptions import FrictionConeError, InvalidInputError
from frictioncone_ros.msg import FilteredCommand
from frictioncone_ros.ros.controllers.force_mode_request import (
    Call,
    fill_request,
    ForceModeRules,
    stream_of,
    Target,
    target_wrench,
)
from frictioncone_ros.ros.runtime.clocks import steady_timer
from frictioncone_ros.ros.runtime.context import connected
from frictioncone_ros.ros.runtime.given_parameters import check_given
from frictioncone_ros.ros.runtime.qos import OUTPUT
from frictioncone_ros.ros.runtime.stop_signals import catch_signals

PARAMETERS: dict[str, object] = {
    'controller': '/force_mode_controller',
    'selected_axes': [True] * 6,
    'speed_limits': [0.05, 0.05, 0.05, 0.2, 0.2, 0.2],
    'deviation_limits': [0.01, 0.01, 0.01, 0.05, 0.05, 0.05],
    'damping_factor': 0.025,
    'gain_scaling': 0.5,
    'force_step': 0.2,
    'moment_step': 0.02,
    'refresh_rate': 10.0,
    'silence_timeout': 0.5,
}
"""Defaults; see docs/robot/controllers.md."""

ANSWER_TIMEOUT = 2.0
"""A call without answer for so long counts as failed [s]."""
LAST_CALL_TIMEOUT = 2.0 * ANSWER_TIMEOUT + 0.5
"""How long the end waits for force mode to stop [s]: for a start, then for a stop after it."""
WATCH_RATE = 50.0
"""How often silence and unanswered calls are looked at [Hz]."""
NO_UR_MSGS = (
    'ur_force_mode needs the ROS 2 package ur_msgs, which is not installed or not sourced: '
    'apt install ros-$ROS_DISTRO-ur-msgs'
)


class UrForceMode(Node):
    """Listens to ~/filtered_command and calls start_force_mode and stop_force_mode."""

    def __init__(self, service_type: Any) -> None:
        """Declare the parameters and connect."""
        super().__init__('ur_force_mode')
        values = {
            key: self.declare_parameter(key, value).value for key, value in PARAMETERS.items()
        }
        self._rules = ForceModeRules.of(values)
        self._stream = stream_of(values)
        self._silence = self._rules.silence
        self._last_received, self._stamp = 0.0, (0, 0)
        self._answers: dict[Call, tuple[Future, float]] = {}
        self._request = service_type.Request
        self._start = self.create_client(
            service_type, f'{values["controller"]}/{Call.START.value}'
        )
        self._stop = self.create_client(Trigger, f'{values["controller"]}/{Call.STOP.value}')
        self.create_subscription(FilteredCommand, '~/filtered_command', self._take, OUTPUT)
        steady_timer(self, WATCH_RATE, self._watch)

    @property
    def is_at_rest(self) -> bool:
        """Whether force mode was ended, or never begun."""
        return self._stream.is_at_rest

    def end(self) -> None:
        """Ask force mode to end."""
        self._stream.set_target(None)
        self._call()

    def _take(self, message: FilteredCommand) -> None:
        stamp = message.header.stamp.sec, message.header.stamp.nanosec
        if self._is_old(stamp):
            return
        self._stamp, self._last_received = stamp, monotonic()
        try:
            wrench = target_wrench(message, self._rules)
        except InvalidInputError as error:
            self.get_logger().error(str(error), throttle_duration_sec=1.0)
            wrench = None
        frame = message.header.frame_id
        self._stream.set_target(None if wrench is None else Target(frame, wrench))
        self._call()

    def _is_old(self, stamp: tuple[int, int]) -> bool:
        """
        Tell whether a message was written before one heard already.

        A node that is stopped while it sends goes on after its guard has published neutral. Where
        the clock was set back a silence ends what was heard before it.
        """
        return stamp < self._stamp and monotonic() - self._last_received <= self._silence

    def _watch(self) -> None:
        """End force mode in silence; give up calls that nobody answers."""
        now = monotonic()
        if self._stream.target is not None and now - self._last_received > self._silence:
            self.get_logger().error(
                f'no filtered command for {self._silence:g} s: force mode ends'
            )
            self._stream.set_target(None)
        for call, (answer, asked) in list(self._answers.items()):
            if now - asked > ANSWER_TIMEOUT:
                answer.cancel()
                self._finish(call, succeeded=False)
        self._call()

    def _call(self) -> None:
        """Make the call that is due, if its service is there."""
        call = self._stream.due(monotonic())
        if call is None:
            return
        client = self._start if call is Call.START else self._stop
        if not client.service_is_ready():
            self.get_logger().warning(
                f'{client.srv_name} is not there: is the controller active?',
                throttle_duration_sec=2.0,
            )
            return
        request = Trigger.Request() if call is Call.STOP else self._request()
        if call is Call.START and self._stream.target is not None:
            fill_request(request, *self._stream.target, self._rules)
        now = monotonic()
        answer = client.call_async(request)
        self._stream.sent(call, now)
        self._answers[call] = answer, now
        answer.add_done_callback(partial(self._hear, call))

    def _hear(self, call: Call, answer: Future) -> None:
        """Take the answer of a call under way; one that was given up says nothing more."""
        known, _ = self._answers.get(call, (None, 0.0))
        if answer is known and not answer.cancelled():
            self._finish(call, succeeded=bool(answer.result().success))
            self._call()

    def _finish(self, call: Call, *, succeeded: bool) -> None:
        del self._answers[call]
        self._stream.answered(call, succeeded)
        if not succeeded:
            self.get_logger().error(
                f'{call.value} failed: see the log of its controller', throttle_duration_sec=1.0
            )


def run(service_type: Any, arguments: Sequence[str] | None = None) -> int:
    """Run the node with a service type until told to stop; force mode is ended last."""
    signals = catch_signals()
    signals.setblocking(False)
    try:
        with connected(arguments, unattended=True):
            node = UrForceMode(service_type)
            check_given(node, arguments)
            _serve(node, signals)
    except (FrictionConeError, InvalidParameterTypeException) as error:
        print(f'ur_force_mode: {error}', file=sys.stderr)
        return 1
    return 0


def _serve(node: UrForceMode, signals: socket.socket) -> None:
    try:
        while not _has_come(signals):
            rclpy.spin_once(node, timeout_sec=0.05)
    finally:
        # Whatever ends it: force mode goes on by itself where nobody ends it.
        end = monotonic() + LAST_CALL_TIMEOUT
        node.end()
        while not node.is_at_rest and monotonic() < end:
            rclpy.spin_once(node, timeout_sec=0.05)


def main() -> int:
    """Run with ur_msgs; 2 where that is not installed."""
    try:
        service_type = import_module('ur_msgs.srv').SetForceMode
    except ModuleNotFoundError:
        print(NO_UR_MSGS, file=sys.stderr)
        return 2
    return run(service_type)


def _has_come(signals: socket.socket) -> bool:
    """Tell whether a stop signal came."""
    try:
        return bool(signals.recv(1))
    except BlockingIOError:
        return False


if __name__ == '__main__':
    sys.exit(main())
