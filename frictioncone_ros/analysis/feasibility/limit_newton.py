# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The exact margin of round friction sets, once it is known which contact does what at the limit.

At the depth limit of a wrench w every contact does one of three things under the limiting twist:
it separates (no force), it slides (force on its circle, against the slip) or it sticks (force
inside). With z_i the components at contact i of v, the negative twist, and e_i(v) the edge of
largest product with v, the limit satisfies
    w = t w0 + sum over sliding of N_i e_i(v) + sum over sticking of W_i f_i,
    e_i(v) . v = 0 where sliding, z_i = 0 where sticking, w0 . v = -1.
Newton's method solves this for v, t and the forces; e_i turns with v by Q_i = mu / |z_t| u u',
u the wrench of the tangential force across the slip. The answer is checked, not trusted.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.feasibility.friction_edges import RoundSets
from frictioncone_ros.analysis.feasibility.problem import ContactWrenchProblem
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import (
    EDGE_GAIN,
    LIMIT_NEWTON_STEPS,
    LOADED_PART,
    SLIDING_FORCE,
    TINY,
)

Indices = NDArray[np.intp]


class LimitModes(NamedTuple):
    """Indices among the m round contacts: which slide, which stick, which hold by torsion.

    sliding, sticking: loaded contacts of either kind. holding: loaded contacts whose torsion is
    inside its limit, so that they do not spin. spin: (m,) torsion per unit normal force of the
    others, zero where there is none.
    """

    sliding: Indices
    sticking: Indices
    holding: Indices
    spin: Array

    def same_as(self, other: LimitModes | None) -> bool:
        """Tell whether the other modes name the same contacts."""
        return other is not None and all(
            np.array_equal(mine, theirs) for mine, theirs in zip(self[:3], other[:3], strict=True))


class Limit(NamedTuple):
    """Margin [N], forces (c,) below the limit, and the negative limiting twist (d,)."""

    margin: float
    contact_forces: Array
    direction: Array


def limit_modes(sets: RoundSets, forces: Array, sliding_part: float) -> LimitModes:
    """Read from approximate forces (c,) what each contact does at the limit.

    sliding_part: part of its friction from which a contact is taken to slide.
    """
    starts, turning = sets.starts, sets.with_torsion
    normal = forces[starts]
    tangential = np.hypot(forces[starts + 1], forces[starts + 2])
    loaded = normal > LOADED_PART * normal.max(initial=0.0)
    full = tangential >= sliding_part * sets.friction_limits * normal
    spin = np.zeros(normal.size)
    torsion = forces[starts[turning] + 3]
    available = sets.torsion_limits[turning] * normal[turning]
    spinning = np.abs(torsion) >= SLIDING_FORCE * available
    spin[turning] = np.where(spinning, np.sign(torsion) * sets.torsion_limits[turning], 0.0)
    holding = turning[loaded[turning] & ~spinning]
    return LimitModes(np.flatnonzero(loaded & full), np.flatnonzero(loaded & ~full), holding, spin)


def limit_by_newton(problem: ContactWrenchProblem, wrench: Array, modes: LimitModes, start: Limit
                    ) -> Limit | None:
    """Return the exact limit near an approximate one, or None if the modes prove wrong.

    start.direction has product -1 with the depth wrench.
    """
    assert problem.round_sets is not None
    system = _System(problem.round_sets, modes, problem.depth_wrench)
    direction, loads = start.direction, start.contact_forces[problem.round_sets.starts]
    allowed = inf
    for _ in range(LIMIT_NEWTON_STEPS):
        step, multipliers = system.newton_step(wrench, direction, loads)
        if step is None or multipliers is None:
            return None
        direction = direction + step
        loads = system.normal_loads(multipliers)
        moved = largest_entry(step) / largest_entry(direction)
        if moved > allowed:
            return None  # wrong modes: the steps do not shrink
        allowed = moved
        if moved <= EDGE_GAIN:
            forces = system.forces(multipliers, direction, problem.edge_forces.shape[0])
            return _checked(problem, Limit(float(multipliers[-1]), forces, direction), wrench)
    return None


