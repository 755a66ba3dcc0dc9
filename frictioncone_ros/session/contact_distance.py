# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts so far from the moment centre that a little rotation would be a large speed."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.contact import ContactState
from frictioncone_ros.exceptions import InvalidInputError


def require_within_reach(state: ContactState, most: float) -> None:
    """Refuse contacts farther than `most` [m] from the state's reference point, naming one."""
    if not state.contact_count:
        return
    distances = np.linalg.norm(state.positions, axis=1)
    farthest = int(distances.argmax())
    if distances[farthest] > most:
        raise InvalidInputError(
            'distance from the moment centre',
            f'{distances[farthest]:.6g} m',
            f'at most max_contact_distance = {most:g} m',
            f'contact {state.contacts[farthest].name!r}',
        )
