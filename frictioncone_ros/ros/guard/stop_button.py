# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The emergency stop as the guard hears it: also while there is no node to hear it."""

from __future__ import annotations

from contextlib import suppress
import threading

from rclpy.event_handler import SubscriptionEventCallbacks
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from std_msgs.msg import Bool

from frictioncone_ros.ros.runtime.qos import STOPS


class StopButton:
    """
    Holds the latch of the emergency stop.

    latched: set by whoever presses the button or tells of it, until it is set back.
    """

    def __init__(self, node: Node, topic: str, latched: bool) -> None:
        """Listen in a thread that sleeps until something comes."""
        self.latched = latched
        for quality in STOPS:
            node.create_subscription(
                Bool,
                topic,
                self._take,
                quality,
                event_callbacks=SubscriptionEventCallbacks(use_default_callbacks=False),
            )
        self._executor = SingleThreadedExecutor()
        self._executor.add_node(node)
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Listen no longer."""
        self._executor.shutdown()
        self._thread.join()

    def _take(self, message: Bool) -> None:
        if message.data:
            self.latched = True

    def _listen(self) -> None:
        with suppress(ExternalShutdownException):
            self._executor.spin()
