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

from frictioncone_ros.analysis.support.force_parts import ForceParts
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.spatial.arrays import Array
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

    bonded: whether friction has no limit, so that nothing slips.
    """

    normal: Array
    tangential: Array
    preload: Array
    bonded: bool = False


class YieldingForces(NamedTuple):
    """Normal forces (k,), balls (b, m) in newtons, and the displacement (q,) that makes them."""

    normal_forces: Array
    balls: Array
    displacement: Array


class Strained(NamedTuple):
    """The forces at a displacement, with what their derivative needs."""

    forces: YieldingForces
    trial: Array
    lengths: Array
    sizes: Array


def yielding_forces(
    parts: ForceParts, springs: Springs, target: Array, start: Array | None = None
) -> YieldingForces | None:
    """Return the forces whose sum is `target` (q,), searched from a displacement; None if none."""
    place = stuck_displacement(parts, springs, target) if start is None else start
    slack = FEASIBLE_RESIDUAL * max(largest_entry(target), largest_entry(springs.preload))
    state = strained(parts, springs, place)
    gap = _gap(parts, state, target)
    for _ in range(YIELDING_ROUNDS):
        check_time()
        if largest_entry(gap) <= slack:
            return state.forces
        step = np.linalg.lstsq(force_slope(parts, springs, state), -gap, rcond=SINGULAR)[0]
        share, length = 1.0, float(gap @ gap)
        while share > SHORTEST_STEP:
            tried = strained(parts, springs, state.forces.displacement + share * step)
            left = _gap(parts, tried, target)
            if float(left @ left) < (1.0 - SUFFICIENT * share) * length:
                break
            share *= 0.5
        else:
            return None
        state, gap = tried, left
    return None


def stuck_displacement(parts: ForceParts, springs: Springs, target: Array) -> Array:
    """Return the displacement (q,) if every contact pressed, or pulled, and none slipped."""
    matrix = stiffness_matrix(parts, springs)
    left = target - springs.preload @ parts.normals
    return np.asarray(np.linalg.lstsq(matrix, left, rcond=SINGULAR)[0])


def stiffness_matrix(parts: ForceParts, springs: Springs) -> Array:
    """Return the wrench (q, q) per displacement if every contact pressed and none slipped."""
    flat, axes = parts.flat, parts.friction.shape[1]
    matrix: Array = (parts.normals.T * springs.normal) @ parts.normals
    matrix += (flat.T * np.repeat(springs.tangential, axes)) @ flat
    return matrix


def strained(parts: ForceParts, springs: Springs, place: Array) -> Strained:
    """Return the forces at a displacement (q,)."""
    normal = np.maximum(springs.preload + springs.normal * (parts.normals @ place), 0.0)
    trial = springs.tangential[:, None] * (parts.friction @ place)
    lengths = np.sqrt((trial * trial).sum(axis=1))
    sizes = np.full_like(lengths, np.inf) if springs.bonded else normal[parts.owners]
    kept = np.minimum(sizes / np.where(lengths > 0.0, lengths, 1.0), 1.0)
    kept[lengths <= sizes] = 1.0
    return Strained(YieldingForces(normal, kept[:, None] * trial, place), trial, lengths, sizes)


def _gap(parts: ForceParts, state: Strained, target: Array) -> Array:
    gap: Array = parts.wrench(state.forces.normal_forces, state.forces.balls) - target
    return gap


def force_slope(parts: ForceParts, springs: Springs, state: Strained) -> Array:
    """Return the derivative (q, q) of the forces' sum by the displacement."""
    pressed = springs.normal * (state.forces.normal_forces > 0.0)
    matrix = (parts.normals.T * pressed) @ parts.normals
    slipping = state.lengths > state.sizes
    safe = np.where(state.lengths > 0.0, state.lengths, 1.0)
    unit = state.trial / safe[:, None]
    weights = springs.tangential * np.where(slipping, state.sizes / safe, state.sizes > 0.0)
    flat = parts.flat
    matrix += (flat.T * np.repeat(weights, parts.friction.shape[1])) @ flat
    if slipping.any():
        along = np.matmul(unit[slipping, None, :], parts.friction[slipping])[:, 0]
        owners = parts.owners[slipping]
        matrix -= (along.T * weights[slipping]) @ along
        matrix += along.T @ (pressed[owners, None] * parts.normals[owners])
    return matrix
