# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A task of a real arm's model in real time: sources and filter in processes of their own."""

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
from frictioncone_ros.ros.tools.robot_driver import RobotDriver, WRENCH_TOPIC
from frictioncone_ros.ros.tools.simulated_arm import Traffic
from frictioncone_ros.sim.engine import TIME_STEP
from frictioncone_ros.sim.robots.comparison import LOOK_STEPS, MARGIN, RAN_AWAY
from frictioncone_ros.sim.robots.record import Estimate, Look, look_at, RobotRecord
from frictioncone_ros.sim.robots.scene_file import write_scene
from frictioncone_ros.sim.robots.sensors import RobotSensors
from frictioncone_ros.sim.robots.simulation import RobotSimulation
from frictioncone_ros.sim.robots.task import Phase
from frictioncone_ros.spatial import Array

CONTACTS = '/wrench_contacts/contacts'
ANSWER_TIMEOUT = 0.1
"""Without an answer for so long the controller applies nothing [s]."""

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
                {'load_file': load, 'frame': base, 'gravity_frame': base, 'robot_frames': True},
                {'wrench': WRENCH_TOPIC, 'known_contacts': '/geometry_contacts/contacts'},
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
    }


def _filter() -> dict[str, object]:
    return {
        'autostart': True,
        'robot_frames': True,
        'margin': MARGIN,
        'max_contacts': 32,
        'prediction_rate': 0.0,
        # Simulation, two sources and the filter may have to share two cores.
        'time_budget': 0.02,
    }


def _remapped(remaps: dict[str, str]) -> list[str]:
    return [word for name, topic in remaps.items() for word in ('-r', f'~/{name}:={topic}')]


class RobotRun:
    """One run of a task through sources and filter, in real time."""

    def __init__(self, driver: RobotDriver, show: Show) -> None:
        """Prepare; nothing moves before run()."""
        self._driver, self._simulation, self._show = driver, driver.simulation, show
        self._late = 0
        self.record = RobotRecord('with estimated contacts')

    def wait_for_filter(self, timeout: float = 60.0) -> bool:
        """Hold the start, report and command until the filter answers; False after a time [s]."""
        end, driver = perf_counter() + timeout, self._driver
        phase, asked = self._simulation.task.at(0.0)
        while perf_counter() < end:
            for _ in range(LOOK_STEPS):
                self._simulation.step(self._simulation.task.settle, None)
            driver.report()
            driver.command(phase, asked)
            driver.hear(perf_counter() + 0.02)
            answer = driver.answer
            if answer is not None and answer.code not in NOT_READY:
                return True
        return False

    def run(self) -> RobotRecord:
        """Run the script to its end and return the record."""
        driver, simulation = self._driver, self._simulation
        driver.traffic = Traffic()
        simulation.begin()
        start = due = perf_counter()
        step = 0
        while simulation.time < simulation.task.duration and simulation.travelled() < RAN_AWAY:
            phase, asked = simulation.task.at(simulation.time)
            wrench, twist = self._answered(phase)
            if step % LOOK_STEPS == 0:
                due = self._on_time(due)
                driver.report()
                driver.command(phase, asked)
                self._note(phase, asked, wrench)
            simulation.step(wrench, twist)
            step, due = step + 1, due + TIME_STEP
            # Looking costs as much as a step: once a look at least, and where there is time.
            if perf_counter() < due or step % LOOK_STEPS == 0:
                driver.hear(due)
        self._summarize(perf_counter() - start, step)
        return self.record

    def _on_time(self, due: float) -> float:
        """Return when this look is due; one too late by a whole look begins anew from now."""
        if (now := perf_counter()) - due <= LOOK_STEPS * TIME_STEP:
            return due
        self._late += 1
        return now

    def _answered(self, phase: Phase) -> tuple[Array, Array | None]:
        """Return wrench and twist to apply: the filter's last answer, or nothing."""
        answer = self._driver.answer
        if answer is None or perf_counter() - self._driver.answer_time > ANSWER_TIMEOUT:
            return np.zeros(6), None
        return answer.wrench, None if phase.twist is None else answer.twist

    def _note(self, phase: Phase, asked: Array, sent: Array) -> None:
        driver, simulation = self._driver, self._simulation
        look = look_at(simulation.time, phase, asked, sent, simulation.truth())
        if driver.answer is not None:
            look = replace(look, status=FilterCode(driver.answer.code).name)
        if driver.told is not None:
            told = driver.told
            pairs = frozenset(name.rsplit('/', 1)[0] for name in told.names)
            force = None if told.forces is None else told.forces.sum(axis=0)
            look = replace(look, estimate=Estimate(pairs, force, told.positions))
        self.record.looks.append(look)
        if len(self.record.looks) % PROGRESS_LOOKS == 1:
            self._show(look)

    def _summarize(self, took: float, steps: int) -> None:
        traffic, notes = self._driver.traffic, self.record.notes
        trips = 1e3 * np.array(traffic.round_trips or [np.nan])
        notes['commands answered'] = f'{traffic.answers} of {traffic.commands}'
        notes['round trip through the filter'] = (
            f'median {np.median(trips):.2f} ms, 99th percentile {np.percentile(trips, 99):.2f} ms'
        )
        late = self._late / max(1, len(self.record.looks))
        notes['simulation at 1 kHz'] = (
            f'{steps * TIME_STEP / took:.3f} x real time, {late:.1%} of looks late'
        )
