# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contact velocities and the velocity-product part of contact accelerations."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.contact.point import ContactKind
from frictioncone_ros.contact.state import ContactState
from frictioncone_ros.contact.wrench_matrix import contact_jacobian
from frictioncone_ros.spatial.arguments import explained
from frictioncone_ros.spatial.arrays import Array, PLANAR
from frictioncone_ros.tolerances import CONTACT_SPEED, REST_SPEED


@explained
def contact_velocities(state: ContactState) -> Array:
    """
    Return the velocity of the body relative to the environment at each contact, (k, 2 or 3).

    Components along the contact frame (n, t...) [m/s]; positive normal: the contact opens.
    """
    size = 2 if state.dimension == PLANAR else 3
    of_body = (contact_jacobian(state) @ state.twist).reshape(-1, size)
    return of_body - np.einsum('kij,kj->ki', state.frames, state.surface_velocities)


@explained
def resting_speed(state: ContactState) -> Array:
    """
    Return for each contact the speed below which it counts as at rest, (k,) [m/s].

    A threshold relative to the speeds whose difference it is, with a floor far below any motion.
    """
    return REST_SPEED + CONTACT_SPEED * contact_speeds(state)


@explained
def contact_speeds(state: ContactState) -> Array:
    """Return the speeds that make up contact velocities, |v| + |omega| |p| + |surface|, (k,)."""
    split = 2 if state.dimension == PLANAR else 3
    twist = state.twist
    linear, angular = np.linalg.norm(twist[:split]), np.linalg.norm(twist[split:])
    arms = np.linalg.norm(state.positions, axis=1)
    surfaces = np.linalg.norm(state.surface_velocities, axis=1)
    return np.asarray(linear + angular * arms + surfaces)


@explained
def slip_directions(state: ContactState) -> Array:
    """
    Return unit sliding directions (k, 1 or 2) along the tangents, zero where a contact rests.

    The direction in which the body moves over the environment; friction opposes it.
    """
    tangential = contact_velocities(state)[:, 1:]
    speeds = np.linalg.norm(tangential, axis=1)
    moving = speeds > resting_speed(state)
    directions = np.zeros_like(tangential)
    directions[moving] = tangential[moving] / speeds[moving, None]
    return directions


@explained
def acceleration_bias(state: ContactState) -> Array:
    """
    Return the velocity-product part b of contact accelerations, (k, 2 or 3) [m/s^2].

    Contact acceleration = J @ twist_rate + b, where twist_rate is the derivative of the velocity
    of the body's point at the reference point. The normal component is the second derivative of
    the gap, so "J_n @ twist_rate + b_n = 0" keeps the contact (Erdmann's second variation).

    With u the surface's velocity, v_c the relative velocity at the contact and K the curvature:
    body vertex on a surface (type B): the touching point belongs to the body,
        b = omega x (omega x p);
    environment vertex on the body (type A): normal and touching point move over the body,
        b = -omega x (omega x p) - 2 omega x (v - u).
    In both cases the normal component gains v_c^T K v_c, for a curved surface falls away from
    its tangent plane. In the plane these are Erdmann's omega^2 r and -omega^2 r - 2 omega x v
    with r = -p. At rest (v_c = 0) both cases agree.
    """
    centripetal = _double_cross(state, state.positions)
    relative = state.twist[: state.positions.shape[1]] - state.surface_velocities
    vertex_of_environment = np.array(
        [contact.kind is ContactKind.ENVIRONMENT_VERTEX for contact in state.contacts], dtype=bool
    )
    bias = np.where(
        vertex_of_environment[:, None],
        -centripetal - 2.0 * _cross_rate(state, relative),
        centripetal,
    )
    components = np.einsum('kij,kj->ki', state.frames, bias)
    components[:, 0] += _curvature_term(state)
    return components


def _curvature_term(state: ContactState) -> Array:
    if not any(np.any(contact.curvature) for contact in state.contacts):
        return np.zeros(state.contact_count)
    tangential = contact_velocities(state)[:, 1:]
    # What rounding leaves of a resting contact's speed would be all that accelerates it.
    resting = np.linalg.norm(tangential, axis=1) <= resting_speed(state)
    tangential = np.where(resting[:, None], 0.0, tangential)
    forms = np.array([contact.curvature for contact in state.contacts])
    return np.einsum('ki,kij,kj->k', tangential, forms, tangential)


def _cross_rate(state: ContactState, vectors: Array) -> Array:
    """Return omega x vector for each row (k, 2 or 3)."""
    twist = state.twist
    if state.dimension == PLANAR:
        return twist[2] * np.column_stack((-vectors[:, 1], vectors[:, 0]))
    return np.cross(twist[3:], vectors)


def _double_cross(state: ContactState, vectors: Array) -> Array:
    return _cross_rate(state, _cross_rate(state, vectors))
