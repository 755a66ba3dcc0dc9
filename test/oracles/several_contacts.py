# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The input of Erdmann's families with several contacts (B) as a contact state."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from frictioncone_ros.contact import CircularCone, ContactKind, ContactPoint, ContactState
from frictioncone_ros.spatial import Inertia


def contact_state(given: Mapping[str, Any]) -> ContactState:
    """Return the state about the centre of mass: positions -r, velocity v of that point."""
    contacts = [
        ContactPoint(
            -np.array(contact['r']),
            contact['n'],
            CircularCone(contact['mu']),
            kind=ContactKind(contact['type']),
        )
        for contact in given['contacts']
    ]
    inertia = Inertia.planar_body(given['m'], np.sqrt(given['rho2']))
    return ContactState(contacts, inertia, np.array([*given['v'], given['omega']]))
