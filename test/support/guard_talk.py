# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A guarded node, what is heard of both, and the ways to lose the node."""

import os
from pathlib import Path
import signal
from time import time_ns

from geometry_msgs.msg import TwistStamped, WrenchStamped
from rclpy.qos import QoSProfile
from ros_client import PATIENCE
from ros_node_talk import is_neutral, NODE, Talk, three
from std_msgs.msg import String

from frictioncone_ros.msg import FilteredCommand, FilterStatus
from frictioncone_ros.ros.tools.process import NodeProcess

FAULTY = (str(Path(__file__).with_name('faulty_node.py')),)
QUICK = {
    'autostart': True,
    'recovery_ramp_duration': 0.2,
    'prediction_rate': 0.0,
    'stop_publish_timeout': 0.3,
}

MATCHED, SLOWLY = 38, 0.02
"""So many answers, so far apart [s], last longer than a guard needs to find its listeners."""

LIMITS = {'kill': 0.020, 'abort': 0.020, 'stop': 0.100, 'loop': 0.100}
"""From the event to neutral on every topic [s]."""


def processes(word, parent=None):
    """
    Return the ids of the processes with a word in their command line, of one parent or any.

    Of any parent only those of this test's domain: other tests have such processes too.
    """
    domain = f'ROS_DOMAIN_ID={os.environ["ROS_DOMAIN_ID"]}'.encode()

    def is_mine(number):
        if parent is None:
            return domain in _of_process(number, 'environ').split(b'\0')
        return int(_of_process(number, 'stat').rpartition(b')')[2].split()[1]) == parent

    def is_meant(number):
        try:
            # The line first: few have the word in it.
            return word.encode() in _of_process(number, 'cmdline').split(b'\0') and is_mine(number)
        except OSError:
            return False

    return [int(number) for number in os.listdir('/proc') if number.isdigit() and is_meant(number)]


def _of_process(number, what):
    with open(f'/proc/{number}/{what}', 'rb', buffering=0) as file:
        return file.read()


def guards(parent=None):
    return processes('frictioncone_ros.ros.guard', parent)


def nodes(parent):
    return processes(FAULTY[0], parent)


def seconds_used(process_id):
    """Return the processor time a process has used [s]."""
    words = Path(f'/proc/{process_id}/stat').read_text().rpartition(')')[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf('SC_CLK_TCK')


def resident_bytes(process_id):
    pages = Path(f'/proc/{process_id}/statm').read_text().split()[1]
    return int(pages) * os.sysconf('SC_PAGE_SIZE')


def is_lost(said):
    """Tell whether an answer or a report is the guard's."""
    return FilterStatus.NODE_LOST in getattr(said, 'status', said).codes


class GuardTalk(Talk):
    """Sends to a node and notes when [ns, wall clock] each answer was received."""

    def __init__(self, client, node=NODE):
        super().__init__(client, node)
        self.heard = []
        quality = QoSProfile(depth=1000)
        self.listeners = [
            client.node.create_subscription(kind, f'{node}/{topic}', note, quality)
            for kind, topic, note in (
                (FilteredCommand, 'filtered_command', self._note_answer),
                (WrenchStamped, 'filtered_wrench', self._note_wrench),
                (TwistStamped, 'filtered_twist', self._note_twist),
            )
        ]
        self._faults = client.node.create_publisher(String, f'{node}/fault', 1)

    def _note_answer(self, message, info):
        self.heard.append(
            ('command', info['received_timestamp'], is_neutral(message), is_lost(message))
        )

    def _note_wrench(self, message, info):
        parts = message.wrench.force, message.wrench.torque
        self._note_plain('wrench', parts, info)

    def _note_twist(self, message, info):
        self._note_plain('twist', (message.twist.linear, message.twist.angular), info)

    def _note_plain(self, topic, parts, info):
        neutral = not any(three(part).any() for part in parts)
        self.heard.append((topic, info['received_timestamp'], neutral, None))

    def publishers(self):
        """Return which publishers there are of each topic; a killed one counts for 20 s more."""
        return [
            {
                bytes(one.endpoint_gid)
                for one in self.client.node.get_publishers_info_by_topic(name)
            }
            for name in (listener.topic_name for listener in self.listeners)
        ]

    def follow_guarded(self, killed=0, before=None):
        """
        Follow, with both the node and its ready guard found on every topic.

        before: what `publishers` gave when so many of them were still to be killed.
        """
        self.connect()
        known = before or [set() for _ in self.listeners]
        self.client.repeat_until(
            self.send,
            lambda: all(
                len(now | old) == 2 + killed
                for now, old in zip(self.publishers(), known, strict=True)
            ),
            'a node and a guard on every topic',
            timeout=PATIENCE,
            period=SLOWLY,
        )
        # The guard finds the listeners a little later than they find it, and cannot say so.
        heard = len(self.answers)
        self.client.repeat_until(
            self.send, lambda: len(self.answers) > heard + MATCHED, 'answers', period=SLOWLY
        )
        self.client.wait_until(self._faults.get_subscription_count, 'the door for faults')
        self.heard.clear()
        self.follow()
        self.until(
            lambda: (
                {topic for topic, _, neutral, _ in self.heard if not neutral}
                == {'command', 'wrench', 'twist'}
            ),
            'every part',
        )

    def lose(self, process, event, file):
        """Let the node be lost in a way of LIMITS; return when it began [ns, wall clock]."""
        if event in {'kill', 'stop'}:
            begun = time_ns()
            process.send_signal({'kill': signal.SIGKILL, 'stop': signal.SIGSTOP}[event])
            return begun
        file.unlink(missing_ok=True)
        self._faults.publish(String(data=f'{event} {file}'))
        self.until(lambda: file.exists() and file.read_text(), f'the fault {event}')
        return int(file.read_text())

    def delay_of_neutral(self, begun):
        """Return how long after `begun` [ns] neutral was received on every topic [s]."""

        def times(topic):
            return [
                time
                for name, time, neutral, _ in self.heard
                if name == topic and neutral and time > begun
            ]

        topics = ('command', 'wrench', 'twist')
        self.until(lambda: all(times(topic) for topic in topics), 'neutral on every topic')
        return max(min(times(topic)) for topic in topics) / 1e9 - begun / 1e9


def started(parameters=None, ros_arguments=(), kind=NodeProcess):
    """Start a node that can be lost."""
    return kind(FAULTY, {**QUICK, **(parameters or {})}, ros_arguments)


def ended(process_id):
    """Tell whether a process is gone, or a zombie that waits for its parent."""
    try:
        return _state(process_id) == 'Z'
    except OSError:
        return True


def is_stopped(process_id):
    """Tell whether a process was stopped by a signal."""
    return _state(process_id) == 'T'


def _state(process_id):
    return Path(f'/proc/{process_id}/stat').read_text().rpartition(')')[2].split()[0]


def end(process_id):
    if not ended(process_id):
        os.kill(process_id, signal.SIGKILL)
