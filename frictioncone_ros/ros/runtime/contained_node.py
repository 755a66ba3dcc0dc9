# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Nodes whose callbacks cannot end the process: wrapped where they are registered."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
import inspect
import traceback
from typing import Any

from rclpy.executors import ExternalShutdownException
from rclpy.lifecycle import LifecycleNode
from rclpy.node import Node
from rclpy.service import Service
from rclpy.subscription import Subscription
from rclpy.timer import Timer

from frictioncone_ros.exceptions import FrictionConeError

Callback = Callable[..., Any]

CONTAINED = 'is_contained'
"""The mark of a wrapped callback."""

ESCAPING = (ExternalShutdownException,)
"""What rclpy needs to see: the context was closed."""


class ContainedNode(Node):
    """
    Answers a fault in a service as a failure, and reports every fault to `on_fault`.

    Whatever a subclass or rclpy registers with this node is wrapped once, here.
    """

    def on_fault(self, place: str, error: Exception, *, stops: bool) -> None:
        """Log a fault; stops: whether commands, contacts or the watchdog were being served."""
        self.get_logger().error(
            f'a fault in {place}, which was contained: {in_full(error)}', throttle_duration_sec=1.0
        )

    def create_subscription(
        self, msg_type: type, topic: str, callback: Callback, *arguments: Any, **options: Any
    ) -> Subscription:
        """Subscribe; a fault of the callback is contained."""

        def report(error: Exception, *_: object) -> None:
            self.on_fault(topic, error, stops=True)

        return super().create_subscription(
            msg_type, topic, contained(callback, report), *arguments, **options
        )

    def create_timer(
        self, timer_period_sec: float, callback: Callback, *arguments: Any, **options: Any
    ) -> Timer:
        """Start a timer; a fault of the callback is contained."""

        def report(error: Exception, *_: object) -> None:
            self.on_fault('a timer', error, stops=getattr(timer, 'is_urgent', False))

        timer = super().create_timer(
            timer_period_sec, contained(callback, report), *arguments, **options
        )
        return timer

    def create_service(
        self, srv_type: type, srv_name: str, callback: Callback, **options: Any
    ) -> Service:
        """Offer a service; a fault of the callback is answered as a failure."""
        return super().create_service(
            srv_type, srv_name, self._contained_service(srv_name, callback), **options
        )

    def _contained_service(self, name: str, callback: Callback) -> Callback:
        def fail(error: Exception, request: object, response: object) -> object:
            self.on_fault(name, error, stops=False)
            return failed_response(response, f'a fault of this software: {error!r}')

        return contained(callback, fail)


class ContainedLifecycleNode(ContainedNode, LifecycleNode):
    """The same with a lifecycle, whose own services rclpy makes by another way."""

    def contain_services(self) -> None:
        """Wrap the services that rclpy made without create_service."""
        for service in self.services:
            if not getattr(service.callback, CONTAINED, False):
                service.callback = self._contained_service(service.srv_name, service.callback)


class SimpleNode(ContainedNode):
    """
    A contact source or an adapter: a message that it cannot use is said in its log, and no more.

    Its callbacks need not catch what they refuse: one that did not would end the process, and
    with it what was launched together, the filter too. lives_on_messages: whether it is messages
    and urgent timers that it works on, and services can wait a little; else all is served alike.
    """

    lives_on_messages = True

    def on_fault(self, place: str, error: Exception, *, stops: bool) -> None:
        """Say what was refused in one sentence, and a fault of this software in full."""
        if isinstance(error, FrictionConeError):
            self.get_logger().warning(str(error), throttle_duration_sec=1.0)
        else:
            super().on_fault(place, error, stops=stops)


def failed_response(response: object, message: str) -> object:
    """Return an empty response of the same type that says, where it can, that it failed."""
    empty: Any = type(response)()
    if hasattr(empty, 'message'):
        empty.success, empty.message = False, str(message)
    return empty


def contained(callback: Callback, on_fault: Callback) -> Callback:
    """Return a callback that calls on_fault(error, *arguments) in place of raising."""

    @wraps(callback)
    def run(*arguments: Any) -> Any:
        try:
            return callback(*arguments)
        except ESCAPING:
            raise
        except Exception as error:  # whatever it is must not end the process
            return on_fault(error, *arguments)

    @wraps(callback)
    async def run_later(*arguments: Any) -> Any:
        try:
            return await callback(*arguments)
        except ESCAPING:
            raise
        except Exception as error:  # whatever it is must not end the process
            return on_fault(error, *arguments)

    result: Callback = run_later if inspect.iscoroutinefunction(callback) else run
    setattr(result, CONTAINED, True)
    return result


def in_full(error: Exception) -> str:
    """Return a fault with where it happened."""
    return ''.join(traceback.format_exception(error)).strip()
