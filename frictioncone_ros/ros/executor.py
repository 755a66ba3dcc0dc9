# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A single-threaded executor that looks at commands first, and at everything else often enough."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from rclpy.executors import SingleThreadedExecutor, TimeoutObject
from rclpy.guard_condition import GuardCondition
from rclpy.subscription import Subscription

FULL_LOOK = 0.01
"""Services, events and slow timers are looked at so often while commands stream in [s]."""


class _Nobody:
    """Stands for a guard condition that wakes nobody."""

    def trigger(self) -> None:
        """Do nothing."""


NOBODY = _Nobody()


class HotFirstExecutor(SingleThreadedExecutor):
    """
    Waits for messages and urgent timers; for everything else only every FULL_LOOK.

    rclpy builds its set of things to wait for anew after every callback, and some forty services
    and events of a lifecycle node cost as much as answering a command. is_hot: whether an
    urgent timer runs that will wake this executor soon; else everything is waited for, always.
    """

    def __init__(self, is_hot: Callable[[], bool]) -> None:
        """Begin by looking at everything."""
        super().__init__()
        self._is_hot = is_hot
        self._looks_at_all = True
        self._has_looked = False
        self._next_full_look = 0.0

    def can_execute(self, entity: object) -> bool:
        """Tell whether an entity is waited for this time."""
        if self._looks_at_all:
            self._has_looked = True
            return super().can_execute(entity)
        is_hot = isinstance(entity, (Subscription, GuardCondition)) or getattr(
            entity, 'is_urgent', False)
        return is_hot and super().can_execute(entity)

    def _make_handler(self, *arguments: object) -> object:
        """
        Return a callback's task that does not wake this executor when it is done.

        rclpy wakes other threads after each callback. There are none here, and the only one to be
        woken would build its set of things to wait for a second time, for nothing.
        """
        guard, self._guard = self._guard, NOBODY
        try:
            return super()._make_handler(*arguments)
        finally:
            self._guard = guard

    def _spin_once_impl(
        self, timeout_sec: float | TimeoutObject | None = None,
        wait_condition: Callable[[], bool] = lambda: False,
    ) -> None:
        now = monotonic()
        # Only a look that was really taken counts: a task that goes on comes before any look.
        if self._has_looked:
            self._has_looked, self._next_full_look = False, now + FULL_LOOK
        self._looks_at_all = now >= self._next_full_look or not self._is_hot()
        super()._spin_once_impl(timeout_sec, wait_condition)
