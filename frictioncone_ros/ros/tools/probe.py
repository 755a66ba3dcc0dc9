# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A client that sends commands at a steady rate and measures what comes back."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from time import perf_counter

import numpy as np
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.control.status import code_name, FilterCode
from frictioncone_ros.msg import ContactStateArray, FilteredCommand, HybridCommand
from frictioncone_ros.ros.conversions import command_to_message, snapshot_to_message
from frictioncone_ros.ros.runtime.qos import INPUT, OUTPUT
from frictioncone_ros.session.values import FramedCommand, Frames, Snapshot
from frictioncone_ros.spatial import frozen_array

FRAMES = Frames('base', 'tool', 'base')
CONTACTS_RATE = 50.0
"""Contact snapshots a second."""
FEET = ContactState(
    [
        ContactPoint(
            np.array((x, y, 0.0)),
            np.array((0.0, 0.0, 1.0)),
            CircularCone(0.5),
            name=f'foot_{index}',
        )
        for index, (x, y) in enumerate(((0.1, 0.1), (-0.1, 0.1), (-0.1, -0.1), (0.1, -0.1)))
    ]
)
"""What the probe touches: a level floor with four feet."""
LAST_ANSWER_TIMEOUT = 0.2
"""How long the last answers are waited for after the last command [s]."""


@dataclass
class Report:
    """
    What came back.

    sent: commands sent; round_trips: one duration [s] for each that was answered; codes: how
    often each status code came; seconds: how long it was sent.
    """

    sent: int = 0
    seconds: float = 0.0
    round_trips: list[float] = field(default_factory=list)
    codes: Counter[int] = field(default_factory=Counter)

    @property
    def received(self) -> int:
        """Return how many commands were answered."""
        return len(self.round_trips)

    @property
    def loss(self) -> float:
        """Return the share of commands that got no answer, 0 to 1."""
        return 1.0 - self.received / self.sent if self.sent else 0.0

    @property
    def rate(self) -> float:
        """Return answers per second."""
        return self.received / self.seconds if self.seconds else 0.0

    def percentile(self, percent: float) -> float:
        """Return a percentile of the round trips [s]; infinite where nothing came back."""
        return float(np.percentile(self.round_trips, percent)) if self.round_trips else np.inf

    def add(self, other: Report) -> None:
        """Take another run's figures in."""
        self.sent += other.sent
        self.seconds += other.seconds
        self.round_trips += other.round_trips
        self.codes += other.codes

    def named_codes(self) -> dict[str, int]:
        """Return how often each status came, by the name of its constant."""
        return {code_name(code): count for code, count in sorted(self.codes.items())}


class Probe(Node):
    """Talks to one filter node; not to be used beside other senders of the same topic."""

    def __init__(
        self,
        target: str = '/frictioncone',
        name: str = 'frictioncone_probe',
        contact_noise: float = 0.0,
    ) -> None:
        """
        Connect to the topics of `target`.

        contact_noise: standard deviation of each foot's place [m], drawn anew for each snapshot,
        as of an estimator; 0: the same contacts each time, as of fixed ones.
        """
        super().__init__(name)
        self._noise, self._generator = contact_noise, np.random.default_rng(0)
        self._commands = self.create_publisher(HybridCommand, f'{target}/command', INPUT)
        self._contacts = self.create_publisher(ContactStateArray, f'{target}/contacts', INPUT)
        self._answers = self.create_subscription(
            FilteredCommand, f'{target}/filtered_command', self._on_answer, OUTPUT
        )
        self._executor = SingleThreadedExecutor()
        self._executor.add_node(self)
        self._report = Report()
        self._pending: dict[int, float] = {}
        self._sequence = 0
        self._next_contacts = 0.0

    def wait_for_target(self, timeout: float = 10.0) -> bool:
        """Send commands until they are answered and followed; False after `timeout` [s]."""
        end = perf_counter() + timeout
        while perf_counter() < end:
            answered = self.run(seconds=0.1, rate=50.0)
            if answered.received and not answered.codes[FilterCode.RAMPING]:
                return True
        return False

    def run(self, seconds: float, rate: float) -> Report:
        """
        Send `rate` commands a second for some seconds and return what came back.

        A command that is late shifts those after it, as in a control loop that missed its beat;
        to make up for it by a burst would measure the burst.
        """
        self._report, self._pending = Report(), {}
        start = due = perf_counter()
        while due < start + seconds:
            self._serve_until(due)
            self._send_contacts_when_due()
            self._send(due - start)
            period, now = 1.0 / rate, perf_counter()
            due = due + period if now < due + period else now + period
        self._report.seconds = perf_counter() - start
        end = perf_counter() + LAST_ANSWER_TIMEOUT
        while self._sequence in self._pending and perf_counter() < end:
            self._executor.spin_once(timeout_sec=end - perf_counter())
        return self._report

    def _serve_until(self, time: float) -> None:
        """Take answers until `time`; at least look once, so that a late sender still listens."""
        self._executor.spin_once(timeout_sec=max(0.0, time - perf_counter()))
        while (left := time - perf_counter()) > 0.0:
            self._executor.spin_once(timeout_sec=left)

    def _send_contacts_when_due(self) -> None:
        """Say what is touched, at CONTACTS_RATE or with each command if those are rarer."""
        now = perf_counter()
        if now >= self._next_contacts:
            self._next_contacts = now + 1.0 / CONTACTS_RATE
            stamp = self.get_clock().now().nanoseconds
            snapshot = Snapshot(self._feet(), FRAMES.axes, stamp)
            self._contacts.publish(snapshot_to_message(snapshot))

    def _feet(self) -> ContactState:
        """Return what is touched, as it is estimated now."""
        if not self._noise:
            return FEET
        return ContactState(
            [
                replace(
                    foot,
                    contact_position=foot.contact_position
                    + self._noise * self._generator.standard_normal(3),
                )
                for foot in FEET.contacts
            ]
        )

    def _send(self, time: float) -> None:
        """Send a push of 5 to 15 N along -z with a slow drag along x."""
        self._sequence += 1
        wrench = frozen_array((0.0, 0.0, -10.0 + 5.0 * np.sin(time), 0.0, 0.0, 0.0))
        twist = frozen_array((0.02, 0.0, 0.0, 0.0, 0.0, 0.0))
        now = self.get_clock().now().nanoseconds
        message = command_to_message(
            FramedCommand(FRAMES, {'wrench': wrench, 'twist': twist}, now, self._sequence)
        )
        self._report.sent += 1
        self._pending[self._sequence] = perf_counter()
        self._commands.publish(message)

    def _on_answer(self, message: FilteredCommand) -> None:
        sent = self._pending.pop(message.command_sequence, None)
        if sent is not None:
            self._report.round_trips.append(perf_counter() - sent)
            self._report.codes[message.status.code] += 1
