# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What the judge is told, as plain numbers and words: no class of the package is in it.

Dimension 3 is planar (x, y, about z), 6 is spatial. Axes of frames are rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
PARTS = ('wrench', 'twist', 'accel')


class Friction(NamedTuple):
    """
    One contact's friction.

    kind: none, circular, pyramid, polygon or soft (circular, a polygon where it has edges).
    first, second: coefficients [-] along the tangents; torsion [m]; edges: of the polygon.
    independent: whether slip and spin of a soft contact have no limit in common.
    """

    kind: str
    first: float = 0.0
    second: float = 0.0
    torsion: float = 0.0
    edges: int = 0
    independent: bool = False


@dataclass(frozen=True, eq=False)
class PlainContact:
    """
    One contact: position (2,) or (3,) [m], unit normal into the moving body, friction.

    hint: (3,) whose part across the normal is tangent 1; None: the axis most across the normal.
    surface: velocity of the environment at the contact [m/s].
    """

    name: str
    position: Array
    normal: Array
    friction: Friction
    hint: Array | None = None
    surface: Array | None = None


@dataclass(frozen=True, eq=False)
class PlainBody:
    """Mass [kg], rotational inertia about the centre of mass (1, 1) or (3, 3), that centre."""

    mass: float
    rotational: Array
    center: Array


class Pose(NamedTuple):
    """A frame in the world: rows of `axes` are its axes, `origin` (3,) [m]."""

    axes: Array
    origin: Array


WORLD = Pose(np.eye(3), np.zeros(3))


@dataclass(frozen=True)
class Told:
    """
    What the outside world said at a tick.

    command_ages, contacts_ages: [s] by receipt and by stamp, None where there is none; never:
    an input that is required never came. unique: the verdict of a prediction, None: none.
    """

    active: bool = True
    enabled: bool = True
    pressed: bool = False
    reset: bool = False
    never: bool = False
    frames_known: bool = True
    unique: bool | None = None
    command_ages: tuple[float | None, float | None] = (0.0, None)
    contacts_ages: tuple[float | None, float | None] = (0.0, None)


@dataclass(frozen=True, eq=False)
class Tick:
    """
    One answer and everything it is judged by.

    contacts: about the moment centre along the axes of `frame`; None: never any. mode: letters
    with directions [rad], one a contact; None: every contact is kept. length: [m] makes moments
    comparable. metric: (d, d) of the split. settings: by name. frame: axes and moment centre in
    the world. asked: what was commanded, by part. given: (d,) by part, what was answered;
    left_out: parts that were not in the answer. forces: (c,) reported contact forces. address:
    what is wrong with the names of the frames, '' nothing. looked: whether nobody was told it, for
    it is what was published last.
    """

    number: int
    now: float
    dimension: int
    contacts: tuple[PlainContact, ...] | None
    mode: tuple[tuple[str, float | None], ...] | None
    length: float
    metric: Array
    settings: Mapping[str, float | bool | str]
    told: Told
    asked: Mapping[str, Array]
    given: Mapping[str, Array]
    forces: Array
    phase: str
    holds: bool
    latched: bool
    publish: bool
    codes: frozenset[str]
    frame: Pose = WORLD
    left_out: frozenset[str] = frozenset()
    address: str = ''
    margin: float | None = None
    looked: bool = False
    raised: str = ''


Verdict = tuple[str, float, bool, str]
"""Invariant, excess relative to what is allowed, whether it is violated, and how."""


class Finding(NamedTuple):
    """A violation: of which invariant, at which tick, by how much relative to what is allowed."""

    invariant: str
    number: int
    excess: float
    text: str


@dataclass
class Counts:
    """How often each invariant was judged, how often it did not hold, and the worst excess."""

    ticks: int = 0
    scenarios: int = 0
    judged: dict[str, int] = field(default_factory=dict)
    violated: dict[str, int] = field(default_factory=dict)
    worst: dict[str, float] = field(default_factory=dict)

    def judge(self, invariant: str, excess: float, violated: bool) -> None:
        """Count one judgement; excess: relative to what is allowed."""
        self.judged[invariant] = self.judged.get(invariant, 0) + 1
        self.worst[invariant] = max(self.worst.get(invariant, 0.0), excess)
        if violated:
            self.violated[invariant] = self.violated.get(invariant, 0) + 1

    def add(self, other: Counts) -> None:
        """Add the counts of another process."""
        self.ticks += other.ticks
        self.scenarios += other.scenarios
        for name, count in other.judged.items():
            self.judged[name] = self.judged.get(name, 0) + count
            self.worst[name] = max(self.worst.get(name, 0.0), other.worst[name])
        for name, count in other.violated.items():
            self.violated[name] = self.violated.get(name, 0) + count
