# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The guard's process loads nothing of the mathematics, and little else."""

import subprocess
import sys

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

IMPORT = """
import sys
from frictioncone_ros.ros.guard import __main__
from frictioncone_ros.ros.guard.lean_imports import stub_unused_modules
stub_unused_modules()
from frictioncone_ros.ros.guard import guard, respawn
print(*sys.modules, sep='\\n')
"""
ROOMS = (
    'tolerances',
    'spatial',
    'contact',
    'cones',
    'constraints',
    'formations',
    'analysis',
    'control',
    'pipeline',
    'scenario',
    'sim',
    'ros.node',
    'ros.conversions',
)
"""Nothing of these."""

NEVER = ('scipy', 'lark', 'hashlib', 'subprocess', 'mujoco', 'numpy.random')
"""Large, and of no use to it."""


def test_no_mathematics_is_loaded():
    done = subprocess.run(
        [sys.executable, '-c', IMPORT], capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())
    assert 'frictioncone_ros.ros.guard.guard' in loaded
    assert not loaded & {f'frictioncone_ros.{room}' for room in ROOMS}
    assert not loaded & set(NEVER)
