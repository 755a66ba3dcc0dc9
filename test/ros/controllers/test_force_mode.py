# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Service calls from a stream of wrenches: never two at once, always the newest, never left on."""

from contextlib import nullcontext
import socket
import subprocess
import sys
from types import SimpleNamespace as Fields

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from built_messages import environment_with
from fork_server import shared_server
from geometry_msgs.msg import PoseStamped, WrenchStamped
import rclpy
from std_srvs.srv import Trigger

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.msg import FilteredCommand
from frictioncone_ros.ros.controllers import ur_force_mode
from frictioncone_ros.ros.controllers.force_mode_request import (
    Call,
    fill_request,
    ForceModeRules,
    ForceModeStream,
    stream_of,
    Target,
    target_wrench,
)
from frictioncone_ros.ros.controllers.ur_force_mode import PARAMETERS

PUSH = np.array((0, 0, -10.0, 0, 0, 0))
PROGRAM = 'frictioncone_ros.ros.controllers.ur_force_mode'


def command(wrench=PUSH, *, frame='tool', centre='tool', safe=False):
    message = FilteredCommand(has_wrench=True, reference_frame_id=centre)
    message.header.frame_id = frame
    message.status.safe_output = safe
    message.wrench.force.z = float(wrench[2])
    message.wrench.torque.x = float(wrench[3])
    return message


def rules(**changes):
    return ForceModeRules.of({**PARAMETERS, **changes})


def push(factor=1.0, frame='tool', more=0.0):
    return Target(frame, factor * PUSH + more)


def on(**options):
    """Return a stream in which force mode is on with PUSH since 0 s."""
    stream = ForceModeStream(0.2, 0.02, **options)
    stream.set_target(push())
    assert stream.due(0.0) is Call.START
    stream.sent(Call.START, 0.0)
    stream.answered(Call.START, True)
    return stream


def test_one_call_at_a_time_and_the_newest_wrench():
    stream = ForceModeStream(0.2, 0.02)
    assert stream.due(0.0) is None and stream.is_at_rest
    stream.set_target(push())
    assert stream.due(0.0) is Call.START
    stream.sent(Call.START, 0.0)
    stream.set_target(push(2.0))
    assert stream.due(0.1) is None
    stream.answered(Call.START, True)
    assert stream.due(0.1) is Call.START
    stream.sent(Call.START, 0.1)
    stream.answered(Call.START, True)
    stream.set_target(push(2.0, more=0.1))
    assert stream.due(0.2) is Call.START  # 0.1 Nm is more than the moment step
    stream.set_target(push(2.0, more=0.01))
    assert stream.due(100.0) is None
    stream.set_target(None)
    assert stream.due(100.0) is Call.STOP and not stream.is_at_rest


def test_the_same_numbers_along_another_frame_are_another_wrench():
    stream = on()
    stream.set_target(push(frame='base'))
    assert stream.due(0.1) is Call.START


def test_the_same_wrench_is_sent_again_for_its_frame_may_have_turned():
    stream = on(refresh_period=0.1)
    assert stream.due(0.09) is None and stream.due(0.1) is Call.START
    stream.sent(Call.START, 0.1)
    assert stream.due(0.3) is None
    stream.answered(Call.START, True)
    assert stream.due(0.3) is Call.START


def test_the_last_small_step_to_rest_is_sent():
    stream = ForceModeStream(0.2, 0.02)
    stream.set_target(push(0.01))
    stream.sent(Call.START, 0.0)
    stream.answered(Call.START, True)
    stream.set_target(push(0.0))
    assert stream.due(0.1) is Call.START


def test_what_failed_may_have_left_force_mode_on():
    stream = ForceModeStream(0.2, 0.02)
    stream.set_target(push())
    stream.sent(Call.START, 0.0)
    stream.answered(Call.START, False)
    assert stream.due(0.1) is Call.START
    stream.set_target(None)
    assert stream.due(0.1) is Call.STOP
    stream.sent(Call.STOP, 0.1)
    assert stream.due(0.1) is None
    stream.answered(Call.STOP, False)
    assert stream.due(0.2) is Call.STOP
    stream.sent(Call.STOP, 0.2)
    stream.answered(Call.STOP, True)
    assert stream.due(0.3) is None and stream.is_at_rest


