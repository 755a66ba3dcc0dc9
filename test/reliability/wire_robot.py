# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A planner and an estimator beside a guarded node, over real DDS, with a judge that listens.

Contacts come and go, commands wander and are now and then absurd; all from a seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import cos, sin
from time import monotonic, time_ns
from typing import Any

from guard_talk import guards
import numpy as np
from rclpy.qos import QoSProfile
from records import Friction, PlainContact
from ros_client import Client
from ros_node_talk import NODE
from std_msgs.msg import Bool
from std_srvs.srv import Trigger
from wire_judge import WireJudge

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.msg import ContactStateArray, FilteredCommand, FilterStatus, HybridCommand
from frictioncone_ros.ros.conversions import command_to_message, snapshot_to_message
from frictioncone_ros.ros.tools.process import NodeProcess
from frictioncone_ros.session.values import FramedCommand, Frames, Snapshot

LIMITS: dict[str, float] = {
    'max_force': 60.0,
    'max_moment': 6.0,
    'max_force_rate': 300.0,
    'max_moment_rate': 30.0,
    'max_linear_speed': 0.25,
    'max_angular_speed': 0.5,
}
PARAMETERS: dict[str, object] = {
    'autostart': True,
    'margin': 0.2,
    'recovery_ramp_duration': 0.2,
    'stop_ramp_duration': 0.1,
    **LIMITS,
}
FRAMES = Frames('base', 'tool', 'base')
CODES = {
    int(getattr(FilterStatus, name)): name
    for name in dir(FilterStatus)
    if name.isupper() and isinstance(getattr(FilterStatus, name), int)
}
CONTACTS_EVERY = 5
"""Contacts are sent with every so manieth command."""
ABSURD = 1e3
"""How much larger an absurd command is."""


