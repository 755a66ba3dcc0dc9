# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Services and the slower outputs of a running node: modes, cones, diagnostics, markers."""

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from geometry_msgs.msg import WrenchStamped
from rclpy.qos import DurabilityPolicy, QoSProfile
from ros_node_talk import force, is_neutral, NODE, PATIENT, three
from std_srvs.srv import SetBool, Trigger
from visualization_msgs.msg import Marker, MarkerArray

from frictioncone_ros.contact import ContactMode
from frictioncone_ros.msg import ContactMode as ContactModeMessage
from frictioncone_ros.msg import (
    ContactModePrediction,
    DesiredMode,
    FilteredCommand,
    FilterStatus,
    WrenchCone,
)
from frictioncone_ros.ros.conversions import part_to_message
from frictioncone_ros.ros.runtime.qos import LATCHED
from frictioncone_ros.srv import CheckCommand, ComputeWrenchCone, SetDesiredMode

QUICK = {'stop_ramp_duration': 0.1, 'recovery_ramp_duration': 0.1, 'prediction_rate': 0.0}
PREDICTING = {'prediction_rate': 20.0, 'prediction_time_limit': 5.0}
"""A machine with other work to do must not cut the search short."""
HELD = {
    'object_mass': 1.0,
    'object_inertia': '[0.01, 0.01, 0.01, 0.0, 0.0, 0.0]',
    'static_transforms': "['base tool 0 0 0.1 0 0 0 1']",
}


@pytest.fixture
def following(start_node, talk):
    """Return a function that starts a node with parameters and is followed by it."""

    def begin(**parameters):
        start_node(autostart=True, **(QUICK | PATIENT | parameters))
        talking = talk()
        talking.follow()
        return talking

    return begin


def kinds(mode):
    return [str(one)[0] for one in ContactMode.parse(mode.text)]


def test_every_mode_is_predicted_and_compared_with_the_desired_one(client, following):
    talking = following(**HELD, **PREDICTING)
    answer = client.call(
        SetDesiredMode,
        f'{NODE}/set_desired_mode',
        SetDesiredMode.Request(mode=ContactModeMessage(text='ffff')),
    )
    assert answer.success, answer.message
    heard = client.received[f'{NODE}/contact_modes']
    client.listen(ContactModePrediction, f'{NODE}/contact_modes')
    # A body that was told to slide before slides in the first prediction still.
    talking.until(
        lambda: (
            heard
            and heard[-1].has_desired_mode
            and [kinds(mode) for mode in heard[-1].modes] == [['f'] * 4]
        ),
        'the desired mode and no other',
    )
    last = heard[-1]
    assert last.exhaustive and last.desired_mode_consistent and last.desired_mode_unique
    assert list(last.modes[0].contact_names) == [f'foot_{index}' for index in range(4)]
    # Nothing separates or slides, and so there is no strict condition to keep a distance from.
    assert list(last.mode_margins_unbounded) == [True] and list(last.mode_margins) == [0.0]
    assert last.header.frame_id == 'base'


def test_a_desired_mode_for_other_contacts_is_refused_and_the_old_one_stays(client, following):
    following()
    name = f'{NODE}/set_desired_mode'
    refused = client.call(
        SetDesiredMode, name, SetDesiredMode.Request(mode=ContactModeMessage(text='fl'))
    )
    assert not refused.success
    assert '2' in refused.message and '4' in refused.message
    planar_only = client.call(
        SetDesiredMode, name, SetDesiredMode.Request(mode=ContactModeMessage(text='ffll'))
    )
    assert not planar_only.success
    assert client.call(SetDesiredMode, name, SetDesiredMode.Request()).success


def test_whoever_comes_later_hears_which_mode_is_desired(client, following):
    following()
    name, topic, heard = f'{NODE}/set_desired_mode', f'{NODE}/desired_mode', []
    for letters in ('ffff', 'ssss', ''):
        request = SetDesiredMode.Request(mode=ContactModeMessage(text=letters))
        assert client.call(SetDesiredMode, name, request).success
        if letters == 'ssss':
            client.node.create_subscription(DesiredMode, topic, heard.append, LATCHED)
            client.wait_until(lambda: heard, 'the mode of before')
    client.wait_until(lambda: len(heard) == 2, 'the mode taken last')
    assert [one.mode.text for one in heard] == ['ssss', '']
    assert heard[0].header.stamp.sec > 0