@pytest.mark.parametrize('start_is_answered_first', [True, False])
def test_a_stop_waits_for_no_start_and_one_more_follows_it(start_is_answered_first):
    """Which of two calls under way is carried out last is not known."""
    stream = ForceModeStream(0.2, 0.02)
    stream.set_target(push())
    stream.sent(Call.START, 0.0)
    stream.set_target(None)
    assert stream.due(0.01) is Call.STOP
    stream.sent(Call.STOP, 0.01)
    order = (Call.START, Call.STOP) if start_is_answered_first else (Call.STOP, Call.START)
    stream.answered(order[0], True)
    assert stream.due(0.02) is None and not stream.is_at_rest
    stream.answered(order[1], True)
    assert stream.due(0.03) is Call.STOP
    stream.sent(Call.STOP, 0.03)
    stream.answered(Call.STOP, True)
    assert stream.is_at_rest and stream.due(0.04) is None


def test_neutral_ends_force_mode_and_a_commanded_zero_does_not():
    assert target_wrench(command(0 * PUSH, safe=True), rules()) is None
    assert target_wrench(FilteredCommand(), rules()) is None
    assert not target_wrench(command(0 * PUSH), rules()).any()
    # On the ramp to neutral force is still applied.
    assert target_wrench(command(safe=True), rules())[2] == -10.0


def test_two_frames_and_an_axis_that_holds_are_refused():
    with pytest.raises(InvalidInputError, match="reference_frame_id is 'base'"):
        target_wrench(command(centre='base'), rules())
    with pytest.raises(InvalidInputError, match='wrench along z'):
        holds = rules(selected_axes=[True, True, False, True, True, True])
        target_wrench(command(), holds)
    assert target_wrench(command(centre=''), rules())[2] == -10.0


@pytest.mark.parametrize(
    'name, value',
    [
        ('selected_axes', [True]),
        ('speed_limits', [1.0] * 5),
        ('speed_limits', [-1.0] * 6),
        ('deviation_limits', [float('nan')] * 6),
        ('damping_factor', 1.1),
        ('damping_factor', float('nan')),
        ('gain_scaling', -0.1),
        ('force_step', float('nan')),
        ('moment_step', -0.1),
        ('silence_timeout', 0.0),
        ('silence_timeout', float('nan')),
        ('silence_timeout', float('inf')),
    ],
)
def test_parameters_the_driver_would_refuse_are_refused_before(name, value):
    with pytest.raises(InvalidInputError, match=name):
        rules(**{name: value})


@pytest.mark.parametrize('rate', [-1.0, float('nan'), float('inf')])
def test_a_rate_that_is_none_is_refused(rate):
    with pytest.raises(InvalidInputError, match='refresh_rate'):
        stream_of({**PARAMETERS, 'refresh_rate': rate})
    assert stream_of({**PARAMETERS, 'refresh_rate': 0.0}).is_at_rest


def test_each_parameter_is_written_into_the_request():
    request = Fields(task_frame=PoseStamped())
    chosen = [True, False, True, False, True, False]
    given = rules(
        selected_axes=chosen,
        speed_limits=[1.0, 2, 3, 4, 5, 6],
        deviation_limits=[6.0, 5, 4, 3, 2, 1],
        damping_factor=1.0,
        gain_scaling=2.0,
    )
    fill_request(request, 'tool', PUSH, given)
    axes = ('x', 'y', 'z', 'rx', 'ry', 'rz')
    assert [getattr(request, f'selection_vector_{axis}') for axis in axes] == chosen
    assert request.task_frame.header.frame_id == 'tool'
    assert request.task_frame.pose.orientation.w == 1.0
    assert (request.wrench.force.z, request.type) == (-10.0, 2)
    assert (request.speed_limits.linear.z, request.speed_limits.angular.z) == (3.0, 6.0)
    assert request.deviation_limits == [6.0, 5, 4, 3, 2, 1]
    assert (request.damping_factor, request.gain_scaling) == (1.0, 2.0)


