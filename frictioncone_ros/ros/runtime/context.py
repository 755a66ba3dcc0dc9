# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""How a process begins and ends with ROS: the one place of this package with rclpy.init."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
import os
import sys

import rclpy
from rclpy._rclpy_pybind11 import RCLError, UnknownROSArgsError
from rclpy.signals import SignalHandlerOptions

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.ros.runtime.log_output import log_without_waiting
from frictioncone_ros.ros.runtime.transport import use_sockets


def connect(arguments: Sequence[str] | None = None, *, unattended: bool = False) -> None:
    """
    Connect this process to ROS, over sockets unless it is told otherwise.

    arguments: of the command line, None for this process's own. unattended: it runs beside a
    robot: its log waits for no reader, and it handles stop signals itself, for rclpy's handling
    closes the context under a callback that is about to publish.
    """
    use_sockets(os.environ)
    if unattended:
        log_without_waiting()
    handled = SignalHandlerOptions.NO if unattended else SignalHandlerOptions.ALL
    words = sys.argv if arguments is None else list(arguments)
    try:
        rclpy.init(args=words, signal_handler_options=handled)
    except (RCLError, UnknownROSArgsError) as error:
        # In words of several lines, with places in ROS's own source.
        reason = str(error).splitlines()[0].split(', at ')[0]
        given = ' '.join(words)
        raise InvalidInputError('command line', given, f'what ROS can read ({reason})') from None


@contextmanager
def connected(
    arguments: Sequence[str] | None = None, *, unattended: bool = False
) -> Iterator[None]:
    """Connect this process to ROS, as `connect` does, until what is inside ends."""
    connect(arguments, unattended=unattended)
    try:
        yield
    finally:
        rclpy.try_shutdown()
