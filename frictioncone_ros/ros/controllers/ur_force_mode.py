# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Filtered commands to the force mode of Universal Robots, which takes service calls."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
import socket
import sys
from time import monotonic
from typing import Any

import numpy as np
import rclpy
from rclpy.exceptions import InvalidParameterTypeException
from rclpy.node import Node
from rclpy.task import Future
from std_srvs.srv import Trigger

from frictioncone_ros.exceptions import FrictionConeError, InvalidInputError
from frictioncone_ros.msg import FilteredCommand
from frictioncone_ros.ros.controllers.force_mode_request import (
    fill_request,
    ForceModeRules,
    wanted_wrench,
)
from frictioncone_ros.ros.controllers.force_mode_stream import Call, ForceModeStream
from frictioncone_ros.ros.runtime.context import connected
from frictioncone_ros.ros.runtime.qos import OUTPUT
from frictioncone_ros.ros.runtime.steady_timer import steady_timer
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
    'silence_timeout': 0.5,
}
"""Defaults; see docs/robot/controllers.md."""

ANSWER_TIMEOUT = 2.0
"""A call without answer for so long counts as failed [s]."""
LAST_CALL_TIMEOUT = 2.0
"""How long the end waits for force mode to stop [s]."""
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
        steps = float(values['force_step']), float(values['moment_step'])
        self._step = np.repeat(steps, 3)
        self._stream = ForceModeStream(*steps)
        self._silence = float(values['silence_timeout'])
        self._frame, self._heard, self._asked = '', 0.0, 0.0
        self._stamp = 0, 0
        self._answer: Future | None = None
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
        return self._answer is None and self._stream.due() is None

    def end(self) -> None:
        """Ask force mode to end."""
        self._stream.want(None)
        self._call()

    def _take(self, message: FilteredCommand) -> None:
        stamp = message.header.stamp.sec, message.header.stamp.nanosec
        if self._is_old(stamp):
            return
        self._stamp, self._heard = stamp, monotonic()
        try:
            self._stream.want(wanted_wrench(message, self._rules, self._step))
        except InvalidInputError as error:
            self.get_logger().error(str(error), throttle_duration_sec=1.0)
            self._stream.want(None)
        self._frame = message.header.frame_id
        self._call()

    def _is_old(self, stamp: tuple[int, int]) -> bool:
        """
        Tell whether a message was written before one heard already.

        A node that is stopped while it sends goes on after its guard has published neutral. Where
        the clock was set back a silence ends what was heard before it.
        """
        return stamp < self._stamp and monotonic() - self._heard <= self._silence

    def _watch(self) -> None:
        """End force mode in silence; give up calls that nobody answers."""
        now = monotonic()
        if self._stream.desired is not None and now - self._heard > self._silence:
            self.get_logger().error(
                f'no filtered command for {self._silence:g} s: force mode ends'
            )
            self._stream.want(None)
        if self._answer is not None and now - self._asked > ANSWER_TIMEOUT:
            self._answer.cancel()
            self._finish(False)
        self._call()

    def _call(self) -> None:
        """Make the call that is due, if its service is there."""
        call = self._stream.due()
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
        if call is Call.START and self._stream.desired is not None:
            fill_request(request, self._frame, self._stream.desired, self._rules)
        self._stream.sent(call)
        self._asked = monotonic()
        self._answer = client.call_async(request)
        self._answer.add_done_callback(self._hear)

    def _hear(self, answer: Future) -> None:
        """Take the answer of the call under way; one that was given up says nothing more."""
        if answer is self._answer and answer is not None and not answer.cancelled():
            self._finish(bool(answer.result().success))
            self._call()

    def _finish(self, succeeded: bool) -> None:
        self._answer = None
        self._stream.answered(succeeded)
        if not succeeded:
            self.get_logger().error(
                'a call of force mode failed: see the log of its controller',
                throttle_duration_sec=1.0,
            )


def run(service_type: Any, arguments: Sequence[str] | None = None) -> int:
    """Run the node with a service type until told to stop; force mode is ended last."""
    signals = catch_signals()
    signals.setblocking(False)
    try:
        with connected(arguments, unattended=True):
            _serve(UrForceMode(service_type), signals)
    except (FrictionConeError, InvalidParameterTypeException) as error:
        print(f'ur_force_mode: {error}', file=sys.stderr)
        return 1
    return 0


def _serve(node: UrForceMode, signals: socket.socket) -> None:
    while not _has_come(signals):
        rclpy.spin_once(node, timeout_sec=0.05)
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
