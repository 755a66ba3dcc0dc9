# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A simulated body with its controller as a ROS node: the filter's neighbour on both sides.

It reports contacts as an estimator would, commands as a planner would, and drives the body in
real time with what the filter answers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from time import perf_counter

import numpy as np
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node

from frictioncone_ros.contact import ContactMode
from frictioncone_ros.msg import (
    ContactModePrediction,
    ContactStateArray,
    DesiredMode,
    FilteredCommand,
    HybridCommand,
)
from frictioncone_ros.ros.conversions.commands import command_to_message
from frictioncone_ros.ros.conversions.neighbour import (
    answer_from_message,
    FilteredAnswer,
    mode_request,
    modes_from_message,
)
from frictioncone_ros.ros.conversions.snapshots import snapshot_to_message
from frictioncone_ros.ros.runtime.qos import INPUT, LATCHED, OUTPUT
from frictioncone_ros.session.values import FramedCommand, Frames, Snapshot
from frictioncone_ros.sim import ContactEstimator, ContactSnapshot, EstimatorFaults
from frictioncone_ros.sim.demo import DemoScene, ScriptedCommand
from frictioncone_ros.spatial import Array, PLANAR
from frictioncone_ros.srv import SetDesiredMode

FRAME = 'held_object'
"""A frame with the world's axes and its origin at the held object's reference point."""


Keep = Callable[[str, object], None]
"""Is shown every message of contacts, commands and answers with its topic."""


@dataclass
class Traffic:
    """What went over DDS: counts, and durations [s] from a command to its answer."""

    commands: int = 0
    answers: int = 0
    predictions: int = 0
    round_trips: list[float] = field(default_factory=list)


class SimulatedArm(Node):
    """Publishes contacts and commands of a scene, and hears the filter's answers."""

    def __init__(
        self, scene: DemoScene, faults: EstimatorFaults, seed: int, target: str = '/frictioncone'
    ) -> None:
        """Connect to the topics of the filter node `target`."""
        super().__init__('simulated_arm')
        self.scene = scene
        self.traffic = Traffic()
        self.answer: FilteredAnswer | None = None
        self.answer_time = -np.inf
        self.predicted: tuple[str, ...] = ()
        self._estimator = ContactEstimator(faults, seed)
        self._pending: dict[int, float] = {}
        self._reported: tuple[str, ...] = ()
        self._sequence = 0
        self._target = target
        self.keep: Keep = lambda topic, message: None
        self._desired: tuple[str, tuple[str, ...]] = ('', ())
        self._contacts = self.create_publisher(ContactStateArray, f'{target}/contacts', INPUT)
        self._commands = self.create_publisher(HybridCommand, f'{target}/command', INPUT)
        self._wishes = self.create_client(SetDesiredMode, f'{target}/set_desired_mode')
        self.create_subscription(
            FilteredCommand, f'{target}/filtered_command', self._on_answer, OUTPUT
        )
        self.create_subscription(
            ContactModePrediction, f'{target}/contact_modes', self._on_modes, OUTPUT
        )
        self.create_subscription(DesiredMode, f'{target}/desired_mode', self._on_mode, LATCHED)
        self._executor = SingleThreadedExecutor()
        self._executor.add_node(self)

    def hear(self, until: float) -> None:
        """Take what comes until a time of perf_counter [s]; look at least once."""
        self._executor.spin_once(timeout_sec=max(0.0, until - perf_counter()))
        while (left := until - perf_counter()) > 0.0:
            self._executor.spin_once(timeout_sec=left)

    def report(self, truth: ContactSnapshot) -> None:
        """Publish what the estimator makes of the truth, unless it is silent."""
        seen = self._estimator.observe(truth)
        if seen is None:
            return
        self._reported = seen.state.names
        # The state as it was seen, about the frame's own origin.
        state = replace(seen.state, inertia=None, reference_point=np.array([]))
        age = round(1e9 * (truth.time - seen.time))
        stamp = self.get_clock().now().nanoseconds - age
        snapshot = Snapshot(state, FRAME, stamp, self._sequence, self.scene.near())
        message = snapshot_to_message(snapshot)
        self._contacts.publish(message)
        self.keep(f'{self._target}/contacts', message)

    def command(self, asked: ScriptedCommand) -> None:
        """Publish what the planner asks for, and tell the desired mode where it changed."""
        self._wish(asked.mode)
        self._sequence += 1
        parts = {'wrench': as_spatial(asked.wrench)}
        if asked.twist is not None:
            parts['twist'] = as_spatial(asked.twist)
        stamp = self.get_clock().now().nanoseconds
        command = FramedCommand(Frames(FRAME, FRAME, ''), parts, stamp, self._sequence)
        self._pending[self._sequence] = perf_counter()
        self.traffic.commands += 1
        message = command_to_message(command)
        self._commands.publish(message)
        self.keep(f'{self._target}/command', message)

    def _wish(self, mode: str) -> None:
        """Tell the desired mode of the contacts reported last, where it is another than before."""
        letters = dict(zip(self.scene.contact_names, mode, strict=True))
        desired = ''.join(letters.get(name, '*') for name in self._reported), self._reported
        if desired != self._desired and self._wishes.service_is_ready():
            self._desired = desired
            self._wishes.call_async(mode_request(*desired))

    def close(self) -> None:
        """End the connections."""
        self._executor.shutdown()
        self.destroy_node()

    def _on_mode(self, message: DesiredMode) -> None:
        """Record which mode the filter has in force."""
        self.keep(f'{self._target}/desired_mode', message)

    def _on_answer(self, message: FilteredCommand) -> None:
        self.keep(f'{self._target}/filtered_command', message)
        self.answer = answer_from_message(message)
        self.answer_time = perf_counter()
        self.traffic.answers += 1
        sent = self._pending.pop(self.answer.sequence, None)
        if sent is not None:
            self.traffic.round_trips.append(self.answer_time - sent)

    def _on_modes(self, message: ContactModePrediction) -> None:
        """Keep the predicted modes as letters of all the scene's contacts, s where not listed."""
        self.traffic.predictions += 1
        found = []
        for mode in modes_from_message(message):
            names = mode.contact_names or self._reported
            letters = dict(zip(names, mode_kinds(mode.text), strict=False))
            found.append(''.join(letters.get(name, 's') for name in self.scene.contact_names))
        self.predicted = tuple(sorted(set(found)))


def mode_kinds(text: str) -> str:
    """Return the letters of a mode string, sliding directions left out."""
    return ''.join(one.kind.value for one in ContactMode.parse(text))


def as_spatial(values: Array) -> Array:
    """Return a planar or spatial six-vector as (6,)."""
    if values.shape[0] != PLANAR:
        return values
    whole = np.zeros(6)
    whole[[0, 1, 5]] = values
    return whole


def as_dimension(values: Array, dimension: int) -> Array:
    """Return (6,) numbers in the scene's dimension."""
    return values[[0, 1, 5]] if dimension == PLANAR else values
