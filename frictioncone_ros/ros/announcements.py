# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What the node says in its log while it is active: its status, and whom it does not find."""

from __future__ import annotations

from collections import Counter
from time import monotonic

from rclpy.node import Node

from frictioncone_ros.ros.guard.protocol import GUARD_SUFFIX
from frictioncone_ros.ros.outputs import Outputs
from frictioncone_ros.session.filter_core import FilterCore
from frictioncone_ros.session.reports import missing_inputs, Severity, StatusLog
from frictioncone_ros.session.values import Status

PATIENCE = 2.0
"""Discovery takes a while: so long after activation the node says what it misses [s]."""

REMINDER = 10.0
"""What is missing is said again so often [s]."""


class Announcements:
    """The node's voice in the log; diagnostics and ~/status say more, to whoever asks."""

    def __init__(self, node: Node, core: FilterCore) -> None:
        """Begin with nothing said."""
        self._node, self._core = node, core
        self._status = StatusLog(self._write)
        self._next_reminder = 0.0

    def activated(self) -> None:
        """Wait for the others before they are missed."""
        self._status = StatusLog(self._write)
        self._next_reminder = monotonic() + PATIENCE

    def see(self, status: Status) -> None:
        """Say the status where its worst code changed."""
        self._status.see(status, monotonic())

    def look_around(self, outputs: Outputs) -> None:
        """Say which inputs never came, and whether nobody listens."""
        now = monotonic()
        if now < self._next_reminder:
            return
        self._next_reminder = now + REMINDER
        if self._core.inputs.missing:
            self._write(Severity.WARNING, f'waiting for {missing_inputs(self._core)}')
        if not outputs.listener_count:
            topics = ', '.join(outputs.command_topics)
            self._write(Severity.WARNING, f'nobody listens on {topics}')
        for topic in outputs.command_topics:
            if others := self._other_publishers(topic):
                self._write(
                    Severity.WARNING,
                    f'{topic} is published by {", ".join(others)} too: whoever listens there '
                    'follows what was not filtered here',
                )

    def _other_publishers(self, topic: str) -> list[str]:
        """Return who else publishes on an output: one that bypasses the filter, or a twin."""
        name = str(self._node.get_fully_qualified_name())
        found = Counter(
            f'{one.node_namespace.rstrip("/")}/{one.node_name}'
            for one in self._node.get_publishers_info_by_topic(topic)
        )
        twins = found.pop(name, 0) - 1
        found.pop(f'{name}{GUARD_SUFFIX}', 0)
        return sorted(found) + [f'another {name} (or one killed just now)'] * (twins > 0)

    def _write(self, severity: Severity, line: str) -> None:
        logger = self._node.get_logger()
        # rclpy's logger remembers the severity of each line of code: three lines, not one.
        if severity is Severity.INFO:
            logger.info(line)
        elif severity is Severity.WARNING:
            logger.warning(line)
        else:
            logger.error(line)
