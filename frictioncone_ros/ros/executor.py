# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A single-threaded executor: emergency stops first, then commands, the rest often enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic

from rclpy.executors import SingleThreadedExecutor, TimeoutObject
from rclpy.guard_condition import GuardCondition
from rclpy.node import Node
from rclpy.service import Service
from rclpy.subscription import Subscription
from rclpy.task import Task
from rclpy.timer import Timer

FULL_LOOK = 0.01
"""Services, events and slow timers are looked at so often while commands stream in [s]."""


class _InertGuardCondition:
    """A guard condition that wakes no thread."""

    def trigger(self) -> None:
        """Do nothing."""


INERT_GUARD_CONDITION = _InertGuardCondition()


class _PriorityView:
    """A node as it is looked at between two full looks: its messages and urgent timers only."""

    services = clients = waitables = ()

    def __init__(self, node: Node) -> None:
        """Look at a node."""
        self._node = node

    def __eq__(self, other: object) -> bool:
        """Be the node itself: work begun in one look may go on in another."""
        return other is self or other is self._node

    def __hash__(self) -> int:
        """Be the node itself."""
        return hash(self._node)

    @property
    def subscriptions(self) -> Iterator[Subscription]:
        """All messages."""
        return self._node.subscriptions

    @property
    def stops(self) -> list[Subscription]:
        """The emergency stops."""
        return [one for one in self._node.subscriptions if getattr(one, 'is_stop', False)]

    @property
    def guards(self) -> Iterator[GuardCondition]:
        """Whatever wakes the node from outside."""
        return self._node.guards

    @property
    def timers(self) -> list[Timer]:
        """The urgent ones."""
        return [timer for timer in self._node.timers if getattr(timer, 'is_urgent', False)]


class PriorityExecutor(SingleThreadedExecutor):
    """
    Serves emergency stops before whatever else is ready.

    Waits for messages and urgent timers; for everything else only every FULL_LOOK.

    rclpy builds its set of things to wait for anew after every callback, and the sixty services,
    events and slow timers of a lifecycle node cost as much as answering a command.
    has_urgent_timer: whether one runs that will wake this executor soon; else everything is
    waited for, always. is_stopped: ends every wait as soon as it is woken; rclpy alone would go on
    waiting for work that a node without timers never gets.
    """

    _guard: GuardCondition | _InertGuardCondition
    # rclpy's own: wakes whoever waits in another thread.

    def __init__(
        self, has_urgent_timer: Callable[[], bool], is_stopped: Callable[[], bool]
    ) -> None:
        """Begin by looking at everything."""
        super().__init__()
        self._has_urgent_timer = has_urgent_timer
        self._is_stopped = is_stopped
        self._looks_at_all = self._is_full_look = True
        self._has_looked = False
        self._next_full_look = 0.0
        self._has_served = False
        self._priority_views: list[_PriorityView] = []

    def wait_for_ready_callbacks(
        self, *arguments: object, **options: object
    ) -> tuple[Task, object, Node]:
        """
        Return the next callback to run, after every emergency stop that has come meanwhile.

        rclpy serves what was ready together in its own order, timers first, and looks for more
        only when all of it is done: a stop would wait for whatever takes long among it.
        """
        ready: tuple[Task, object, Node] = super().wait_for_ready_callbacks(*arguments, **options)
        for node in self._priority_views:
            for stop in node.stops:
                self._serve(stop)
        return ready

    def _serve(self, subscription: Subscription) -> None:
        """Take and serve all messages of a subscription; its own turn then finds none."""
        with subscription.handle:
            while True:
                taken = subscription.handle.take_message(subscription.msg_type, subscription.raw)
                if taken is None:
                    return
                subscription.callback(taken[0])

    def add_node(self, node: Node) -> bool:
        """Serve a node."""
        added = super().add_node(node)
        self._priority_views = [_PriorityView(node) for node in super().get_nodes()]
        return added

    def remove_node(self, node: Node) -> None:
        """Serve a node no longer."""
        super().remove_node(node)
        self._priority_views = [_PriorityView(node) for node in super().get_nodes()]

    def get_nodes(self) -> list[Node]:
        """Return what is looked at this time: nodes, or what of them has priority."""
        self._is_full_look = self._looks_at_all
        return super().get_nodes() if self._is_full_look else list(self._priority_views)

    def can_execute(self, entity: object) -> bool:
        """Tell whether something is free to be served, and note that a full look was taken."""
        self._has_looked = self._is_full_look
        return super().can_execute(entity)

    def _make_handler(self, *arguments: object) -> object:
        """
        Return a callback's task that does not wake this executor when it is done.

        rclpy wakes other threads after each callback. There are none here, and the only one to be
        woken would build its set of things to wait for a second time, for nothing.
        """
        self._has_served = self._has_served or isinstance(arguments[0], Service)
        guard, self._guard = self._guard, INERT_GUARD_CONDITION
        try:
            return super()._make_handler(*arguments)
        finally:
            self._guard = guard

    def _spin_once_impl(
        self,
        timeout_sec: float | TimeoutObject | None = None,
        _: Callable[[], bool] | None = None,
    ) -> None:
        now = monotonic()
        # Only a look that was really taken counts: a task that goes on comes before any look.
        if self._has_looked:
            self._has_looked, self._next_full_look = False, now + FULL_LOOK
        if self._has_served:
            # One request is taken a look, and the middleware keeps few: the next may wait already.
            self._has_served, self._next_full_look = False, now
        self._looks_at_all = now >= self._next_full_look or not self._has_urgent_timer()
        super()._spin_once_impl(timeout_sec, self._is_stopped)
