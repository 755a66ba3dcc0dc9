# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
All planar accelerations sorted by what they do at each contact, computed once for every mode.

The normal and tangential acceleration of each contact vanish on one plane of twist rates each.
These planes cut the space into cones whose rays lie on two planes at once: cross products of
pairs of rows. Every mode's accelerations are a union of such cones, so its rays are those that
obey its conditions, found by intersecting sets of rays. A set is an integer, one bit a ray.

The accelerations that a mode allows, as rays, with the strict conditions each ray fulfils.

Those of a spatial mode come from its conditions by the double description.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.modes.arrangement import solutions
from frictioncone_ros.analysis.modes.rows import contact_rows, motion_basis
from frictioncone_ros.constraints import ContactConditions
from frictioncone_ros.contact import contact_jacobian, ContactState
from frictioncone_ros.spatial import Array

KINEMATIC_INCIDENCE = 1e-8
"""Unit rows of contact motion closer to parallel than this, and motions this close to a row's
plane, count as parallel and as lying in it [-]."""

Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class MotionSet:
    """
    A cone of twist rates {rays a + lines b, a >= 0} and what it fulfils strictly.

    rays (d, n) and lines (d, l) [m/s^2, rad/s^2]. strict (c, n): which ray makes the c-th strict
    condition of the mode positive; on all other rays and on the lines it is zero.
    """

    rays: Array
    lines: Array
    strict: Flags

    @property
    def is_possible(self) -> bool:
        """Whether one acceleration fulfils all strict conditions: the sum of the rays does."""
        return bool(self.strict.any(axis=1).all())


def spatial_motions(state: ContactState, conditions: Sequence[ContactConditions]) -> MotionSet:
    """
    Return the twist rates (6, n) that obey every contact's conditions.

    By the double description that lists kinematic modes: what is judged by another measure there
    and here, of contacts nearly alike, would be a mode of the list that has no motion.
    """
    basis = motion_basis(state)
    jacobian = contact_rows(state)
    equalities = _rows([c.equalities for c in conditions], jacobian)
    inequalities = _rows([c.inequalities for c in conditions], jacobian)
    rays, lines, positive = solutions(equalities, inequalities)
    flags = np.array([flag for c in conditions for flag in c.strict], dtype=bool)
    return MotionSet(basis @ rays.T, basis @ lines.T, positive[flags])


def _rows(tables: Sequence[Array], jacobian: Array) -> Array:
    """Return each contact's rows on its acceleration as unit rows on the basis' coordinates."""
    blocks = [table @ block for table, block in zip(tables, jacobian, strict=True)]
    rows = np.vstack([np.zeros((0, 6)), *blocks])
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


Sets = tuple[tuple[int, ...], ...]
"""[sign of the component, -1, 0 or 1][row of the contact Jacobian]: a set of rays."""


