# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The process around a simple node, as a contact source or an adapter is."""

from __future__ import annotations

from collections.abc import Callable
import gc
import socket
import sys

from rclpy.exceptions import ParameterException

from frictioncone_ros.exceptions import FrictionConeError
from frictioncone_ros.ros.runtime.contained_node import SimpleNode
from frictioncone_ros.ros.runtime.context import connected
from frictioncone_ros.ros.runtime.executor import PriorityExecutor
from frictioncone_ros.ros.runtime.given_parameters import check_given
from frictioncone_ros.ros.runtime.stop_signals import catch_signals

LONGEST_WAIT = 0.1
"""A node without work looks for a stop signal, and for services, so often [s]."""


def run_node(name: str, make: Callable[[], SimpleNode]) -> int:
    """
    Run a node until it is told to stop; 1, and one sentence, where it cannot begin.

    rclpy's own signal handling closes the context under a callback that is about to publish, and
    now and then a spinning executor does not notice it at all: that process would never end.
    """
    signals = catch_signals()
    signals.setblocking(False)
    try:
        with connected(unattended=True):
            node = make()
            check_given(node)
            _spin(node, signals)
    except (FrictionConeError, ParameterException) as error:
        print(f'{name}: {error}', file=sys.stderr)
        return 1
    return 0


def _spin(node: SimpleNode, signals: socket.socket) -> None:
    # Messages and urgent timers first: at 500 Hz looking at services too costs as much as a patch.
    executor = PriorityExecutor(lambda: node.lives_on_messages, lambda: False)
    executor.add_node(node)
    # What was made so far stays: the collector need not look at it at 500 Hz.
    gc.collect()
    gc.freeze()
    try:
        while not _is_told_to_stop(signals):
            executor.spin_once(timeout_sec=LONGEST_WAIT)
    finally:
        executor.shutdown()
        node.destroy_node()


def _is_told_to_stop(signals: socket.socket) -> bool:
    try:
        return bool(signals.recv(1))
    except BlockingIOError:
        return False
