# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts that approach: an impact is no motion, and is refused with what to do about it."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.contact import ContactState
from frictioncone_ros.exceptions import InconsistentStateError
from frictioncone_ros.spatial import Array

WHAT_TO_DO = (
    'at least 0: the contact is approaching at {speed:.3g} m/s; remove that part of the twist or '
    'resolve the impact first, and stop noise with at_rest_below (rest_speed of the node)')


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
        'normal velocity', float(normal_velocities[fastest]),
        WHAT_TO_DO.format(speed=closing[fastest]), state.contacts[fastest].label)
