# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Handing over to a module that needs ROS, which the command line itself may not import."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
import os
import sys

NO_ROS = (
    '{} needs ROS 2: source an installed ROS 2 Jazzy, Kilted or Lyrical, or run '
    '`pip install "ros-jazzy-rclpy[fastrtps]"`, then build the messages with `make build`.'
)
NO_MESSAGES = (
    "The node's messages are not built or not sourced: run `make build` in the clone, then "
    '`source install/setup.bash`.'
)


def become(module: str, what: str, arguments: Sequence[str]) -> int:
    """
    Replace this process by a module, so that signals reach it; return 2 where ROS is missing.

    What is missing is found out without importing. what: who needs it, for the message.
    """
    requirements = {'rclpy': NO_ROS.format(what), 'frictioncone_ros.msg': NO_MESSAGES}
    missing = [said for name, said in requirements.items() if find_spec(name) is None]
    if not missing:
        os.execv(sys.executable, [sys.executable, '-m', module, *arguments])
    print(missing[0], file=sys.stderr)
    return 2
