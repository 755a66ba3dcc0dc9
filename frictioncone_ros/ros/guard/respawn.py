# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Starting the node again, not more often than helps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
import subprocess

MOST_RESTARTS = 3
RESTART_WINDOW = 60.0
"""A node that died MOST_RESTARTS times within so long [s] is not started again."""


class Respawn:
    """
    Starts the node again and counts.

    history: when it was started again [s, steady clock]; environment: what the node had.
    """

    def __init__(self, history: Sequence[float], environment: Mapping[str, str]) -> None:
        """Begin with the restarts of guards before."""
        self.history = list(history)
        self._environment = dict(environment)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def is_running(self) -> bool:
        """Whether a node that was started again lives; it tells its guard of itself soon."""
        return self._process is not None and self._process.poll() is None

    def may_start(self, now: float) -> bool:
        """Tell whether it may be started at a time [s]."""
        self.history = [then for then in self.history if now - then < RESTART_WINDOW]
        return len(self.history) < MOST_RESTARTS

    def start(self, command: Sequence[str], now: float) -> int:
        """Start it with the command line and environment it had; return the process id."""
        self.history.append(now)
        self._process = subprocess.Popen(
            list(command), env=self._environment, stdin=subprocess.DEVNULL)
        return self._process.pid
