# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Friction of pairs of materials."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from frictioncone_ros.contact import CircularCone, FrictionModel


@dataclass(frozen=True)
class PairFriction:
    """Friction between two materials, and the half-width of the interval mu may lie in [-]."""

    model: FrictionModel
    uncertainty: float = 0.0


@dataclass(frozen=True)
class MaterialTable:
    """
    Friction by pair of materials.

    pairs: by the two names in either order. default: for pairs that nobody wrote down.
    """

    pairs: Mapping[frozenset[str], PairFriction] = field(default_factory=dict)
    default: PairFriction = PairFriction(CircularCone(0.3), 0.2)

    def friction(self, material: str, other: str) -> PairFriction:
        """Return the friction between two materials."""
        return self.pairs.get(frozenset((material, other)), self.default)
