# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contact velocities as linear rows on a well-scaled twist, the input of mode enumeration."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frictioncone_ros.contact import ContactState, require_state
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import (
    Array,
    as_float_array,
    as_matrix,
    cross_matrix,
    linear_size,
    PLANAR,
    SPATIAL,
)


@dataclass(frozen=True, eq=False)
class ModeRows:
    """
    Which linear forms decide a mode.

    separation: (k, w) rows, value > 0 where the contact opens, 0 where it is kept.
    sliding: (m, w) rows whose signs tell how the kept contacts slide.
    owner: for each sliding row the index of its contact, (m,).
    moves: whether w = d + 1: the last coordinate is 1 for the true motion (moving surfaces, or
        acceleration terms); else w = d and every form is linear in the motion.
    basis: (d, d), motion = basis @ the first d coordinates.
    drift_scale: value of the last coordinate at which the others are in their own units.
    lengths: (k + m,) factors by which the rows' values are smaller than the true ones.
    """

    separation: Array
    sliding: Array
    owner: tuple[int, ...]
    moves: bool
    basis: Array
    drift_scale: float
    lengths: Array

    @property
    def contact_count(self) -> int:
        """Number k of contacts."""
        return len(self.separation)

    @property
    def hyperplanes(self) -> Array:
        """All rows (k + m + 1, w): separation, sliding, and that of the last coordinate."""
        last = np.zeros((1, self.separation.shape[1]))
        last[0, -1] = 1.0 if self.moves else 0.0
        return np.vstack((self.separation, self.sliding, last))


def velocity_rows(state: ContactState, tangents: Array | None = None) -> ModeRows:
    """
    Return the rows of relative contact velocities, with moving surfaces as an affine part.

    tangents: (k, K, 2 or 3) directions of sliding to be told apart, in the common frame; by
    default each contact's own tangents.
    """
    require_state(state)
    size = linear_size(state.dimension)
    axes = state.frames[:, 1:] if tangents is None else _checked_tangents(state, tangents)
    count = axes.shape[1]
    directions = axes.reshape(-1, size)
    owner = np.repeat(np.arange(state.contact_count), count)
    arms = _arms(state)
    rows = _direction_rows(arms, state.normals), _direction_rows(arms[owner], directions)
    surface = state.surface_velocities
    drift = np.concatenate(
        (
            -np.einsum('ki,ki->k', state.normals, surface),
            -np.einsum('ki,ki->k', directions, surface[owner]),
        )
    )
    return scaled_rows(state, rows, drift, tuple(owner.tolist()))


def scaled_rows(
    state: ContactState, rows: tuple[Array, Array], drift: Array, owner: tuple[int, ...]
) -> ModeRows:
    """
    Return rows @ coordinates + drift as linear rows on scaled coordinates.

    rows: separation (k, d) and sliding (m, d) rows on the coordinates of `motion_basis`; drift:
    (k + m,) constant parts, in any unit: only their ratios matter for signs.
    """
    basis = motion_basis(state)
    joined = np.vstack(rows)
    moves = bool(np.any(drift))
    drift_scale = float(np.abs(drift).max()) if moves else 1.0
    if moves:
        joined = np.hstack((joined, (drift / drift_scale)[:, None]))
    lengths = np.linalg.norm(joined, axis=1)
    lengths[lengths == 0.0] = 1.0
    joined = joined / lengths[:, None]
    split = len(rows[0])
    return ModeRows(joined[:split], joined[split:], owner, moves, basis, drift_scale, lengths)


def motion_basis(state: ContactState) -> Array:
    """
    Return the (d, d) basis of twists about the contacts' centre, rotations per their spread.

    Far from the reference point all rows look alike; seen from the contacts they do not.
    """
    dimension = state.dimension
    size = linear_size(dimension)
    basis = np.eye(dimension)
    center, length = state.centre, state.spread
    basis[size:, size:] /= length
    if dimension == PLANAR:
        basis[:2, 2] = np.array([center[1], -center[0]]) / length
    else:
        basis[:3, 3:] = cross_matrix(center) / length
    return basis


def contact_rows(state: ContactState) -> Array:
    """
    Return the contact Jacobian on the coordinates of `motion_basis`, (k, 2 or 3, d).

    From the arms about the contacts' centre. A product with the basis would leave rounding of
    the size of the way to the reference point, and of contacts nearly alike that decides modes.
    """
    return _direction_rows(_arms(state)[:, None, :], state.frames)


def spin_rows(state: ContactState) -> Array:
    """Return the rows (k, 6) of spins about the normals, on the coordinates of `motion_basis`."""
    rows = np.zeros((state.contact_count, SPATIAL))
    rows[:, 3:] = state.normals / state.spread
    return rows


def _arms(state: ContactState) -> Array:
    """Return the contacts' positions from their centre, per length of the basis (k, 2 or 3)."""
    return np.asarray((state.positions - state.centre) / state.spread)


def _direction_rows(arms: Array, directions: Array) -> Array:
    """Return the rows (..., d) of speeds along directions (..., 2 or 3): (e, arm x e)."""
    size = directions.shape[-1]
    rows = np.empty((*directions.shape[:-1], PLANAR if size == 2 else SPATIAL))
    rows[..., :size] = directions
    x, y = arms[..., 0], arms[..., 1]
    u, v = directions[..., 0], directions[..., 1]
    rows[..., -1] = x * v - y * u
    if size > 2:
        z, w = arms[..., 2], directions[..., 2]
        rows[..., 3] = y * w - z * v
        rows[..., 4] = z * u - x * w
    return rows


def _checked_tangents(state: ContactState, tangents: Array) -> Array:
    array = as_float_array(tangents, 'tangents')
    size = linear_size(state.dimension)
    if array.ndim != 3 or array.shape[0] != state.contact_count or array.shape[2] != size:
        expected = f'({state.contact_count}, K, {size})'
        raise InvalidInputError('shape of tangents', array.shape, expected)
    flat = as_matrix(array.reshape(-1, size), (array.shape[0] * array.shape[1], size), 'tangents')
    return flat.reshape(array.shape)
