# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A short-lived participant: one call or one look, an answer or what to look at, an exit code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
import json
import signal
import sys
from time import monotonic
from types import SimpleNamespace
from typing import Any

from rcl_interfaces.srv import GetParameters
import rclpy
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.parameter import Parameter, parameter_value_to_python

from frictioncone_ros.exceptions import FrictionConeError
from frictioncone_ros.ros.runtime.context import connect
from frictioncone_ros.ros.tools.status_report import silence_in_words

DONE, NO, SILENT, INTERRUPTED = 0, 1, 2, 130
"""Exit codes."""

LOOK_PERIOD = 0.05
"""How often a condition is looked at while nothing comes [s]."""

ASK_AGAIN = 1.0
"""
An unanswered question is asked again after so long [s], then after twice as long, and so on.

A service may be found before it has found the asker: its first answer is then lost. Asked again
and again at this rate a slow node would be busy with nothing else, and say so.
"""


FOUND_WITHIN = 1.0
"""A node that is not found for so long is not asked for its clock [s]."""

DECIMALS = 9
"""Digits after the point that people are shown: what is below is rounding."""


class NodeSilentError(FrictionConeError, TimeoutError):
    """Nothing was heard within the time."""


class Caller:
    """Asks one node; its parameters and topics are its own."""

    def __init__(self, node_name: str, timeout: float) -> None:
        """Name the node to talk to and how long to wait for it [s]."""
        self.target = f'/{node_name.strip("/")}'
        self.timeout = timeout
        self.node = Node('frictioncone_terminal', start_parameter_services=False)
        self._executor = SingleThreadedExecutor()
        self._executor.add_node(self.node)

    def wait_until(self, condition: Callable[[], bool], within: float | None = None) -> bool:
        """Serve callbacks until a condition holds; False after a time [s]."""
        end = monotonic() + (self.timeout if within is None else within)
        while not condition():
            if monotonic() >= end:
                return False
            self._executor.spin_once(timeout_sec=LOOK_PERIOD)
        return True

    def call(self, kind: type, name: str, request: Any) -> Any:
        """Call a service of the node by its last name and return the response."""
        client = self.node.create_client(kind, f'{self.target}/{name}')
        end, futures, pause = monotonic() + self.timeout, list[Any](), ASK_AGAIN
        self.wait_until(client.service_is_ready)
        while client.service_is_ready() and monotonic() < end:
            futures.append(client.call_async(request))
            left, pause = min(pause, max(0.0, end - monotonic())), 2.0 * pause
            if self.wait_until(lambda: any(one.done() for one in futures), left):
                return next(one.result() for one in futures if one.done())
        raise NodeSilentError(self.silence())

    def follow_clock(self) -> None:
        """Take the time from /clock where the node does; a node that is not there has none."""
        name = 'use_sim_time'
        client = self.node.create_client(GetParameters, f'{self.target}/get_parameters')
        if not self.wait_until(client.service_is_ready, min(FOUND_WITHIN, self.timeout)):
            return
        request = GetParameters.Request(names=[name])
        (value,) = self.call(GetParameters, 'get_parameters', request).values
        if parameter_value_to_python(value):
            self.node.set_parameters([Parameter(name, value=True)])
            self.wait_until(lambda: self.node.get_clock().now().nanoseconds > 0)

    def silence(self) -> str:
        """Say that nothing was heard, and what to look at."""
        return silence_in_words(self.node, self.target, self.timeout)

    def close(self) -> None:
        """End the connections."""
        self._executor.shutdown()
        self.node.destroy_node()


def in_numbers(values: Iterable[float]) -> str:
    """Return numbers for people, without rounding's rests."""
    return ' '.join(f'{round(float(value), DECIMALS) + 0.0:.6g}' for value in values)


def run_verb(verb: Callable[[Caller, SimpleNamespace], int]) -> int:
    """Run a verb with the options that came as JSON; return its exit code."""
    options = SimpleNamespace(**json.loads(sys.argv[1]))
    # Where nobody reads, this process may just end.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    connect([])
    caller = Caller(options.node, options.timeout)
    try:
        return verb(caller, options)
    except (KeyboardInterrupt, ExternalShutdownException):
        return INTERRUPTED
    except NodeSilentError as silence:
        print(silence, file=sys.stderr)
        return SILENT
    except FrictionConeError as error:
        print(f'frictioncone: {error}', file=sys.stderr)
        return SILENT
    finally:
        caller.close()
        rclpy.try_shutdown()
