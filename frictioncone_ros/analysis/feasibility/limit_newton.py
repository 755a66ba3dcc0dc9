# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The exact margin of round friction sets by Newton's method on the conditions of the limit.

At the depth limit of a wrench w every contact does one of three things under the limiting twist:
it separates (no force), it slides (force on its circle, against the slip) or it sticks (force
inside). With z_i the components at contact i of v, the negative twist, and e_i(v) the edge of
largest product with v, the limit satisfies
    w = t w0 + sum over sliding of N_i e_i(v) + sum over sticking of W_i f_i,
    e_i(v) . v = 0 where sliding, z_i = 0 where sticking, w0 . v = -1.
e_i turns with v by mu / |z_t| u u', u the wrench of the tangential force across the slip. Since
both products are homogeneous in v, a step needs of the v before only directions and N_i / |z_t|.

What each round contact does at the limit: separate, slide or stick; spin or hold by torsion.

On plain floats: for a handful of contacts arrays would cost several times as much.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np

from frictioncone_ros.analysis.feasibility.round_sets import ComplexArray, EDGE_GAIN, RoundSets
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.spatial.compiled import lapack

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


LIMIT_NEWTON_STEPS = 8
"""Newton steps after which a start is given up; three are usual, six where modes change."""
LIMIT_TURN = 1e-5
"""Last turn of a sliding direction whose square, the error of the next, is rounding [rad]."""


class Limit(NamedTuple):
    """Margin [N], forces (c,) below the limit, and the negative limiting twist (d,)."""

    margin: float
    contact_forces: Array
    direction: Array


