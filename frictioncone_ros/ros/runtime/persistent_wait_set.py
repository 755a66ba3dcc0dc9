# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A wait set that is kept from turn to turn, not built anew for each callback."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from math import inf
from typing import Any

from rclpy.client import Client
from rclpy.context import Context
from rclpy.exceptions import InvalidHandle
from rclpy.guard_condition import GuardCondition
from rclpy.impl.implementation_singleton import rclpy_implementation
from rclpy.service import Service
from rclpy.subscription import Subscription
from rclpy.timer import Timer
from rclpy.waitable import NumberOfEntities, Waitable

NANOSECONDS = 1e9
FOR_EVER = -1
"""What rcl takes for waiting without an end [ns]."""


@dataclass(frozen=True)
class Entities:
    """What is waited for: of several nodes, of each kind."""

    subscriptions: tuple[Subscription, ...] = ()
    timers: tuple[Timer, ...] = ()
    guards: tuple[GuardCondition, ...] = ()
    services: tuple[Service, ...] = ()
    clients: tuple[Client, ...] = ()
    waitables: tuple[Waitable, ...] = ()


class PersistentWaitSet:
    """
    Some entities, waited for together; what it waits for is kept alive until it is closed.

    rclpy makes a wait set for every callback, which costs more than most callbacks. This one is
    made when an entity comes or goes.
    """

    def __init__(self, context: Context, entities: Entities) -> None:
        """Take those entities that are not about to be destroyed."""
        self._kept = ExitStack()
        self.subscriptions = self._alive(entities.subscriptions)
        self._timers = self._alive(entities.timers)
        self._guards = self._alive(entities.guards)
        self._services = self._alive(entities.services)
        self._clients = self._alive(entities.clients)
        self._waitables = [one for one in entities.waitables if self._is_kept(one)]
        self._kept.enter_context(context.handle)
        within = sum((one.get_num_entities() for one in self._waitables), NumberOfEntities())
        self._set = rclpy_implementation.WaitSet(
            len(self.subscriptions) + within.num_subscriptions,
            len(self._guards) + within.num_guard_conditions,
            len(self._timers) + within.num_timers,
            len(self._clients) + within.num_clients,
            len(self._services) + within.num_services,
            within.num_events,
            context.handle,
        )

    def close(self) -> None:
        """Keep nothing alive any more."""
        self._kept.close()

    def wait(self, seconds: float) -> None:
        """Wait until something is ready, so long [s] at most; for ever where infinite."""
        chosen = self._set
        chosen.clear_entities()
        for subscription in self.subscriptions:
            chosen.add_subscription(subscription.handle)
        for timer in self._timers:
            chosen.add_timer(timer.handle)
        for guard in self._guards:
            chosen.add_guard_condition(guard.handle)
        for service in self._services:
            chosen.add_service(service.handle)
        for client in self._clients:
            chosen.add_client(client.handle)
        for waitable in self._waitables:
            waitable.add_to_wait_set(chosen)
        chosen.wait(FOR_EVER if seconds == inf else int(seconds * NANOSECONDS))

    @property
    def ready_subscriptions(self) -> list[Subscription]:
        """Those with a message since the last wait."""
        return self._ready('subscription', self.subscriptions)

    @property
    def ready_timers(self) -> list[Timer]:
        """Those that were due at the last wait."""
        return [one for one in self._ready('timer', self._timers) if one.handle.is_timer_ready()]

    @property
    def ready_guards(self) -> list[GuardCondition]:
        """Those that were triggered before the last wait ended."""
        return self._ready('guard_condition', self._guards)

    def ready_others(self) -> Iterator[Any]:
        """Yield the clients with an answer, services with a request and waitables with work."""
        yield from self._ready('client', self._clients)
        yield from self._ready('service', self._services)
        yield from (one for one in self._waitables if one.is_ready(self._set))

    def _ready(self, kind: str, entities: Iterable[Any]) -> list[Any]:
        pointers = self._set.get_ready_entities(kind)
        return [one for one in entities if one.handle.pointer in pointers] if pointers else []

    def _alive(self, entities: Iterable[Any]) -> list[Any]:
        return [one for one in entities if self._is_kept(one.handle)]

    def _is_kept(self, handle: Any) -> bool:
        """Keep what a handle stands for alive; False where it is about to be destroyed."""
        try:
            self._kept.enter_context(handle)
        except InvalidHandle:
            return False
        return True
