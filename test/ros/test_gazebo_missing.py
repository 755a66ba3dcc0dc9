# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Where there is no Gazebo the classic launch file's process says so, in one sentence."""

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from fork_server import forked_run


def test_without_gazebo_it_ends_with_one_sentence(ros_domain, monkeypatch, tmp_path):
    monkeypatch.setenv('PATH', str(tmp_path))
    program = ['-m', 'frictioncone_ros.ros.tools.gazebo_block']
    ended = forked_run([*program, '--world', 'worlds/block_cone.sdf', '--root', ''], 60)
    assert ended.returncode == 2
    assert ended.stderr.splitlines() == [
        'frictioncone_gazebo_block: Gazebo 11 is not installed: make test-gazebo sets one up'
    ]