@dataclass(frozen=True, eq=False)
class PlanarMotions:
    """Rays (3, n) and lines (3, l) of twist rates, and which sign each row has on each ray."""

    rays: Array
    lines: Array
    signs: Sets

    def obeying(self, contact_index: int, conditions: ContactConditions) -> tuple[int, list[int]]:
        """Return the rays one contact's conditions allow, and those that are strict, by row."""
        allowed, strict = -1, []
        for row in conditions.equalities.tolist():
            allowed &= self._with_sign(contact_index, row, 0)
        for row, is_strict in zip(
            conditions.inequalities.tolist(), conditions.strict, strict=True
        ):
            positive = self._with_sign(contact_index, row, 1)
            allowed &= positive | self._with_sign(contact_index, row, 0)
            if is_strict:
                strict.append(positive)
        return allowed, strict

    def motion_set(self, allowed: int, strict: list[int]) -> MotionSet:
        """Return the rays of a set, with flags for those in each of the strict sets."""
        flags = self.flags([allowed, *strict])
        chosen = np.flatnonzero(flags[0])
        return MotionSet(self.rays[:, chosen], self.lines, flags[1:, chosen])

    def flags(self, sets: list[int]) -> NDArray[np.bool_]:
        """Return the sets as flags (number of sets, n)."""
        count = self.rays.shape[1]
        size, every = -(-count // 8), (1 << count) - 1
        octets = b''.join((ones & every).to_bytes(size, 'little') for ones in sets)
        packed = np.frombuffer(octets, dtype=np.uint8).reshape(len(sets), size)
        return np.unpackbits(packed, axis=1, bitorder='little', count=count).view(np.bool_)

    def _with_sign(self, contact_index: int, row: list[float], sign: int) -> int:
        # Planar conditions are rows +-(1, 0) and +-(0, 1) on (a_n, a_t).
        component = 0 if row[0] else 1
        turned = sign if row[component] > 0.0 else -sign
        return self.signs[turned + 1][2 * contact_index + component]


def planar_motions(state: ContactState) -> PlanarMotions:
    """Sort the twist rates of a planar state by their signs at all contacts."""
    basis, together = _basis_at_contacts(state)
    rows = contact_jacobian(state) @ basis
    rows /= np.sqrt(np.einsum('ij,ij->i', rows, rows))[:, None]
    lines = np.eye(3)[:, 2:] if together else np.zeros((3, 0))
    if not state.contact_count:
        lines = np.eye(3)
    rays, signs = _rays_and_signs(np.vstack((rows, lines.T)), 2 * state.contact_count)
    return PlanarMotions(basis @ rays, basis @ lines, signs)


def _basis_at_contacts(state: ContactState) -> tuple[Array, bool]:
    """
    Return the basis (3, 3) of twists about the contacts' centre, rotations per their spread.

    From a far reference point all rows look alike; from the contacts angles between them have
    sense. Also tell whether all contacts are one point, about which a rotation moves none.
    """
    basis, length = np.eye(3), state.characteristic_length
    if not state.contact_count:
        return basis, False
    center = state.positions.sum(axis=0) / state.contact_count
    spread = float(np.abs(state.positions - center).max())
    together = spread <= KINEMATIC_INCIDENCE * length
    basis[:, 2] = np.array((center[1], -center[0], 1.0)) / (length if together else spread)
    return basis, together


def _rays_and_signs(rows: Array, count: int) -> tuple[Array, Sets]:
    """Return the unit rays on pairs of unit rows, both ways, and the first rows' signs."""
    first, second = _pairs(len(rows))
    rays = _cross(rows[first].T, rows[second].T)
    lengths = np.sqrt(np.einsum('ij,ij->j', rays, rays))
    if lengths.size and lengths.min() <= KINEMATIC_INCIDENCE:
        kept = np.flatnonzero(lengths > KINEMATIC_INCIDENCE)
        rays, lengths, first, second = rays[:, kept], lengths[kept], first[kept], second[kept]
    rays /= lengths
    values = rows @ rays
    columns = np.arange(lengths.size)
    values[first, columns] = 0.0
    values[second, columns] = 0.0
    return np.hstack((rays, -rays)), _sign_sets(values[:count])


def _sign_sets(values: Array) -> Sets:
    """Return the sets of rays by sign; bits above the number of columns are the rays turned."""
    size = values.shape[1]
    positive = _sets(values > KINEMATIC_INCIDENCE)
    negative = _sets(values < -KINEMATIC_INCIDENCE)
    above = [plus | minus << size for plus, minus in zip(positive, negative, strict=True)]
    below = [minus | plus << size for plus, minus in zip(positive, negative, strict=True)]
    every = (1 << 2 * size) - 1
    zero = [every & ~(plus | minus) for plus, minus in zip(above, below, strict=True)]
    return tuple(below), tuple(zero), tuple(above)


@lru_cache(maxsize=64)
def _pairs(count: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    first, second = np.triu_indices(count, 1)
    return first, second


def _cross(first: Array, second: Array) -> Array:
    x, y, z = first
    u, v, w = second
    return np.array((y * w - z * v, z * u - x * w, x * v - y * u))


def _sets(flags: NDArray[np.bool_]) -> list[int]:
    packed = np.packbits(flags, axis=1, bitorder='little')
    octets, width = packed.tobytes(), packed.shape[1]
    return (
        [
            int.from_bytes(octets[start : start + width], 'little')
            for start in range(0, len(octets), width)
        ]
        if width
        else [0] * len(flags)
    )