class WireRobot:
    """
    Sends at a rate [Hz] and lets the judge hear every answer.

    talks, sees: whether commands and contacts are sent. delays: seconds from command to answer.
    spoil: what is done to each message before it is sent: it returns what is to be sent, and how.
    """

    def __init__(self, client: Client, rate: float, seed: int) -> None:
        """Connect to the node's topics."""
        self.client, self.rate, self.rng = client, rate, np.random.default_rng(seed)
        self.judge = WireJudge(LIMITS, CODES, frozenset({'base'}))
        self.talks = self.sees = True
        self.delays: list[float] = []
        self.heard: list[tuple[float, bool, bool]] = []
        self.last: FilteredCommand | None = None
        self.sequence = 0
        self.stamp_offset = 0
        self.spoil: Callable[[Any], list[Any]] = lambda message: [message]
        node, quality = client.node, QoSProfile(depth=1000)
        self._commands = node.create_publisher(HybridCommand, f'{NODE}/command', quality)
        self._contacts = node.create_publisher(ContactStateArray, f'{NODE}/contacts', quality)
        self._stop = node.create_publisher(Bool, f'{NODE}/e_stop', quality)
        node.create_subscription(FilteredCommand, f'{NODE}/filtered_command', self._hear, quality)
        self._sent: dict[int, float] = {}
        self._wrench = np.array([0.0, 0.0, -20.0, 0.0, 0.0, 0.0])
        self._touching = list(range(4))
        self._friction, self._tilt = 0.5, 0.0
        self._next = monotonic()

    @contextmanager
    def node(self) -> Iterator[NodeProcess]:
        """Run a guarded node; its guard ends with it."""
        with NodeProcess(parameters=PARAMETERS) as process:
            yield process
            for guard in guards(process.process.pid):
                self.client.executor.spin_once(timeout_sec=0.0)
                del guard

    def run(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Go on for so long, or until something is so; tell whether it is."""
        end = monotonic() + seconds
        while monotonic() < end:
            if until():
                return True
            self.step()
        return until()

    def step(self) -> None:
        """Send what is due, and hear what came until the next is."""
        now = monotonic()
        if now >= self._next:
            self._next = max(self._next + 1.0 / self.rate, now)
            if self.sees and self.sequence % CONTACTS_EVERY == 0:
                self._send_contacts()
            self._send_command()
        self.client.executor.spin_once(timeout_sec=max(0.0, self._next - monotonic()))

    @property
    def follows(self) -> bool:
        """Whether the last answer heard follows its command."""
        return bool(self.heard) and self.heard[-1][2]

    def last_force(self, since: float) -> float:
        """Return how long after a time [s] something else than neutral was heard last."""
        times = [time - since for time, neutral, _ in self.heard if not neutral]
        return max(0.0, *times, 0.0)

    def press(self, asserted: bool) -> None:
        """Press or release the emergency stop."""
        self._stop.publish(Bool(data=asserted))
        if asserted and self.judge.pressed_since is None:
            self.judge.pressed_since = monotonic()

    def reset(self) -> None:
        """End a latched stop; what the node says may come before its answer that it may."""
        self.judge.pressed_since = None
        service = self.client.node.create_client(Trigger, f'{NODE}/reset')
        end = monotonic() + 20.0
        while monotonic() < end:
            answer, asked = service.call_async(Trigger.Request()), monotonic()
            while not answer.done() and monotonic() < asked + 1.0:
                self.step()
            if answer.done() and answer.result().success:
                break
        self.client.node.destroy_client(service)

    def _hear(self, message: FilteredCommand) -> None:
        now, self.last = monotonic(), message
        neutral = self.judge.judge(message, now)
        begun = self._sent.pop(int(message.command_sequence), None)
        if begun is not None:
            self.delays.append(now - begun)
        self.heard.append((now, neutral, not message.status.safe_output))

    def _send_contacts(self) -> None:
        rng = self.rng
        if rng.random() < 0.02:
            self._touching = [index for index in range(4) if rng.random() < 0.8]
            self._friction, self._tilt = rng.uniform(0.2, 0.8), 0.2 * rng.normal()
        plain = tuple(self._plain(index) for index in self._touching)
        points = [
            ContactPoint(one.position, one.normal, CircularCone(one.friction.first), name=one.name)
            for one in plain
        ]
        stamp = time_ns() + self.stamp_offset
        self.judge.sent_contacts(stamp, plain)
        state = ContactState(points, dimension=6)
        for message in self.spoil(snapshot_to_message(Snapshot(state, 'base', stamp))):
            self._contacts.publish(message)

    def _plain(self, index: int) -> PlainContact:
        angle = np.pi / 4.0 + np.pi / 2.0 * index
        lean = self._tilt * np.array([cos(3.0 * angle), sin(2.0 * angle)])
        noise = 1e-4 * self.rng.normal(size=3)
        normal = np.array([*(lean + noise[:2]), 1.0])
        place = np.array([0.1 * cos(angle), 0.1 * sin(angle), 0.0]) + noise
        friction = Friction('circular', float(self._friction))
        return PlainContact(f'foot_{index}', place, normal / np.linalg.norm(normal), friction)

    def _send_command(self) -> None:
        rng = self.rng
        self.sequence += 1
        pull = np.array([0.0, 0.0, -20.0, 0.0, 0.0, 0.0]) - self._wrench
        self._wrench = self._wrench + 0.01 * pull + rng.normal(size=6) * [1, 1, 1, 0.1, 0.1, 0.1]
        if not self.talks:
            return
        wrench = self._wrench * (ABSURD if rng.random() < 0.005 else 1.0)
        parts = {'wrench': wrench, 'twist': 0.05 * rng.normal(size=6)}
        stamp = time_ns() + self.stamp_offset
        message = command_to_message(FramedCommand(FRAMES, parts, stamp, self.sequence))
        self._sent[self.sequence] = monotonic()
        self._sent.pop(self.sequence - 5000, None)
        for one in self.spoil(message):
            self._commands.publish(one)
