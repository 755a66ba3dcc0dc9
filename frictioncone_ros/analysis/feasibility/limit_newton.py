# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The exact margin of round friction sets by Newton's method on the conditions of the limit.

At the depth limit of a wrench w every contact does one of three things under the limiting twist:
it separates (no force), it slides (force on its circle, against the slip) or it sticks (force
inside). With z_i the components at contact i of v, the negative twist, and e_i(v) the edge of
largest product with v, the limit satisfies
    w = t w0 + sum over sliding of N_i e_i(v) + sum over sticking of W_i f_i,
    e_i(v) . v = 0 where sliding, z_i = 0 where sticking, w0 . v = -1.
e_i turns with v by mu / |z_t| u u', u the wrench of the tangential force across the slip. Since
both products are homogeneous in v, a Newton step needs of the v before only the directions of
slip and N_i / |z_t|. Contacts change modes on the way; the answer is checked, not trusted.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.linalg.lapack import dgesv

from frictioncone_ros.analysis.feasibility.friction_edges import ComplexArray, RoundSets
from frictioncone_ros.analysis.feasibility.limit_modes import LimitModes, Probe
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import LIMIT_NEWTON_STEPS, LIMIT_TURN


class Limit(NamedTuple):
    """Margin [N], forces (c,) below the limit, and the negative limiting twist (d,)."""

    margin: float
    contact_forces: Array
    direction: Array


class LimitEquations:
    """The linearised limit equations; unknowns: v, column loads, margin.

    sets: the round friction sets. depth_wrench: (d,). Both in scaled wrench space.
    """

    def __init__(self, sets: RoundSets, depth_wrench: Array) -> None:
        self._sets = sets
        self._depth_wrench = depth_wrench

    def solve(self, wrench: Array, modes: LimitModes, force_count: int) -> Limit | None:
        """Return the limit from the start that `modes` hold; None where steps do not settle."""
        changed = True
        for _ in range(LIMIT_NEWTON_STEPS):
            if changed:
                self._lay_out(modes, wrench)
            self._linearise(modes)
            _, _, solution, failed = dgesv(self._matrix, self._right)
            if failed:
                return None
            direction, loads = solution[:wrench.size], solution[wrench.size:].tolist()
            changed, turn = modes.update(Probe.of(self._sets, direction), loads)
            if not changed and turn <= LIMIT_TURN:
                return Limit(loads[-1], modes.forces(loads, force_count), direction)
        return None

    def _lay_out(self, modes: LimitModes, wrench: Array) -> None:
        """Write what stays while the modes do: columns of fixed direction, right side."""
        size, count = wrench.size, len(modes.sliding)
        self._tangents, self._leaning = self._sliding_columns(modes)
        fixed = self._fixed_columns(modes)
        total = size + count + len(fixed)
        self._matrix: Array = np.zeros((total, total))
        self._matrix[size + count:, :size] = fixed
        self._matrix[:size, size + count:] = fixed.T
        self._right: Array = np.zeros(total)
        self._right[:size] = wrench
        self._right[-1] = -1.0

    def _sliding_columns(self, modes: LimitModes) -> tuple[ComplexArray, Array]:
        """Return tangents (d, k) and the columns (d, k) of normal force with its torsion."""
        sets, chosen = self._sets, modes.sliding
        tangents, normals = sets.tangents, sets.columns[0]
        if len(chosen) < sets.starts.size:
            tangents, normals = tangents[:, chosen], normals[:, chosen]
        if sets.with_torsion.size:
            spins = np.array([modes.spins[index] for index in chosen])
            normals = normals + spins * sets.columns[3][:, chosen]
        return tangents, normals

    def _fixed_columns(self, modes: LimitModes) -> Array:
        """Return, as rows (q, d), sticking and holding columns and the depth wrench."""
        sets = self._sets
        if not modes.sticking and not modes.holding:
            return self._depth_wrench[None, :]
        rows = []
        for index in modes.sticking:
            normal, first, second, torsion = sets.columns[:, :, index]
            rows += [normal + modes.spins[index] * torsion, first, second]
        rows += [sets.columns[3, :, index] for index in modes.holding]
        return np.array([*rows, self._depth_wrench])

    def _linearise(self, modes: LimitModes) -> None:
        """Write what turns with v: the sliding edges and their curvature."""
        size = self._depth_wrench.size
        end = size + len(modes.sliding)
        turned = self._tangents * np.array(modes.turns())
        edges = self._leaning + turned.real
        across = turned.imag * np.sqrt(modes.bends())
        matrix = self._matrix
        matrix[:size, :size] = across @ across.T
        matrix[:size, size:end] = edges
        matrix[size:end, :size] = edges.T
