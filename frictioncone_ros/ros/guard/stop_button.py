# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The emergency stop as the guard hears it: also while there is no node to hear it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from contextlib import suppress
import threading

from rclpy.event_handler import SubscriptionEventCallbacks
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from std_msgs.msg import Bool

from frictioncone_ros.ros.guard.protocol import PRESSES
from frictioncone_ros.ros.runtime.qos import STOPS


class StopButton:
    """
    Holds the latch of the emergency stop: the node's, and what is heard here without the node.

    A press may be heard here later than by the node, even after the reset that answered it: what
    the node had heard by its last reset counts no more.
    """

    def __init__(self, node: Node, topic: str, latched: bool) -> None:
        """Listen in a thread that sleeps until something comes."""
        self._is_reported = latched
        self._answered: frozenset[int] = frozenset()
        self._unanswered: deque[int] = deque(maxlen=PRESSES)
        self._lock = threading.Lock()
        for quality in STOPS:
            node.create_subscription(
                Bool,
                topic,
                self._take,
                quality,
                event_callbacks=SubscriptionEventCallbacks(use_default_callbacks=False),
            )
        self._executor = SingleThreadedExecutor(context=node.context)
        self._executor.add_node(node)
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    @property
    def latched(self) -> bool:
        """Whether an emergency stop is latched."""
        return self._is_reported or bool(self._unanswered)

    def tell(self, latched: bool) -> None:
        """Take the node's word for whether a stop is latched."""
        self._is_reported = latched

    def answer(self, presses: Iterable[int]) -> None:
        """Forget presses that the node has heard: by when they were sent [ns]."""
        with self._lock:
            self._answered = frozenset(presses)
            left = [sent for sent in self._unanswered if sent and sent not in self._answered]
            self._unanswered = deque(left, maxlen=PRESSES)

    def close(self) -> None:
        """Listen no longer."""
        self._executor.shutdown()
        self._thread.join()

    def _take(self, message: Bool, info: Mapping[str, int]) -> None:
        sent = info['source_timestamp']
        with self._lock:
            # Without a time a press cannot be told from another, and counts.
            if message.data and not (sent and sent in self._answered):
                self._unanswered.append(sent)

    def _listen(self) -> None:
        with suppress(ExternalShutdownException):
            self._executor.spin()
