# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Normal forces of unilateral springs under one rigid body: N_i = max(0, k_i g_i . x).

They are the only minimiser of sum N_i^2 / (2 k_i) with N >= 0 and sum N_i g_i given: the
displacement x minimises the dual sum k_i max(0, g_i . x)^2 / 2 - x . target, a convex function
that is quadratic between the places where a spring parts, so that Newton's method ends exactly.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.cones import largest_entry, nonnegative_weights
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.time_budget import check_time
from frictioncone_ros.tolerances import FEASIBLE_RESIDUAL

SPRING_ROUNDS = 50
"""Newton steps after which the load counts as none that pressing springs carry; 4 are usual."""
SET_ROUNDS = 6
"""Sets of pressing springs tried before Newton's method is held to descend."""
MOST_MAPS = 64
"""Sets of pressing springs whose linear map is kept."""
CHANGES_EACH = 4
"""Changes for each spring along a ray of loads after which no more are looked for."""
AFTER_CHANGE = 1e-9
"""Part of a ray after a change of springs from where the next one is looked for [-]."""
SOFT_SPRINGS = 1e-6
"""Weight of the springs beside the balance, whose square is rounding [-]."""
SHORTEST_STEP = 1e-4
"""Share of a Newton step below which no descent is looked for."""
SINGULAR = 1e-12
"""Eigenvalue of the springs' matrix, beside the largest, that counts as none [-]."""
FINE = 1e-10
"""Half axis of what springs reach, beside the longest, that counts as none [-]."""
SINGULAR_LEFT = 1e-6
"""What a step may leave of the gap to count as one that closes it [-]."""


class SpringForces(NamedTuple):
    """
    Normal forces (k,) [N] and how they grow, (k, q): N(target + d) = N + growth @ d nearby.

    displacement: (q,) with N_i = max(0, k_i g_i . x).
    """

    normal_forces: Array
    growth: Array
    displacement: Array


@dataclass(frozen=True, eq=False)
class SpringSet:
    """
    Springs along `directions` (k, q) of stiffness (k,), with what each set that presses needs.

    Loads that make the same springs press share one linear map: a matrix product each.
    """

    directions: Array
    stiffness: Array
    _maps: dict[bytes, tuple[Array, Array]] = field(default_factory=dict, repr=False)

    def forces(self, target: Array) -> SpringForces | None:
        """Return the forces whose sum is `target` (q,), None where no pressing forces are."""
        size = largest_entry(target)
        pressed, all_press = np.ones(self.stiffness.size, dtype=bool), True
        for _ in range(SET_ROUNDS):
            growth, inverse = self._map(pressed)
            place = inverse.dot(target)
            strain = self.directions.dot(place)
            # A spring that is just touched, by rounding, may count as either.
            wrong = (-strain if all_press else np.where(pressed, -strain, strain)) * self.stiffness
            if max(wrong.tolist(), default=0.0) <= FEASIBLE_RESIDUAL * size:
                forces = np.maximum(growth.dot(target), 0.0)
                if largest_entry(forces.dot(self.directions) - target) <= FEASIBLE_RESIDUAL * size:
                    return SpringForces(forces, growth, place)
                break
            pressed, all_press = strain > 0.0, False
        # Newton's method would need all its rounds to find that a body tips.
        _, left = nonnegative_weights(self.directions.T, target)
        if largest_entry(left) > FEASIBLE_RESIDUAL * size:
            return None
        return spring_forces(self.directions, self.stiffness, target)

    def changes(self, target: Array, way: Array, reach: float) -> list[float]:
        """Return where in (0, `reach`) the springs that press change along target - t way (q,)."""
        found: list[float] = []
        place = 0.0
        for _ in range(CHANGES_EACH * self.stiffness.size):
            # A little beyond the last change, where the next springs press.
            place += AFTER_CHANGE * reach
            forces = self.forces(target - place * way)
            if forces is None:
                break
            inverse = self._map(forces.normal_forces > 0.0)[1]
            strain = self.directions.dot(inverse.dot(target - place * way))
            falls = self.directions.dot(inverse.dot(way))
            ahead = strain * falls > 0.0
            steps = strain[ahead] / falls[ahead]
            place += float(steps.min(initial=inf))
            if place >= reach:
                break
            found.append(place)
        return found

    def _map(self, pressed: NDArray[np.bool_]) -> tuple[Array, Array]:
        key = pressed.tobytes()
        found = self._maps.get(key)
        if found is None:
            stiffness = self.stiffness * pressed
            inverse = _inverse(self.directions, stiffness)
            found = (stiffness[:, None] * self.directions).dot(inverse), inverse
            if len(self._maps) >= MOST_MAPS:
                self._maps.clear()
            self._maps[key] = found
        return found


