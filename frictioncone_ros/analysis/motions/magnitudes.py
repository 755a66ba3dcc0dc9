# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Numbers so large or small that their products leave the range of floats are refused."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.contact import ContactState
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array
from frictioncone_ros.tolerances import LARGEST_MAGNITUDE, SMALLEST_MAGNITUDE

_EXPECTED = f'0 or a largest entry of {SMALLEST_MAGNITUDE:g} to {LARGEST_MAGNITUDE:g}'


def require_magnitudes(state: ContactState, wrench: Array) -> None:
    """
    Refuse a state and a wrench (d,) whose products would overflow or vanish.

    Forces grow like mass omega^2 arm and are squared in norms; each factor has its share of the
    range. In SI units nothing that touches comes near the bounds.
    """
    given = {'wrench': wrench, 'twist': state.twist, 'contact positions': state.positions,
             'surface velocities': state.surface_velocities}
    if state.inertia is not None:
        given['inertia'] = state.inertia.matrix
    for what, values in given.items():
        largest = float(np.abs(values).max(initial=0.0))
        if largest and not SMALLEST_MAGNITUDE <= largest <= LARGEST_MAGNITUDE:
            raise InvalidInputError(f'largest entry of {what}', largest, _EXPECTED)
