# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Launch configures and activates the node by lifecycle events; run by launch_test."""

from pathlib import Path
import sys
import unittest

from launch.actions import IncludeLaunchDescription
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch_testing import post_shutdown_test
from launch_testing.actions import ReadyToTest
from launch_testing.asserts import assertExitCodes

from launch import LaunchDescription

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / 'test' / 'support')]

from ros_client import ros_client
from ros_node_talk import Talk


def generate_test_description():
    source = PythonLaunchDescriptionSource(str(ROOT / 'launch' / 'lifecycle_bringup.launch.py'))
    node = IncludeLaunchDescription(
        source, launch_arguments={'namespace': 'right', 'log_level': 'warn'}.items()
    )
    return LaunchDescription([node, ReadyToTest()])


class WhileItRuns(unittest.TestCase):
    def test_a_command_is_answered(self):
        with ros_client() as client:
            answer = Talk(client, '/right/frictioncone').follow()
        self.assertEqual(answer.wrench.force.z, -30.0)


@post_shutdown_test()
class AfterItEnded(unittest.TestCase):
    def test_the_exit_was_orderly(self, proc_info):
        assertExitCodes(proc_info)
