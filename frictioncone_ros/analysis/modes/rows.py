# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contact velocities as linear rows on a well-scaled twist, the input of mode enumeration."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frictioncone_ros.contact import contact_jacobian, ContactState, require_state
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import (
    Array,
    as_float_array,
    as_matrix,
    cross_matrix,
    linear_size,
    PLANAR,
)

ONE_PLACE = 1e-9
"""Contacts nearer to each other than this part of their distance are in one place [-]."""


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
    normals = contact_jacobian(state)[::size]
    directions = axes.reshape(-1, size)
    owner = np.repeat(np.arange(state.contact_count), count)
    sliding = _direction_rows(state.positions[owner], directions)
    surface = state.surface_velocities
    drift = np.concatenate(
        (
            -np.einsum('ki,ki->k', state.normals, surface),
            -np.einsum('ki,ki->k', directions, surface[owner]),
        )
    )
    return scaled_rows(state, (normals, sliding), drift, tuple(owner.tolist()))


def scaled_rows(
    state: ContactState, rows: tuple[Array, Array], drift: Array, owner: tuple[int, ...]
) -> ModeRows:
    """
    Return rows @ motion + drift as linear rows on scaled coordinates.

    rows: separation (k, d) and sliding (m, d) rows on motions at the reference point; drift:
    (k + m,) constant parts, in any unit: only their ratios matter for signs.
    """
    basis = motion_basis(state)
    joined = np.vstack(rows) @ basis
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
    if not state.contact_count:
        return basis
    center = state.positions.mean(axis=0)
    spread = float(np.sqrt(np.mean(np.sum((state.positions - center) ** 2, axis=1))))
    # Contacts in one place: what their mean's rounding leaves of no distance is no length.
    reach = float(np.abs(state.positions).max())
    length = spread if spread > ONE_PLACE * reach else state.characteristic_length
    basis[size:, size:] /= length
    if dimension == PLANAR:
        basis[:2, 2] = np.array([center[1], -center[0]]) / length
    else:
        basis[:3, 3:] = cross_matrix(center) / length
    return basis


def _direction_rows(positions: Array, directions: Array) -> Array:
    """Return the twist rows (direction, position x direction) of speeds along directions."""
    if positions.shape[1] == 2:
        moments = positions[:, 0] * directions[:, 1] - positions[:, 1] * directions[:, 0]
        return np.column_stack((directions, moments))
    return np.hstack((directions, np.cross(positions, directions)))


def _checked_tangents(state: ContactState, tangents: Array) -> Array:
    array = as_float_array(tangents, 'tangents')
    size = linear_size(state.dimension)
    if array.ndim != 3 or array.shape[0] != state.contact_count or array.shape[2] != size:
        expected = f'({state.contact_count}, K, {size})'
        raise InvalidInputError('shape of tangents', array.shape, expected)
    flat = as_matrix(array.reshape(-1, size), (array.shape[0] * array.shape[1], size), 'tangents')
    return flat.reshape(array.shape)