def spring_forces(directions: Array, stiffness: Array, target: Array) -> SpringForces | None:
    """
    Return the forces of springs whose sum along `directions` (k, q) is `target` (q,).

    None where no pressing forces add up to it. stiffness: (k,).
    """
    size = largest_entry(target)
    if not size:
        zero = np.zeros(directions.shape[0])
        return SpringForces(zero, _growth(directions, stiffness), np.zeros_like(target))
    inverse = _inverse(directions, stiffness)
    place = inverse.dot(target)
    for _ in range(SPRING_ROUNDS):
        check_time()
        strain = directions.dot(place)
        forces = stiffness * np.maximum(strain, 0.0)
        gap = forces.dot(directions) - target
        pressed = stiffness * (strain > 0.0)
        if largest_entry(gap) <= FEASIBLE_RESIDUAL * size:
            return SpringForces(forces, _growth(directions, pressed), place)
        step = (-_inverse(directions, pressed)).dot(gap)
        left = (pressed * (directions.dot(step))).dot(directions) + gap
        # Too few springs press: all of them are at least as stiff, so their step descends.
        if largest_entry(left) > SINGULAR_LEFT * largest_entry(gap):
            step = (-inverse).dot(gap)
        moved = _descended(directions, stiffness, target, (place, step))
        if moved is None:
            break
        place = moved
    return _at_edge(directions, stiffness, target)


def _at_edge(directions: Array, stiffness: Array, target: Array) -> SpringForces | None:
    """
    Return the forces of a body about to tip, where few springs press and Newton's method crawls.

    Stiff equations beside soft springs as one least squares problem say which springs press.
    """
    roots = np.sqrt(stiffness)
    soft = SOFT_SPRINGS * largest_entry(directions.ravel())
    rows = np.vstack((directions.T * roots, soft * np.eye(roots.size)))
    aim = np.append(target, np.zeros(roots.size))
    weights, left = nonnegative_weights(rows, aim)
    pressed = stiffness * (weights > 0.0)
    growth = _fine_growth(directions, pressed)
    forces = np.maximum(growth.dot(target), 0.0)
    gap = forces.dot(directions) - target
    if largest_entry(gap) > FEASIBLE_RESIDUAL * largest_entry(target):
        return None
    place = left[: target.size] / soft**2
    # What the soft springs leave is a small difference: the strains that press are known better.
    bearing = pressed > 0.0
    strain = forces[bearing] / stiffness[bearing]
    near = directions[bearing]
    place = place + np.linalg.lstsq(near, strain - near.dot(place), rcond=None)[0]
    return SpringForces(forces, growth, place)


def _descended(
    directions: Array, stiffness: Array, target: Array, move: tuple[Array, Array]
) -> Array | None:
    """Return the place after the longest halved step that lowers the dual, or None."""
    place, step = move
    level, share = _dual(directions, stiffness, target, place), 1.0
    while share > SHORTEST_STEP:
        tried: Array = place + share * step
        if _dual(directions, stiffness, target, tried) < level:
            return tried
        share *= 0.5
    return None


def _dual(directions: Array, stiffness: Array, target: Array, place: Array) -> float:
    strain = np.maximum(directions.dot(place), 0.0)
    return float((0.5 * (stiffness * strain)).dot(strain) - target.dot(place))


def _growth(directions: Array, stiffness: Array) -> Array:
    grown: Array = (stiffness[:, None] * directions).dot(_inverse(directions, stiffness))
    return grown


def _fine_growth(directions: Array, stiffness: Array) -> Array:
    """Return the growth (k, q) where soft springs stand close to stiff ones.

    Springs enter their matrix by stiffness and by the square of their distance; here by roots.
    """
    roots = np.sqrt(stiffness)
    grown: Array = roots[:, None] * np.linalg.pinv(roots[:, None] * directions, rcond=FINE).T
    return grown


def _inverse(directions: Array, stiffness: Array) -> Array:
    """Return the (pseudo) inverse (q, q) of the springs' matrix."""
    matrix = (directions.T * stiffness).dot(directions)
    return np.asarray(np.linalg.pinv(matrix, rcond=SINGULAR, hermitian=True), dtype=np.float64)
