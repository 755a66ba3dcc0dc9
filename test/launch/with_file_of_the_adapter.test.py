# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The contacts file that a source's own parameters name is the one it reads; by launch_test."""

from pathlib import Path
import sys
import tempfile
import unittest

from launch.actions import IncludeLaunchDescription
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch_testing.actions import ReadyToTest

from launch import LaunchDescription

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / 'test' / 'support')]

from ros_client import ros_client

from frictioncone_ros.msg import ContactStateArray

CONTACTS = """
frame: base
contacts:
  mine: {position: [0, 0, 0], normal: [0, 0, 1], friction: 0.4}
"""


def generate_test_description():
    folder = Path(tempfile.mkdtemp())
    contacts, parameters = folder / 'contacts.yaml', folder / 'source.yaml'
    contacts.write_text(CONTACTS, encoding='utf-8')
    parameters.write_text(
        f'/**:\n  ros__parameters: {{contacts_file: {contacts}}}\n', encoding='utf-8'
    )
    source = PythonLaunchDescriptionSource(str(ROOT / 'launch' / 'with_adapter.launch.py'))
    both = IncludeLaunchDescription(
        source,
        launch_arguments={
            'adapter': 'static_contacts',
            'adapter_params_file': str(parameters),
            'log_level': 'warn',
        }.items(),
    )
    return LaunchDescription([both, ReadyToTest()])


class WhileItRuns(unittest.TestCase):
    def test_the_contacts_are_those_of_the_file_and_nothing_is_said_of_others(self, proc_output):
        with ros_client() as client:
            client.listen(ContactStateArray, '/frictioncone/contacts')
            heard = client.received['/frictioncone/contacts']
            client.wait_until(lambda: heard, 'contacts')
            self.assertEqual([one.point.name for one in heard[-1].contacts], ['mine'])
        said = b''.join(part.text for part in proc_output)
        self.assertNotIn(b'not known', said)
