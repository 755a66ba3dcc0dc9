# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The emergency stop: heard from the node's construction on, in every lifecycle state."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from time import monotonic

from rclpy.event_handler import SubscriptionEventCallbacks
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile
from std_msgs.msg import Bool

from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.ros.conversions.commands import stop_from_message
from frictioncone_ros.ros.guard.protocol import PRESSES
from frictioncone_ros.ros.runtime.qos import STOPS
from frictioncone_ros.session.filter_core import FilterCore

DISCOVERY = 0.5
"""How long after the first command nothing is followed: a button is found about then too [s]."""

HISTORY = 2.0
"""How long a button that latches is waited for after it was found, where it says nothing [s]."""

SEVERAL = (
    'emergency stop: ~/e_stop has {} publishers, and which of them let go is not known; neutral '
    'until one alone says so, and ~/reset (let one node combine several buttons)'
)


class EmergencyStop:
    """
    Listens to the stop button and tells the core.

    on_change: called when the button was heard, or was silent for too long. Nothing is followed
    before a stop that was pressed before the start had time to arrive.
    """

    def __init__(self, node: Node, core: FilterCore, on_change: Callable[[], None]) -> None:
        """Subscribe; the node listens as long as it lives."""
        self._node, self._core, self._on_change = node, core, on_change
        self._counts_from = monotonic()
        self._commanded_at: float | None = None
        self._found_at: float | None = None
        self._last_received: float | None = None
        self._is_pressed_by_silence = False
        self._presses: deque[int] = deque(maxlen=2 * PRESSES)
        core.await_emergency_stop(True)
        # Without rclpy's warnings: of several subscriptions one always suits the publisher.
        silent = SubscriptionEventCallbacks(use_default_callbacks=False)
        self._subscriptions = [
            node.create_subscription(
                Bool,
                '~/e_stop',
                partial(self._take, _latches(quality)),
                quality,
                event_callbacks=silent,
            )
            for quality in STOPS
        ]
        for subscription in self._subscriptions:
            subscription.is_stop = True

    @property
    def presses(self) -> list[int]:
        """The presses heard last, by when they were sent [ns]."""
        return list(self._presses)

    def activate(self) -> None:
        """Count the silence of a button that repeats itself from now on."""
        self._counts_from = monotonic()

    def watch(self, now: float) -> None:
        """Notice silence at a time [s]: of a button that repeats itself, or of none at all."""
        core, timeout = self._core, self._core.settings.number('e_stop_timeout')
        last = (
            self._counts_from
            if self._last_received is None
            else max(self._last_received, self._counts_from)
        )
        if core.awaits_emergency_stop and not timeout and self._had_time(now):
            core.await_emergency_stop(False)
        if timeout and now - last > timeout and not core.emergency_stop:
            self._is_pressed_by_silence = True
            core.await_emergency_stop(False)
            core.take_emergency_stop(
                True,
                f'emergency stop: nothing came on ~/e_stop for '
                f'{timeout:g} s (e_stop_timeout); neutral until ~/reset',
            )
            self._on_change()
        elif self._is_pressed_by_silence and self._may_be_silent(now):
            self._is_pressed_by_silence = False
            core.take_emergency_stop(False)
            self._on_change()

    def _may_be_silent(self, now: float) -> bool:
        """Tell whether the silence until now [s] is no press, as after e_stop_timeout changed."""
        timeout = self._core.settings.number('e_stop_timeout')
        return not timeout or (
            self._last_received is not None and now - self._last_received <= timeout
        )

    def _had_time(self, now: float) -> bool:
        """Tell whether a stop pressed before the start would have arrived by now [s]."""
        if self._commanded_at is None and self._core.commands.value is not None:
            self._commanded_at = now
        if self._found_at is None and self._finds_latching_button():
            self._found_at = now
        if self._commanded_at is None or now - self._commanded_at < DISCOVERY:
            return False
        return self._found_at is None or now - self._found_at >= HISTORY

    def _finds_latching_button(self) -> bool:
        """Tell whether somebody is there whose last word is delivered to whoever comes later."""
        publishers = self._node.get_publishers_info_by_topic(self._subscriptions[0].topic_name)
        return any(_latches(one.qos_profile) for one in publishers)

    def _take(self, latches: bool, message: Bool, info: Mapping[str, int]) -> None:
        self._last_received, self._is_pressed_by_silence = monotonic(), False
        is_pressed = stop_from_message(message)
        if is_pressed:
            self._presses.append(info['source_timestamp'])
        # One button that speaks says nothing of another that latches.
        if latches or self._core.settings.number('e_stop_timeout'):
            self._core.await_emergency_stop(False)
        if not is_pressed and self._core.emergency_stop and (count := self._publishers()) > 1:
            # The middleware does not tell which of them let go.
            self._core.refusals.say(FilterCode.EMERGENCY_STOP, SEVERAL.format(count))
        else:
            self._core.take_emergency_stop(is_pressed)
        self._on_change()

    def _publishers(self) -> int:
        return int(self._node.count_publishers(self._subscriptions[0].topic_name))


def _latches(quality: QoSProfile) -> bool:
    """Tell whether the last word is delivered to whoever comes later."""
    return quality.durability == DurabilityPolicy.TRANSIENT_LOCAL
