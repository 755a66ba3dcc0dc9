# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Runs a simulated arm beside the filter node in real time, shows it live, records it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
import signal
from time import perf_counter
from types import FrameType

import numpy as np

from frictioncone_ros.control import FilterCode
from frictioncone_ros.ros.tools.simulated_arm import as_dimension, SimulatedArm, Traffic
from frictioncone_ros.sim import ContactSnapshot
from frictioncone_ros.sim.demo import DemoRecord, DemoRow, mode_letters, ModeObserver
from frictioncone_ros.sim.demo.filtered import greatest_normal
from frictioncone_ros.sim.demo.scene import ScriptedCommand
from frictioncone_ros.sim.engine import TIME_STEP
from frictioncone_ros.spatial import Array


@contextmanager
def noted_interruption() -> Iterator[Callable[[], bool]]:
    """
    Yield a function that tells whether Ctrl-C was pressed; pressed again, it is an exception.

    rclpy turns an exception that reaches it in a callback into others, or loses it. For the main
    thread, as all signal handlers.
    """
    pressed = False

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        pressed = True
        signal.signal(number, before)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)


LOOK_STEPS = 5
"""Steps of 1 ms between two reports and commands: 200 Hz."""

ROW_STEPS = 20
"""Steps between two rows of the record."""

PROGRESS_STEPS = 500
"""Steps between two lines on the terminal."""

ANSWER_TIMEOUT = 0.2
"""Without an answer for so long the controller applies nothing [s]."""

LATE = 0.005
"""A step that begins so much after its time is late [s]."""

WATCH_STEPS = 50
"""Steps between two pictures of whoever watches."""

Show = Callable[[DemoRow, SimulatedArm], None]
Watch = Callable[[ContactSnapshot], None]


class DemoRun:
    """One run of a scene's script through the filter node."""

    def __init__(self, arm: SimulatedArm, show: Show, watch: Watch | None = None) -> None:
        """Prepare; nothing moves before run(). watch: is shown the contacts now and then."""
        self._arm = arm
        self._scene = arm.scene
        self._show = show
        self._watch = watch
        self._observer = ModeObserver(arm.scene.contact_names)
        self._observed = ''
        self._pressing = 0.0
        self._late = 0
        self.record = DemoRecord(arm.scene.name, 'with the filter')

    def wait_for_filter(self, timeout: float = 15.0) -> bool:
        """Press, report and command until the filter follows fully; False after a timeout [s]."""
        end, asked = perf_counter() + timeout, self._scene.script(0.0)
        while perf_counter() < end:
            for _ in range(LOOK_STEPS):
                self._scene.drive(asked.wrench, None)
            self._arm.report(self._scene.contacts())
            self._arm.command(asked)
            self._arm.hear(perf_counter() + 0.02)
            answer = self._arm.answer
            if answer is not None and answer.code < FilterCode.RAMPING:
                return True
        return False

    def run(self, duration: float) -> DemoRecord:
        """Run the script for a time [s] and return the record; of what was done, with Ctrl-C."""
        self._arm.traffic = Traffic()
        start = perf_counter()
        with noted_interruption() as interrupted:
            self._steps(start, duration, interrupted)
            if interrupted():
                self.record.notes['interrupted'] = f'after {perf_counter() - start:.1f} s'
        self._summarize(perf_counter() - start, duration)
        return self.record

    def _steps(self, start: float, duration: float, interrupted: Callable[[], bool]) -> None:
        """Step the scene in real time, and look, note and hear in between."""
        origin = self._scene.time
        for step in range(round(duration / TIME_STEP)):
            if interrupted():
                return
            due = start + step * TIME_STEP
            self._late += perf_counter() - due > LATE
            asked = self._scene.script(self._scene.time - origin)
            if step % LOOK_STEPS == 0:
                self._look(asked, step)
            wrench, twist = self._answered(asked)
            self._scene.drive(wrench, twist)
            if step % ROW_STEPS == 0:
                self._note(asked, wrench, step)
            self._arm.hear(due + TIME_STEP)

    def _look(self, asked: ScriptedCommand, step: int) -> None:
        seen = self._scene.contacts()
        self._observed = mode_letters(str(self._observer.observe(seen)))
        self._pressing = greatest_normal(seen)
        self._arm.report(seen)
        self._arm.command(asked)
        if self._watch is not None and step % WATCH_STEPS == 0:
            self._watch(seen)

    def _answered(self, asked: ScriptedCommand) -> tuple[Array, Array | None]:
        """Return the wrench and twist to apply: the filter's last answer, or nothing."""
        answer, dimension = self._arm.answer, self._scene.dimension
        if answer is None or perf_counter() - self._arm.answer_time > ANSWER_TIMEOUT:
            return np.zeros(dimension), None
        twist = None if asked.twist is None else as_dimension(answer.twist, dimension)
        return as_dimension(answer.wrench, dimension), twist

    def _note(self, asked: ScriptedCommand, wrench: Array, step: int) -> None:
        answer = self._arm.answer
        row = DemoRow(
            step * TIME_STEP,
            asked.phase,
            asked.wrench,
            wrench,
            np.nan if answer is None else answer.margin,
            '' if answer is None else FilterCode(answer.code).name,
            self._observed,
            self._arm.predicted,
            self._scene.place(),
            asked.mode,
            self._pressing,
        )
        self.record.rows.append(row)
        if step % PROGRESS_STEPS == 0:
            self._show(row, self._arm)

    def _summarize(self, took: float, duration: float) -> None:
        traffic, notes = self._arm.traffic, self.record.notes
        trips = np.array(traffic.round_trips or [np.nan]) * 1e3
        notes['commands answered'] = f'{traffic.answers} of {traffic.commands}'
        notes['round trip through the node'] = (
            f'median {np.median(trips):.2f} ms, 99th percentile {np.percentile(trips, 99):.2f} ms'
        )
        notes['mode predictions'] = f'{traffic.predictions / took:.1f} a second'
        late = self._late / (duration / TIME_STEP)
        notes['simulation at 1 kHz'] = f'{duration / took:.3f} x real time, {late:.2%} steps late'
