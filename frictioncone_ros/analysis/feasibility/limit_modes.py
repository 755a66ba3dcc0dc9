# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What each round contact does at the limit: separate, slide, stick; spin or hold by torsion.

On plain floats: a handful of contacts is read and changed between two solves, where arrays would
cost several times as much.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import copysign
from typing import NamedTuple

import numpy as np

from frictioncone_ros.analysis.feasibility.friction_edges import RoundSets
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import (
    EDGE_GAIN,
    FIRST_SLIP,
    LOADED_PART,
    NO_SLIP,
    REVERSED_SLIP,
)


class Probe(NamedTuple):
    """Components of a negative twist v at the m contacts.

    slips: tangential, times mu, as complex numbers. normals. torsions: times the torsion limit.
    size: largest coordinate of v.
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
        rest = values[2 * count:].tolist()
        size = max(map(abs, direction.tolist()))
        slips = values[: 2 * count].view(np.complex128).tolist()
        return Probe(slips, rest[:count], rest[count:], size)

    def gain(self, index: int) -> float:
        """Return the largest product of v with a force of unit normal part at one contact."""
        torsion = abs(self.torsions[index]) if self.torsions else 0.0
        return self.normals[index] + abs(self.slips[index]) + torsion

    @property
    def largest_gain(self) -> float:
        """Return the largest gain of all contacts."""
        return max(map(self.gain, range(len(self.normals))))


class LimitModes:
    """Modes of the m round contacts with what a Newton step needs of the step before.

    sliding, sticking: indices of loaded contacts. holding: loaded contacts whose torsion is
    inside its limit. spins: torsion per unit normal force of the others (zero without torsion).
    """

    def __init__(self, sets: RoundSets, forces: Array, probe: Probe) -> None:
        """Read the modes from forces (c,) inside the sets and from v at a nearby limit."""
        self._sets = sets
        self._limits = sets.friction_limits.tolist()
        self._torsion_limits = sets.torsion_limits.tolist()
        self._starts = sets.starts.tolist()
        self._turning = frozenset(sets.with_torsion.tolist())
        count = len(self._starts)
        self._turns, self._bends = [0j] * count, [0.0] * count
        self._normals, self.spins = [0.0] * count, [0.0] * count
        self.sliding: list[int] = []
        self.sticking: list[int] = []
        self.holding: list[int] = []
        values = forces.tolist()
        loaded = LOADED_PART * max(values[start] for start in self._starts)
        for index, start in enumerate(self._starts):
            if values[start] > loaded:
                self._begin(index, values[start], complex(*values[start + 1: start + 3]), probe)

    def turns(self) -> list[complex]:
        """Return the conjugate directions of slip of the sliding contacts."""
        return [self._turns[index] for index in self.sliding]

    def bends(self) -> list[float]:
        """Return the sliding contacts' curvatures: normal force over mu times slip."""
        return [self._bends[index] for index in self.sliding]

    def update(self, probe: Probe, loads: list[float]) -> tuple[bool, float]:
        """Take up a Newton step; tell whether modes changed, and by how much slips turned.

        loads: of sliding normals, then three of each sticking contact, then torsions.
        """
        slack = EDGE_GAIN * max(map(abs, loads))
        sliding, sticking, holding = self.sliding, self.sticking, self.holding
        self.sliding, self.sticking, self.holding = [], [], []
        turn = 0.0
        for index, load in zip(sliding, loads, strict=False):
            turn = max(turn, self._slid(index, load, slack, probe))
        place = len(sliding)
        for index in sticking:
            self._stuck(index, loads[place: place + 3], slack, probe)
            place += 3
        self._twisted(holding, loads[place: place + len(holding)], slack, probe)
        changed = (sliding, sticking, holding) != (self.sliding, self.sticking, self.holding)
        if not changed:
            changed = self._load_those_that_gain(probe)
        return changed, turn

    def forces(self, loads: list[float], force_count: int) -> Array:
        """Return the contact forces (c,), those of sliding contacts on their circle."""
        forces = [0.0] * force_count
        for index, load in zip(self.sliding, loads, strict=False):
            sideways = self._limits[index] * load * self._turns[index].conjugate()
            self._write(forces, index, (load, sideways.real, sideways.imag))
        place = len(self.sliding)
        for index in self.sticking:
            self._write(forces, index, loads[place: place + 3])
            place += 3
        for index in self.holding:
            forces[self._starts[index] + 3] = loads[place]
            place += 1
        return np.array(forces)

    def _write(self, forces: list[float], index: int, force: Sequence[float]) -> None:
        start = self._starts[index]
        forces[start: start + 3] = force
        if index in self._turning:
            forces[start + 3] = self.spins[index] * force[0]

    def _begin(self, index: int, load: float, sideways: complex, probe: Probe) -> None:
        """Take a loaded contact into its first mode.

        A force inside its circle comes from two edges, and its direction is between theirs; one
        on its circle comes from a single edge, and the slip says better where it will turn.
        """
        slip, limit = abs(probe.slips[index]), self._limits[index]
        if slip <= NO_SLIP * limit * probe.size:
            self.sticking.append(index)
        else:
            inside = abs(sideways) < (1.0 - LOADED_PART) * limit * load and sideways != 0.0
            self._turn(index, sideways if inside else probe.slips[index])
            self._bends[index] = load / slip
            self.sliding.append(index)
        if index in self._turning:
            self._spin(index, probe)

    def _spin(self, index: int, probe: Probe) -> None:
        """Let a contact spin the way the twist does, or hold where it does not."""
        torsion, limit = probe.torsions[index], self._torsion_limits[index]
        if abs(torsion) > NO_SLIP * limit * probe.size:
            self.spins[index] = limit if torsion > 0.0 else -limit
        else:
            self.holding.append(index)
            self.spins[index] = 0.0

    def _turn(self, index: int, direction: complex) -> None:
        self._turns[index] = (direction / abs(direction)).conjugate()

    def _slid(self, index: int, load: float, slack: float, probe: Probe) -> float:
        """Keep a contact sliding, let it stick where its slip reverses, or go where it pulls."""
        slip = abs(probe.slips[index])
        self._normals[index] = load
        if load < -slack:
            return 0.0
        before = self._turns[index]
        if slip == 0.0 or (probe.slips[index] * before).real < REVERSED_SLIP * slip:
            self.sticking.append(index)
            return 0.0
        self.sliding.append(index)
        self._turn(index, probe.slips[index])
        self._bends[index] = max(load, 0.0) / slip
        return abs(self._turns[index] - before)

    def _stuck(self, index: int, force: list[float], slack: float, probe: Probe) -> None:
        """Keep a contact sticking, let it slide where its force leaves the circle, or go."""
        self._normals[index] = force[0]
        if force[0] < -slack:
            return
        sideways = complex(force[1], force[2])
        if abs(sideways) <= self._limits[index] * force[0] + slack:
            self.sticking.append(index)
            return
        self._turn(index, sideways)
        self._bends[index] = max(force[0], 0.0) / (FIRST_SLIP * self._limits[index] * probe.size)
        self.sliding.append(index)

    def _twisted(self, holding: list[int], torsions: list[float], slack: float, probe: Probe
                 ) -> None:
        """Let loaded contacts spin where torsion is at its limit, and hold where spin reverses."""
        held = dict(zip(holding, torsions, strict=True))
        for index in sorted(self._turning.intersection(self.sliding + self.sticking)):
            limit = self._torsion_limits[index]
            if index in held:
                if abs(held[index]) <= limit * self._normals[index] + slack:
                    self.holding.append(index)
                else:
                    self.spins[index] = copysign(limit, held[index])
            elif probe.torsions[index] * self.spins[index] < 0.0:
                self.holding.append(index)
                self.spins[index] = 0.0

    def _load_those_that_gain(self, probe: Probe) -> bool:
        """Let separated contacts slide that a force would gain on; tell whether there are any."""
        slack = EDGE_GAIN * probe.size
        loaded = {*self.sliding, *self.sticking}
        gaining = [index for index in range(len(self._starts))
                   if index not in loaded and probe.gain(index) > slack]
        for index in gaining:
            if probe.slips[index] == 0.0:
                self.sticking.append(index)
            else:
                self._turn(index, probe.slips[index])
                self._bends[index] = 0.0
                self.sliding.append(index)
            if index in self._turning:
                self._spin(index, probe)
        return bool(gaining)
