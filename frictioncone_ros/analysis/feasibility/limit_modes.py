# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What each round contact does at the limit: separate, slide or stick; spin or hold by torsion.

On plain floats: for a handful of contacts arrays would cost several times as much.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from frictioncone_ros.analysis.feasibility.round_sets import RoundSets
from frictioncone_ros.spatial.arrays import Array

LOADED_PART = 1e-6
"""Part of the largest normal force from which a contact is tried as loaded at the limit [-]."""
NO_SLIP = 1e-8
"""Slip, relative to the largest coordinate of a scaled twist, that counts as sticking [-]."""


class Probe(NamedTuple):
    """Components of a negative twist v at the m contacts.

    slips: tangential, times mu, as complex numbers. normals. torsions: times the torsion limit,
    empty where no contact has torsion. size: largest coordinate of v.
    """

    slips: list[complex]
    normals: list[float]
    torsions: list[float]
    size: float

    @staticmethod
    def of(sets: RoundSets, direction: Array) -> Probe:
        """Take the components of v (d,) at all contacts."""
        count = sets.starts.size
        values = direction @ sets.probe
        slips = values[: 2 * count].view(np.complex128).tolist()
        rest = values[2 * count :].tolist()
        return Probe(slips, rest[:count], rest[count:], max(map(abs, direction.tolist())))

    @property
    def largest_gain(self) -> float:
        """Return the largest product of v with a force of unit normal part at one contact."""
        gains = map(_add_size, self.normals, self.slips)
        if self.torsions:
            gains = map(_add_size, gains, self.torsions)
        return max(gains)


class LimitModes(NamedTuple):
    """Modes of the m round contacts, with what a Newton step needs of the step before.

    sliding, sticking: indices of loaded contacts. holding: loaded contacts whose torsion is
    inside its limit. spins: torsion per unit normal force of the others (zero without torsion).
    turns: conjugate directions of slip of the sliding contacts; bends: their curvatures, normal
    force over mu times slip.
    """

    sliding: list[int]
    sticking: list[int]
    holding: list[int]
    spins: list[float]
    turns: list[complex]
    bends: list[float]


def limit_modes(sets: RoundSets, forces: Array, probe: Probe) -> LimitModes:
    """Read the modes from forces (c,) inside the sets and from v at a nearby limit.

    A force inside its circle comes from two edges, and its direction is between theirs; one on
    its circle comes from a single edge, and the slip says better where it will turn.
    """
    modes = LimitModes([], [], [], [0.0] * len(probe.normals), [], [])
    values, starts, aspects = forces.tolist(), sets.starts.tolist(), sets.plain_aspects
    loaded = LOADED_PART * max(values[start] for start in starts)
    for index, (start, limit) in enumerate(zip(starts, sets.limits, strict=True)):
        load, slip = values[start], probe.slips[index]
        if load <= loaded:
            continue
        size = abs(slip)
        if size <= NO_SLIP * limit * probe.size:
            modes.sticking.append(index)
        else:
            sideways = complex(values[start + 1], values[start + 2] / aspects[index])
            reach = abs(sideways)
            if 0.0 < reach < (1.0 - LOADED_PART) * limit * load:
                modes.turns.append(sideways.conjugate() / reach)
            else:
                modes.turns.append(slip.conjugate() / size)
            modes.sliding.append(index)
            modes.bends.append(load / size)
        if index in sets.turning:
            available = float(sets.torsion_limits[index])
            _read_spin(modes, index, load, values[start + 3], available)
    return modes


def _read_spin(modes: LimitModes, index: int, load: float, torsion: float, limit: float) -> None:
    """Let a contact spin whose torsion is at its limit, and hold with less."""
    if abs(torsion) < (1.0 - LOADED_PART) * limit * load:
        modes.holding.append(index)
    else:
        modes.spins[index] = limit if torsion > 0.0 else -limit


def _add_size(value: float, other: complex) -> float:
    return value + abs(other)
