# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The clock of stamps, which may be simulated, stand still or jump; and timers that run on."""

from __future__ import annotations

from collections.abc import Callable

from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from rclpy.timer import Timer

from frictioncone_ros.session.inputs.latest_input import NANOSECOND


def stamp_clock(node: Node) -> float:
    """Return the time of a node's clock [s]."""
    return node.get_clock().now().nanoseconds * NANOSECOND


def steady_timer(
    node: Node, rate: float, callback: Callable[[], None], *, is_urgent: bool = False
) -> Timer:
    """
    Return a timer of a rate [Hz] by the steady clock.

    is_urgent: whether it is looked at as often as commands are (see executor).

    A watchdog by the node's clock would stand still with a simulation that is stopped, and that
    is when it is needed.
    """
    clock = Clock(clock_type=ClockType.STEADY_TIME)
    timer = node.create_timer(1.0 / rate, callback, clock=clock)
    timer.is_urgent = is_urgent
    return timer


def change_rate(timer: Timer, rate: float) -> None:
    """
    Give a timer another rate [Hz]; its next call comes when it would have come, or sooner.

    A timer started anew at every change would never call where changes come faster than it does.
    """
    period = round(1.0 / (rate * NANOSECOND))
    if timer.timer_period_ns != period:
        timer.timer_period_ns = period
        left = timer.time_until_next_call()
        if left is not None and left > period:
            timer.reset()
