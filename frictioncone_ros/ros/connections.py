# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What is connected while the node is configured; services outlast it by the answers still due."""

from __future__ import annotations

from typing import Protocol, TypeVar

from rclpy.node import Node
from rclpy.timer import Timer

from frictioncone_ros.ros.runtime.clocks import steady_timer

SERVICE_SHUTDOWN_RATE = 10.0
"""Services are offered for one period of this rate after cleanup [Hz], for answers still due."""


class Part(Protocol):
    """What connects something when it is made."""

    def destroy(self) -> None:
        """Disconnect."""


Connected = TypeVar('Connected', bound=Part)


class Connections:
    """Ends what was connected, in the opposite order, and the services last."""

    def __init__(self, node: Node) -> None:
        """Begin with nothing connected."""
        self._node = node
        self._parts: list[Part] = []
        self._services: Part | None = None
        self._services_end: Timer | None = None

    def keep(self, part: Connected) -> Connected:
        """Note a part as soon as it is connected: where the next one fails, it ends too."""
        self._parts.append(part)
        return part

    def offer(self, services: Part) -> None:
        """Note the services that are offered; those from before cleanup have ended."""
        self._services = services

    def end(self) -> None:
        """Disconnect; answers to open questions leave in the executor's next turns."""
        while self._parts:
            self._parts.pop().destroy()
        if self._services is not None and self._services_end is None:
            self._services_end = steady_timer(self._node, SERVICE_SHUTDOWN_RATE, self.end_services)

    def end_services(self) -> None:
        """End the services whose answers have left, before others are offered."""
        if self._services_end is None:
            return
        self._node.destroy_timer(self._services_end)
        self._services_end = None
        services, self._services = self._services, None
        if services is not None:
            services.destroy()
