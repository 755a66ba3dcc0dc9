# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The check at doors that take a contact state."""

from __future__ import annotations

from frictioncone_ros.contact.state import ContactState
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import Dimension


def require_state(state: object, dimension: int | None = None) -> None:
    """Refuse what is no contact state, as a list of contacts, or one of the other dimension."""
    if not isinstance(state, ContactState):
        raise InvalidInputError('state', state, 'a ContactState: ContactState(contacts) makes one')
    if dimension is not None and state.dimension != dimension:
        raise InvalidInputError(
            'dimension of state', Dimension(state.dimension), str(Dimension(dimension)))
