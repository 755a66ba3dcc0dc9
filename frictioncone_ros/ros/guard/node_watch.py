# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""How the node is, seen from its guard: a state machine whose clock is an argument."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from math import inf

from frictioncone_ros.ros.guard.protocol import HEARTBEAT_PERIOD, NodeFacts, SILENCE_LIMIT

LISTENING = 0.5
"""How long after a node's death a stop pressed at that moment may still be on its way [s]."""


class Condition(Enum):
    """How the node is."""

    WELL = 'well'
    SILENT = 'silent'
    """It lives and gives no sign of it: stopped, or in a loop without end."""
    DEAD = 'dead'
    ENDED = 'ended'
    """It ended in good order, and published neutral itself."""


class NodeWatch:
    """
    Judges the node by what it tells and when; every time is [s] of the steady clock.

    facts: what it told last. condition, since: how it is, and from when.
    """

    def __init__(self, facts: NodeFacts, now: float) -> None:
        """Begin with a node that is well."""
        self.facts = facts
        self.condition = Condition.WELL
        self.since = self._last_heartbeat = now
        self._silent_from = now + SILENCE_LIMIT
        self._is_excused = False

    def hear(self, changes: Mapping[str, object], now: float) -> None:
        """Take a sign of life and what it tells."""
        self.facts = self.facts.updated(changes)
        self._last_heartbeat, self._silent_from, self._is_excused = now, now + SILENCE_LIMIT, False
        if self.facts.ending:
            self._enter(Condition.ENDED, now)
        elif self.condition is Condition.SILENT:
            self._enter(Condition.WELL, now)

    def lose(self, now: float) -> None:
        """Take the end of the socket: the process is gone."""
        if self.condition is not Condition.ENDED:
            self._enter(Condition.DEAD, now)

    def look(self, now: float) -> None:
        """Notice silence."""
        if now < self.deadline:
            return
        # A guard that was kept waiting itself cannot tell: the whole machine may have stood still.
        if now - self._silent_from > HEARTBEAT_PERIOD and not self._is_excused:
            self._silent_from, self._is_excused = now + HEARTBEAT_PERIOD, True
            return
        self._enter(Condition.SILENT, now)

    @property
    def deadline(self) -> float:
        """When silence is too long; never while nothing is commanded."""
        watched = self.condition is Condition.WELL and self.facts.commands
        return self._silent_from if watched else inf

    @property
    def end_of_neutral(self) -> float:
        """Until when neutral is published; before `since` where it is not."""
        lost = self.condition in (Condition.SILENT, Condition.DEAD)
        return (
            self.since + self.facts.stop_publish_timeout
            if (lost and self.facts.commands)
            else -inf
        )

    @property
    def end_of_listening(self) -> float:
        """Until when a guard of a dead node stays, for a stop that is still on its way."""
        return max(self.end_of_neutral, self.since + LISTENING)

    def stamp(self, now: float) -> int:
        """Return the node's clock [ns], as if it had gone on since the last sign of life."""
        return self.facts.stamp + int((now - self._last_heartbeat) * 1e9)

    def _enter(self, condition: Condition, now: float) -> None:
        self.condition, self.since = condition, now
