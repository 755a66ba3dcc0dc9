# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The source of written contacts over DDS, and the filter that listens to it."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from fork_server import forked_run, ForkedNode
from std_srvs.srv import SetBool

from frictioncone_ros.messages.contacts import snapshot_from_message
from frictioncone_ros.msg import ContactStateArray

PROGRAM = ['-m', 'frictioncone_ros.ros.contact_sources.static_contacts']
EXAMPLE = Path(__file__).resolve().parents[3] / 'config' / 'contacts' / 'tool_on_table.yaml'
TOOL_ABOVE_BASE = "['base tool 0.5 0 0.2 0 0 0 1']"
TOPIC = '/static_contacts/contacts'


@pytest.fixture
def heard(client):
    client.listen(ContactStateArray, TOPIC)
    return client.received[TOPIC]


def source(**parameters):
    given = {'contacts_file': EXAMPLE, 'static_transforms': TOOL_ABOVE_BASE, **parameters}
    return ForkedNode(PROGRAM, given)


def test_written_contacts_are_published_with_what_is_not_sure(client, heard):
    with source() as running:
        client.wait_until(lambda: len(heard) > 2, 'contacts')
        tasks = Path(f'/proc/{running.process.pid}/task')
        threads = {(task / 'comm').read_text().strip() for task in tasks.iterdir()}
    # Over sockets: a source that is killed holds no lock of a listener's memory.
    assert any(name.startswith('dds.udp') for name in threads)
    assert not any(name.startswith('dds.shm') for name in threads)
    snapshot = snapshot_from_message(heard[-1])
    assert snapshot.frame == 'base' and snapshot.stamp > 0
    assert heard[-1].sequence == heard[-2].sequence + 1
    assert np.allclose(snapshot.state.positions[0], (0.53, 0.03, 0.2))
    contact = heard[-1].contacts[0]
    assert contact.has_position_covariance and contact.has_normal_covariance
    assert np.allclose(contact.position_covariance, (1e-6 * np.eye(3)).ravel())
    assert contact.point.friction_uncertainty == 0.1
    assert not contact.has_distance and not contact.has_relative_velocity


def test_touching_is_said_by_a_service(client, heard):
    with source(touching=False, rate=50.0):
        client.wait_until(lambda: heard, 'a snapshot')
        assert not heard[-1].contacts
        for touching, count in ((True, 4), (False, 0)):
            request = SetBool.Request(data=touching)
            assert client.call(SetBool, '/static_contacts/touching', request).success
            client.wait_until(lambda desired=count: len(heard[-1].contacts) == desired, 'it')


def test_while_a_frame_is_not_known_nothing_is_published(client, heard):
    with source(static_transforms="['']"):
        # It runs, for its service answers; and it says nothing.
        client.call(SetBool, '/static_contacts/touching', SetBool.Request(data=True))
        assert not heard


def test_the_filter_judges_by_them(client, start_node, talk):
    start_node(autostart=True, command_timeout=60.0, contacts_timeout=60.0)
    talking = talk()
    talking.contacts = None
    remapped = ['-r', f'{TOPIC}:=/frictioncone/contacts']
    given = {'contacts_file': EXAMPLE, 'static_transforms': "['base tool 0 0 0 0 0 0 1']"}
    with ForkedNode(PROGRAM, given, remapped):
        answer = talking.follow(lambda: talking.command(wrench=(0, 0, -30.0, 0, 0, 0), twist=None))
    assert answer.wrench.force.z == -30.0
    assert answer.contact_names == [f'face/{index}' for index in range(4)]


@pytest.mark.parametrize(
    'parameters, said',
    [
        ([], 'contacts_file is'),
        (['-p', 'contacts_file:=/nowhere.yaml'], '/nowhere.yaml'),
        (['-p', f'contacts_file:={EXAMPLE}', '-p', 'rate:=0.0'], 'rate is 0.0'),
        (['-p', f'contacts_file:={EXAMPLE}', '-p', 'rate:=fast'], 'rate'),
        (['-p', f'contacts_file:={EXAMPLE}', '-p', "static_transforms:=['a b']"], 'parent child'),
    ],
)
def test_bad_parameters_end_it_with_one_sentence(ros_domain, parameters, said):
    done = forked_run([*PROGRAM, '--ros-args', *parameters], 60)
    assert done.returncode == 1
    assert said in done.stderr and 'Traceback' not in done.stderr
