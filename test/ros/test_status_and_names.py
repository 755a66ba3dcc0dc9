# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What people are told at a terminal: how a node is, and which parameters it does not know."""

import os
import re
from types import SimpleNamespace

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from fork_server import forked_run
from geometry_msgs.msg import WrenchStamped
import rclpy
from ros_client import QUICK_DISCOVERY
from ros_node_talk import NOTHING
from transcripts import compare_with_transcript

from frictioncone_ros.ros.announcements import Announcements


def status(domain, *arguments):
    words = ['-m', 'frictioncone_ros.cli.main', 'status', *arguments]
    variables = {**os.environ, **QUICK_DISCOVERY, 'ROS_DOMAIN_ID': str(domain)}
    return forked_run(words, 60, variables)


def silence(domain, sign, *arguments):
    """Return what is said of a silent node; asked with more patience until `sign` is in it."""
    for patience in ('1', '4', '16'):
        done = status(domain, *arguments, '--timeout', patience)
        assert done.returncode == 2
        assert done.stdout == ''
        if sign in done.stderr:
            break
    return done.stderr


def test_the_status_of_a_node_in_words(ros_domain, start_node, talk):
    start_node(autostart=True, stop_ramp_duration=0.1, status_rate=20.0, prediction_rate=0.0)
    talking = talk()
    talking.follow()
    # Nobody commands any more: the substitute, and the reason.
    talking.client.wait_until(lambda: talking.reports[-1].safe_output, 'the substitute')
    done = status(ros_domain, '--timeout', '20')
    assert done.returncode == 1, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].split(':')[0] in {'COMMAND_STALE', 'CONTACTS_STALE'}
    assert 'no fresh' in lines[0]
    assert 'the fallback, not the command' in lines[2]
    assert 'refused: 0 ' in lines[3]


def test_a_command_that_is_followed_is_good_news(ros_domain, start_node, talk):
    # Nothing touched and a long patience: the command is followed between two of them.
    start_node(
        autostart=True,
        command_timeout=60.0,
        contacts_timeout=60.0,
        status_rate=20.0,
        recovery_ramp_duration=0.0,
        prediction_rate=0.0,
    )
    talking = talk()
    talking.contacts = NOTHING
    talking.follow(lambda: talking.command(wrench=None))
    done = status(ros_domain, '--node', 'frictioncone', '--timeout', '20')
    assert done.returncode == 0, done.stdout + done.stderr
    assert 'follows the command' in done.stdout
    shown = f'$ frictioncone status --node frictioncone --timeout 20\n{done.stdout}'
    compare_with_transcript('status', re.sub(r'\d+(\.\d+)?', '#', shown))


def test_silence_is_said_with_what_to_look_at(ros_domain, start_node, talk):
    start_node(autostart=True, status_rate=20.0)
    talk()
    said = silence(ros_domain, 'heard of: ', '--node', '/left/frictioncone')
    assert f'ROS_DOMAIN_ID (here {ros_domain})' in said
    assert 'heard of: /frictioncone.' in said


def test_an_inactive_node_is_told_from_an_absent_one(ros_domain, start_node, client):
    start_node(autostart=False, status_rate=20.0)
    assert client.change_state('/frictioncone', 'configure')
    assert 'Is it active?' in silence(ros_domain, 'it is there')


def test_a_node_warns_of_parameters_it_does_not_know(ros_domain, tmp_path):
    file = tmp_path / 'mine.yaml'
    file.write_text(
        '/**:\n  ros__parameters:\n    prediction_ratee: 5.0\n    margin: 1.0\n'
        '    use_sim_time: false\n    start_type_description_service: false\n'
        '    qos_overrides:\n      /clock: {subscription: {depth: 1}}\n'
        '/other:\n  ros__parameters: {not_for_us: 1}\n',
        encoding='utf-8',
    )
    # A wrong value ends the node after its parameters are read: no need to stop it.
    given = ['--params-file', file, '-p', 'max_forse:=3.0', '-p', 'status_rate:=-1.0']
    done = forked_run(['-m', 'frictioncone_ros.ros.main', '--ros-args', *given], 60)
    warned = [line for line in done.stderr.splitlines() if 'WARN' in line]
    assert len(warned) == 2, done.stderr
    assert 'max_forse is not known and ignored; expected max_force (' in warned[0]
    assert 'prediction_ratee is not known and ignored; expected prediction_rate (' in warned[1]


def test_whoever_else_publishes_on_an_output_is_named(client):
    node, topic, said = client.node, '/target_wrench', []
    outputs = SimpleNamespace(listener_count=1, command_topics=(topic,))

    def publish(name):
        one = rclpy.create_node(name, context=node.context)
        one.create_publisher(WrenchStamped, topic, 1)
        return one

    def said_of_others():
        core = SimpleNamespace(inputs=SimpleNamespace(missing=()))
        announcements = Announcements(node, core)
        announcements._write = lambda severity, line: said.append(line)
        announcements.look_around(outputs)
        return said.pop() if said else ''

    node.create_publisher(WrenchStamped, topic, 1)
    others = [publish(f'{node.get_name()}_guard')]
    assert said_of_others() == ''
    others.append(publish('planner'))
    assert f'{topic} is published by /planner too' in said_of_others()
    others.append(publish(node.get_name()))
    assert f'by /planner, another /{node.get_name()} (or one' in said_of_others()
    for one in others:
        one.destroy_node()
