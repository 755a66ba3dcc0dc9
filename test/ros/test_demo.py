# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`make demo` in short: the node and its client find each other and talk."""

from pathlib import Path
import re
import subprocess
import sys

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

DEMO = Path(__file__).resolve().parents[2] / 'examples' / 'demo.py'


def test_the_demo_prints_a_working_round_trip(ros_domain):
    done = subprocess.run([sys.executable, DEMO, '--seconds', '1', '--rate', '100'],
                          capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    received, sent = map(int, re.search(r'answered +(\d+) of (\d+)', done.stdout).groups())
    assert sent == 100
    assert received >= 90
    assert re.search(r'median [0-9.]+ ms, 99th percentile [0-9.]+ ms', done.stdout)
    assert f'OK {received}' in done.stdout
    assert 'exit code 0' in done.stdout