class LimitEquations:
    """The linearised limit equations of given modes; unknowns: v, column loads, margin.

    direction: v (d,) of the first step, None before it; where the steps do not end well it still
    is nearer to the limiting twist than the start was.
    """

    def __init__(self, sets: RoundSets, depth_wrench: Array, modes: LimitModes) -> None:
        """Write what stays while v turns: the columns of fixed direction."""
        self.direction: Array | None = None
        self._sets, self._modes = sets, modes
        loaded = modes.sliding + modes.sticking
        self._separated = [index for index in range(len(sets.limits)) if index not in loaded]
        size, count = depth_wrench.size, len(modes.sliding)
        fixed = _fixed_columns(sets, modes, depth_wrench)
        start = size + count
        matrix: Array = np.zeros((start + len(fixed), start + len(fixed)))
        matrix[start:, :size] = fixed
        matrix[:size, start:] = fixed.T
        self._tangents, self._leaning = _sliding_columns(sets, modes)
        self._matrix, self._bend = matrix, matrix[:size, :size]
        self._edges, self._mirrored = matrix[:size, size:start], matrix[size:start, :size]

    def solve(self, wrench: Array, force_count: int) -> Limit | None:
        """Return the limit, forces on their circles, or None where the modes prove wrong."""
        size = wrench.size
        right = np.zeros(self._matrix.shape[0])
        right[:size] = wrench
        right[-1] = -1.0
        turns, bends = self._modes.turns, self._modes.bends
        for _ in range(LIMIT_NEWTON_STEPS):
            self._linearise(turns, bends)
            _, _, solution, failed = lapack.dgesv(self._matrix, right)
            if failed:
                return None
            direction, loads = solution[:size], solution[size:].tolist()
            if self.direction is None:
                self.direction = direction
            turned = self._turned(direction, loads, turns, bends)
            if turned is None:
                return None
            turns, bends, turn = turned
            if turn <= LIMIT_TURN:
                return Limit(loads[-1], self._forces(loads, turns, force_count), direction)
        return None

    def _linearise(self, turns: list[complex], bends: list[float]) -> None:
        """Write what turns with v: the sliding edges and their curvature."""
        count = len(turns)
        if not count:
            return
        # Along the slip for the edges, across it for the curvature, in one product.
        factors = turns + [turn * sqrt(bend) for turn, bend in zip(turns, bends, strict=True)]
        turned = self._tangents * np.array(factors)
        edges = np.add(self._leaning, turned.real[:, :count], out=self._edges)
        self._mirrored[:] = edges.T
        across = turned.imag[:, count:]
        np.matmul(across, across.T, out=self._bend)

    def _turned(
        self, direction: Array, loads: list[float], turns: list[complex], bends: list[float]
    ) -> tuple[list[complex], list[float], float] | None:
        """Return the sliding contacts' next directions and curvatures, and the largest turn.

        None where a contact pulls, sticks, or is missing: the modes are wrong.
        The direction is that of the new force plus the slip, both in newton: less prone to swing
        than either where the slip is small. No sum beyond the circle would mean sticking.
        """
        slips = (direction @ self._sets.slip_probe).view(np.complex128).tolist()
        if self._separated and self._is_missing_one(direction, slips):
            return None
        slack = -EDGE_GAIN * abs(loads[0])
        next_turns, next_bends, largest = [], [], 0.0
        for index, load, turn, bend in zip(self._modes.sliding, loads, turns, bends, strict=False):
            slip = bend * turn * slips[index]
            desired = complex(load + slip.real, 2.0 * slip.imag)
            reach = abs(desired)
            if load < slack or reach <= load:
                return None
            change = desired.conjugate() / reach
            largest = max(largest, abs(change.imag))
            next_turns.append(turn * change)
            next_bends.append(abs(load) * bend / (reach - load))
        return next_turns, next_bends, largest

    def _is_missing_one(self, direction: Array, slips: list[complex]) -> bool:
        """Tell whether a separated contact gains on v."""
        normals = (direction @ self._sets.columns[0]).tolist()
        slack = EDGE_GAIN * max(map(abs, direction.tolist()))
        return any(normals[index] + abs(slips[index]) > slack for index in self._separated)

    def _forces(self, loads: list[float], turns: list[complex], force_count: int) -> Array:
        """Return the contact forces (c,) of the column loads."""
        modes, sets = self._modes, self._sets
        starts, limits, aspects = sets.starts.tolist(), sets.limits, sets.plain_aspects
        forces = [0.0] * force_count
        place = len(modes.sliding)
        for index, load, turn in zip(modes.sliding, loads, turns, strict=False):
            start, sideways = starts[index], limits[index] * load * turn
            forces[start : start + 3] = load, sideways.real, -sideways.imag * aspects[index]
        for index in modes.sticking:
            start = starts[index]
            forces[start : start + 3] = loads[place : place + 3]
            forces[start + 2] *= aspects[index]
            place += 3
        for index in sets.turning:
            forces[starts[index] + 3] = modes.spins[index] * forces[starts[index]]
        for index, load in zip(modes.holding, loads[place:], strict=False):
            forces[starts[index] + 3] = load
        return np.array(forces)


def _sliding_columns(sets: RoundSets, modes: LimitModes) -> tuple[ComplexArray, Array]:
    """Return tangents twice (d, 2 k) and the columns (d, k) of normal force with its torsion."""
    chosen = modes.sliding
    tangents, normals = sets.doubled_tangents, sets.columns[0]
    count = len(sets.limits)
    if len(chosen) < count:
        normals = normals[:, chosen]
        tangents = tangents[:, chosen + [count + index for index in chosen]]
    if sets.turning and chosen:
        spins = np.array([modes.spins[index] for index in chosen])
        normals = normals + spins * sets.columns[3][:, chosen]
    return tangents, normals


def _fixed_columns(sets: RoundSets, modes: LimitModes, depth_wrench: Array) -> Array:
    """Return, as rows (q, d), sticking and holding columns and the depth wrench."""
    if not modes.sticking and not modes.holding:
        return depth_wrench[None, :]
    rows = []
    for index in modes.sticking:
        normal, first, second, torsion = sets.columns[:, :, index]
        rows += [normal + modes.spins[index] * torsion, first, second]
    rows += [sets.columns[3, :, index] for index in modes.holding]
    return np.array([*rows, depth_wrench])
