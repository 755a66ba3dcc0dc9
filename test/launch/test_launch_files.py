# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Launch files say what their arguments mean, and what they start works."""

import importlib
import os
from pathlib import Path
import subprocess
import sys

import pytest

MISSING = 'comes with an installed ROS 2 and is not on the Python package index'
pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')
pytest.importorskip('launch_ros', reason=f'launch_ros {MISSING}')
pytest.importorskip('launch_testing', reason=f'launch_testing {MISSING}')

HERE = Path(__file__).resolve().parent
LAUNCH_FILES = sorted((HERE.parents[1] / 'launch').glob('*.launch.py'))
LAUNCH_TESTS = sorted(HERE.glob('*.test.py'))
USUAL = {'namespace', 'use_sim_time', 'params_file', 'log_level', 'autostart', 'use_respawn'}


@pytest.mark.parametrize('path', LAUNCH_FILES, ids=lambda path: path.name)
def test_every_argument_is_described(path):
    sources = importlib.import_module('launch.launch_description_sources')
    description = sources.get_launch_description_from_python_launch_file(str(path))
    arguments = description.get_launch_arguments()
    for argument in arguments:
        assert argument.description, argument.name
    if path.name == 'frictioncone.launch.py':
        assert {argument.name for argument in arguments} >= USUAL


@pytest.mark.parametrize('path', LAUNCH_TESTS, ids=lambda path: path.name)
def test_launched(path, ros_domain):
    done = subprocess.run(
        [sys.executable, '-m', 'launch_testing.launch_test', str(path)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, 'ROS_DOMAIN_ID': str(ros_domain)},
    )
    assert done.returncode == 0, done.stdout + done.stderr
