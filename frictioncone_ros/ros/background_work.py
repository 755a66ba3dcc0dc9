# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What worker processes are asked: modes at their own rate, cones on change, services."""

from __future__ import annotations

from time import monotonic

from rclpy.lifecycle import LifecycleNode
from rclpy.task import Future
from rclpy.timer import Timer

from frictioncone_ros.control.situation import MODE_CODES
from frictioncone_ros.control.watchdog import ANSWERED
from frictioncone_ros.msg import ContactModePrediction, WrenchCone
from frictioncone_ros.pipeline.prediction import ModeAnswer, ModeQuestion
from frictioncone_ros.pipeline.worker.background import ANSWERING, PREDICTING, Question
from frictioncone_ros.pipeline.wrench_cone import WrenchConeAnswer, WrenchConeQuestion
from frictioncone_ros.ros.conversions.predictions import cone_to_message, prediction_to_message
from frictioncone_ros.ros.runtime.clocks import steady_timer
from frictioncone_ros.ros.runtime.qos import LATCHED, OUTPUT
from frictioncone_ros.session.filter_core import FilterCore
from frictioncone_ros.session.modes.asked_ahead import (
    ahead_of,
    command_before,
    same_frames,
    twist_sample,
    TwistSample,
)
from frictioncone_ros.session.modes.desired_mode import Subject, subject_of, TimedModeVerdict
from frictioncone_ros.session.modes.worker_queue import Task, WorkerQueue
from frictioncone_ros.session.outcome import Outcome

CONE_PERIOD = 1.0
"""A wrench cone is published so often at most [s]: contact estimates never stand still."""

SERVICE_LIMIT = 4
"""So many service questions wait at most besides the one being answered; more are refused."""

CLOSED = 'the node was cleaned up or ended before this was answered'
BUSY = f'busy: {SERVICE_LIMIT} questions wait already; ask again when an earlier one is answered'

ANSWER_RATE = 200.0
"""How often `turn` is called while a service waits for its answer [Hz]."""

PREDICTED = MODE_CODES | ANSWERED
"""Obstacles under which modes are predicted all the same: they are of the command itself."""


