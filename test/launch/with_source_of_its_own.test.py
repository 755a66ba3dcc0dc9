# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A contact source is launched with its own defaults, not with the filter's file; by launch_test.

Both have a parameter `margin`: the filter's is a force, the source's a distance.
"""

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
from ros_node_talk import Talk

from frictioncone_ros.msg import ContactStateArray

PARAMETERS = """
/**/frictioncone:
  ros__parameters:
    margin: 1.0
    static_transforms: ["base tool 0 0 0 0 0 0 1"]
"""
CONTACTS = """
frame: base
contacts:
  face:
    frame: base
    corners: [[0.03, 0.03, 0], [-0.03, 0.03, 0], [-0.03, -0.03, 0], [0.03, -0.03, 0]]
    normal: [0, 0, 1]
    friction: 0.4
"""


def generate_test_description():
    folder = Path(tempfile.mkdtemp())
    (folder / 'filter.yaml').write_text(PARAMETERS, encoding='utf-8')
    (folder / 'contacts.yaml').write_text(CONTACTS, encoding='utf-8')
    source = PythonLaunchDescriptionSource(str(ROOT / 'launch' / 'with_adapter.launch.py'))
    both = IncludeLaunchDescription(
        source,
        launch_arguments={
            'adapter': 'static_contacts',
            'namespace': 'left',
            'params_file': str(folder / 'filter.yaml'),
            'contacts_file': str(folder / 'contacts.yaml'),
            'log_level': 'warn',
        }.items(),
    )
    return LaunchDescription([both, ReadyToTest()])


class WhileItRuns(unittest.TestCase):
    def test_the_filter_has_its_margin_and_hears_the_source(self):
        with ros_client() as client:
            client.listen(ContactStateArray, '/left/frictioncone/contacts')
            talking = Talk(client, '/left/frictioncone')
            talking.contacts = None
            answer = talking.follow(
                lambda: talking.command(wrench=(0.0, 0.0, -10.0, 0.0, 0.0, 0.0), twist=None)
            )
            self.assertEqual(len(answer.contact_names), 4)
            # A quarter of 10 N on each corner, less the margin asked for.
            self.assertGreaterEqual(answer.margin, 1.0 - 1e-6)
