# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What is asked of the process beside: modes at their own rate, cones on change, services."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any

from rclpy.lifecycle import LifecycleNode
from rclpy.task import Future

from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.control.watchdog import ModeVerdict
from frictioncone_ros.msg import ContactModePrediction, WrenchCone
from frictioncone_ros.pipeline.background import Background, Question
from frictioncone_ros.pipeline.prediction import ModeAnswer, ModeQuestion
from frictioncone_ros.pipeline.wrench_cone import WrenchConeAnswer, WrenchConeQuestion
from frictioncone_ros.ros.conversions.predictions import cone_to_message, prediction_to_message
from frictioncone_ros.ros.filter_core import FilterCore, Outcome
from frictioncone_ros.ros.quality import LATCHED, OUTPUT

CONE_PERIOD = 1.0
"""A wrench cone is published so often at most [s]: contact estimates never stand still."""

CLOSED = 'the node was cleaned up before this was answered'

MODE_CODES = {FilterCode.AMBIGUOUS_MODE, FilterCode.MODE_INCONSISTENT}

NOT_KNOWN = ModeVerdict(consistent_count=1, exhaustive=False)
"""Where modes must be unique and the prediction failed: not shown to be unique."""


@dataclass(frozen=True, eq=False)
class Task:
    """A question, how long it may take [s], and who wants the answer."""

    question: Question
    time_limit: float
    deliver: Callable[[Any], None]


class BackgroundWork:
    """
    Keeps the process beside busy with one task at a time; `turn` is called by a timer.

    mode_text: the modes predicted last, in words.
    """

    def __init__(self, node: LifecycleNode, core: FilterCore) -> None:
        """Connect the outputs; the process is started with the first question."""
        self._node, self._core = node, core
        self._modes = node.create_lifecycle_publisher(
            ContactModePrediction, '~/contact_modes', OUTPUT)
        self._cones = node.create_lifecycle_publisher(WrenchCone, '~/wrench_cone', LATCHED)
        self._process: Background | None = None
        self._task: Task | None = None
        self._waiting: deque[Task] = deque()
        self._next_modes = 0.0
        self._next_cone = 0.0
        self._cone_key: tuple[object, ...] = ()
        self._is_closed = False
        self.mode_text = ''

    @property
    def rate(self) -> float:
        """How often `turn` wants to be called [Hz]: to ask, and to take answers soon."""
        return max(20.0, 2.0 * self._core.settings.number('prediction_rate'))

    @property
    def restarts(self) -> int:
        """How often the process had to be started again."""
        return 0 if self._process is None else self._process.restarts

    def ask(self, question: Question, time_limit: float) -> Future:
        """Return a future of the answer: for services."""
        future = Future()
        task = Task(question, time_limit, future.set_result)
        if self._is_closed:
            task.deliver(question.failed(CLOSED))
        else:
            self._waiting.append(task)
        return future

    def question(self, outcome: Outcome) -> ModeQuestion | None:
        """Return what to ask about an outcome's command; None without contacts."""
        settings, placement = self._core.settings, outcome.placement
        if placement is None or not placement.state.contact_count:
            return None
        assessment = outcome.assessment
        mode = assessment.setpoints.mode
        fits = mode is not None and len(mode) == placement.state.contact_count
        return ModeQuestion(
            placement.state, assessment.target.command.wrench, mode if fits else None,
            settings.number('rest_speed'), settings.number('prediction_time_limit'))

    def turn(self) -> None:
        """Take an answer that has come, and ask the next question."""
        now = monotonic()
        if self._task is not None and self._process is not None:
            answer = self._process.poll(now)
            if answer is not None:
                task, self._task = self._task, None
                task.deliver(answer)
        if self._task is None:
            task = self._next_task(now)
            if task is not None and self._started().ask(task.question, now, task.time_limit):
                self._task = task

    def forget(self) -> None:
        """Begin anew: answers to what was asked before activation do not count."""
        self._next_modes, self._next_cone, self._cone_key = 0.0, 0.0, ()

    def destroy(self) -> None:
        """End the process and disconnect."""
        if self._process is not None:
            self._process.close()
            self._process = None
        self._is_closed = True
        asked = [self._task, *self._waiting] if self._task is not None else [*self._waiting]
        self._task = None
        self._waiting.clear()
        for task in asked:
            task.deliver(task.question.failed(CLOSED))
        self._node.destroy_lifecycle_publisher(self._modes)
        self._node.destroy_lifecycle_publisher(self._cones)

    def _started(self) -> Background:
        if self._process is None:
            self._process = Background()
        return self._process

    def _next_task(self, now: float) -> Task | None:
        if self._waiting:
            return self._waiting.popleft()
        return self._cone_task(now) or self._mode_task(now)

    def _mode_task(self, now: float) -> Task | None:
        rate, outcome = self._core.settings.number('prediction_rate'), self._core.last
        if rate == 0.0 or outcome is None:
            self._core.modes = None
            return None
        if now < self._next_modes:
            return None
        question = self.question(outcome)
        # Nothing is predicted of inputs that must not be followed anyway.
        if question is None or set(outcome.assessment.watched.codes) - MODE_CODES:
            self._core.modes = None
            return None
        # By the beat, not from now: turns come a little late each time.
        self._next_modes = max(self._next_modes + 1.0 / rate, now)
        return Task(question, question.time_limit,
                    lambda answer: self._publish_modes(answer, outcome))

    def _cone_task(self, now: float) -> Task | None:
        """Return the question for the desired mode's cone where it may have changed."""
        outcome = self._core.last
        placement = None if outcome is None else outcome.placement
        if placement is None or now < self._next_cone or not (
                self._cones.get_subscription_count()):
            return None
        key = (placement.state, self._core.desired_mode)
        if len(self._cone_key) == 2 and all(
                one is other for one, other in zip(key, self._cone_key, strict=True)):
            return None
        self._next_cone, self._cone_key = now + CONE_PERIOD, key
        frames = outcome.command.frames
        question = WrenchConeQuestion(placement.state, self._core.mode_for(placement.state))

        def publish(answer: WrenchConeAnswer) -> None:
            if self._core.active:
                self._cones.publish(cone_to_message(
                    answer, placement.snapshot, frames.reference or frames.axes))
        return Task(question, 1.0, publish)

    def _publish_modes(self, answer: ModeAnswer, judged: Outcome) -> None:
        """Publish a prediction, and tell the filter, unless the node was deactivated meanwhile."""
        if not self._core.active:
            return
        self.mode_text = ' or '.join(str(one.mode) for one in answer.modes) or answer.text
        self._core.modes = answer.verdict
        if answer.verdict is None and self._core.settings.flag('require_unique_mode'):
            self._core.modes = NOT_KNOWN
        stamp = self._node.get_clock().now().nanoseconds
        self._modes.publish(prediction_to_message(answer, judged, stamp))
