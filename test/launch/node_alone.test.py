# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The launched node answers in its namespace, and ends in good order; run by launch_test."""

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

from frictioncone_ros.msg import FilteredCommand, FilterStatus, HybridCommand
from frictioncone_ros.ros.conversions import command_to_message
from frictioncone_ros.ros.values import Command, Frames
from frictioncone_ros.spatial import frozen_array

NODE = '/left/frictioncone'
PUSH = Command(Frames('base', 'tool'), {'wrench': frozen_array((0, 0, -10, 0, 0, 0))}, 0, 5)


def generate_test_description():
    source = PythonLaunchDescriptionSource(str(ROOT / 'launch' / 'frictioncone.launch.py'))
    arguments = {'namespace': 'left', 'log_level': 'warn'}
    node = IncludeLaunchDescription(source, launch_arguments=arguments.items())
    return LaunchDescription([node, ReadyToTest()])


class WhileItRuns(unittest.TestCase):

    def test_a_command_is_answered_in_the_namespace(self):
        with ros_client() as client:
            client.listen(FilteredCommand, f'{NODE}/filtered_command')
            publisher = client.publisher(HybridCommand, f'{NODE}/command')
            answers = client.received[f'{NODE}/filtered_command']
            client.send_until(publisher, command_to_message(PUSH), lambda: answers, 'an answer')
        self.assertEqual(answers[0].wrench.force.z, -10.0)
        self.assertEqual(answers[0].status.code, FilterStatus.OK)


@post_shutdown_test()
class AfterItEnded(unittest.TestCase):

    def test_the_exit_was_orderly(self, proc_info):
        assertExitCodes(proc_info)
