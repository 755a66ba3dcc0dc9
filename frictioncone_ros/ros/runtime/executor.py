# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A single-threaded executor: emergency stops first, then commands, the rest often enough."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf
from time import monotonic
from typing import Any

from rclpy.client import Client
from rclpy.exceptions import InvalidHandle
from rclpy.executors import (
    ConditionReachedException,
    ExternalShutdownException,
    ShutdownException,
    SingleThreadedExecutor,
    TimeoutException,
    TimeoutObject,
)
from rclpy.guard_condition import GuardCondition
from rclpy.node import Node
from rclpy.service import Service
from rclpy.subscription import Subscription
from rclpy.task import Task

from frictioncone_ros.ros.runtime.persistent_wait_set import Entities, PersistentWaitSet

BACKGROUND_PERIOD = 0.02
"""Services, events and slow timers are looked at so often while commands stream in [s]."""

STOP_POLL_PERIOD = 0.001
"""After a callback that took longer, emergency stops are looked for before the next one [s]."""


class _InertGuardCondition:
    """A guard condition that wakes no thread."""

    def trigger(self) -> None:
        """Do nothing."""


INERT_GUARD_CONDITION = _InertGuardCondition()


class PriorityExecutor(SingleThreadedExecutor):
    """
    Serves emergency stops before whatever else is ready, then messages and urgent timers.

    Everything else is looked at every BACKGROUND_PERIOD: the sixty services, events and slow
    timers of a lifecycle node take as long as answering a command.
    has_urgent_timer: whether one runs that will wake this executor soon; else everything is
    waited for, always, in rclpy's own way. is_stopped: ends every wait as soon as it is woken;
    rclpy alone would go on waiting for work that a node without timers never gets.
    """

    _guard: GuardCondition | _InertGuardCondition
    # rclpy's own: wakes whoever waits in another thread, and when an entity comes or goes.
    _tasks: list[Any]
    # rclpy's own: callbacks that wait for something else, with their entities and nodes.

    def __init__(
        self, has_urgent_timer: Callable[[], bool], is_stopped: Callable[[], bool]
    ) -> None:
        """Begin by looking at everything."""
        super().__init__()
        self._has_urgent_timer = has_urgent_timer
        self._is_stopped = is_stopped
        self._next_full_look = 0.0
        self._wait_sets: tuple[PersistentWaitSet, PersistentWaitSet] | None = None
        self._stops: list[Subscription] | None = None

    def shutdown(self, *arguments: Any, **options: Any) -> bool:
        """Serve nothing any more."""
        self._forget_entities()
        return bool(super().shutdown(*arguments, **options))

    def finish_open(self) -> None:
        """Let callbacks go on that wait for something that has come; nothing new is served."""
        for handler, *_ in list(self._tasks):
            handler()

    def wait_for_ready_callbacks(
        self, *arguments: object, **options: object
    ) -> tuple[Task, object, Node]:
        """
        Return the next callback to run, after every emergency stop that has come meanwhile.

        rclpy serves what was ready together in its own order, timers first, and looks for more
        only when all of it is done: a stop would wait for whatever takes long among it.
        """
        ready: tuple[Task, object, Node] = super().wait_for_ready_callbacks(*arguments, **options)
        self._serve_stops()
        return ready

    def _spin_once_impl(
        self,
        timeout_sec: float | TimeoutObject | None = None,
        _: Callable[[], bool] | None = None,
    ) -> None:
        if not self._has_urgent_timer():
            self._forget_entities()
            self._serve_as_rclpy(timeout_sec)
            return
        self._require_context()
        self._wait_sets = self._wait_sets or self._made_wait_sets()
        wait = min(_seconds(timeout_sec), self._next_full_look - monotonic())
        self._serve_priority(self._wait_sets[0], max(0.0, wait))
        if self._tasks:
            # What waits for something else, as a service may, goes on as rclpy lets it.
            self._serve_as_rclpy(0.0)
        now = monotonic()
        if now >= self._next_full_look and self._wait_sets is not None:
            # One request is taken a look, and the middleware keeps few: the next may wait already.
            is_served = self._serve_background(self._wait_sets[1])
            self._next_full_look = now if is_served else now + BACKGROUND_PERIOD

    def _require_context(self) -> None:
        if not self._context.ok():
            raise ExternalShutdownException

    def _serve_as_rclpy(self, timeout: float | TimeoutObject | None) -> None:
        """Serve one callback in rclpy's own way, if one comes in time."""
        try:
            handler, _, _ = self.wait_for_ready_callbacks(timeout, None, self._is_stopped)
        except (ShutdownException, TimeoutException, ConditionReachedException):
            return
        _finish(handler)

    def _serve_priority(self, priority: PersistentWaitSet, timeout: float) -> None:
        """Wait so long [s] at most and serve what has priority, emergency stops between all."""
        priority.wait(timeout)
        self._require_context()
        messages, timers = priority.ready_subscriptions, priority.ready_timers
        if any(map(is_stop, messages)):
            self._serve_stops()
        if priority.ready_guards:
            # An entity came or went, or another thread has something to be served.
            self._forget_entities()
            self._next_full_look = 0.0
        looked = monotonic()
        ways = ((self._take_subscription, messages), (self._take_timer, timers))
        for take, entity in ((take, entity) for take, those in ways for entity in those):
            _run(take(entity))
            if monotonic() - looked > STOP_POLL_PERIOD:
                self._serve_stops()
                looked = monotonic()

    def _serve_background(self, unhurried: PersistentWaitSet) -> bool:
        """Serve one callback of all that has no priority; False where nothing is ready."""
        try:
            unhurried.wait(0.0)
        except InvalidHandle:
            # An event's subscription or publisher was destroyed by what was served meanwhile.
            self._forget_entities()
            return True
        for entity, take in self._takers(unhurried):
            if self.can_execute(entity):
                handler = self._make_handler(entity, None, take)
                _finish(handler)
                if handler.done():
                    self._tasks = [one for one in self._tasks if one[0] is not handler]
                return True
        return False

    def _takers(self, unhurried: PersistentWaitSet) -> Iterable[tuple[Any, Callable[[Any], Any]]]:
        """Yield what is ready, and how rclpy takes it."""
        yield from ((timer, self._take_timer) for timer in unhurried.ready_timers)
        for guard in unhurried.ready_guards:
            guard._executor_triggered = True
            yield guard, self._take_guard_condition
        for entity in unhurried.ready_others():
            if isinstance(entity, Client):
                yield entity, self._take_client
            elif isinstance(entity, Service):
                yield entity, self._take_service
            else:
                yield entity, self._take_waitable

    def _serve_stops(self) -> None:
        """Take and serve all messages of the emergency stops."""
        if self._stops is None:
            nodes = self.get_nodes()
            self._stops = [one for node in nodes for one in node.subscriptions if is_stop(one)]
        for stop in self._stops:
            with stop.handle:
                while (taken := stop.handle.take_message(stop.msg_type, stop.raw)) is not None:
                    stop.callback(*taken)

    def _make_handler(self, *arguments: Any) -> Task:
        """
        Return a callback's task that does not wake this executor when it is done.

        rclpy wakes other threads after each callback. There are none here, and the only one to be
        woken would look at everything a second time, for nothing.
        """
        guard, self._guard = self._guard, INERT_GUARD_CONDITION
        try:
            return super()._make_handler(*arguments)
        finally:
            self._guard = guard

    def _made_wait_sets(self) -> tuple[PersistentWaitSet, PersistentWaitSet]:
        """Return what has priority, and all else, of the nodes as they are now."""
        nodes = self.get_nodes()
        timers = [timer for node in nodes for timer in node.timers]
        urgent = [timer for timer in timers if getattr(timer, 'is_urgent', False)]
        priority = Entities(
            tuple(one for node in nodes for one in node.subscriptions),
            tuple(urgent),
            (self._guard, self._sigint_gc),
        )
        unhurried = Entities(
            (),
            tuple(timer for timer in timers if timer not in urgent),
            tuple(one for node in nodes for one in node.guards),
            tuple(one for node in nodes for one in node.services),
            tuple(one for node in nodes for one in node.clients),
            tuple(one for node in nodes for one in node.waitables),
        )
        return PersistentWaitSet(self._context, priority), PersistentWaitSet(
            self._context, unhurried
        )

    def _forget_entities(self) -> None:
        """Look anew at what there is to wait for, and keep nothing alive until then."""
        for wait_set in self._wait_sets or ():
            wait_set.close()
        self._wait_sets = self._stops = None


def is_stop(subscription: Subscription) -> bool:
    """Tell whether a subscription is one of the emergency stop."""
    return getattr(subscription, 'is_stop', False)


def _seconds(timeout: float | TimeoutObject | None) -> float:
    """Return what rclpy takes for a timeout as seconds; None and less than zero are for ever."""
    seconds = getattr(timeout, 'timeout', timeout)
    return inf if seconds is None or seconds < 0.0 else float(seconds)


def _run(execution: Callable[[], Any] | None) -> None:
    """Run what rclpy took from an entity; None: it was gone."""
    if execution is None:
        return
    try:
        execution().send(None)
    except StopIteration:
        return
    raise TypeError('a callback with priority waits for something, which it must not')


def _finish(handler: Task) -> None:
    """Run a callback's task and let its error out."""
    handler()
    if handler.done() and handler.exception() is not None:
        raise handler.exception()
