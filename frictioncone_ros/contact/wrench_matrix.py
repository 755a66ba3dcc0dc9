# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The linear maps between contact forces and the body's wrench, and between twist and contact speed.

One contact at position p with frame axes e_j gives the columns (e_j, p x e_j): a unit force along
e_j acting on the body, as a wrench about the reference point. The transpose maps a twist to the
velocity of the body's point at the contact, v + omega x p, along the same axes (equal power).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate

import numpy as np

from frictioncone_ros.contact.friction import FrictionModel
from frictioncone_ros.contact.point import ContactPoint
from frictioncone_ros.contact.state import ContactState
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arguments import explained
from frictioncone_ros.spatial.arrays import Array, PLANAR
from frictioncone_ros.spatial.converters import as_whole_number


# Every question about a state begins with its matrix, and a state never changes.
@explained
@lru_cache(maxsize=16)
def point_wrench_matrix(state: ContactState) -> Array:
    """
    Return the (d, k c) matrix of point forces, contact-major, c = 2 planar or 3 spatial.

    Read-only. Columns of contact i: normal, tangent(s). Torsion of soft fingers is left out:
    these columns pair with contact velocities one to one.
    """
    axes = state.frames
    count, size = axes.shape[0], axes.shape[1]
    arms = state.positions[:, None, :]
    stacked = np.empty((count, size, state.dimension))
    stacked[..., :size] = axes
    if state.dimension == PLANAR:
        stacked[..., size] = arms[..., 0] * axes[..., 1] - arms[..., 1] * axes[..., 0]
    else:
        _cross(arms, axes, stacked[..., size:])
    matrix = stacked.reshape(count * size, state.dimension).T
    matrix.setflags(write=False)
    return matrix


@explained
@lru_cache(maxsize=16)
def wrench_matrix(state: ContactState) -> Array:
    """
    Return the read-only (d, c) matrix from all contact force components to the body's wrench.

    Contact-major: (n, t) or (n, t1, t2) for each contact, followed by the moment about the normal
    where the contact is a spatial soft finger. Wrench about the reference point [N, Nm].
    """
    points = point_wrench_matrix(state)
    slices = component_slices(state)
    total = slices[-1].stop if slices else 0
    if total == points.shape[1]:
        return points
    size = 3
    matrix = np.zeros((state.dimension, total))
    for index, columns in enumerate(slices):
        start = columns.start
        matrix[:, start : start + size] = points[:, index * size : (index + 1) * size]
        if columns.stop - start > size:
            matrix[3:, start + size] = state.normals[index]
    matrix.setflags(write=False)
    return matrix


@explained
@lru_cache(maxsize=16)
def component_slices(state: ContactState) -> tuple[slice, ...]:
    """Return for each contact the slice of its force components in the wrench matrix."""
    return _slices(state.frictions, state.dimension)


# Contacts move with every snapshot; what they are made of stays.
@lru_cache(maxsize=64)
def _slices(frictions: tuple[FrictionModel, ...], dimension: int) -> tuple[slice, ...]:
    counts = [friction.component_count(dimension) for friction in frictions]
    ends = tuple(accumulate(counts))
    return tuple(slice(end - count, end) for count, end in zip(counts, ends, strict=True))


@explained
def point_forces(state: ContactState, contact_forces: Array) -> Array:
    """
    Return the force at each contact along the axes of the state, (k, 2 or 3) [N].

    contact_forces: (c,) components, contact-major; torsion of soft fingers is a moment, no force.
    """
    frames = state.frames
    count, size = frames.shape[:2]
    parts = component_slices(state)
    total = parts[-1].stop if parts else 0
    if contact_forces.shape != (total,):
        expected = f'({total},) as the contacts have components'
        raise InvalidInputError('shape of contact forces', contact_forces.shape, expected)
    if contact_forces.shape[0] != count * size:
        contact_forces = np.array(
            [contact_forces[part.start : part.start + size] for part in parts]
        )
    # Rows of a frame are its axes: components times rows.
    return (contact_forces.reshape(count, 1, size) @ frames)[:, 0]  # fmt: skip


@explained
def normal_wrench_matrix(state: ContactState) -> Array:
    """Return the (d, k) wrenches of unit normal forces."""
    size = 2 if state.dimension == PLANAR else 3
    return point_wrench_matrix(state)[:, ::size]


@explained
def tangential_wrench_matrix(state: ContactState) -> Array:
    """Return the (d, k) planar or (d, 2 k) spatial wrenches of unit tangential forces."""
    size = 2 if state.dimension == PLANAR else 3
    points = point_wrench_matrix(state)
    return points[:, np.arange(points.shape[1]) % size != 0]


@explained
def contact_jacobian(state: ContactState) -> Array:
    """Return the (k c, d) matrix that maps a twist to contact velocities, contact-major [m/s]."""
    return point_wrench_matrix(state).T


@explained
def delassus_matrix(state: ContactState) -> Array:
    """
    Return J M^-1 J^T (k c, k c): contact accelerations caused by unit contact forces [1/kg].

    Point force components only, contact-major. The state must have an inertia.
    """
    if state.inertia is None:
        raise InvalidInputError('inertia', None, 'an Inertia for the Delassus matrix')
    points = point_wrench_matrix(state)
    return points.T @ state.inertia.inverse_matrix @ points


def contact_at(state: ContactState, contact_index: int) -> ContactPoint:
    """Return one contact by its place, or say which there are."""
    number = as_whole_number(contact_index, 'contact index')
    if not 0 <= number < state.contact_count:
        expected = f'0 to {state.contact_count - 1}' if state.contact_count else 'a contact'
        raise InvalidInputError('contact index', contact_index, expected)
    return state.contacts[number]


@explained
def edge_wrenches(state: ContactState, contact_index: int) -> Array | None:
    """
    Return the wrenches (d, edges) of one contact's friction edges, each of unit normal force.

    None where the friction set has no finite number of edges (a circular cone in space).
    """
    edges = contact_at(state, contact_index).friction.force_edges(state.dimension)
    if edges is None:
        return None
    return wrench_matrix(state)[:, component_slices(state)[contact_index]] @ edges.T


@explained
def has_torsion(state: ContactState, contact_index: int) -> bool:
    """Whether a contact transmits a moment about its normal."""
    friction = contact_at(state, contact_index).friction
    return friction.component_count(state.dimension) > 3


def _cross(first: Array, second: Array, product: Array) -> None:
    """Write the cross product along the last axis; numpy's own costs five times as much here."""
    x, y, z = first[..., 0], first[..., 1], first[..., 2]
    u, v, w = second[..., 0], second[..., 1], second[..., 2]
    product[..., 0] = y * w - z * v
    product[..., 1] = z * u - x * w
    product[..., 2] = x * v - y * u
