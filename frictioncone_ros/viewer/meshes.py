# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Cylinders and cones as triangles, and axes as quaternions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from frictioncone_ros.spatial import Array

_SEGMENTS = 32


def frustum_mesh(
    lower_radius: float, upper_radius: float, lower: float, upper: float
) -> tuple[Array, NDArray[np.int64]]:
    """
    Return vertices (n, 3) and triangles (m, 3) of a frustum about the z axis, ends closed.

    Between z = lower and z = upper [m]; equal radii make a cylinder, a lower radius of 0 a cone
    that opens upwards. Triangles turn outwards.
    """
    angles = 2.0 * np.pi * np.arange(_SEGMENTS) / _SEGMENTS
    circle = np.column_stack((np.cos(angles), np.sin(angles), np.zeros(_SEGMENTS)))
    rings = [
        circle * (radius, radius, 0.0) + (0.0, 0.0, height)
        for radius, height in ((lower_radius, lower), (upper_radius, upper))
    ]
    vertices = np.vstack((*rings, [(0.0, 0.0, lower), (0.0, 0.0, upper)]))
    index = np.arange(_SEGMENTS)
    following = (index + 1) % _SEGMENTS
    above, bottom, top = index + _SEGMENTS, 2 * _SEGMENTS, 2 * _SEGMENTS + 1
    triangles = np.vstack((
        np.column_stack((index, following, above)),
        np.column_stack((following, following + _SEGMENTS, above)),
        np.column_stack((following, index, np.full(_SEGMENTS, bottom))),
        np.column_stack((above, following + _SEGMENTS, np.full(_SEGMENTS, top))),
    ))  # fmt: skip
    return vertices, triangles


def rotation_quaternion(axes: Array) -> Array:
    """Return (w, x, y, z) of axes given as the columns of a (3, 3) rotation."""
    x, y, z, w = Rotation.from_matrix(axes).as_quat()
    return np.array([w, x, y, z])