class BackgroundWork:
    """
    Keeps two worker processes busy; `turn` is called by the timer of `start_polling`.

    One predicts modes and nothing else, so that no question of a service, however long or often,
    makes a prediction late. The other, started when it is first needed, answers services, and
    cones on change when no service waits. mode_text: the modes predicted last, in words.
    """

    def __init__(self, node: LifecycleNode, core: FilterCore) -> None:
        """Connect the outputs; each process is started with its first question."""
        self._node, self._core = node, core
        self._modes = node.create_lifecycle_publisher(
            ContactModePrediction, '~/contact_modes', OUTPUT
        )
        self._cones = node.create_lifecycle_publisher(WrenchCone, '~/wrench_cone', LATCHED)
        self._predictor = WorkerQueue(1, PREDICTING)
        self._questions = WorkerQueue(SERVICE_LIMIT, ANSWERING)
        self._next_modes = 0.0
        self._asked_modes: Subject | None = None
        self._asked_twist: TwistSample | None = None
        self._next_cone = 0.0
        self._cone_key: tuple[object, ...] = ()
        self._is_closed = False
        self._activation = 0
        self._timer: Timer | None = None
        self.mode_text = ''

    @property
    def rate(self) -> float:
        """How often `turn` is to be called [Hz]: to ask, and to take answers soon."""
        usual = max(20.0, 4.0 * self._core.settings.number('prediction_rate'))
        return usual if self._questions.is_idle else max(usual, ANSWER_RATE)

    def start_polling(self) -> Timer:
        """Return the timer that calls `turn` at `rate`; who asked for it destroys it."""
        self._timer = steady_timer(self._node, self.rate, self.turn)
        return self._timer

    @property
    def restarts(self) -> int:
        """How often a process had to be started again."""
        return self._predictor.restarts + self._questions.restarts

    @property
    def is_busy(self) -> bool:
        """Whether a question for a service would be refused now."""
        return self._questions.is_full

    def ask(self, question: Question, time_limit: float) -> Future:
        """Return a future of the answer: for services; a failed one where too many wait."""
        future = Future()
        task = Task(question, time_limit, future.set_result)
        if self._is_closed:
            task.deliver(question.failed(CLOSED))
        elif not self._questions.put(task):
            task.deliver(question.failed(BUSY))
        self._set_poll_rate()
        return future

    def question(
        self, outcome: Outcome, trend: tuple[TwistSample | None, float] = (None, 0.0)
    ) -> ModeQuestion | None:
        """
        Return what to ask about an outcome's command; None where nothing touches or may touch.

        trend: what motion was asked of before, and the time now [s].
        """
        settings, placement = self._core.settings, outcome.placement
        if placement is None or not (placement.state.contact_count or placement.snapshot.near):
            return None
        assessment, horizon = outcome.assessment, settings.number('prediction_horizon')
        trend = same_frames(trend, placement)
        mode = assessment.setpoints.mode
        fits = mode is not None and 0 < len(mode) == placement.state.contact_count
        return ModeQuestion(
            placement.state,
            assessment.target.command.wrench,
            mode if fits else None,
            settings.number('rest_speed'),
            settings.number('prediction_time_limit'),
            ahead_of(assessment, placement, horizon, trend),
            command_before(assessment, horizon, trend),
        )

    def turn(self) -> None:
        """Take answers that have come, and ask the next questions."""
        now = monotonic()
        for queue, next_task in (
            (self._predictor, self._mode_task),
            (self._questions, self._cone_task),
        ):
            queue.turn(now)
            task = next_task(now) if queue.is_idle else None
            if task is not None:
                queue.put(task)
                queue.turn(now)
        self._set_poll_rate()

    def forget(self) -> None:
        """Begin anew: answers to what was asked before activation do not count."""
        self._next_modes, self._asked_modes, self._asked_twist = 0.0, None, None
        self._next_cone, self._cone_key = 0.0, ()
        self._activation += 1

    def destroy(self) -> None:
        """End the processes and disconnect."""
        self._is_closed, self._timer = True, None
        for queue in (self._predictor, self._questions):
            queue.close(CLOSED)
        self._node.destroy_lifecycle_publisher(self._modes)
        self._node.destroy_lifecycle_publisher(self._cones)

    def _set_poll_rate(self) -> None:
        """Let the timer run at `rate` from now on."""
        period = int(1e9 / self.rate)
        if self._timer is not None and self._timer.timer_period_ns != period:
            self._timer.timer_period_ns = period
            self._timer.reset()

    def _mode_task(self, now: float) -> Task | None:
        rate, outcome = self._core.settings.number('prediction_rate'), self._core.last
        if rate == 0.0 or outcome is None:
            self._core.modes.judge(None)
            return None
        question = self.question(outcome, (self._asked_twist, now))
        subject = None
        if question is not None:
            subject = subject_of(outcome.command, question.state, self._core.modes.desired)
        # Another kind of command, or other contacts, need not wait for the beat.
        if now < self._next_modes and (subject is None or subject == self._asked_modes):
            return None
        # Nothing is predicted of inputs that must not be followed anyway.
        if (
            question is None
            or subject is None
            or set(outcome.assessment.watched.codes) - PREDICTED
        ):
            self._core.modes.judge(None)
            return None
        # By the beat, not from now: turns come a little late each time.
        self._next_modes = max(self._next_modes + 1.0 / rate, now)
        self._asked_twist = twist_sample(outcome.assessment, now, outcome.placement)
        self._asked_modes, activation = subject, self._activation

        def deliver(answer: ModeAnswer) -> None:
            if activation == self._activation:
                verdict = TimedModeVerdict(answer.verdict, subject, now)
                self._publish_modes(answer, outcome, verdict)

        return Task(question, question.whole_time_limit, deliver)

    def _cone_task(self, now: float) -> Task | None:
        """Return the question for the desired mode's cone where it may have changed."""
        outcome = self._core.last
        placement = None if outcome is None else outcome.placement
        if (
            outcome is None
            or placement is None
            or now < self._next_cone
            or not (self._cones.get_subscription_count())
        ):
            return None
        key = (placement.state, self._core.modes.desired)
        if len(self._cone_key) == 2 and all(
            one is other for one, other in zip(key, self._cone_key, strict=True)
        ):
            return None
        self._next_cone, self._cone_key = now + CONE_PERIOD, key
        frames, activation = outcome.command.frames, self._activation
        question = WrenchConeQuestion(placement.state, self._core.modes.fitted(placement.state))

        def publish(answer: WrenchConeAnswer) -> None:
            if self._core.active and activation == self._activation:
                self._cones.publish(
                    cone_to_message(answer, placement.snapshot, frames.reference or frames.axes)
                )

        return Task(question, 1.0, publish)

    def _publish_modes(
        self, answer: ModeAnswer, outcome: Outcome, judged: TimedModeVerdict
    ) -> None:
        """
        Publish a prediction, and tell the filter, unless the node was deactivated meanwhile.

        Not where nothing touches and nothing will: there are no modes then.
        """
        nothing = answer.contacts is not None and not answer.contacts.contact_count
        if nothing or not self._core.active:
            return
        self.mode_text = ' or '.join(str(one.mode) for one in answer.modes) or answer.text
        self._core.modes.judge(judged)
        stamp = self._node.get_clock().now().nanoseconds
        self._modes.publish(prediction_to_message(answer, outcome, stamp))
