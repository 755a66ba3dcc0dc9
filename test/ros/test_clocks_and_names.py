# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Simulated time, namespaces, plain topics."""

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from geometry_msgs.msg import TwistStamped, WrenchStamped
from ros_node_talk import (
    DRAG,
    force,
    FRAMES,
    is_followed,
    is_neutral,
    NODE,
    NOTHING,
    PUSH,
    three,
)
from simulated_clock import SECOND, SimulatedClock

from frictioncone_ros.msg import FilterStatus
from frictioncone_ros.ros.conversions import part_to_message
from frictioncone_ros.session.values import Frames

QUICK = {'stop_ramp_duration': 0.1, 'recovery_ramp_duration': 0.1, 'prediction_rate': 0.0}


@pytest.fixture
def simulated(client, start_node, talk):
    start_node(autostart=True, use_sim_time=True, **QUICK)
    talking = talk()
    clock = SimulatedClock(client, talking)
    talking.follow()
    return talking, clock


def test_simulated_time_may_be_slow(simulated):
    talking, clock = simulated
    clock.step = 1000
    assert talking.follow().status.code == FilterStatus.OK


def test_simulated_time_that_stands_still_does_not_stop_the_watchdog(simulated):
    talking, clock = simulated
    clock.step = 0
    # Messages that keep coming are fresh by receipt; when they end, receipt tells.
    talking.follow()
    talking.client.wait_until(lambda: is_neutral(talking.answers[-1]), 'the neutral command')
    assert {FilterStatus.COMMAND_STALE, FilterStatus.CONTACTS_STALE} & set(
        talking.answers[-1].status.codes
    )


def test_simulated_time_that_jumps_back_is_survived(simulated):
    talking, clock = simulated
    clock.time = 10 * SECOND
    # Not the next answer: one from before the jump may still be on its way.
    talking.answer(
        lambda one: is_followed(one) and one.command_stamp.sec < 20 > (one.contacts_stamp.sec),
        'an answer to what was sent after the jump',
    )


def test_without_a_simulated_clock_nothing_is_fresh(start_node, talk):
    start_node(autostart=True, use_sim_time=True, **QUICK)
    talking = talk()
    talking.until(lambda: FilterStatus.INVALID_COMMAND in talking.codes, 'a refusal')
    assert 'use_sim_time' in talking.reports[-1].text
    assert not any(is_followed(answer) for answer in talking.answers)


def test_the_status_is_plotted_by_its_header(client, start_node, talk):
    start_node(autostart=True, status_rate=20.0, **QUICK)
    talking = talk()
    client.wait_until(lambda: talking.reports, 'a status before any command')
    assert talking.reports[0].header.frame_id == ''
    turned = Frames('tool', 'tool', 'tool')
    talking.contacts = NOTHING
    for axes, frames in (('base', FRAMES), ('tool', turned)):
        talking.frame = axes
        talking.until(
            lambda axes=axes: talking.reports[-1].header.frame_id == axes,
            f'a status along the axes of {axes}',
            lambda frames=frames: talking.command(frames=frames),
        )
    for report in talking.reports:
        assert report.header.stamp == report.stamp
        assert report.stamp.sec > 0
    for answer in talking.answers:
        assert answer.status.header == answer.header


def test_two_robots_in_two_namespaces_do_not_hear_each_other(client, start_node, talk):
    talks = {}
    for name in ('left', 'right'):
        start_node(namespace=name, autostart=True, **QUICK)
    for name, sign in (('left', 1.0), ('right', -1.0)):
        talks[name] = talk(f'/{name}/frictioncone')
        talks[name].sign = sign
    for talking in talks.values():
        talking.follow(
            lambda talking=talking: talking.command(wrench=(talking.sign, 0, -30.0, 0, 0, 0))
        )
    for talking in talks.values():
        for answer in talking.answers:
            assert force(answer)[0] * talking.sign >= 0.0
            assert FilterStatus.COMMAND_CONFLICT not in answer.status.codes


def test_plain_topics_in_and_out(client, start_node, talk):
    start_node(autostart=True, controlled_frame='tool', reference_frame='base', **QUICK)
    talking = talk()
    talking.disconnect()
    parts = {'wrench': (WrenchStamped, PUSH), 'twist': (TwistStamped, DRAG)}
    publishers = {}
    for part, (kind, _) in parts.items():
        client.listen(kind, f'{NODE}/filtered_{part}')
        publishers[part] = client.publisher(kind, f'{NODE}/{part}_command')
    sent = dict(parts)

    def send():
        talking.send_contacts()
        for part, (_, values) in sent.items():
            publishers[part].publish(part_to_message(values, part, 'base', talking.stamp()))

    wrenches, twists = (client.received[f'{NODE}/filtered_{part}'] for part in parts)
    client.repeat_until(
        send,
        lambda: (
            twists
            and wrenches
            and wrenches[-1].wrench.force.z == -30.0
            and three(twists[-1].twist.angular)[2] == pytest.approx(0.4)
        ),
        'both parts',
    )
    assert np.allclose(three(wrenches[-1].wrench.torque), PUSH[3:])
    assert wrenches[-1].header.frame_id == 'base'
    answer = talking.answers[-1]
    assert (answer.controlled_frame_id, answer.reference_frame_id) == ('tool', 'base')
    # A velocity that is not commanded any more does not live on beside the force.
    del sent['twist']
    client.repeat_until(send, lambda: not three(twists[-1].twist.angular).any(), 'a zero twist')
    assert not talking.answers[-1].has_twist or not talking.answers[-1].twist.angular.z
