# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A course of events written by hand: inputs repeat themselves at every tick until changed."""

from __future__ import annotations

from typing import Any

from drive_node import NodeDriver
from drive_pipeline import PipelineDriver
from fuzz import Step
from fuzz_settings import DEFAULTS
from judge import Judge
import numpy as np
from records import Array, Counts, Finding, Friction, PlainContact, Tick


class Course:
    """
    A driver under the judge.

    ticks: all answers, findings: all that the judge found. contacts and parts are sent with every
    tick; None: silent.
    """

    def __init__(
        self, driver: NodeDriver | PipelineDriver, **settings: float | bool | str
    ) -> None:
        """Begin active, with these settings beside the defaults."""
        self.driver, self.judge = driver, Judge(Counts(), deep_every=1)
        self.contacts: tuple[PlainContact, ...] | None = ()
        self.parts: dict[str, Array] | None = {}
        self.ticks: list[Tick] = []
        self.findings: list[Finding] = []
        self.settings = {**DEFAULTS, **settings}
        self._coming: list[tuple[str, Any]] = [('active', True), ('settings', self.settings)]
        self._now = 10.0

    def event(self, kind: str, value: Any) -> None:
        """Let something happen before the next tick."""
        self._coming.append((kind, value))

    def change(self, **settings: float | bool | str) -> None:
        """Change settings before the next tick."""
        self.settings = {**self.settings, **settings}
        self.event('settings', self.settings)

    def run(self, seconds: float, period: float = 0.01) -> Tick:
        """Go on for some seconds; return the last tick."""
        for _ in range(max(1, round(seconds / period))):
            self._now += period
            self._tick()
        return self.ticks[-1]

    def seen(self) -> dict[str, str]:
        """Return what was violated, with the first words of each."""
        return {
            finding.invariant: f'tick {finding.number}: {finding.text}'
            for finding in reversed(self.findings)
        }

    def force(self, since: int = 0) -> Array:
        """Return the size of the force at every tick from one on (n,) [N]."""
        return np.array(
            [
                np.linalg.norm(tick.given['wrench'][: 2 if tick.dimension == 3 else 3])
                for tick in self.ticks[since:]
            ]
        )

    def _tick(self) -> None:
        if self.contacts is not None:
            size = len(self.contacts[0].position) if self.contacts else 3
            self.event('contacts', (self.contacts, 3 if size == 2 else 6, None))
        if self.parts is not None:
            self.event('command', (self.parts, None))
        step = Step(self._now, self._now, tuple(self._coming))
        self._coming = []
        tick = self.driver.tick(len(self.ticks), step)
        if tick is not None:
            self.ticks.append(tick)
            self.findings += self.judge.judge(tick)


def touching(
    position: tuple[float, ...],
    normal: tuple[float, ...],
    coefficient: float = 0.5,
    name: str = 'foot',
    surface: tuple[float, ...] | None = None,
) -> PlainContact:
    """Return a contact of circular friction; the normal need not have unit length."""
    along = np.array(normal, dtype=float)
    return PlainContact(
        name,
        np.array(position, dtype=float),
        along / np.linalg.norm(along),
        Friction('circular', coefficient),
        surface=None if surface is None else np.array(surface, dtype=float),
    )


def six(*values: float) -> Array:
    """Return six numbers, the last ones zero."""
    return np.array([*values, *[0.0] * (6 - len(values))])
