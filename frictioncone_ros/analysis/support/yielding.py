# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Springs that press only and slip at their friction limit: the forces of compliant contacts.

A displacement x of the body presses contact i by e_i = n_i . x, so N_i = max(0, N0_i + k_i e_i),
and strains each part of its friction by z_b: y_b = trial of the tangential spring, put back to
the ball of size N_i where it is beyond. Newton's method on the balance of all forces. Sliding
does not press the surfaces apart, so that this is no minimum of an energy (it would be with
friction that dilates), and a load without such forces is one that the contacts do not hold.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.support.force_parts import ball_lengths, ForceParts
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.spatial.dense import least_squares, regular_solution, whitening
from frictioncone_ros.time_budget import check_time
from frictioncone_ros.tolerances import FEASIBLE_RESIDUAL

YIELDING_ROUNDS = 60
"""Newton steps after which a load counts as one that is not held; 5 are usual."""
SHORTEST_STEP = 1e-4
"""Share of a Newton step below which no smaller residual is looked for."""
SUFFICIENT = 0.1
"""Share of the residual that a full step has to remove [-]."""
SINGULAR = 1e-12
"""Singular value, beside the largest, from which on a step has no part in a direction [-]."""


class Springs(NamedTuple):
    """
    Stiffness along the normals (k,) and along parts of friction (b,), and preload (k,) [N].

    bonded: whether friction has no limit, so that nothing slips. matrix: (q, q) of
    `stiffness_matrix`, where the same springs are asked often; None: not known. inverse: (q, q)
    pseudo-inverse of it, where that is as exact as a solution; None: not known, or it is not.
    white: (r, q) of `energy_rows`; None: not known.
    """

    normal: Array
    tangential: Array
    preload: Array
    bonded: bool = False
    matrix: Array | None = None
    inverse: Array | None = None
    white: Array | None = None


class YieldingForces(NamedTuple):
    """Normal forces (k,), balls (b, m) in newtons, and the displacement (q,) that makes them."""

    normal_forces: Array
    balls: Array
    displacement: Array


class Strained(NamedTuple):
    """
    The forces at a displacement, with what their derivative needs.

    trial: (b, m) forces if nothing slipped, and their lengths (b,). sizes: (b,) of the balls.
    slipping: (b,) which parts are beyond theirs; None for none.
    """

    forces: YieldingForces
    trial: Array
    lengths: Array
    sizes: Array
    slipping: NDArray[np.bool_] | None


def yielding_forces(
    parts: ForceParts, springs: Springs, target: Array, start: Array | None = None
) -> YieldingForces | None:
    """Return the forces whose sum is `target` (q,), searched from a displacement; None if none."""
    place = stuck_displacement(parts, springs, target) if start is None else start
    slack = FEASIBLE_RESIDUAL * max(largest_entry(target), largest_entry(springs.preload))
    state = strained(parts, springs, place)
    gap = gap_left(parts, state, target)
    if is_borne(gap, target, springs, state):
        return state.forces
    white = energy_rows(parts, springs)
    energy = energy_of(white, gap)
    for _ in range(YIELDING_ROUNDS):
        check_time()
        step = newton_step(force_slope(parts, springs, state), gap, white)
        share = 1.0
        while share > SHORTEST_STEP:
            tried = strained(parts, springs, state.forces.displacement + share * step)
            left = gap_left(parts, tried, target)
            energy_left = energy_of(white, left)
            if energy_left < (1.0 - SUFFICIENT * share) * energy:
                break
            share *= 0.5
        else:
            break
        state, gap, energy = tried, left, energy_left
        if is_borne(gap, target, springs, state):
            return state.forces
    # Forces that rounding of what squeezes keeps from adding up more closely.
    return state.forces if largest_entry(gap) <= slack else None


def is_borne(gap: Array, target: Array, springs: Springs, state: Strained) -> bool:
    """
    Tell whether forces leave a gap (q,) of a target (q,) that is nothing beside either.

    A preload that the load takes off says nothing of what is left, which certificates look at.
    """
    squeeze = min(largest_entry(springs.preload), largest_entry(state.forces.normal_forces))
    return largest_entry(gap) <= FEASIBLE_RESIDUAL * max(largest_entry(target), squeeze)


