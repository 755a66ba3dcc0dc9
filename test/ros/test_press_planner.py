# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The planner to copy, written contacts and the filter: the pull stays in the friction cone."""

from pathlib import Path

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from fork_server import ForkedNode

from frictioncone_ros.msg import FilteredCommand, FilterStatus, HybridCommand

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ['-m', 'frictioncone_ros.ros.contact_sources.static_contacts']
FRAMES = "['base tool 0.5 0 0.0 0 0 0 1']"
COMMANDS, ANSWERS = '/frictioncone/command', '/frictioncone/filtered_command'


def test_a_pull_beyond_friction_is_held_back(client, start_node):
    client.listen(HybridCommand, COMMANDS)
    client.listen(FilteredCommand, ANSWERS)
    patient = {'command_timeout': 10.0, 'contacts_timeout': 10.0}
    start_node(autostart=True, static_transforms=FRAMES, margin=0.0, **patient)
    written = {
        'contacts_file': ROOT / 'config' / 'contacts' / 'tool_on_table.yaml',
        'static_transforms': FRAMES,
    }
    remapped = ['-r', '/static_contacts/contacts:=/frictioncone/contacts']
    planner = [str(ROOT / 'examples' / 'press_planner.py')]
    with ForkedNode(SOURCE, written, remapped), ForkedNode(planner):
        client.wait_until(
            lambda: any(held_back(answer) for answer in client.received[ANSWERS]),
            'a pull that is held back',
            timeout=40.0,
        )
    desired = client.received[COMMANDS][-1]
    assert desired.controlled_frame_id == 'tool' and desired.wrench.force.z == -20.0
    for answer in client.received[ANSWERS]:
        assert answer.wrench.force.x <= 0.4 * -answer.wrench.force.z + 1e-6


def held_back(answer):
    """Tell whether the planner was followed, but for the part that friction cannot hold."""
    is_followed = not answer.status.safe_output
    is_steady = FilterStatus.RAMPING not in answer.status.codes
    return is_followed and is_steady and answer.removed_wrench.force.x > 0.5
