# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Whether predictions come before what they predict, beside the claim that nothing will change.

A scene's script runs through the filter, and without it. Modes are predicted at the node's rate,
of the command that is sent, and hold until the next ones; what is observed is compared with them,
above all around changes of the mode.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from frictioncone_ros.control import FilterSettings, Setpoints, STEADY
from frictioncone_ros.pipeline import assess, Assessment
from frictioncone_ros.pipeline.predict_modes import answered
from frictioncone_ros.pipeline.prediction import (
    Ahead,
    extrapolated_twist,
    ModeAnswer,
    ModeQuestion,
)
from frictioncone_ros.session.modes.asked_ahead import command_before, twist_sample, TwistSample
from frictioncone_ros.sim.demo.filtered import desired_mode, MARGIN, RAN_AWAY, STEPS_PER_LOOK
from frictioncone_ros.sim.demo.record import mode_letters
from frictioncone_ros.sim.demo.scene import DemoScene, ModeObserver, SLIDING_SPEED
from frictioncone_ros.sim.experiments.proportion import Proportion
from frictioncone_ros.spatial import Array, Inertia

PERIOD = 0.05
"""Between two predictions [s]: 20 Hz, as the node's default."""

HORIZON = 0.05
"""How far ahead is asked [s], as the node's default."""

AROUND = 0.1
"""What is nearer to a change of the observed mode than this is around it [s]."""

UNBROKEN = 0.03
"""A mode that was not seen for so long without a break is no transition but flicker [s]."""

LONGEST = 0.2
"""Leads are looked for up to so long before a change, and lags up to so long after it [s]."""


@dataclass
class PredictionRecord:
    """
    What was seen and what was predicted, look by look: times [s], modes as letters.

    changes: when the planner asked for something of another kind [s].
    """

    scene: str
    times: list[float] = field(default_factory=list)
    observed: list[str] = field(default_factory=list)
    predicted: list[frozenset[str]] = field(default_factory=list)
    changes: list[float] = field(default_factory=list)

    def transitions(self) -> list[int]:
        """Return the looks at which a mode that stays for a while is seen first."""
        found, times = [], np.array(self.times)
        for index in range(1, len(times)):
            if self.observed[index] == self.observed[index - 1]:
                continue
            later = np.searchsorted(times, times[index] + UNBROKEN)
            before = np.searchsorted(times, times[index] - UNBROKEN)
            after, earlier = self.observed[index:later], self.observed[before:index]
            if later < len(times) and len(set(after)) == 1 and len(set(earlier)) == 1:
                found.append(index)
        return found

    def leads(self) -> list[float]:
        """Return how long before each transition its mode was predicted without a break [s]."""
        return [self._lead(index) for index in self.transitions()]

    def _lead(self, index: int) -> float:
        mode, now = self.observed[index], self.times[index]
        first = index
        if mode in self.predicted[index]:
            while first > 0 and mode in self.predicted[first - 1]:
                first -= 1
            return min(now - self.times[first], LONGEST)
        while first < len(self.times) and mode not in self.predicted[first]:
            first += 1
        late = (self.times[first] if first < len(self.times) else np.inf) - now
        return -min(late, LONGEST)

    def known(self) -> list[float]:
        """
        Return how long before each transition the command that made it was given [s].

        Nothing that knows the present command alone can come sooner; LONGEST where no command of
        another kind came within that time.
        """
        return [
            min((now - at for at in self.changes if at <= now), default=LONGEST)
            for now in (self.times[index] for index in self.transitions())
        ]

    def agreement(self, *, around: bool, horizon: float = HORIZON) -> tuple[int, int, int]:
        """
        Return how often prediction and persistence were right, and of how many.

        Both say at a time what is seen a horizon [s] later; persistence says what is seen now.
        around: only near transitions, else all.
        """
        times = np.array(self.times)
        changes = times[self.transitions()]
        right = stayed = count = 0
        for index, time in enumerate(times):
            then = int(np.searchsorted(times, time + horizon - 1e-9))
            near = bool(changes.size) and np.abs(changes - times[min(then, len(times) - 1)]).min()
            if then >= len(times) or (around and not (changes.size and near <= AROUND)):
                continue
            count += 1
            right += self.observed[then] in self.predicted[index]
            stayed += self.observed[then] == self.observed[index]
        return right, stayed, count


