# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Which command of a bag an answer is to, and which commands and answers stay alone."""

from __future__ import annotations

from frictioncone_ros.replay.row import Published
from frictioncone_ros.session.values import FramedCommand

Key = tuple[int, int]
"""Stamp [ns] and sequence of a command."""

NAMELESS: Key = (0, 0)
"""Of a command without both, and of an answer to none."""


class Exchange:
    """
    Pairs commands and answers by stamp and sequence, where both are missing by time.

    Commands of one key can be many. An answer is to the one that came nearest to when the node
    says that it began with it; those before it were replaced by it and are left out.
    """

    def __init__(self) -> None:
        """Begin without any."""
        self._waiting: dict[Key, list[tuple[float, FramedCommand]]] = {}
        self._early: dict[Key, tuple[float, Published]] = {}
        self._known: set[Key] = set()
        self._replaced: list[float] = []
        self._alone: list[float] = []

    @property
    def left_out(self) -> list[float]:
        """When commands came that have no answer [s]."""
        waiting = [now for commands in self._waiting.values() for now, _ in commands]
        return [*self._replaced, *waiting]

    @property
    def alone(self) -> list[float]:
        """When answers came whose command is not in the bag [s]."""
        return [*self._alone, *(now for now, _ in self._early.values())]

    def ask(self, command: FramedCommand, now: float) -> Published | None:
        """Take a command recorded at a time [s]; return its answer if that came before it."""
        key = command.stamp, command.sequence
        if key in self._early:
            self._known.add(key)
            return self._early.pop(key)[1]
        self._waiting.setdefault(key, []).append((now, command))
        return None

    def answer(self, answer: Published, when: float, now: float) -> FramedCommand | None:
        """
        Take an answer that was begun and recorded at two times [s]; return its command.

        None where it has none, or not yet.
        """
        waiting = self._waiting.pop(answer.key, [])
        if not waiting:
            self._keep(answer, now)
            return None
        nearest = min(range(len(waiting)), key=lambda place: abs(waiting[place][0] - when))
        self._replaced += [came for came, _ in waiting[:nearest]]
        if waiting[nearest + 1 :]:
            self._waiting[answer.key] = waiting[nearest + 1 :]
        self._known.add(answer.key)
        return waiting[nearest][1]

    def knows(self, key: Key) -> bool:
        """Tell whether a command with this key was answered before."""
        return key in self._known

    def _keep(self, answer: Published, now: float) -> None:
        """Keep an answer that came before its command; without a name it is to none."""
        if answer.key == NAMELESS or answer.key in self._known:
            return
        if answer.key in self._early:
            self._alone.append(self._early[answer.key][0])
        self._early[answer.key] = now, answer
