# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Wrenches that give a mode for every friction, normal and position within stated bounds.

Why it holds for all of them, and not only for the corners of the bounds: a mode is a square
linear system for (twist rate, edge forces, accelerations that have a sign), A x = (w, 0), and
asks x_i >= 0 of all but the twist rate. With |A(true) - A| <= E entry by entry the true inverse
is within B of the nominal one, for all truths at once (`interval_inverse`). So x_i(true) >= 0 is
sure where (row_i of A^-1) . w >= (row_i of B) . |w|: a convex cone, whose |w| is written out by
the 2^d signs of w. Where contacts share the load in more than one way the system is singular;
then the body must rest, and the same argument is made for its force balance alone.

How far the inverse of a matrix moves when every entry may be off by a known bound.

With R = A^-1 and |D| <= E entry by entry, (A + D)^-1 = (I + R D)^-1 R. If the non-negative matrix
P = |R| E has spectral radius below one, the series converges whatever D is, and
|(A + D)^-1 - R| <= (P + P^2 + ...) |R| = (I - P)^-1 P |R|. No sampling: it holds for all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from frictioncone_ros.analysis.mode_cones.compute import mode_cone, resting_inertia
from frictioncone_ros.analysis.mode_cones.mode_cone import ModeCone
from frictioncone_ros.analysis.mode_cones.robust.uncertain_contact import (
    ContactUncertainty,
    Rows,
    uncertain_contacts,
    UncertainContact,
)
from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.constraints import as_mode
from frictioncone_ros.contact import ContactMode, ContactState, InteractionKind
from frictioncone_ros.spatial import Array, wrench_scaling
from frictioncone_ros.spatial.arguments import checked, checked_fields

REGULAR_SYSTEM = 1e-9
"""Ratio of least to largest singular value above which equations have one solution [-]."""


def series_sum(bound: Array) -> Array | None:
    """
    Return P + P^2 + ... for a non-negative matrix, or None where it does not converge.

    It converges if and only if I - P has a non-negative inverse.
    """
    size = len(bound)
    try:
        total = np.linalg.inv(np.eye(size) - bound)
    except np.linalg.LinAlgError:
        return None
    if not np.isfinite(total).all() or total.min(initial=0.0) < 0.0:
        return None
    return total @ bound


def inverse_with_bound(matrix: Array, errors: Array) -> tuple[Array, Array] | None:
    """
    Return the inverse and how far its entries may be off; None where the matrix may be singular.

    errors: bounds (n, n) >= 0 on the entries of the difference from the true matrix.
    """
    lengths = np.linalg.norm(matrix, axis=1)
    if (lengths == 0.0).any():
        return None
    values = np.linalg.svd(matrix / lengths[:, None], compute_uv=False)
    if values[-1] <= REGULAR_SYSTEM * values[0]:
        return None
    inverse = np.asarray(np.linalg.inv(matrix), dtype=np.float64)
    series = series_sum(np.abs(inverse) @ errors)
    if series is None:
        return None
    bound: Array = series @ np.abs(inverse)
    return inverse, bound


@checked_fields
@dataclass(frozen=True, eq=False)
class RobustCone:
    """
    A cone of wrenches that give the mode for all truths within the bounds.

    cone: None where the argument finds no such wrench, with the reason. It is an inner bound:
    wrenches outside it may still do.
    """

    mode: ContactMode
    cone: ModeCone | None
    reason: str


@checked
def robust_mode_cone(
    state: ContactState, mode: ContactMode | str, uncertainty: ContactUncertainty
) -> RobustCone:
    """Return wrenches sure to be consistent with the mode, whatever the truth is."""
    desired = as_mode(state, mode)
    if any(one.kind is InteractionKind.UNSPECIFIED for one in desired):
        return RobustCone(desired, None, '* stands for several modes: ask for each of them')
    nominal = mode_cone(state, desired)
    if not nominal.is_possible:
        return RobustCone(desired, None, 'kinematically impossible')
    contacts = uncertain_contacts(state, desired, uncertainty)
    closed = _moving(state, contacts)
    if closed is None and not any(one.moves for one in contacts):
        closed = _resting(state, contacts)
    if closed is None:
        return RobustCone(desired, None, 'needs an exact geometry: errors may rule the mode out')
    if closed.is_flat:
        return RobustCone(desired, None, 'no wrench has enough margin for these errors')
    # All conditions are fulfilled strictly inside the cone, so its interior is the strict answer.
    inner = closed.interior_point()[:, None]
    cone = ModeCone(desired, closed, True, state.characteristic_length, (inner,))
    return RobustCone(desired, cone, '')


