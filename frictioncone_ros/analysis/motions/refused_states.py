# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
States that no motion is looked for in: an impact under way, numbers out of the range of floats.

An impact is no motion, and is refused with what to do about it.
"""

from __future__ import annotations

import numpy as np

from frictioncone_ros.contact import ContactState
from frictioncone_ros.exceptions import InconsistentStateError, InvalidInputError
from frictioncone_ros.spatial.arrays import Array, largest_magnitude

LARGEST_MAGNITUDE = 1e30
"""Largest entry of an input whose products with others can still be squared [SI units]."""
SMALLEST_MAGNITUDE = 1e-140
"""An input that is not zero has an entry above this: squares of smaller ones vanish [SI units]."""

WHAT_TO_DO = (
    'at least 0: the contact is approaching at {speed:.3g} m/s; remove that part of the twist or '
    'resolve the impact first, and stop noise with at_rest_below (rest_speed of the node)'
)


def refuse_approaching(state: ContactState, normal_velocities: Array, resting: Array) -> None:
    """
    Refuse a state in which a contact closes; the fastest is named.

    normal_velocities: (k,) positive where the contact opens; resting: (k,) speeds that count as
    rest [m/s].
    """
    if not (normal_velocities < -resting).any():
        return
    closing = np.where(normal_velocities < -resting, -normal_velocities, 0.0)
    fastest = int(closing.argmax())
    raise InconsistentStateError(
        'normal velocity',
        float(normal_velocities[fastest]),
        WHAT_TO_DO.format(speed=closing[fastest]),
        state.contacts[fastest].label,
    )


_EXPECTED = f'0 or a largest entry of {SMALLEST_MAGNITUDE:g} to {LARGEST_MAGNITUDE:g}'


def require_magnitudes(state: ContactState, wrench: Array) -> None:
    """
    Refuse a state and a wrench (d,) whose products would overflow or vanish.

    Forces grow like mass omega^2 arm and are squared in norms; each factor has its share of the
    range. In SI units nothing that touches comes near the bounds.
    """
    require_wrench_magnitude(wrench)
    require_state_magnitudes(state)


def require_wrench_magnitude(wrench: Array) -> None:
    """Refuse a wrench (d,) whose products with other inputs would overflow or vanish."""
    _require_magnitude('wrench', wrench)


def require_state_magnitudes(state: ContactState) -> None:
    """Refuse a state whose products with other inputs would overflow or vanish."""
    _require_magnitude('twist', state.twist)
    _require_magnitude('contact positions', state.positions)
    _require_magnitude('surface velocities', state.surface_velocities)
    if state.inertia is not None:
        _require_magnitude('inertia', state.inertia.matrix)


def _require_magnitude(what: str, values: Array) -> None:
    largest = largest_magnitude(values)
    if largest and not SMALLEST_MAGNITUDE <= largest <= LARGEST_MAGNITUDE:
        raise InvalidInputError(f'largest entry of {what}', largest, _EXPECTED)
