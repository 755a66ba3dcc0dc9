# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
One run of a controller file: command, filter, stand-in, all over DDS, and what arrived.

The file is taken at its word: the node is started with the remaps written in its head, and
commanded in the frame that its head names.
"""

from contextlib import ExitStack
from pathlib import Path
import re
from typing import NamedTuple

from built_messages import environment_with
from controller_stand_ins import FRAMES, PLACES
from fork_server import ForkedNode, shared_server
from geometry_msgs.msg import TwistStamped, WrenchStamped
import numpy as np
from rclpy.qos import QoSProfile
import yaml

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.msg import ContactStateArray, FilteredCommand, FilterStatus
from frictioncone_ros.node_interface import read_parameter_file
from frictioncone_ros.ros.conversions import part_to_message, snapshot_to_message
from frictioncone_ros.session.values import Snapshot

EXAMPLES = Path(__file__).parents[2] / 'config' / 'examples'
TO_THE_DIGIT = 1e-5
"""How far what arrives may be from what was commanded [N, N m, m/s, rad/s]."""
PRESS = np.array((-25.0, 4.0, -3.0, 0.0, 0.0, 0.0))
"""Commanded at the touched point, in the surface's frame [N]: into the surface, and along it."""
SLIDE = np.array((0.0, 0.02, -0.01, 0.1, 0.0, 0.0))
"""Commanded twist there [m/s, rad/s]: along the surface, and about its normal."""
TOUCH = ContactState([ContactPoint((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), CircularCone(0.5))])


class Run(NamedTuple):
    """What was commanded and what arrived, both in the surface's frame at the touched point."""

    commanded: np.ndarray
    received: np.ndarray


def head(file):
    """Return the remaps and the command's frame that the head of a controller file states."""
    text = (EXAMPLES / f'{file}.yaml').read_text(encoding='utf-8')
    shown = text.split('# Traps')[0].split('frictioncone run')[1].split('ros2 run')[0]
    remaps = re.findall(r"-r '([^']+)'", shown)
    return remaps, re.search(r'header\.frame_id: (\w+)', text)[1]


def command(file, part, at_surface, frame):
    """Return the numbers to command, about the file's reference_frame along `frame`."""
    centre = read_parameter_file(EXAMPLES / f'{file}.yaml')['reference_frame']
    pose = FRAMES.pose('surface', centre)
    about = (pose.force_transform if part == 'wrench' else pose.motion_transform) @ at_surface
    turn = FRAMES.pose(centre, frame).rotation
    return np.concatenate((turn @ about[:3], turn @ about[3:]))


SEND_PERIOD = 0.02
"""How often the planner and the estimator speak [s]."""


def started(stack, stand_in):
    """Start the filter as the file says, and what it needs between it and the controller."""
    path = EXAMPLES / f'{stand_in.file}.yaml'
    given = {'command_timeout': '60.0', 'contacts_timeout': '60.0'}
    if not stand_in.one_publisher:
        # Not what is looked at; with one publisher only it is.
        given |= {'guard': 'false', 'prediction_rate': '0.0'}
    given |= {'static_transforms': yaml.safe_dump(PLACES, default_flow_style=True, width=9999)}
    overrides = [word for name, value in given.items() for word in ('-p', f'{name}:={value}')]
    remaps = [word for remap in head(stand_in.file)[0] for word in ('-r', remap)]
    stack.enter_context(
        ForkedNode(ros_arguments=['--params-file', str(path), *overrides, *remaps])
    )
    if stand_in.controller_node:
        start_ur(stack, path)


def start_ur(stack, path):
    """Start the node between filter and UR, and the driver's stand-in."""
    env = environment_with('ur_msgs')
    program = 'frictioncone_ros.ros.controllers.ur_force_mode'
    arguments = ['--params-file', str(path)]
    arguments += ['-r', '~/filtered_command:=/frictioncone/filtered_command']
    for words in (
        [str(Path(__file__).with_name('ur_driver.py'))],
        ['-m', program, '--ros-args', *arguments],
    ):
        process = shared_server(env).fork(words, environment=env)
        stack.callback(end, process)


def end(process):
    """Tell a process to stop; one that does not is a fault, and does not outlive the test."""
    process.terminate()
    try:
        process.wait(20.0)
    finally:
        process.kill()


class Controller:
    """A stand-in that listens, and the commander and estimator in front of the filter."""

    def __init__(self, client, stand_in):
        self.client, self.stand_in = client, stand_in
        self.part = 'twist' if stand_in.message is TwistStamped else 'wrench'
        self.desired = SLIDE if self.part == 'twist' else PRESS
        self.frame = head(stand_in.file)[1]
        self.heard, self.answers = [], []
        node = client.node
        node.create_subscription(stand_in.message, stand_in.topic, self._hear, stand_in.qos)
        node.create_subscription(
            FilteredCommand,
            '/frictioncone/filtered_command',
            self.answers.append,
            QoSProfile(depth=10),
        )
        kind = {'twist': TwistStamped, 'wrench': WrenchStamped}[self.part]
        self.commands = node.create_publisher(kind, f'/frictioncone/{self.part}_command', 10)
        self.contacts = node.create_publisher(ContactStateArray, '/frictioncone/contacts', 10)

    def _hear(self, message):
        """Take a message as the controller does."""
        publishers = self.client.node.count_publishers(self.stand_in.topic)
        if publishers == 1 or not self.stand_in.one_publisher:
            self.heard.append(message)

    def send(self):
        """Say what is touched, and command."""
        stamp = self.client.node.get_clock().now().nanoseconds
        self.contacts.publish(snapshot_to_message(Snapshot(TOUCH, 'surface', stamp)))
        numbers = command(self.stand_in.file, self.part, self.desired, self.frame)
        self.commands.publish(part_to_message(numbers, self.part, self.frame, stamp))

    def is_settled(self):
        """Tell whether the filter follows, on no ramp, and the controller heard it."""
        if not self.answers or not self.heard:
            return False
        status = self.answers[-1].status
        busy = {FilterStatus.RAMPING, FilterStatus.LIMITED, FilterStatus.RATE_EXCEEDED}
        if status.safe_output or busy & set(status.codes):
            return False
        sent = getattr(self.answers[-1], self.part)
        return self.stand_in.controller_node or getattr(self.heard[-1], self.part) == sent

    def received(self):
        """Return what the controller does with the last message it heard."""
        return self.stand_in.act(self.heard[-1])


def run(client, stand_in):
    """Run one controller file until the stand-in has what was commanded, and tell both."""
    with ExitStack() as stack:
        started(stack, stand_in)
        controller = Controller(client, stand_in)
        client.repeat_until(
            controller.send, controller.is_settled, stand_in.topic, 60.0, SEND_PERIOD
        )
        if stand_in.controller_node:
            # Calls follow one another: what is on the way when the filter settles comes later, and
            # a last change of less than force_step with the call that only refreshes.
            client.repeat_until(
                controller.send,
                lambda: np.abs(controller.received() - controller.desired).max() < TO_THE_DIGIT,
                'the last wrench of a call',
                30.0,
                SEND_PERIOD,
            )
        return Run(controller.desired, controller.received())