def _moving(state: ContactState, contacts: list[UncertainContact]) -> PolyhedralCone | None:
    """Return the cone from the square system, or None where it may be singular."""
    system = _system(state, contacts)
    solved = inverse_with_bound(system.nominal, system.errors)
    if solved is None:
        return None
    # What must not be negative: combinations of the forces, and the signed accelerations.
    size, count = state.dimension, sum(len(one.signed.nominal) for one in contacts)
    asked = _block_diagonal([one.force_rows for one in contacts] + [np.eye(count)])
    inverse, bound = (table[size:, :size] for table in solved)
    rows, slack = asked @ inverse, np.abs(asked) @ bound
    signs = np.array(list(product((1.0, -1.0), repeat=size)))
    if not slack.any():
        signs = signs[:1]
    stacked = rows[:, None, :] - signs[None, :, :] * slack[:, None, :]
    return PolyhedralCone.from_faces(-stacked.reshape(-1, size)).minimal()


def _block_diagonal(blocks: list[Array]) -> Array:
    """Return the matrix with these blocks (m, n) along its diagonal, and zeros elsewhere."""
    ends = np.cumsum([block.shape for block in blocks], axis=0)
    table = np.zeros(ends[-1])
    for (row, column), block in zip(ends, blocks, strict=True):
        table[row - block.shape[0] : row, column - block.shape[1] : column] = block
    return table


def _system(state: ContactState, contacts: list[UncertainContact]) -> Rows:
    """
    Return A and the bounds on its errors, for x = (twist rate, forces, signed accelerations).

    Rows: Newton M a - W c = w; no acceleration where the mode has none; y - row . a = 0.
    """
    size = state.dimension
    forces = _joined([one.basis for one in contacts], 1, size)
    kept = _joined([one.zero for one in contacts], 0, size)
    signed = _joined([one.signed for one in contacts], 0, size)
    middle, last = size + len(kept.nominal), size + forces.nominal.shape[1]
    if middle != last:  # a contact without friction cannot hold its tangent
        return Rows(np.zeros((1, 1)), np.zeros((1, 1)))
    total = last + len(signed.nominal)
    system, errors = np.zeros((total, total)), np.zeros((total, total))
    system[:size, :size] = resting_inertia(state).matrix
    system[:size, size:last], errors[:size, size:last] = -forces.nominal, forces.errors
    system[size:middle, :size], errors[size:middle, :size] = kept.nominal, kept.errors
    system[middle:, :size], errors[middle:, :size] = -signed.nominal, signed.errors
    system[middle:, last:] = np.eye(total - last)
    return Rows(system, errors)


def _resting(state: ContactState, contacts: list[UncertainContact]) -> PolyhedralCone | None:
    """
    Return the cone of wrenches that contact forces balance, whatever the truth is.

    w = G z with z >= 0 nominally. With a right inverse R of G the true G + D is met by
    z - R (I + D R)^-1 D z, which stays >= 0 where z >= H z, H = |R| (I - |D| |R|)^-1 |D|. These
    z are generated by the columns of (I - H)^-1.
    """
    size = state.dimension
    scale = wrench_scaling(size, state.characteristic_length)[:, None]
    edges = _joined([one.edges for one in contacts], 1, size)
    forces, errors = -scale * edges.nominal, scale * edges.errors
    if np.linalg.matrix_rank(forces) < size:
        return None
    right = np.abs(np.linalg.pinv(forces))
    series = series_sum(errors @ right)
    if series is None:
        return None
    correction = series_sum(right @ (errors + series @ errors))
    if correction is None:
        return None
    generators = forces @ (np.eye(len(correction)) + correction)
    return PolyhedralCone.from_generators(generators / scale).minimal()


def _joined(parts: list[Rows], axis: int, size: int) -> Rows:
    """Return rows (axis 0) or columns (axis 1) of all contacts as one table."""
    nothing = np.zeros((0, size) if axis == 0 else (size, 0))
    return Rows(
        np.concatenate([nothing, *(part.nominal for part in parts)], axis=axis),
        np.concatenate([nothing, *(part.errors for part in parts)], axis=axis),
    )
