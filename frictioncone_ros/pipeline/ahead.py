# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""How far ahead a prediction looks, and at what: plain values that a question carries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from frictioncone_ros.contact import ContactPoint
from frictioncone_ros.spatial import Array, as_non_negative
from frictioncone_ros.spatial.arrays import as_finite_number


@dataclass(frozen=True, eq=False)
class NearContact:
    """A pair that does not touch: the point and normal where it would, and the gap [m]."""

    point: ContactPoint
    gap: float

    def __post_init__(self) -> None:
        """Check that the gap is a number."""
        object.__setattr__(self, 'gap', as_finite_number(self.gap, 'distance', self.point.label))

    def moved(self, offset: Array) -> NearContact:
        """Return the same pair seen from a reference point moved by offset [m]."""
        return replace(self, point=self.point.moved(offset))


@dataclass(frozen=True, eq=False)
class Ahead:
    """
    How far ahead is looked, and at what.

    horizon: [s]. near: pairs that do not touch yet. twist: (d,) that is commanded and will be
    followed, None where no motion is commanded: the measured one goes on.
    """

    horizon: float = 0.0
    near: Sequence[NearContact] = ()
    twist: Array | None = None

    def __post_init__(self) -> None:
        """Check the horizon."""
        object.__setattr__(self, 'horizon', as_non_negative(self.horizon, 'horizon'))


def extrapolated_twist(
    twist: Array, before: Array | None, elapsed: float, horizon: float
) -> Array:
    """
    Return the twist (d,) that a command goes on to, where it changes as it did since before.

    elapsed: since `before` was commanded [s]; None before: it stays. Never further than the change
    seen: a step is over, it does not grow.
    """
    if before is None or elapsed <= 0.0 or before.shape != twist.shape:
        return twist
    change = twist - before
    return twist + min(1.0, horizon / elapsed) * change if change.any() else twist
