# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Starting the node again, not more often than helps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
import os

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
        self._process_id = 0

    @property
    def is_running(self) -> bool:
        """Whether a node that was started again lives; it tells its guard of itself soon."""
        if self._process_id and os.waitpid(self._process_id, os.WNOHANG)[0]:
            self._process_id = 0
        return self._process_id != 0

    def may_start(self, now: float) -> bool:
        """Tell whether it may be started at a time [s]."""
        self.history = [then for then in self.history if now - then < RESTART_WINDOW]
        return len(self.history) < MOST_RESTARTS

    def start(self, command: Sequence[str], now: float) -> None:
        """Start it at a time [s] with the command line and environment it had."""
        self.history.append(now)
        # Not subprocess: to import it costs this process more memory than all of its own code.
        nowhere = (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0)
        self._process_id = os.posix_spawn(
            command[0], list(command), self._environment, file_actions=[nowhere]
        )
