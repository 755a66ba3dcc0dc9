# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Cross products, power and norms: where a norm is taken, a length is named."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import Array, as_finite_number, as_twist, as_wrench, PLANAR


def cross_matrix(vector: Array) -> Array:
    """Return the (3, 3) matrix M with M @ other = vector x other, for a (3,) vector."""
    x, y, z = vector
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


def planar_cross(first: Array, second: Array) -> float:
    """Return first x second = first_x second_y - first_y second_x for two (2,) vectors."""
    return float(first[0] * second[1] - first[1] * second[0])


def power(wrench: ArrayLike, twist: ArrayLike) -> float:
    """Return f . v + tau . omega [W]: the one product that joins the two dual spaces."""
    force_side = as_wrench(wrench)
    motion_side = as_twist(twist, force_side.shape[0])
    return float(force_side @ motion_side)


def wrench_norm(wrench: ArrayLike, characteristic_length: float) -> float:
    """Return sqrt(|f|^2 + |tau / length|^2) [N]; the length [m] turns moments into forces."""
    array = as_wrench(wrench)
    length = _positive_length(characteristic_length)
    split = linear_size(array.shape[0])
    return float(np.hypot(np.linalg.norm(array[:split]), np.linalg.norm(array[split:]) / length))


def twist_norm(twist: ArrayLike, characteristic_length: float) -> float:
    """Return sqrt(|v|^2 + |omega length|^2) [m/s]; the length [m] turns rates into speeds."""
    array = as_twist(twist)
    length = _positive_length(characteristic_length)
    split = linear_size(array.shape[0])
    return float(np.hypot(np.linalg.norm(array[:split]), np.linalg.norm(array[split:]) * length))


def wrench_scaling(dimension: int, characteristic_length: float) -> Array:
    """Return the (d,) factors that make all components of a wrench forces [1 or 1/m]."""
    split = linear_size(dimension)
    scaling = np.ones(dimension)
    scaling[split:] = 1.0 / _positive_length(characteristic_length)
    return scaling


def linear_size(dimension: int) -> int:
    """Return how many components are linear: 2 of a planar 3, 3 of a spatial 6."""
    return 2 if dimension == PLANAR else 3


def _positive_length(characteristic_length: float) -> float:
    length = as_finite_number(characteristic_length, 'characteristic length')
    if length <= 0.0:
        raise InvalidInputError('characteristic length', length, 'a length > 0 m')
    return length
