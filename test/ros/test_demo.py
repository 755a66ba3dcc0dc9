# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""`make demo` in short: simulated arm and filter node, two processes over DDS, and pictures."""

from pathlib import Path
import re
import subprocess
import sys

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')
pytest.importorskip('mujoco', reason='mujoco is not installed')

pytestmark = pytest.mark.alone('a simulation in real time, most commands of which are answered')
DEMO = Path(__file__).resolve().parents[2] / 'examples' / 'demo.py'


def demo(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, DEMO, '--output-directory', folder, *arguments],
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def slips(output: str) -> list[float]:
    return [float(text) for text in re.findall(r'should move +([\d.]+) mm', output)]


def test_the_block_slips_only_without_the_filter(ros_domain, tmp_path):
    output = demo(tmp_path, '--seconds', '5')
    filtered, unfiltered = slips(output)
    assert filtered < 1.0
    assert unfiltered > 10.0
    answered, sent = map(int, re.search(r'answered +(\d+) of (\d+)', output).groups())
    assert answered > 0.8 * sent > 0
    assert 'push sideways' in output
    names = {f'block_{name}.png' for name in ('forces', 'contacts', 'modes', 'path')}
    assert {path.name for path in tmp_path.glob('*.png')} == names


def test_a_planar_scene_goes_over_the_same_wire(ros_domain, tmp_path):
    output = demo(tmp_path, '--seconds', '2', '--scene', 'seat')
    assert 'slide to the third' in output
    assert slips(output)[0] < 0.1
