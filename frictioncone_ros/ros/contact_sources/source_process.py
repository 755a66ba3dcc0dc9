# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The process around a contact source."""

from __future__ import annotations

from collections.abc import Callable
import sys

import rclpy
from rclpy.exceptions import ParameterException
from rclpy.executors import ExternalShutdownException
from rclpy.node import Node

from frictioncone_ros.exceptions import FrictionConeError


def run_source(name: str, make: Callable[[], Node]) -> int:
    """Run a source until it is told to stop; 1, and one sentence, where it cannot begin."""
    rclpy.init()
    try:
        rclpy.spin(make())
    except (KeyboardInterrupt, ExternalShutdownException):
        pass
    except (FrictionConeError, ParameterException) as error:
        print(f'{name}: {error}', file=sys.stderr)
        return 1
    finally:
        rclpy.try_shutdown()
    return 0
