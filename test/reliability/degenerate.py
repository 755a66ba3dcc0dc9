# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts that are degenerate on purpose, and wrenches on the boundary of what they carry."""

from math import cos, sin

import numpy as np

from frictioncone_ros.contact import ContactPoint, ContactState, FrictionPyramid

TILTS = (0.0, *(10.0**-decade for decade in range(2, 17)))
"""How far normals are off parallel or antiparallel, in every decade [rad]."""
FRICTIONS = (0.0, 1e-9, 0.5, 1.0, 1e3, 1e6)
"""Friction coefficients [-]."""
SIZES = (1e-6, 0.1, 1.0, 1e6)
"""Extents of the contacts [m]."""
FORCES = (1e-300, 1e-6, 1.0, 1e6, 1e100)
"""Sizes of wrenches [N]: six hundred decades below the largest number one is denormal soon."""


def turned(normal, tilt, sense):
    """Return a unit normal tilted by a little, turned round where sense is -1."""
    if len(normal) == 2:
        x, y = normal
        return sense * np.array((x * cos(tilt) - y * sin(tilt), x * sin(tilt) + y * cos(tilt)))
    x, y, z = normal
    return sense * np.array((x * cos(tilt) + z * sin(tilt), y, z * cos(tilt) - x * sin(tilt)))


def base_normal(generator, size):
    """Return a unit normal: an axis, one of Pythagoras, or any."""
    kind = generator.integers(3)
    if kind == 0:
        return np.eye(size)[generator.integers(size)]
    if kind == 1:
        return np.array((0.6, 0.8)) if size == 2 else np.array((2.0, 3.0, 6.0)) / 7.0
    normal = generator.normal(size=size)
    return normal / np.linalg.norm(normal)


def degenerate_state(generator, dimension, most=6):
    """Return contacts with pyramids: coincident or nearly so, parallel or nearly so."""
    size = 2 if dimension == 3 else 3
    extent = float(generator.choice(SIZES))
    count = int(generator.integers(1, most + 1))
    normal, place = base_normal(generator, size), extent * generator.integers(-2, 3, size)
    contacts = []
    for index in range(count):
        if generator.random() < 0.5:  # else at the place of the one before, but for a little
            place = extent * generator.integers(-2, 3, size) / 2.0
        offset = extent * float(generator.choice(TILTS)) * generator.integers(-1, 2, size)
        sense = -1.0 if generator.random() < 0.4 else 1.0
        contacts.append(
            ContactPoint(
                place + offset,
                turned(normal, float(generator.choice(TILTS)), sense),
                FrictionPyramid(float(generator.choice(FRICTIONS))),
                name=f'contact_{index}',
            )
        )
    return ContactState(contacts)


def boundary_wrench(generator, state, edge_wrenches):
    """Return a wrench of few edges, on the boundary or inside, or any; of any size."""
    dimension, kind = state.dimension, generator.integers(4)
    size = float(generator.choice(FORCES))
    if kind == 0:
        return size * generator.normal(size=dimension)
    if kind == 1:
        return size * generator.integers(-1, 2, dimension).astype(float)
    loads = generator.integers(0, 4, edge_wrenches.shape[1]).astype(float)
    if kind == 2:
        loads[generator.random(loads.size) < 0.7] = 0.0
    wrench = edge_wrenches @ loads
    largest = np.abs(wrench).max(initial=0.0)
    return size * wrench / largest if largest > 0.0 else wrench
