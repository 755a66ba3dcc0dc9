# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What a real node published over DDS is what a replay of the recording computes."""

import pytest

pytest.importorskip('rclpy')
pytest.importorskip('rosbags')

from rclpy.qos import QoSProfile
from ros_node_talk import NODE, PATIENT
from write_bag import COMMAND, CONTACTS, FILTERED, own_types, write_bag

from frictioncone_ros.cli.main import main
from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.msg import (
    ContactMode,
    ContactStateArray,
    DesiredMode,
    FilteredCommand,
    HybridCommand,
)
from frictioncone_ros.node_interface import node_settings
from frictioncone_ros.replay import open_bag, rerun
from frictioncone_ros.replay.bag import DESIRED
from frictioncone_ros.replay.comparison import compared
from frictioncone_ros.srv import SetDesiredMode

TOPICS = {
    f'{NODE}/command': (COMMAND, HybridCommand),
    f'{NODE}/contacts': (CONTACTS, ContactStateArray),
    f'{NODE}/filtered_command': (FILTERED, FilteredCommand),
    f'{NODE}/desired_mode': (DESIRED, DesiredMode),
}


def record(client, found):
    """Listen to a node's topics as a recorder does: bytes with the time of receipt [ns]."""
    for topic, (kind, message) in TOPICS.items():

        def take(data, info, topic=topic, kind=kind):
            # When the middleware had it: this process may look later.
            found.append((topic, kind, info['received_timestamp'], bytes(data)))

        client.node.create_subscription(message, topic, take, QoSProfile(depth=1000), raw=True)


@pytest.mark.parametrize('storage', ['mcap', 'sqlite3'])
def test_a_recorded_node_is_reproduced(storage, client, start_node, talk, tmp_path, capsys):
    """Commands beyond the limit, a desired mode in between, and a look that is published."""
    parameters = {**PATIENT, 'margin': 0.5, 'max_force': 20.0, 'recovery_ramp_duration': 0.0}
    parameters['prediction_rate'] = 0.0  # predictions are not replayed
    start_node(autostart=True, **parameters)
    talking, recorded = talk(), []
    record(client, recorded)
    talking.follow()
    for push in range(60):
        if push in {30, 45}:
            desired(client, 'ffff' if push == 30 else '')
        wrench = (0.2 * push, -2.0, -10.0 - 0.4 * push, 0.1, 0.2, 0.3)
        talking.send(lambda wrench=wrench: talking.command(wrench))
        talking.client.wait_until(
            lambda: talking.answers[-1].command_sequence == talking.sequence, 'its answer'
        )
    talking.client.wait_until(
        lambda: recorded[-1][0].endswith('filtered_command'), 'the recorded answer'
    )
    recorded.sort(key=lambda one: one[2])
    assert sum(topic.endswith('desired_mode') for topic, *_ in recorded) == 2
    bag = write_bag(tmp_path / 'bag', storage, recorded, own_types())
    with open_bag(bag) as recording:
        rows = rerun(recording, node_settings(parameters))
    found = compared(rows)
    assert not recording.faults
    assert found.commands >= 60
    assert not found.unanswered
    # Ramps depend on the moment of receipt, which the bag knows within some microseconds.
    steady = [
        row
        for row in rows
        if row.published is not None and 'ramp' not in row.text + row.published.text
    ]
    assert len(steady) >= 30
    assert {FilterCode.OK, FilterCode.PROJECTED} <= {row.code for row in steady}
    assert all(row.identical for row in steady), found
    assert all(row.code == row.published.code for row in steady)
    assert main(['replay', str(bag), '--report', str(tmp_path / 'report.html')]) in {0, 1}
    assert 'commands' in capsys.readouterr().out


def desired(client, letters):
    request = SetDesiredMode.Request(mode=ContactMode(text=letters))
    assert client.call(SetDesiredMode, f'{NODE}/set_desired_mode', request).success
