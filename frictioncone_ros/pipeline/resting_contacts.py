# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Which contacts are at rest, where the twist of the body is an estimate with noise."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.contact import contact_jacobian, contact_velocities, ContactState
from frictioncone_ros.spatial import linear_size, wrench_scaling
from frictioncone_ros.tolerances import CONTACT_SPEED


def at_rest_below(state: ContactState, rest_speed: float) -> ContactState:
    """
    Return the state with the nearest twist that stops every contact component below rest_speed.

    Estimated twists are noisy: without this a contact at rest would seem to slide or to
    penetrate. Nearest in speeds, rotations counted by the characteristic length.
    """
    if not state.contact_count or rest_speed <= 0.0 or not state.twist.any():
        return state
    size = linear_size(state.dimension)
    velocities = contact_velocities(state)
    slow = np.abs(velocities[:, 0]) < rest_speed
    still = slow & (np.linalg.norm(velocities[:, 1:], axis=1) < rest_speed)
    stopped = np.column_stack((slow, *[still] * (size - 1))).ravel()
    scaling = 1.0 / wrench_scaling(state.dimension, state.characteristic_length)
    rows = contact_jacobian(state)[stopped] / scaling
    change = np.linalg.lstsq(rows, -velocities.ravel()[stopped], rcond=None)[0] / scaling
    twist = state.twist + change
    # What rounding leaves is no motion: beside a twist of nothing else it would look like one.
    left = np.abs(twist * scaling).max()
    return state.with_twist(np.zeros_like(twist) if left <= CONTACT_SPEED * rest_speed else twist)