def predicted_run(
    scene: DemoScene,
    duration: float | None = None,
    horizon: float = HORIZON,
    *,
    filtered: bool = True,
    preview: float = 0.0,
) -> PredictionRecord:
    """
    Run a scene's script, predict at PERIOD, and note what is seen.

    filtered: the command after the filter is sent and predicted; else the one before it, until
    the body has left the scene. preview: how long before it acts the planner's command is known
    to the prediction [s].
    """
    observer, memory = ModeObserver(scene.contact_names), STEADY
    settings, record = FilterSettings(margin=MARGIN), PredictionRecord(scene.name)
    end = scene.duration if duration is None else duration
    due, answer, subject, last = -np.inf, ModeAnswer(), ('', False), None
    kind = subject
    while scene.time < end and scene.travelled() < RAN_AWAY:
        seen, asked = scene.contacts(), scene.script(scene.time)
        setpoints = Setpoints(
            asked.wrench, asked.twist, mode=desired_mode(scene, asked, seen.state)
        )
        judged = assess(seen.state, setpoints, settings, memory)
        memory, sent = judged.memory, judged.command
        # As the node does: another kind of command is asked of at once.
        coming = scene.script(scene.time + preview) if preview else asked
        before, subject = subject, (coming.mode, coming.twist is None)
        if record.times and (asked.mode, asked.twist is None) != kind:
            record.changes.append(scene.time)
        kind = (asked.mode, asked.twist is None)
        if scene.time >= due or subject != before:
            due = scene.time + PERIOD - 1e-9
            if preview:
                setpoints = Setpoints(
                    coming.wrench, coming.twist, mode=desired_mode(scene, coming, seen.state)
                )
                judged = assess(seen.state, setpoints, settings, memory)
            answer = answered(_question(scene, judged, horizon, last))
            last = twist_sample(judged, scene.time)
        record.times.append(scene.time)
        record.observed.append(mode_letters(str(observer.observe(seen))))
        record.predicted.append(_letters(answer if filtered else answer.commanded, scene))
        wrench, twist = asked.wrench, asked.twist
        if filtered:
            wrench, twist = sent.wrench, None if twist is None else sent.twist
        for _ in range(STEPS_PER_LOOK):
            scene.drive(wrench, twist)
    return record


def _question(
    scene: DemoScene, judged: Assessment, horizon: float, last: TwistSample | None
) -> ModeQuestion:
    """Return what the node asks, for the scene's body."""
    state, trend = judged.target.prepared, (last, scene.time)
    assert state is not None
    twist = None
    if judged.setpoints.twist is not None:
        sent = judged.target.command.twist
        elapsed = 0.0 if last is None else scene.time - last.time
        twist = extrapolated_twist(sent, None if last is None else last.sent, elapsed, horizon)
    return ModeQuestion(
        replace(state.state, inertia=_inertia(scene)),
        judged.target.command.wrench,
        rest_speed=SLIDING_SPEED,
        ahead=Ahead(horizon, scene.near(), twist),
        before_filter=command_before(judged, horizon, trend),
    )


def _inertia(scene: DemoScene) -> Inertia:
    if scene.dimension == 3:
        return Inertia.planar_body(
            scene.mass, float(np.sqrt(scene.rotational_inertia[2] / scene.mass))
        )
    return Inertia.spatial_body(scene.mass, np.diag(np.array(scene.rotational_inertia)))


def _letters(answer: ModeAnswer | None, scene: DemoScene) -> frozenset[str]:
    """Return predicted modes as letters of all the scene's contacts, s where not listed."""
    if answer is None or answer.contacts is None:
        return frozenset()
    names = answer.contacts.names
    found = set()
    for one in answer.modes:
        letters = dict(zip(names, (item.kind.value for item in one.mode), strict=True))
        found.add(''.join(letters.get(name, 's') for name in scene.contact_names))
    return frozenset(found)


def median_lead(runs: list[PredictionRecord]) -> float:
    """Return the median lead at all transitions of some runs [s], not a number without any."""
    leads: Array = np.array([lead for run in runs for lead in run.leads()])
    return float(np.median(leads)) if leads.size else float('nan')


def median_known(runs: list[PredictionRecord]) -> float:
    """Return the median time from a command of another kind to the transition after it [s]."""
    known: Array = np.array([time for run in runs for time in run.known()])
    return float(np.median(known)) if known.size else float('nan')


def agreements(runs: list[PredictionRecord], *, around: bool) -> tuple[Proportion, Proportion]:
    """Return how often predictions were right, and how often the mode stayed the same."""
    counts = np.array([run.agreement(around=around) for run in runs]).sum(axis=0)
    right, stayed, count = (int(one) for one in counts)
    return Proportion(right, count), Proportion(stayed, count)