def test_a_mode_that_must_be_unique_stops_the_robot_when_it_is_not(client, following):
    talking = following(require_unique_mode=True, **HELD, **PREDICTING)
    # Lifting: the contacts separate, while they were desired fixed.
    client.call(
        SetDesiredMode,
        f'{NODE}/set_desired_mode',
        SetDesiredMode.Request(mode=ContactModeMessage(text='ssss')),
    )
    talking.answer(
        lambda answer: (
            is_neutral(answer) and list(answer.status.codes) == [FilterStatus.MODE_INCONSISTENT]
        ),
        'the neutral command for the mode alone',
    )


def test_a_command_is_checked_without_being_sent(client, following):
    talking = following(**HELD)
    heard = len(talking.answers)
    request = CheckCommand.Request(
        command=talking.command(wrench=(20.0, 0, -10.0, 0, 0, 0)), predict_modes=True
    )
    answer = client.call(CheckCommand, f'{NODE}/check_command', request)
    assert answer.success, answer.message
    assert answer.filtered.status.code == FilterStatus.INFEASIBLE
    assert not answer.filtered.command_feasible
    assert answer.filtered.has_separating_twist
    assert answer.has_prediction
    assert answer.prediction.modes
    for sent in talking.answers[heard:]:
        assert sent.status.safe_output or force(sent)[2] == -30.0
    request.command.header.frame_id = 'nowhere'
    refused = client.call(CheckCommand, f'{NODE}/check_command', request)
    assert not refused.success
    assert 'nowhere' in refused.message


def test_many_questions_at_once_are_all_answered(client, following):
    talking = following()
    # ROS's depth of ten is the asker's too: what it does not take in time is lost there.
    asker = client.node.create_client(
        CheckCommand, f'{NODE}/check_command', qos_profile=QoSProfile(depth=100)
    )
    client.wait_until(asker.service_is_ready, 'the service')
    # Once alone: a service may find its client later than the client finds it.
    client.call(
        CheckCommand, f'{NODE}/check_command', CheckCommand.Request(command=talking.command())
    )
    asked = CheckCommand.Request(command=talking.command())
    answers = [asker.call_async(asked) for _ in range(60)]
    client.wait_until(lambda: all(one.done() for one in answers), 'an answer to each', 20.0)
    assert all(one.result().success for one in answers)


def test_what_can_be_carried_and_what_will_be_are_told_apart(client, following):
    talking = following(margin=0.3, margin_of='can')
    asked = {
        'calm': CheckCommand.Request(command=talking.command(wrench=(1.0, 0, -20.0, 0, 0, 0))),
        'uneven': CheckCommand.Request(
            command=talking.command(wrench=(4.0, 5.0, -20.0, 0.4, -0.2, -0.62))
        ),
        'sliding': CheckCommand.Request(
            command=talking.command(wrench=(1.0, 0, -20.0, 0, 0, 0)),
            has_desired_mode=True,
            desired_mode=ContactModeMessage(text='d[0]d[0]d[0]d[0]'),
        ),
    }
    said = {}
    for name, request in asked.items():
        answer = client.call(CheckCommand, f'{NODE}/check_command', request)
        assert answer.success, answer.message
        said[name] = answer.filtered
    assert said['calm'].will_be_carried == FilteredCommand.WILL_BE_CARRIED
    assert said['uneven'].will_be_carried == FilteredCommand.WILL_NOT_BE_CARRIED
    assert said['uneven'].margin > 0.3 and FilterStatus.LOW_MARGIN in said['uneven'].status.codes
    assert 'as compliant contacts share the force' in said['uneven'].status.text
    assert said['sliding'].will_be_carried == FilteredCommand.CARRIED_NOT_KNOWN