def energy_rows(parts: ForceParts, springs: Springs) -> Array:
    """
    Return the rows W (r, q) whose product with a wrench has its energy as the sum of squares.

    That is twice the work that the springs store under it where none slips: what is near, and
    which of several steps is the least, is judged by it and is the same in every frame.
    """
    if springs.white is not None:
        return springs.white
    return whitening(stiffness_matrix(parts, springs), SINGULAR)[0]


def energy_of(white: Array, wrench: Array) -> float:
    """Return the energy of a wrench (q,); what no spring bears has none."""
    whitened = white.dot(wrench)
    return float(whitened.dot(whitened))


def newton_step(slope: Array, gap: Array, white: Array) -> Array:
    """Return the displacement (q,) that closes a gap (q,); of several, that of least energy."""
    step = regular_solution(slope, -gap)
    if step is not None:
        return step
    least = least_squares(white.dot(slope).dot(white.T), -white.dot(gap), SINGULAR)
    return np.asarray(white.T.dot(least))


def stuck_displacement(parts: ForceParts, springs: Springs, target: Array) -> Array:
    """Return the displacement (q,) if every contact pressed, or pulled, and none slipped."""
    left = target - springs.preload.dot(parts.normals)
    if springs.inverse is not None:
        return np.asarray(springs.inverse.dot(left))
    return least_squares(stiffness_matrix(parts, springs), left, SINGULAR)


def stiffness_matrix(parts: ForceParts, springs: Springs) -> Array:
    """Return the wrench (q, q) per displacement if every contact pressed and none slipped."""
    if springs.matrix is not None:
        return springs.matrix
    return _stiffness(parts, springs.normal, springs.tangential)


def _stiffness(parts: ForceParts, normal: Array, tangential: Array) -> Array:
    """Return the wrench (q, q) per displacement of springs along normals (k,) and parts (b,)."""
    flat, axes = parts.flat, parts.friction.shape[1]
    matrix: Array = (parts.normals.T * normal).dot(parts.normals)
    matrix += (flat.T * tangential.repeat(axes)).dot(flat)
    return matrix


def strained(parts: ForceParts, springs: Springs, place: Array) -> Strained:
    """Return the forces at a displacement (q,)."""
    count, axes = parts.normals.shape[0], parts.friction.shape[1]
    moved = parts.rows.dot(place)
    normal = np.maximum(springs.preload + springs.normal * moved[:count], 0.0)
    trial = springs.tangential[:, None] * moved[count:].reshape(-1, axes)
    lengths = ball_lengths(trial)
    if springs.bonded:
        sizes = np.full_like(lengths, np.inf)
        return Strained(YieldingForces(normal, trial, place), trial, lengths, sizes, None)
    sizes = normal[parts.owners]
    slipping = lengths > sizes
    slips = slipping.tolist()
    if True not in slips:
        return Strained(YieldingForces(normal, trial, place), trial, lengths, sizes, None)
    if False not in slips:
        kept = sizes / lengths
    else:
        kept = np.where(slipping, sizes / np.where(slipping, lengths, 1.0), 1.0)
    forces = YieldingForces(normal, kept[:, None] * trial, place)
    return Strained(forces, trial, lengths, sizes, slipping)


def gap_left(parts: ForceParts, state: Strained, target: Array) -> Array:
    """Return by how much the sum of the forces is more than `target` (q,)."""
    gap: Array = parts.wrench(state.forces.normal_forces, state.forces.balls) - target
    return gap


def force_slope(parts: ForceParts, springs: Springs, state: Strained) -> Array:
    """Return the derivative (q, q) of the forces' sum by the displacement."""
    presses, slipping = state.forces.normal_forces > 0.0, state.slipping
    if slipping is None:
        if False not in presses.tolist():
            return stiffness_matrix(parts, springs)
        return _stiffness(
            parts, springs.normal * presses, springs.tangential * (state.sizes > 0.0)
        )
    pressed = springs.normal * presses
    lengths = np.where(slipping, state.lengths, 1.0)
    weights = springs.tangential * np.where(slipping, state.sizes / lengths, state.sizes > 0.0)
    matrix = _stiffness(parts, pressed, weights)
    # What slips turns with the strain, and grows with the normal force instead of along it.
    units = state.trial * (slipping / lengths)[:, None]
    along = np.matmul(units[:, None], parts.friction)[:, 0]
    grown = pressed[parts.owners, None] * parts.owners_normals
    matrix += along.T.dot(grown - weights[:, None] * along)
    return matrix
