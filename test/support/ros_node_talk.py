# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Talking to one filter node in tests: fresh commands and contacts in, answers out."""

from functools import partial
from time import monotonic

import numpy as np
from rclpy.qos import QoSProfile
from ros_client import PATIENCE

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.msg import ContactStateArray, FilteredCommand, FilterStatus, HybridCommand
from frictioncone_ros.ros.conversions import (
    command_to_message,
    snapshot_to_message,
    time_to_message,
)
from frictioncone_ros.session.values import FramedCommand, Frames, Snapshot
from frictioncone_ros.spatial import frozen_array

NODE = '/frictioncone'
FRAMES = Frames('base', 'tool', 'base')
PUSH = frozen_array((1.0, -2.0, -30.0, 0.1, 0.2, 0.3))
DRAG = frozen_array((0.05, 0.0, 0.0, 0.0, 0.0, 0.4))
FLOOR = ContactState(
    [
        ContactPoint((x, y, 0.0), (0.0, 0.0, 1.0), CircularCone(0.5), name=f'foot_{index}')
        for index, (x, y) in enumerate(((0.1, 0.1), (-0.1, 0.1), (-0.1, -0.1), (0.1, -0.1)))
    ]
)
NOTHING = ContactState(dimension=6)
UNANSWERED_PERIOD = 0.05
"""
How often commands are sent until the first answer [s].

A node that has just been activated gives the emergency stop half a second to be heard.
"""
CONTACTS_PERIOD = 0.02
"""How often the same contacts are said again [s], as an estimator does: not with every command."""
PATIENT = {'command_timeout': 60.0, 'contacts_timeout': 60.0}
"""For a node that is to follow throughout: the test's process may have to wait for a core."""


class Talk:
    """Sends commands and contacts to a node again and again until something is so."""

    def __init__(self, client, node=NODE):
        self.client, self.node = client, node
        self.contacts = FLOOR
        self.frame = 'base'
        self.stamped = True
        self.sequence = 0
        self._said, self._said_at, self._snapshot = None, 0.0, None
        client.listen(FilteredCommand, f'{node}/filtered_command')
        client.listen(FilterStatus, f'{node}/status')
        self._contacts = client.node.create_publisher(
            ContactStateArray, f'{node}/contacts', QoSProfile(depth=1000)
        )
        self._commands = None

    @property
    def answers(self):
        return self.client.received[f'{self.node}/filtered_command']

    @property
    def reports(self):
        return self.client.received[f'{self.node}/status']

    @property
    def code(self):
        return self.reports[-1].code if self.reports else None

    @property
    def codes(self):
        return list(self.reports[-1].codes) if self.reports else []

    def connect(self):
        """Find the node's listeners of contacts and of rich commands."""
        self.client.wait_until(self._contacts.get_subscription_count, 'a listener of contacts')
        if self._commands is None:
            self._commands = self.client.publisher(HybridCommand, f'{self.node}/command')
        return self

    def count_up(self, count):
        """Publish so often before anybody listens: whoever hears it later meets a high count."""
        self._commands = self.client.node.create_publisher(
            HybridCommand, f'{self.node}/command', QoSProfile(depth=1000)
        )
        for _ in range(count):
            self._commands.publish(HybridCommand())

    def disconnect(self):
        """Stop to be a publisher of commands."""
        self.client.node.destroy_publisher(self._commands)
        self._commands = None

    def stamp(self):
        return self.client.node.get_clock().now().nanoseconds if self.stamped else 0

    def command(self, wrench=PUSH, twist=DRAG, frames=FRAMES):
        """Return the next command as a message, stamped now."""
        self.sequence += 1
        parts = {'wrench': wrench, 'twist': twist}
        given = {
            name: frozen_array(values) for name, values in parts.items() if values is not None
        }
        return command_to_message(FramedCommand(frames, given, self.stamp(), self.sequence))

    def send_contacts(self):
        """Say what is touched; None says nothing."""
        saying, self._said_at = self._saying(), monotonic()
        if self.contacts is None:
            self._said = saying
            return
        if saying != self._said:
            # Made once: only its stamp is another the next time.
            self._snapshot = snapshot_to_message(Snapshot(self.contacts, self.frame))
        self._said = saying
        self._snapshot.header.stamp = time_to_message(self.stamp())
        self._contacts.publish(self._snapshot)

    def _saying(self):
        return self.contacts, self.frame, self.stamped

    def send(self, make=None):
        """Send contacts, new ones at once, and one command; make=False sends no command."""
        if self._saying() != self._said or monotonic() - self._said_at >= CONTACTS_PERIOD:
            self.send_contacts()
        if make is not False:
            self._commands.publish((make or self.command)())

    def until(self, condition, what, make=None, timeout=PATIENCE):
        """Send contacts and commands until `condition()` holds; make=False sends no command."""
        self.connect()
        send = partial(self.send, make)
        if not self.answers:
            self.client.repeat_until(
                send, lambda: self.answers or condition(), what, timeout, UNANSWERED_PERIOD
            )
        self.client.repeat_until(send, condition, what, timeout)

    def follow(self, make=None):
        """Send until a new answer follows the command and is on no ramp; return it."""
        heard = len(self.answers)
        self.until(
            lambda: len(self.answers) > heard and is_followed(self.answers[-1]),
            'an answer that follows the command',
            make,
        )
        return self.answers[-1]

    def answer(self, condition, what, make=None):
        """Send until a new answer is as desired; return it."""
        heard = len(self.answers)

        def found():
            return next((one for one in self.answers[heard:] if condition(one)), None)

        self.until(lambda: found() is not None, what, make)
        return found()


def is_followed(answer):
    return not answer.status.safe_output and FilterStatus.RAMPING not in answer.status.codes


def force(answer):
    return three(answer.wrench.force)


def three(vector):
    return np.array([vector.x, vector.y, vector.z])


def numbers(answer):
    """Return the eighteen numbers of an answer's three parts."""
    return np.concatenate(
        [
            three(vector)
            for vector in (
                answer.wrench.force,
                answer.wrench.torque,
                answer.twist.linear,
                answer.twist.angular,
                answer.accel.linear,
                answer.accel.angular,
            )
        ]
    )


def is_neutral(answer):
    return not numbers(answer).any() and answer.status.safe_output


def largest_step(answers):
    """Return the largest change of force between neighbouring answers."""
    forces = np.array([force(answer) for answer in answers])
    return float(np.abs(np.diff(forces, axis=0)).max(initial=0.0))
