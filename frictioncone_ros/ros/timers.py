# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Timers that begin and end together, some at a rate that a parameter gives."""

from __future__ import annotations

from collections.abc import Callable

from rclpy.node import Node
from rclpy.timer import Timer

from frictioncone_ros.node_interface import NodeSettings
from frictioncone_ros.ros.runtime.clocks import change_rate, steady_timer


class Timers:
    """Those of one state of the node, each by the parameter of its rate or another name."""

    def __init__(self, node: Node) -> None:
        """Begin without any."""
        self._node = node
        self._timers: dict[str, Timer] = {}

    def start(
        self, name: str, rate: float, callback: Callable[[], None], *, is_urgent: bool = False
    ) -> None:
        """Start one at a rate [Hz]; is_urgent: looked at as often as commands are."""
        self.keep(name, steady_timer(self._node, rate, callback, is_urgent=is_urgent))

    def keep(self, name: str, timer: Timer) -> None:
        """Take one over that runs already."""
        self._timers[name] = timer

    def use(self, settings: NodeSettings) -> None:
        """Give those whose rate is a parameter the present one."""
        for name, timer in self._timers.items():
            if name in settings.values:
                change_rate(timer, settings.number(name))

    def stop(self) -> None:
        """Destroy and forget all."""
        for timer in self._timers.values():
            self._node.destroy_timer(timer)
        self._timers.clear()
