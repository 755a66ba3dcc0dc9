# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Wrenches that a given device can apply: a tilted tray, one finger, a plane of forces."""

from __future__ import annotations

from math import cos, pi, sin, tan

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.constraints import hard_edges
from frictioncone_ros.contact import ContactPoint, ContactState, point_wrench_matrix
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import (
    Array,
    as_finite_number,
    as_float_array,
    as_vector,
    cross_matrix,
)
from frictioncone_ros.spatial.arguments import checked


@checked
def gravity_wrenches(
    center_of_mass: ArrayLike, down: ArrayLike, largest_tilt: float, edge_count: int = 16
) -> PolyhedralCone:
    """
    Return the gravity wrenches (d,) of a body whose tray tilts up to an angle, any weight.

    center_of_mass (2,) or (3,) relative to the reference point [m]; down: direction of gravity
    without tilt; largest_tilt [rad], below pi / 2. In space an inner polygon of directions.
    """
    center = _point(center_of_mass, 'center of mass')
    size = center.shape[0]
    direction = as_vector(down, size, 'down')
    tilt = as_finite_number(largest_tilt, 'largest tilt')
    length = float(np.linalg.norm(direction))
    if not 0.0 <= tilt < pi / 2.0 or length == 0.0:
        raise InvalidInputError(
            'tilt and down', (tilt, direction.tolist()), 'an angle in [0, pi / 2) and a direction'
        )
    if isinstance(edge_count, bool) or not isinstance(edge_count, int) or edge_count < 3:
        raise InvalidInputError('edge count', edge_count, 'an integer >= 3')
    forces = _directions(direction / length, tan(tilt), edge_count)
    return PolyhedralCone.from_generators(_force_wrenches(center, forces))


def force_plane(center: ArrayLike) -> PolyhedralCone:
    """Return the wrenches of all forces through one point (2,) or (3,) [m], in any direction."""
    point = _point(center, 'center')
    lines = _force_wrenches(point, np.eye(point.shape[0]))
    return PolyhedralCone.from_generators(np.zeros((lines.shape[0], 0)), lines)


@checked
def finger_wrenches(finger: ContactPoint) -> PolyhedralCone:
    """Return the wrenches (d,) one finger can apply: it pushes along its normal, with friction."""
    state = ContactState([finger])
    return PolyhedralCone.from_generators(point_wrench_matrix(state) @ hard_edges(finger).T)


def _point(values: ArrayLike, what: str) -> Array:
    array = as_float_array(values, what)
    if array.shape not in ((2,), (3,)):
        raise InvalidInputError(f'shape of {what}', array.shape, '(2,) or (3,)')
    return as_vector(array, array.shape[0], what)


def _directions(down: Array, slope: float, edge_count: int) -> Array:
    """Return the extreme directions (size, n) at the given slope from `down`."""
    if down.shape[0] == 2:
        across = np.array((-down[1], down[0]))
        return np.column_stack((down - slope * across, down + slope * across))
    side = np.linalg.svd(down[None, :])[2][1:]
    angles = 2.0 * pi * np.arange(edge_count) / edge_count
    return np.column_stack(
        [down + slope * (cos(angle) * side[0] + sin(angle) * side[1]) for angle in angles]
    )


def _force_wrenches(point: Array, forces: Array) -> Array:
    """Return the wrenches (d, n) of forces (size, n) through a point."""
    if point.shape[0] == 2:
        return np.vstack((forces, point[0] * forces[1] - point[1] * forces[0]))
    return np.vstack((forces, cross_matrix(point) @ forces))
