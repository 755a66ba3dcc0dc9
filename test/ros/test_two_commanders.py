# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Two command at once: the first is followed, of the second nothing is ever published."""

from itertools import cycle
import signal
import subprocess
import sys
from time import monotonic

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from geometry_msgs.msg import WrenchStamped
from rclpy import subscription
from rclpy.qos import QoSProfile
from ros_node_talk import force, FRAMES, is_followed, NODE, PUSH, Talk

from frictioncone_ros.msg import FilterStatus, HybridCommand
from frictioncone_ros.ros.conversions import command_to_message, part_to_message
from frictioncone_ros.session.values import FramedCommand
from frictioncone_ros.spatial import frozen_array

QUICK = {'stop_ramp_duration': 0.1, 'recovery_ramp_duration': 0.1, 'prediction_rate': 0.0}
SENDERS_ARE_TOLD = 'publisher_gid' in getattr(
    getattr(subscription, 'MessageInfo', None), '__annotations__', {}
)
"""Whether rclpy tells a callback who sent a message, as it does from Kilted on."""
TIMEOUT = 0.3
PATIENCE = 5.0
"""Of the node with this test, whose process may have to wait for a core [s]."""
KNOWN = 100
"""After so many answers a node knows how fast its commander is, and that it is alone."""
OTHER = frozen_array((-1.0, 2.0, -77.0, 0.0, 0.0, 0.0))
PLANNER = """
import sys, time
import rclpy
from rclpy.qos import QoSProfile
from frictioncone_ros.msg import HybridCommand
rclpy.init()
node = rclpy.create_node('planner')
publisher = node.create_publisher(HybridCommand, sys.argv[1], QoSProfile(depth=1))
message = HybridCommand(controlled_frame_id='tool', has_wrench=True)
message.header.frame_id, message.wrench.force.z = 'base', float(sys.argv[2])
sys.stdin.readline()
while True:
    message.header.stamp = node.get_clock().now().to_msg()
    publisher.publish(message)
    time.sleep(float(sys.argv[3]))
"""


@pytest.fixture
def following(client, start_node):
    """
    Return a function that lets a node follow a commander that has counted so far.

    By default far ahead of another publisher of the same topic, who begins to count later.
    """

    def begin(timeout=PATIENCE, count=3000, **parameters):
        talking = Talk(client)
        talking.count_up(count)
        start_node(
            autostart=True,
            controlled_frame='tool',
            diagnostics_rate=10.0,
            command_timeout=timeout,
            contacts_timeout=PATIENCE,
            **{**QUICK, **parameters},
        )
        talking.follow()
        # The node knows the rate of what it follows before anybody else speaks.
        heard = len(talking.answers)
        talking.until(lambda: len(talking.answers) > heard + KNOWN, 'answers')
        return talking

    return begin


@pytest.fixture
def planner(ros_domain):
    """Return a function that starts a planner process; told so, it commands every period [s]."""
    processes = []

    def start(topic, push, period):
        words = ['-c', PLANNER, topic, str(push), str(period)]
        processes.append(
            subprocess.Popen([sys.executable, *words], stdin=subprocess.PIPE, text=True)
        )
        return processes[-1]

    yield start
    for process in processes:
        process.kill()
        process.wait()


def values_of(diagnostics):
    return {entry.key: entry.value for entry in diagnostics.status[0].values}


def speak(process):
    process.stdin.write('go\n')
    process.stdin.flush()


def conflict(answer):
    return FilterStatus.COMMAND_CONFLICT in answer.status.codes


@pytest.mark.alone('two publishers at 1 kHz')
def test_a_second_one_at_1_khz_is_refused_and_nothing_of_it_published(client, following, planner):
    talking = following()
    client.listen(DiagnosticArray, '/diagnostics')
    heard = client.received['/diagnostics']
    begun = len(talking.answers)
    other = planner(f'{NODE}/command', -77.0, 0.001)
    speak(other)
    talking.until(
        lambda: sum(map(conflict, talking.answers[begun:])) > 100, 'conflicts', timeout=30.0
    )
    assert 'only the first is followed' in talking.answers[-1].status.text
    talking.until(
        lambda: heard and heard[-1].status[0].level == DiagnosticStatus.ERROR,
        'an error in diagnostics',
    )
    assert int(values_of(heard[-1])['dropped: commands of others']) > 0
    # Where this process has to wait for a core its own command ramps; the other's is never sent.
    assert all(-30.0 <= force(answer)[2] <= 0.0 for answer in talking.answers[begun:])
    other.kill()
    talking.answer(lambda answer: not conflict(answer), 'the end of the conflict')