def test_the_wrench_cone_comes_by_service_and_on_change(client, following):
    talking = following()
    answer = client.call(
        ComputeWrenchCone, f'{NODE}/compute_wrench_cone', ComputeWrenchCone.Request()
    )
    assert answer.success, answer.message
    cone = answer.cone
    faces = np.reshape(cone.faces, (-1, 6))
    assert (faces @ (0, 0, -10, 0, 0, 0) <= 1e-9).all()
    assert (faces @ (0, 0, 10, 0, 0, 0) > 0).any()
    assert cone.approximated and cone.polygon_edge_count == 8
    generators = np.reshape(cone.generators, (-1, 6))
    assert (faces @ generators.T <= 1e-9).all()
    lifted = client.call(
        ComputeWrenchCone,
        f'{NODE}/compute_wrench_cone',
        ComputeWrenchCone.Request(mode=ContactModeMessage(text='sff')),
    )
    assert not lifted.success
    topic = f'{NODE}/wrench_cone'
    client.node.create_subscription(
        WrenchCone,
        topic,
        client.received[topic].append,
        QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL),
    )
    talking.until(lambda: client.received[topic], 'a cone')
    assert client.received[topic][-1].header.frame_id == 'base'


def test_enable_ramps_down_and_up_again(client, following):
    talking = following()
    off = client.call(SetBool, f'{NODE}/enable', SetBool.Request(data=False))
    assert off.success
    talking.answer(is_neutral, 'the neutral command')
    assert client.call(SetBool, f'{NODE}/enable', SetBool.Request(data=True)).success
    talking.follow()


def test_reset_without_a_stop_says_so(client, following):
    following()
    answer = client.call(Trigger, f'{NODE}/reset', Trigger.Request())
    assert answer.success
    assert 'nothing' in answer.message


def test_diagnostics_say_rates_drops_and_parameters(client, following):
    talking = following(diagnostics_rate=10.0)
    client.listen(DiagnosticArray, '/diagnostics')
    heard = client.received['/diagnostics']

    def values_of(message):
        return {entry.key: entry.value for entry in message.status[0].values}

    def is_told(message):
        # Of a tenth of a second: on a busy machine no command may come in one.
        rate = values_of(message)['command rate [Hz]']
        is_good = message.status[0].level == DiagnosticStatus.OK
        return is_good and rate != 'not known yet' and float(rate) > 0.0

    talking.until(lambda: any(map(is_told, heard)), 'diagnostics')
    _, parameters, guard = (told := next(filter(is_told, heard))).status
    values = values_of(told)
    assert float(values['memory [MB]']) > 10.0
    assert values['dropped: invalid commands'] == '0'
    assert values['command publishers'] == '1'
    assert {entry.key: entry.value for entry in parameters.values}['margin'] == '0.0'
    assert guard.name == '/frictioncone: guard'


def test_markers_are_drawn_for_whoever_looks(client, following):
    talking = following(**PREDICTING)
    client.listen(MarkerArray, f'{NODE}/markers')
    heard = client.received[f'{NODE}/markers']
    talking.until(lambda: heard, 'markers')
    groups = [marker.ns for marker in heard[-1].markers if marker.action == Marker.ADD]
    assert groups.count('friction_cones') == 4
    assert {'contact_forces', 'commanded_wrench', 'filtered_wrench', 'mode'} <= set(groups)
    assert heard[-1].markers[1].header.frame_id == 'base'
    drawn = [marker for marker in heard[-1].markers if marker.action == Marker.ADD]
    # Five periods of 10 Hz: what a dead node drew does not stay.
    assert {(one.lifetime.sec, one.lifetime.nanosec) for one in drawn} == {(0, 500_000_000)}
    texts = [one.text for one in drawn if one.ns == 'mode']
    assert all('margin ' in text for text in texts)


def test_the_measured_wrench_loses_what_only_accelerates_the_object(client, following):
    talking = following(**HELD)
    client.listen(WrenchStamped, f'{NODE}/filtered_measured_wrench')
    heard = client.received[f'{NODE}/filtered_measured_wrench']
    publisher = client.publisher(WrenchStamped, f'{NODE}/measured_wrench')

    def send():
        # 10 N down are carried; 3 N along x accelerate 1 kg on a floor, at its centre of mass.
        wrench = np.array([3.0, 0, -10.0, 0, 0.3, 0])
        publisher.publish(part_to_message(wrench, 'wrench', 'base', talking.stamp()))
        return talking.command()

    talking.until(lambda: heard, 'a filtered measurement', send)
    last = heard[-1]
    assert last.header.frame_id == 'base'
    assert np.allclose(
        (*three(last.wrench.force), *three(last.wrench.torque)), (0, 0, -10, 0, 0, 0), atol=1e-9
    )
