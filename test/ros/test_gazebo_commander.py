# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The commander of Gazebo Sim's block: what it asks for, and what it applies; over DDS too."""

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from fork_server import ForkedNode
from geometry_msgs.msg import WrenchStamped

from frictioncone_ros.msg import FilteredCommand, HybridCommand
from frictioncone_ros.ros.tools import gazebo_commander as commander
from frictioncone_ros.spatial import RigidTransform


def test_the_push_grows_beyond_what_friction_holds_and_falls_again():
    sizes = [np.linalg.norm(commander.push(time)[:2]) for time in np.linspace(0.0, 6.0, 61)]
    assert sizes[0] < 1e-9 and sizes[-1] < 1e-9
    assert max(sizes) == pytest.approx(commander.LARGEST_PUSH)
    assert all(commander.push(time)[2] == -20.0 for time in (0.0, 1.7, 99.0))


def test_what_is_applied_at_the_centre_of_mass_is_the_wrench_about_the_origin():
    wrench = np.array((3.0, -2.0, -20.0, 0.1, 0.2, 0.3))
    applied = commander.on_block(wrench)
    whole = np.concatenate((applied[:3] + commander.WEIGHT, applied[3:]))
    centre = RigidTransform(np.eye(3), -commander.CENTER)
    # Seen from the origin again: the block's weight, which Gazebo adds, is part of it.
    np.testing.assert_allclose(centre.force_transform @ whole, wrench, atol=1e-12)


def test_without_gazebos_messages_it_says_so(capsys):
    assert commander.main() == 2
    assert 'ros_gz_interfaces' in capsys.readouterr().err


STAND_IN = """
from geometry_msgs.msg import WrenchStamped
from frictioncone_ros.ros.runtime.run_node import run_node
from frictioncone_ros.ros.conversions.commands import part_to_message
from frictioncone_ros.ros.tools.gazebo_commander import GazeboCommander

run_node('commander', lambda: GazeboCommander(
    WrenchStamped, lambda wrench: part_to_message(wrench, 'wrench', 'block', 1)))
"""


def test_what_the_filter_answers_is_put_on_the_block(client):
    client.listen(HybridCommand, '/gazebo_commander/command')
    client.listen(WrenchStamped, '/gazebo_commander/wrench')
    asked = client.received['/gazebo_commander/command']
    applied = client.received['/gazebo_commander/wrench']
    with ForkedNode(['-c', STAND_IN]):
        answers = client.publisher(FilteredCommand, '/gazebo_commander/filtered_command')
        answer = FilteredCommand(has_wrench=True)
        answer.wrench.force.z = -20.0
        client.send_until(answers, answer, lambda: asked and applied, 'both')
    assert asked[-1].header.frame_id == 'world' and asked[-1].has_wrench
    assert asked[-1].wrench.force.z == -20.0
    assert applied[-1].wrench.force.z == pytest.approx(-20.0 + 9.81)