def test_a_planner_killed_and_started_again_is_followed_before_dds_gives_the_old_one_up(
    client, following, planner
):
    # Longer than this process may have to wait for a core, or it hears nothing of the ramp.
    ramp = 1.0
    talking = following(TIMEOUT, recovery_ramp_duration=ramp)
    topic = f'{NODE}/command'
    first, again = planner(topic, -20.0, 0.01), planner(topic, -25.0, 0.01)
    client.wait_until(lambda: client.node.count_publishers(topic) == 3, 'all of them', 30.0)
    talking.disconnect()

    def until(condition, what):
        client.repeat_until(talking.send_contacts, condition, what, 30.0)

    def pushes(newtons):
        return lambda: force(talking.answers[-1])[2] == newtons

    speak(first)
    until(pushes(-20.0), 'the first planner')
    first.send_signal(signal.SIGKILL)
    first.wait()
    killed, begun = monotonic(), len(talking.answers)
    speak(again)
    until(pushes(-25.0), 'the planner started again')
    assert monotonic() - killed < TIMEOUT + ramp + PATIENCE
    assert client.node.count_publishers(topic) == 2, 'the dead one is gone already'
    assert any(FilterStatus.RAMPING in answer.status.codes for answer in talking.answers[begun:])


def test_a_publisher_that_says_nothing_is_no_commander(client, following):
    talking = following(count=0)
    client.node.create_publisher(HybridCommand, f'{NODE}/command', QoSProfile(depth=1))
    talking.until(lambda: client.node.count_publishers(f'{NODE}/command') == 2, 'two of them')
    heard = len(talking.answers)
    talking.until(lambda: len(talking.answers) > heard + 50, 'fifty answers')
    assert not any(
        conflict(answer) or answer.status.safe_output for answer in talking.answers[heard:]
    )


def test_a_plain_command_beside_hybrid_ones_is_a_second_commander(client, following):
    talking = following(1.0, count=0)
    publisher = client.publisher(WrenchStamped, f'{NODE}/wrench_command')

    def both():
        publisher.publish(part_to_message(OTHER, 'wrench', 'base', talking.stamp()))
        return talking.command()

    begun = len(talking.answers)
    talking.until(lambda: sum(map(conflict, talking.answers[begun:])) > 20, 'conflicts', both)
    assert all(force(answer)[2] == -30.0 for answer in talking.answers[begun:])
    # The hybrid one stops: now the plain one is the first.
    talking.disconnect()

    def plain():
        talking.send_contacts()
        publisher.publish(part_to_message(PUSH, 'wrench', 'base', talking.stamp()))

    client.repeat_until(
        plain,
        lambda: (
            is_followed(talking.answers[-1])
            and not talking.answers[-1].has_twist
            and not conflict(talking.answers[-1])
        ),
        'the plain one',
    )


def test_two_that_begin_together_are_told_apart_or_stop(client, start_node, talk):
    start_node(autostart=True, command_timeout=TIMEOUT, diagnostics_rate=10.0, **QUICK)
    talking = talk()
    client.listen(DiagnosticArray, '/diagnostics')
    second = client.publisher(HybridCommand, f'{NODE}/command')
    heard = client.received['/diagnostics']
    # The node knows of both before either says anything.
    client.wait_until(lambda: heard and values_of(heard[-1])['command publishers'] == '2', 'both')

    turns = cycle((True, False))

    def both():
        # In turns: of two that come at once only the last is heard.
        if next(turns):
            return command_to_message(FramedCommand(FRAMES, {'wrench': OTHER}, talking.stamp()))
        return talking.command()

    def send():
        talking.send_contacts()
        message = both()
        (second if message.wrench.force.z == OTHER[2] else talking._commands).publish(message)

    # From Kilted on a callback is told who sent a message, and the first one is followed.
    followed = 'only the first is followed' if SENDERS_ARE_TOLD else 'none is followed'
    client.repeat_until(
        send, lambda: talking.reports and followed in talking.reports[-1].text, 'a conflict'
    )
    assert talking.code == FilterStatus.COMMAND_CONFLICT
    # Both pull sideways, each to its own side.
    sides = {force(answer)[0] > 0.0 for answer in talking.answers if force(answer).any()}
    assert len(sides) <= SENDERS_ARE_TOLD
    client.node.destroy_publisher(second)
    talking.follow()
