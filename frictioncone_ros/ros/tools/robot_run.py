# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A task of a real arm's model: sources and filter in processes of their own.

In real time where the machine is quick enough. Where it is not, simulated time waits for the
answer, so that a slow machine makes the run longer and not another run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, ExitStack
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import numpy as np

from frictioncone_ros.control import FilterCode
from frictioncone_ros.estimation.calibration_files import write_load
from frictioncone_ros.ros.tools.process import NODE, NodeProcess
from frictioncone_ros.ros.tools.robot_driver import KNOWN_TOPIC, RobotDriver, WRENCH_TOPIC
from frictioncone_ros.sim.engine import TIME_STEP
from frictioncone_ros.sim.robots.comparison import LOOK_STEPS, MARGIN, RAN_AWAY
from frictioncone_ros.sim.robots.record import Estimate, Look, look_at, RobotRecord
from frictioncone_ros.sim.robots.sensors import RobotSensors
from frictioncone_ros.sim.robots.simulation import RobotSimulation
from frictioncone_ros.sim.robots.task import Phase, write_scene
from frictioncone_ros.spatial import Array

CONTACTS = '/wrench_contacts/contacts'
PATIENCE = 5.0
"""Simulated time waits so long for an answer; without one the controller applies nothing [s]."""

START_LOOKS = 3000
"""Looks until the filter must follow; counted, not timed: a process may be held meanwhile."""

START_PAUSE = 0.02
"""From one of those looks to the next [s]."""

NOT_READY = frozenset(code for code in FilterCode if code >= FilterCode.WAITING) | {
    FilterCode.RAMPING
}
"""The run does not begin while the filter waits, refuses, or is on its way to the command."""

PROGRESS_LOOKS = 50
"""Looks between two lines on the terminal."""

_SOURCES = 'frictioncone_ros.ros.contact_sources'

Show = Callable[[Look], None]


@contextmanager
def nodes(
    simulation: RobotSimulation, sensors: RobotSensors, folder: Path
) -> Iterator[tuple[Path, Path]]:
    """Start both contact sources and the filter; yield the scene and load files they read."""
    base, folder = simulation.robot.base, folder.resolve()
    scene, load = (folder / f'{simulation.task.name}_{what}.yaml' for what in ('scene', 'load'))
    write_scene(simulation.task, scene)
    write_load(load, sensors.calibration())
    with ExitStack() as stack:
        for name, parameters, remaps in (
            ('geometry_contacts', _geometry(scene), {}),
            (
                'wrench_contacts',
                {
                    'load_file': load,
                    'frame': base,
                    'gravity_frame': base,
                    'robot_frames': True,
                    'rate': 1000.0,  # each reading: simulated time waits for what it tells
                    'known_timeout': 2.0 * PATIENCE,
                    'transform_timeout': 2.0 * PATIENCE,
                },
                {'wrench': WRENCH_TOPIC, 'known_contacts': KNOWN_TOPIC},
            ),
        ):
            program = ('-m', f'{_SOURCES}.{name}')
            stack.enter_context(NodeProcess(program, parameters, _remapped(remaps)))
        stack.enter_context(NodeProcess(NODE, _filter(), _remapped({'contacts': CONTACTS})))
        yield scene, load


def _geometry(scene: Path) -> dict[str, object]:
    return {
        'scene_file': scene,
        'joint_deviation': 0.0001,
        'tool_position_deviation': 0.0001,
        'scene_position_deviation': 0.0003,
        'highest_rate': 10_000.0,  # each report: a late look is followed by one before its time
    }


def _filter() -> dict[str, object]:
    return {
        'autostart': True,
        'robot_frames': True,
        'margin': MARGIN,
        'max_contacts': 32,
        'prediction_rate': 0.0,
        # Simulation, two sources and the filter may have to share two cores with others. Time
        # stands still while they do: what is late by the clock is not late for the arm.
        'time_budget': 0.02,
        'command_timeout': 2.0 * PATIENCE,
        'contacts_timeout': 2.0 * PATIENCE,
        'transform_timeout': 2.0 * PATIENCE,
        'guard': False,
    }


def _remapped(remaps: dict[str, str]) -> list[str]:
    return [word for name, topic in remaps.items() for word in ('-r', f'~/{name}:={topic}')]


