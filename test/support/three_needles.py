# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A triangle of inradius 1/2 held by three needles: two poses, one double, or none."""

import math

import numpy as np

from frictioncone_ros.formations import (
    ContactFormation,
    edge_contact,
    ManipulationSystem,
    Polygon,
)

TRIANGLE = [(math.cos(a), math.sin(a)) for a in np.radians([30.0, 150.0, 270.0])]
NEEDLE = [(0.0, 0.0), (0.3, -0.02), (0.3, 0.02)]
THREE = ManipulationSystem(
    Polygon('triangle', TRIANGLE), tuple(Polygon(f'needle {i}', NEEDLE) for i in range(3))
)
HELD = ContactFormation(tuple(edge_contact(edge, edge, 0) for edge in range(3)))


def needles(radius):
    """Three needles pointing at the origin from the outward directions of the edges."""
    return [(radius * math.cos(a), radius * math.sin(a), a) for a in np.radians([90, 210, 330])]
