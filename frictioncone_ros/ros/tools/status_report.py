# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The status of a running node on the terminal: `python -m ... /frictioncone 5.0`."""

from __future__ import annotations

from collections.abc import Sequence
import os
import signal
import sys

from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.task import Future

from frictioncone_ros.control.status import code_name
from frictioncone_ros.msg import FilterStatus
from frictioncone_ros.ros.conversions import status_from_message
from frictioncone_ros.ros.runtime.context import connected
from frictioncone_ros.ros.runtime.qos import OUTPUT
from frictioncone_ros.session.values import Status

FOLLOWS, SUBSTITUTE, SILENT, INTERRUPTED = 0, 1, 2, 130
"""Exit codes."""

_TYPE = 'frictioncone_ros/msg/FilterStatus'


def main(arguments: Sequence[str] | None = None) -> int:
    """Listen to a node's status and print it; return the exit code."""
    name, timeout = sys.argv[1:] if arguments is None else arguments
    try:
        with connected([]):
            status, silence = wait_for_status(f'/{name.strip("/")}', float(timeout))
    except (KeyboardInterrupt, ExternalShutdownException):
        return INTERRUPTED
    # From here on no socket is written to: where nobody reads, this process may just end.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    if status is None:
        print(silence, file=sys.stderr, flush=True)
        return SILENT
    print(in_words(status), flush=True)
    return SUBSTITUTE if status.safe_output else FOLLOWS


def wait_for_status(node_name: str, timeout: float) -> tuple[Status | None, str]:
    """Return the next status a node publishes within a time [s], or None and what to look at."""
    listener = Node('frictioncone_status', start_parameter_services=False)
    executor = SingleThreadedExecutor()
    received: Future[FilterStatus] = Future()
    listener.create_subscription(
        FilterStatus,
        f'{node_name}/status',
        lambda message: None if received.done() else received.set_result(message),
        OUTPUT,
    )
    executor.add_node(listener)
    try:
        executor.spin_until_future_complete(received, timeout)
        if received.done():
            return status_from_message(received.result()), ''
        return None, silence_in_words(listener, node_name, timeout)
    finally:
        executor.shutdown()
        listener.destroy_node()


def in_words(status: Status) -> str:
    """Return the status in four lines."""
    codes = ', '.join(code_name(code) for code in status.codes or (status.code,))
    fallback = 'the fallback, not the command: neutral or held, or on the ramp there'
    output = fallback if status.safe_output else 'follows the command'
    return (
        f'{code_name(status.code)}: {status.text}\n'
        f'  conditions: {codes}\n'
        f'  output:     {output}\n'
        f'  received:   {status.received_count} commands; '
        f'refused: {status.dropped_count} commands and snapshots'
    )


def silence_in_words(listener: Node, node_name: str, timeout: float) -> str:
    """Say that nothing was heard, and what to look at."""
    missing = f'nothing heard of {node_name} within {timeout:g} s'
    if listener.count_publishers(f'{node_name}/status'):
        return (
            f'{missing}: it is there but says nothing of this. Is it active? (`frictioncone '
            'lifecycle`.) Does anything come in? (`frictioncone status`.)'
        )
    others = sorted(
        topic.removesuffix('/status')
        for topic, types in listener.get_topic_names_and_types()
        if _TYPE in types and listener.count_publishers(topic)
    )
    domain = os.environ.get('ROS_DOMAIN_ID') or '0'
    there = f'heard of: {", ".join(others)}' if others else 'no configured node of this kind found'
    return (
        f'{missing}; {there}. Look at the name (--node) and namespace, at ROS_DOMAIN_ID '
        f'(here {domain}) and ROS_AUTOMATIC_DISCOVERY_RANGE: the same on both sides?'
    )


if __name__ == '__main__':
    sys.exit(main())