class RobotRun:
    """One run of a task through sources and filter, in real time."""

    def __init__(self, driver: RobotDriver, show: Show) -> None:
        """Prepare; nothing moves before run()."""
        self._driver, self._simulation, self._show = driver, driver.simulation, show
        self._late = self._unanswered = 0
        self._measured: dict[int, int] = {}
        self.record = RobotRecord('with estimated contacts')

    def wait_for_filter(self) -> bool:
        """Hold the start, report and command until the filter answers; False if it never does."""
        driver = self._driver
        phase, asked = self._simulation.task.at(0.0)
        for _ in range(START_LOOKS):
            for _ in range(LOOK_STEPS):
                self._simulation.step(self._simulation.task.settle, None)
            driver.report()
            driver.command(phase, asked)
            driver.hear(perf_counter() + START_PAUSE)
            answer = driver.answer
            if answer is not None and not answer.codes & NOT_READY:
                return True
        return False

    def run(self) -> RobotRecord:
        """Run the script to its end and return the record."""
        driver, simulation = self._driver, self._simulation
        driver.count_anew()
        simulation.begin()
        start = due = perf_counter()
        step = 0
        while simulation.time < simulation.task.duration and simulation.travelled() < RAN_AWAY:
            if step % LOOK_STEPS == 0:
                due = self._up_to_date(due)
                phase, asked = simulation.task.at(simulation.time)
                driver.report()
                driver.command(phase, asked)
                self._note(phase, asked, self._answered(phase)[0])
            simulation.step(*self._answered(phase))
            step, due = step + 1, due + TIME_STEP
            # Looking costs as much as a step: where there is time.
            if perf_counter() < due:
                driver.hear(due)
        self._summarize(perf_counter() - start, step)
        return self.record

    def _up_to_date(self, due: float) -> float:
        """Hear what was made of the last look, and return when this one is due: not before."""
        driver = self._driver
        end = perf_counter() + PATIENCE
        while not driver.is_up_to_date and perf_counter() < end:
            driver.hear(min(perf_counter() + TIME_STEP, end))
        self._unanswered += not driver.is_up_to_date
        self._note_estimate()
        if (now := perf_counter()) - due <= LOOK_STEPS * TIME_STEP:
            return due
        self._late += 1
        return now

    def _answered(self, phase: Phase) -> tuple[Array, Array | None]:
        """Return wrench and twist to apply: the filter's last answer, or nothing."""
        driver = self._driver
        if driver.answer is None or driver.unanswered > 1:
            return np.zeros(6), None
        return driver.answer.wrench, None if phase.twist is None else driver.answer.twist

    def _note(self, phase: Phase, asked: Array, sent: Array) -> None:
        driver, simulation = self._driver, self._simulation
        look = look_at(simulation.time, phase, asked, sent, simulation.truth())
        if driver.answer is not None:
            look = replace(look, status=FilterCode(driver.answer.code).name)
        self._measured[driver.reported] = len(self.record.looks)
        self.record.looks.append(look)

    def _note_estimate(self) -> None:
        """Put what was told beside the truth of the moment it was measured in."""
        estimate = self._driver.estimate
        index = None if estimate is None else self._measured.pop(estimate.stamp, None)
        if estimate is None or index is None:
            return
        pairs = frozenset(name.rsplit('/', 1)[0] for name in estimate.names)
        force = None if estimate.forces is None else estimate.forces.sum(axis=0)
        looks = self.record.looks
        looks[index] = replace(looks[index], estimate=Estimate(pairs, force, estimate.positions))
        if index % PROGRESS_LOOKS == 0:
            self._show(looks[index])

    def _summarize(self, took: float, steps: int) -> None:
        traffic, notes = self._driver.traffic, self.record.notes
        trips = 1e3 * np.array(traffic.round_trips or [np.nan])
        notes['commands answered'] = f'{len(traffic.round_trips)} of {traffic.commands}'
        notes['round trip through the filter'] = (
            f'median {np.median(trips):.2f} ms, 99th percentile {np.percentile(trips, 99):.2f} ms'
        )
        late = self._late / max(1, len(self.record.looks))
        notes['simulation at 1 kHz'] = (
            f'{steps * TIME_STEP / took:.3f} x real time; it waited in {late:.1%} of looks, '
            f'in {self._unanswered} in vain'
        )
