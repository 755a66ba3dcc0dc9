# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts that move slower than estimates are sure of, brought to rest exactly."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.contact import contact_jacobian, contact_velocities, ContactState
from frictioncone_ros.spatial import Array, linear_size, wrench_scaling
from frictioncone_ros.tolerances import CONTACT_SPEED, ROUNDING

Mask = NDArray[np.bool_]


def at_rest_below(state: ContactState, rest_speed: float) -> ContactState:
    """
    Return the state with every contact component below rest_speed [m/s] stopped.

    Estimates are noisy: without this a contact at rest would seem to slide or to penetrate. The
    twist is the nearest that does it, in speeds, rotations counted by the characteristic length.
    Surfaces that no twist follows, because they move against each other by as little, are
    brought to one velocity first: theirs are estimates too.
    """
    moves = state.twist.any() or state.surface_velocities.any()
    if not state.contact_count or rest_speed <= 0.0 or not moves:
        return state
    velocities = contact_velocities(state)
    slow = np.abs(velocities[:, 0]) < rest_speed
    still = slow & (np.linalg.norm(velocities[:, 1:], axis=1) < rest_speed)
    stopped = np.column_stack((slow, *[still] * (linear_size(state.dimension) - 1)))
    rested = _stopped(state, stopped, rest_speed)
    left = _left(rested, stopped)
    if np.abs(left).max() <= CONTACT_SPEED * rest_speed:
        return rested
    agreed = _stopped(_with_one_surface(state, stopped, rest_speed), stopped, rest_speed)
    return _followed(agreed, _left(agreed, stopped))


def _left(state: ContactState, stopped: Mask) -> Array:
    """Return what components (k, 2 or 3) that are to stop still move by, along contact frames."""
    return np.where(stopped, contact_velocities(state), 0.0)


def _stopped(state: ContactState, stopped: Mask, rest_speed: float) -> ContactState:
    """Return the state with the nearest twist that stops components, as well as one does."""
    scaling = 1.0 / wrench_scaling(state.dimension, state.characteristic_length)
    rows = contact_jacobian(state)[stopped.ravel()] / scaling
    speeds = contact_velocities(state)[stopped]
    change = -np.linalg.lstsq(rows, speeds, rcond=None)[0] / scaling
    twist = state.twist + change
    # What rounding leaves is no motion: a turn of nothing has an acceleration, with a sign.
    sizes, terms = np.abs(twist * scaling), np.abs(change * scaling).max()
    if sizes.max() <= CONTACT_SPEED * rest_speed:
        twist[:] = 0.0
    twist[sizes <= ROUNDING * (terms + sizes.max())] = 0.0
    return state.with_twist(twist)


def _with_one_surface(state: ContactState, stopped: Mask, rest_speed: float) -> ContactState:
    """
    Return the state with one velocity of all surfaces that contacts rest on, where there is one.

    The same state where theirs differ by more than rest_speed: the body turns with them.
    """
    size = linear_size(state.dimension)
    surfaces = np.einsum('kij,kj->ki', state.frames, state.surface_velocities)
    rows, speeds = state.frames.reshape(-1, size)[stopped.ravel()], surfaces[stopped]
    common = np.linalg.lstsq(rows, speeds, rcond=None)[0]
    change = np.zeros_like(surfaces)
    change[stopped] = rows @ common - speeds
    if np.abs(change).max() >= rest_speed:
        return state
    whole = stopped.all(axis=1)
    velocities = state.surface_velocities + np.einsum('kji,kj->ki', state.frames, change)
    velocities[whole] = common
    return _with_surface_velocities(state, velocities)


def _followed(state: ContactState, left: Array) -> ContactState:
    """Return the state with surfaces that follow the body by left (k, 2 or 3)."""
    if not left.any():
        return state
    turned = np.einsum('kji,kj->ki', state.frames, left)
    return _with_surface_velocities(state, state.surface_velocities + turned)


def _with_surface_velocities(state: ContactState, velocities: Array) -> ContactState:
    contacts = [
        replace(contact, surface_velocity=velocity)
        for contact, velocity in zip(state.contacts, velocities, strict=True)
    ]
    return replace(state, contacts=contacts)
