# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The input of Erdmann's one-contact families (A, M) as a contact state."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from frictioncone_ros.contact import CircularCone, ContactKind, ContactPoint, ContactState
from frictioncone_ros.spatial import Inertia


def contact_state(given: Mapping[str, Any]) -> ContactState:
    """Return the state: position -r, normal speed zero, tangential speed vt along (ny, -nx)."""
    normal, radius = np.array(given['n']), np.array(given['r'])
    contact = ContactPoint(
        -radius, normal, CircularCone(given['mu']), name='contact', kind=ContactKind(given['type'])
    )
    velocity = given['vt'] * np.array([normal[1], -normal[0]])
    velocity = velocity + given['omega'] * np.array([-radius[1], radius[0]])
    inertia = Inertia.planar_body(given['m'], np.sqrt(given['rho2']))
    return ContactState([contact], inertia, np.array([*velocity, given['omega']]))
