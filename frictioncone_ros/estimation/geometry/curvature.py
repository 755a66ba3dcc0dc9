# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Curvature of the surfaces at a contact."""

from __future__ import annotations

from typing import Any

import numpy as np

from frictioncone_ros.estimation.geometry.libraries import coal
from frictioncone_ros.spatial import Array

SIDE = 1e-3
"""A normal this near to across the axis lies on a cylinder's side and not on its rim [-]."""

FLAT = np.zeros((3, 3))
"""The curvature of a face; of a vertex and an edge too, which have none."""


def surface_curvature(geometry: Any, axes: Array, normal: Array) -> Array:
    """
    Return the curvature (3, 3) [1/m] of a shape where its surface has a normal.

    axes: (3, 3), columns are the shape's axes. The form gives t K t for a tangent t, positive
    where the surface bulges.
    """
    # Boxes, planes and hulls, most of what there is, are done at once.
    if not isinstance(geometry, (coal.Sphere, coal.Cylinder, coal.Capsule)):
        return FLAT
    across = np.eye(3) - np.outer(normal, normal)
    if isinstance(geometry, coal.Sphere):
        return across / geometry.radius
    if isinstance(geometry, (coal.Cylinder, coal.Capsule)):
        axis = axes[:, 2]
        if abs(float(normal @ axis)) < SIDE:
            return (across - np.outer(axis, axis)) / geometry.radius
        if isinstance(geometry, coal.Capsule):
            return across / geometry.radius
    return FLAT
