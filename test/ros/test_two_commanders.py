# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Two command at once: the first is followed, of the second nothing is ever published."""

from itertools import pairwise
import signal
import subprocess
import sys
from time import monotonic

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from geometry_msgs.msg import WrenchStamped
from rclpy.qos import QoSProfile
from ros_node_talk import force, FRAMES, is_followed, NODE, PUSH

from frictioncone_ros.msg import FilterStatus, HybridCommand
from frictioncone_ros.ros.conversions import command_to_message, part_to_message
from frictioncone_ros.session.values import Command
from frictioncone_ros.spatial import frozen_array

QUICK = {'stop_ramp_duration': 0.1, 'recovery_ramp_duration': 0.1, 'prediction_rate': 0.0}
TIMEOUT = 0.3
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
while True:
    message.header.stamp = node.get_clock().now().to_msg()
    publisher.publish(message)
    time.sleep(0.001)
"""


@pytest.fixture
def following(start_node, talk):
    start_node(autostart=True, controlled_frame='tool', diagnostics_rate=10.0,
               command_timeout=TIMEOUT, **QUICK)
    talking = talk()
    talking.follow()
    # Its count is then far from that of a publisher that begins.
    heard = len(talking.answers)
    talking.until(lambda: len(talking.answers) > heard + 40, 'forty answers')
    return talking


@pytest.fixture
def planner(ros_domain):
    """Return a function that starts a planner in a process of its own, at 1 kHz."""
    processes = []

    def start(topic, push):
        processes.append(subprocess.Popen([sys.executable, '-c', PLANNER, topic, str(push)]))
        return processes[-1]
    yield start
    for process in processes:
        process.kill()
        process.wait()


def conflict(answer):
    return FilterStatus.COMMAND_CONFLICT in answer.status.codes


def test_a_second_one_at_1_khz_is_refused_and_nothing_of_it_published(client, following, planner):
    client.listen(DiagnosticArray, '/diagnostics')
    heard = client.received['/diagnostics']
    begun = len(following.answers)
    other = planner(f'{NODE}/command', -77.0)
    following.until(lambda: sum(map(conflict, following.answers[begun:])) > 100, 'conflicts',
                    timeout=30.0)
    assert 'only the first is followed' in following.answers[-1].status.text
    following.until(lambda: heard and heard[-1].status[0].level == DiagnosticStatus.ERROR,
                    'an error in diagnostics')
    values = {entry.key: entry.value for entry in heard[-1].status[0].values}
    assert int(values['dropped: commands of others']) > 100
    assert all(force(answer)[2] == -30.0 for answer in following.answers[begun:])
    assert all(is_followed(answer) for answer in following.answers[begun:])
    other.kill()
    following.answer(lambda answer: not conflict(answer), 'the end of the conflict')


def test_a_planner_killed_and_started_again_is_followed_before_dds_gives_the_old_one_up(
        client, following, planner):
    following.disconnect()
    first = planner(f'{NODE}/command', -20.0)

    def until(condition, what):
        client.repeat_until(following.send_contacts, condition, what, 30.0)
    until(lambda: force(following.answers[-1])[2] == -20.0, 'the first planner')
    # Long enough to count further than the second one will.
    heard = len(following.answers)
    until(lambda: len(following.answers) > heard + 500, 'five hundred answers')
    first.send_signal(signal.SIGKILL)
    first.wait()
    again = planner(f'{NODE}/command', -25.0)
    begun = len(following.answers)
    until(lambda: client.node.count_publishers(f'{NODE}/command') == 2, 'the new publisher')
    seen = monotonic()
    until(lambda: force(following.answers[-1])[2] == -25.0, 'the planner started again')
    # Its process takes longer to start than the timeout; what is left is the ramp.
    assert monotonic() - seen < TIMEOUT + QUICK['recovery_ramp_duration'] + 0.5
    assert client.node.count_publishers(f'{NODE}/command') == 2, 'the dead one is gone already'
    forces = [force(answer)[2] for answer in following.answers[begun:]]
    assert max(abs(one - other) for one, other in pairwise(forces)) < 15.0
    assert again.poll() is None


def test_a_publisher_that_says_nothing_is_no_commander(client, following):
    client.node.create_publisher(HybridCommand, f'{NODE}/command', QoSProfile(depth=1))
    following.until(lambda: client.node.count_publishers(f'{NODE}/command') == 2, 'two of them')
    heard = len(following.answers)
    following.until(lambda: len(following.answers) > heard + 50, 'fifty answers')
    assert not any(conflict(answer) or answer.status.safe_output
                   for answer in following.answers[heard:])


def test_a_plain_command_beside_hybrid_ones_is_a_second_commander(client, following):
    publisher = client.publisher(WrenchStamped, f'{NODE}/wrench_command')

    def both():
        publisher.publish(part_to_message(OTHER, 'wrench', 'base', following.stamp()))
        return following.command()
    begun = len(following.answers)
    following.until(lambda: sum(map(conflict, following.answers[begun:])) > 20, 'conflicts', both)
    assert all(force(answer)[2] == -30.0 for answer in following.answers[begun:])
    # The hybrid one stops: now the plain one is the first.
    following.disconnect()

    def plain():
        following.send_contacts()
        publisher.publish(part_to_message(PUSH, 'wrench', 'base', following.stamp()))
    client.repeat_until(plain, lambda: is_followed(following.answers[-1])
                        and not following.answers[-1].has_twist
                        and not conflict(following.answers[-1]), 'the plain one')


def test_two_that_begin_together_cannot_be_told_apart_and_stop(client, start_node, talk):
    start_node(autostart=True, command_timeout=TIMEOUT, **QUICK)
    talking = talk()
    second = client.publisher(HybridCommand, f'{NODE}/command')

    def both():
        second.publish(command_to_message(Command(FRAMES, {'wrench': OTHER}, talking.stamp())))
        return talking.command()
    talking.until(lambda: FilterStatus.COMMAND_CONFLICT in talking.codes, 'a conflict', both)
    assert 'none is followed' in talking.reports[-1].text
    assert not any(force(answer).any() for answer in talking.answers)
    client.node.destroy_publisher(second)
    talking.follow()
