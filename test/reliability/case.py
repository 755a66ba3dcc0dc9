# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""One tick beside what was published before it: what every check of the judge looks at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from carrying import Published
from geometry import Geometry
import numpy as np
from records import Array, Tick

AT_ONCE = frozenset({'waiting', 'inactive', 'emergency'})
"""Phases whose neutral command is taken without ramps or rates."""
NOISE = 0.05
"""Changes of a command smaller than this share of it are noise [-]."""
FOLLOWS = frozenset({'following', 'recovering'})


@dataclass(frozen=True)
class StopClock:
    """Since when following is forbidden [s], the longest stop ramp meanwhile, and the hold."""

    since: float
    ramp: float
    holds: bool


@dataclass
class Memory:
    """
    What the judge remembers.

    published: last, and by the tick `tick` with the contacts `geometry`. stop: since when it must
    stop. held: what was published last before a hold. latched: an emergency stop must still hold.
    largest: wrench and twist that were published, in the split's metric. noise: by how much wrench
    and twist of the command changed lately, in the same metric; half of what was before counts.
    steady_since: [s] since when the command's numbers change by noise only, and nothing else.
    spoken: [s] of the last tick that was more than a look.
    """

    published: Published | None = None
    tick: Tick | None = None
    geometry: Geometry | None = None
    stop: StopClock | None = None
    held: Published | None = None
    latched: bool = False
    largest: tuple[float, float] = (0.0, 0.0)
    noise: tuple[float, float] = (0.0, 0.0)
    steady_since: float = 0.0
    spoken: float = 0.0


@dataclass(frozen=True, eq=False)
class Case:
    """
    One tick and what came before.

    before: (d,) by part, seen from the tick's frame; elapsed: [s] the rates count, capped.
    deep: whether what costs solvers is judged although certificates hold.
    """

    tick: Tick
    geometry: Geometry
    before: Mapping[str, Array]
    elapsed: float
    memory: Memory
    deep: bool

    @property
    def is_unchanged(self) -> bool:
        """Whether the tick before had the same contacts, mode, settings, frame and parts."""
        last, tick = self.memory.tick, self.tick
        return (
            last is not None
            and last.dimension == tick.dimension
            and last.contacts is tick.contacts
            and last.mode == tick.mode
            and last.settings == tick.settings
            and last.frame is tick.frame
            and last.asked.keys() == tick.asked.keys()
        )

    @property
    def is_quiet(self) -> bool:
        """Whether nothing changed but the command's numbers, and these as little as by noise."""
        last, asked = self.memory.tick, self.tick.asked
        return (
            last is not None
            and self.is_unchanged
            and all(
                np.linalg.norm(values - last.asked[part]) <= NOISE * np.linalg.norm(values)
                for part, values in asked.items()
            )
        )

    def limit(self, name: str) -> float:
        """Return a setting that is a number."""
        return float(self.tick.settings[name])
