# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The process around the node: signals, the executor, and an orderly end.

rclpy's own signal handling closes the context before anything can be published. Here a thread
waits for SIGINT, SIGTERM and SIGHUP (the terminal or the ssh session was closed); the executor
then ends at once, and the neutral command is published before anything is closed.
"""

from __future__ import annotations

from collections.abc import Sequence
import gc
import socket
import sys
import threading

from rclpy.exceptions import InvalidParameterValueException
from rclpy.executors import SingleThreadedExecutor
from rclpy.lifecycle import TransitionCallbackReturn

from frictioncone_ros.exceptions import FrictionConeError
from frictioncone_ros.ros.node import FilterNode
from frictioncone_ros.ros.runtime.contained_node import in_full
from frictioncone_ros.ros.runtime.context import connected
from frictioncone_ros.ros.runtime.executor import PriorityExecutor
from frictioncone_ros.ros.runtime.stop_signals import catch_signals

WAKING = 0.02
"""How often the executor is woken until it has noticed that it is to stop [s]."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the node until it is told to stop; return the exit code."""
    signals = catch_signals()
    try:
        with connected(arguments, unattended=True):
            spin(FilterNode(arguments), signals)
    except (FrictionConeError, InvalidParameterValueException) as error:
        print(f'frictioncone: {error}', file=sys.stderr)
        return 1
    return 0


def spin(node: FilterNode, signals: socket.socket) -> None:
    """Serve the node until a stop signal comes; whatever ends it, the last word is neutral."""
    stop, stopped = threading.Event(), threading.Event()
    executor = PriorityExecutor(lambda: node.core.active, stop.is_set)
    executor.add_node(node)
    waiting = threading.Thread(
        target=_wait_for_signal, args=(signals, stop, stopped, executor), daemon=True
    )
    waiting.start()
    try:
        begins = node.settings.flag('autostart')
        # Where it cannot be configured it says why, and waits to be told.
        if begins and node.trigger_configure() is TransitionCallbackReturn.SUCCESS:
            node.trigger_activate()
        # From now on garbage is collected between commands, by the node's slow timer.
        gc.collect()
        gc.freeze()
        gc.disable()
        # Not spin_until_future_complete: rclpy hangs one more callback on the future with every
        # turn, a gigabyte in an hour at 1 kHz.
        while not stop.is_set():
            executor.spin_once()
    finally:
        stopped.set()
        node.publish_neutral('process ends')
        _end_questions(node, executor)
        executor.shutdown()
        # Whatever else ended it than a stop signal is a crash: the guard then keeps the latch.
        node.guard.close(in_order=stop.is_set())
        node.destroy_node()


def _end_questions(node: FilterNode, executor: PriorityExecutor) -> None:
    """Answer open questions; a fault there must not keep the guard from hearing of the end."""
    try:
        node.end_questions(executor.finish_open)
    except Exception as error:
        node.get_logger().error(f'open questions are not answered: {in_full(error)}')


def _wait_for_signal(
    signals: socket.socket,
    stop: threading.Event,
    stopped: threading.Event,
    executor: SingleThreadedExecutor,
) -> None:
    signals.recv(1)
    stop.set()
    # Again until it is seen: while the executor serves a callback it cannot be woken.
    while not stopped.is_set():
        executor.wake()
        stopped.wait(WAKING)


if __name__ == '__main__':
    sys.exit(main())
