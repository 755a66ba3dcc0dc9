# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
How a process begins and ends with ROS: the one place of this package with rclpy.init.

Its log waits for no reader. A terminal that was stopped (Ctrl-S), a pager, a launch system that
hangs: nobody reads standard error, it is full after some time, and whoever logs then waits, with
the interpreter's lock, until somebody reads. A process between planner and robot must not: such
lines are lost.

Its messages go over sockets, not through shared memory. Fast DDS writes into the memory of each
listener under a lock that no death releases. Where a node is killed or stopped in the middle, the
listener and whoever writes to it next wait for a second, and now and then the listener dies with
the node: that would be the controller. Over sockets nobody waits for anybody, and an answer takes
as long.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager, suppress
import os
from pathlib import Path
import stat
import sys

import rclpy
from rclpy._rclpy_pybind11 import RCLError, UnknownROSArgsError
from rclpy.signals import SignalHandlerOptions

from frictioncone_ros.exceptions import InvalidInputError

STANDARD_ERROR = 2


def log_without_waiting() -> None:
    """
    Have this process lose what it writes to standard error while nobody reads it.

    The terminal or pipe is opened once more, for us alone: whether writers wait is a property of
    what was opened, which a shell or launch system shares with us. Files never wait.
    """
    # Where it may not be opened again, as after `su`, all stays as it is.
    with suppress(OSError):
        if not (stat.S_ISFIFO(os.fstat(STANDARD_ERROR).st_mode) or os.isatty(STANDARD_ERROR)):
            return
        again = os.open(
            f'/proc/self/fd/{STANDARD_ERROR}', os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY
        )
        os.dup2(again, STANDARD_ERROR)
        os.close(again)


LOCALHOST_UDP = Path(__file__).with_name('localhost_udp.xml')

OWN_PROFILES = ('FASTRTPS_DEFAULT_PROFILES_FILE', 'FASTDDS_DEFAULT_PROFILES_FILE')


def use_sockets(environment: MutableMapping[str, str]) -> None:
    """
    Set the variables of Fast DDS, before the middleware is loaded.

    Who has profiles or transports of his own is left alone, and other middlewares ignore them.
    """
    if any(name in environment for name in (*OWN_PROFILES, 'FASTDDS_BUILTIN_TRANSPORTS')):
        return
    environment['FASTDDS_BUILTIN_TRANSPORTS'] = 'UDPv4'
    # With this range rmw_fastrtps chooses the transports itself, shared memory among them.
    if (
        environment.get('ROS_AUTOMATIC_DISCOVERY_RANGE') == 'LOCALHOST'
        and environment.get('RMW_IMPLEMENTATION', 'rmw_fastrtps_cpp') == 'rmw_fastrtps_cpp'
        and not environment.get('ROS_STATIC_PEERS')
    ):
        environment['ROS_AUTOMATIC_DISCOVERY_RANGE'] = 'SYSTEM_DEFAULT'
        environment[profiles_variable(environment)] = str(LOCALHOST_UDP)


def profiles_variable(environment: Mapping[str, str]) -> str:
    """Return what Fast DDS calls its file: from version 3 (Kilted) on the old name is bad."""
    prefixes = environment.get('AMENT_PREFIX_PATH', '').split(':')
    is_third = any(prefix and (Path(prefix) / 'share/fastdds').is_dir() for prefix in prefixes)
    return OWN_PROFILES[is_third]


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
