# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""An adapter's contacts reach the node that was launched with it; run by launch_test."""

from pathlib import Path
import sys
import tempfile
import unittest

from geometry_msgs.msg import Point, Pose, PoseArray
from launch.actions import IncludeLaunchDescription
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch_testing.actions import ReadyToTest

from launch import LaunchDescription

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / 'test' / 'support')]

from ros_client import ros_client
from ros_node_talk import Talk

# A square of 0.2 m stands with its lower corners on a wide table: both poses are one.
PARAMETERS = """
/**:
  ros__parameters:
    workpiece: "box -0.1 0.0 0.1 0.0 0.1 0.2 -0.1 0.2"
    manipulators: ["table -1.0 -1.0 1.0 -1.0 1.0 0.0 -1.0 0.0", "stop 0.0 0.0 0.1 0.0 0.1 0.3"]
    contacts: ["B v0-m0e2", "B v1-m0e2", "A e1-m1v0"]
    first_pose: "0 0 0"
"""


def generate_test_description():
    file = Path(tempfile.mkdtemp()) / 'adapter.yaml'
    file.write_text(PARAMETERS, encoding='utf-8')
    source = PythonLaunchDescriptionSource(str(ROOT / 'launch' / 'with_adapter.launch.py'))
    both = IncludeLaunchDescription(
        source,
        launch_arguments={
            'adapter': 'formation_contacts',
            'adapter_params_file': str(file),
            'adapter_input': 'poses',
            'log_level': 'warn',
        }.items(),
    )
    return LaunchDescription([both, ReadyToTest()])


class WhileItRuns(unittest.TestCase):
    def test_a_command_is_judged_by_the_adapters_contacts(self):
        with ros_client() as client:
            talking = Talk(client)
            poses = client.publisher(PoseArray, '/poses')
            message = PoseArray(poses=[Pose(), Pose(position=Point(x=0.1, y=0.05))])
            message.header.frame_id = 'base'
            talking.contacts = None

            def press():
                poses.publish(message)
                return talking.command(wrench=(0, -10.0, 0, 0, 0, 0), twist=None)

            answer = talking.follow(press)
        self.assertEqual(len(answer.contact_names), 3)
        self.assertAlmostEqual(answer.wrench.force.y, -10.0)