@pytest.fixture
def force_mode(client, monkeypatch):
    """Start the node and the driver's stand-in; return the node's process."""
    env = environment_with('ur_msgs')
    if env is None:
        pytest.skip('neither ur_msgs nor colcon to build it is installed')
    from pathlib import Path

    program = Path(__file__).parents[2] / 'support' / 'ur_driver.py'
    processes = [
        shared_server(env).fork(words, environment=env)
        for words in ([str(program)], ['-m', PROGRAM])
    ]
    client.listen(WrenchStamped, '/applied_wrench')
    yield processes[1]
    driver, node = processes
    node.terminate()
    # It waits for the driver to say that force mode has ended.
    node.wait(20)
    # The stand-in is not what is tested: it need not end in good order.
    driver.kill()
    driver.wait(20)


@pytest.mark.slow
@pytest.mark.parametrize('ending', ['silence', 'SIGTERM'])
def test_force_mode_ends_in_silence_and_with_the_node(client, force_mode, ending):
    heard = client.received['/applied_wrench']
    publisher = client.publisher(FilteredCommand, '/ur_force_mode/filtered_command')
    client.send_until(
        publisher, command(), lambda: heard and heard[-1].wrench.force.z == -10.0, 'a call', 30.0
    )
    if ending == 'SIGTERM':
        force_mode.terminate()
        assert force_mode.wait(20) == 0
    client.wait_until(lambda: not heard[-1].header.frame_id, 'the end of force mode', 20.0)


@pytest.mark.slow
def test_what_was_written_before_something_heard_already_is_left_out(client, force_mode):
    """As of a node that was stopped while it sent, and goes on after its guard's neutral."""
    heard = client.received['/applied_wrench']
    publisher = client.publisher(FilteredCommand, '/ur_force_mode/filtered_command')
    new, old = command(), command()
    new.header.stamp.sec, old.header.stamp.sec, old.wrench.force.z = 6, 5, -3.0

    def both():
        publisher.publish(new)
        publisher.publish(old)

    # The new one alone at first: of two, the node may have found this publisher between them.
    client.send_until(
        publisher, new, lambda: heard and heard[-1].wrench.force.z == -10.0, 'a call', 30.0
    )
    sent = []
    client.repeat_until(lambda: (both(), sent.append(1)), lambda: len(sent) > 60, 'more', 30.0)
    assert {one.wrench.force.z for one in heard} == {-10.0}


def test_a_file_without_a_section_for_it_is_refused(ros_domain, tmp_path, monkeypatch, capsys):
    """With its defaults alone every axis gives way."""
    file = tmp_path / 'mine.yaml'
    file.write_text('/left/ur_force_mode:\n  ros__parameters: {force_step: 0.1}\n', 'utf-8')
    ours, _ = socket.socketpair()
    words = ['--ros-args', '--params-file', str(file)]
    monkeypatch.setattr(ur_force_mode, 'catch_signals', lambda: ours)
    monkeypatch.setattr(ur_force_mode, 'connected', lambda *_, **__: nullcontext())
    rclpy.init(args=words, domain_id=ros_domain)
    try:
        assert ur_force_mode.run(Trigger, words) == 1
    finally:
        rclpy.try_shutdown()
    assert 'expected a section for /ur_force_mode' in capsys.readouterr().err


def test_without_ur_msgs_it_says_what_to_install():
    from importlib.util import find_spec

    if find_spec('ur_msgs'):
        pytest.skip('ur_msgs is installed')
    done = subprocess.run(
        [sys.executable, '-m', PROGRAM], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert 'ur-msgs' in done.stderr