def _checked(problem: ContactWrenchProblem, limit: Limit, wrench: Array) -> Limit | None:
    """Return the limit if its forces are admissible, add up, and no contact gains on it."""
    sets = problem.round_sets
    assert sets is not None
    forces, starts = limit.contact_forces, sets.starts
    size = float(np.abs(wrench).max()) + float(np.abs(forces).max())
    slack = EDGE_GAIN * size
    gap = wrench - limit.margin * problem.depth_wrench - problem.force_matrix @ forces
    reach = sets.friction_limits * forces[starts]
    turning = sets.with_torsion
    torsion_reach = sets.torsion_limits[turning] * forces[starts[turning]]
    admissible = (
        forces[starts].min() >= -slack
        and (np.hypot(forces[starts + 1], forces[starts + 2]) <= reach + slack).all()
        and (np.abs(forces[starts[turning] + 3]) <= torsion_reach + slack).all()
        and np.abs(gap).max() <= slack
    )
    support = sets.extreme_edges(limit.direction)[1]
    gains = support.max() > EDGE_GAIN * float(np.abs(limit.direction).max())
    return limit if admissible and not gains else None


class _System:
    """The linearised limit equations of given modes; unknowns: step of v, column loads, margin."""

    def __init__(self, sets: RoundSets, modes: LimitModes, depth_wrench: Array) -> None:
        self.sets = sets
        self.modes = modes
        table, sticking = sets.columns, modes.sticking
        leaning = table[0][:, sticking] + modes.spin[sticking] * table[3][:, sticking]
        self.fixed = np.hstack((
            leaning, table[1][:, sticking], table[2][:, sticking], table[3][:, modes.holding],
            depth_wrench[:, None],
        ))

    def newton_step(self, wrench: Array, direction: Array, loads: Array
                    ) -> tuple[Array | None, Array | None]:
        """Return the step of v (d,) and the loads of all columns; None where singular."""
        columns, bend = self._turning(direction, loads)
        size, count = direction.size, columns.shape[1]
        matrix: Array = np.zeros((size + count, size + count))
        matrix[:size, :size] = bend
        matrix[:size, size:] = columns
        matrix[size:, :size] = columns.T
        right: Array = np.concatenate((wrench, -(columns.T @ direction)))
        right[-1] -= 1.0
        try:
            solution = np.linalg.solve(matrix, right)
        except np.linalg.LinAlgError:
            return None, None
        step, loads = np.asarray(solution[:size], float), np.asarray(solution[size:], float)
        return step, loads

    def _turning(self, direction: Array, loads: Array) -> tuple[Array, Array]:
        """Return all columns (d, q) at v, and the curvature (d, d) of the sliding contacts."""
        sets, sliding = self.sets, self.modes.sliding
        edges, _, slip = sets.extreme_edges(direction)
        edges[3] = self.modes.spin
        table = sets.columns[:, :, sliding]
        length = np.hypot(slip[0, sliding], slip[1, sliding]) + TINY
        across = (table[2] * slip[0, sliding] - table[1] * slip[1, sliding]) / length
        stiffness = sets.friction_limits[sliding] * loads[sliding] / length
        gradient = np.einsum('cdm,cm->dm', table, edges[:, sliding])
        return np.hstack((gradient, self.fixed)), (across * stiffness) @ across.T

    def normal_loads(self, multipliers: Array) -> Array:
        """Return the normal force of each of the m contacts (m,)."""
        sliding, sticking = self.modes.sliding, self.modes.sticking
        loads = np.zeros(self.sets.starts.size)
        loads[sliding] = multipliers[: sliding.size]
        loads[sticking] = multipliers[sliding.size: sliding.size + sticking.size]
        return loads

    def forces(self, multipliers: Array, direction: Array, component_count: int) -> Array:
        """Return the contact forces (c,) of the column loads at v."""
        sets, (sliding, sticking, holding, spin) = self.sets, self.modes
        forces = np.zeros(component_count)
        loads = self.normal_loads(multipliers)
        forces[sets.starts] = loads
        edges = sets.extreme_edges(direction)[0]
        turning = sets.with_torsion
        forces[sets.starts[turning] + 3] = (spin * loads)[turning]
        rest = multipliers[sliding.size + sticking.size: -1]
        for component in (1, 2):
            forces[sets.starts[sliding] + component] = (edges[component] * loads)[sliding]
            forces[sets.starts[sticking] + component] = rest[: sticking.size]
            rest = rest[sticking.size:]
        forces[sets.starts[holding] + 3] = rest
        return forces
