# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Annotations of arrays and numbers that say their size, for the gates of `spatial.arguments`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.contact import ContactPoint
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import (
    Array,
    as_finite_number,
    as_non_negative,
    RigidTransform,
    SPATIAL,
)
from frictioncone_ros.spatial.converters import as_whole_number, Converter, finite_array
from frictioncone_ros.tolerances import LARGEST_INPUT, SYMMETRY

STRONGEST = 1e70
"""Largest number in an array [SI]: squares of squares of it are numbers still."""

ROUNDED = 1e-9
"""An eigenvalue of a correlation matrix so far below zero is rounding, as of a file's digits."""


def of_shape(*shape: int, largest: float = STRONGEST) -> Converter:
    """Return the converter of finite arrays of a shape, each number at most so large."""

    def sized(value: Any, what: str) -> Array:
        # Most are right, and asked for dozens of times a look: whose squares are few are so.
        is_one = type(value) is np.ndarray and value.dtype == np.float64
        if is_one and value.shape == shape and np.vdot(value, value) <= largest * largest:
            return value
        array = finite_array(value, what)
        if array.shape != shape:
            raise InvalidInputError(f'shape of {what}', array.shape, str(shape))
        if np.abs(array).max(initial=0.0) > largest:
            raise InvalidInputError(what, array.tolist(), f'numbers up to {largest:g}')
        return array

    return sized


def as_covariance(size: int) -> Converter:
    """Return the converter of covariances (size, size): symmetric, and no variance below zero."""
    sized = of_shape(size, size, largest=STRONGEST**2)

    def covariance(value: Any, what: str) -> Array:
        matrix = sized(value, what)
        variances = np.diag(matrix)
        deviations = np.sqrt(np.maximum(variances, 0.0))
        largest = np.outer(deviations, deviations)
        if variances.min() < 0.0 or (np.abs(matrix - matrix.T) > SYMMETRY * largest).any():
            raise InvalidInputError(what, matrix.tolist(), 'symmetric, with variances >= 0')
        shares = np.divide(matrix, largest, out=np.zeros_like(matrix), where=largest > 0.0)
        tied = (np.abs(matrix) > 0.0) & (largest == 0.0)
        if tied.any() or np.linalg.eigvalsh(shares)[0] < -ROUNDED * size:
            raise InvalidInputError(what, matrix.tolist(), 'no direction of a negative variance')
        return matrix

    return covariance


def as_bounded(value: Any, what: str) -> float:
    """Return a finite number of at least zero, up to LARGEST_INPUT."""
    number = as_non_negative(value, what)
    if number > LARGEST_INPUT:
        raise InvalidInputError(what, value, f'a number up to {LARGEST_INPUT:g}')
    return number


def as_above_zero(value: Any, what: str) -> float:
    """Return a finite number above zero, up to LARGEST_INPUT."""
    number = as_bounded(value, what)
    if number == 0.0:
        raise InvalidInputError(what, value, 'a number > 0')
    return number


def as_probability(value: Any, what: str) -> float:
    """Return a number from 0 to 1."""
    number = as_finite_number(value, what)
    if not 0.0 <= number <= 1.0:
        raise InvalidInputError(what, value, 'a number from 0 to 1')
    return number


def as_count(value: Any, what: str) -> int:
    """Return a whole number of at least zero."""
    number = as_whole_number(value, what)
    if number < 0:
        raise InvalidInputError(what, value, 'a whole number >= 0')
    return number


def as_vector_or_none_given(value: Any, what: str) -> Array:
    """Return a twist (6,), or the empty array that stands for one that is not known."""
    is_empty = isinstance(value, np.ndarray) and value.size == 0
    return value if is_empty else of_shape(SPATIAL)(value, what)


def as_spatial_pose(value: Any, what: str) -> RigidTransform:
    """Return a pose in space, or say what was given instead."""
    if not isinstance(value, RigidTransform) or value.dimension != SPATIAL:
        raise InvalidInputError(what, value, 'a RigidTransform in space')
    return value


def require_spatial(contacts: Sequence[ContactPoint]) -> None:
    """Refuse contacts of the plane: what is estimated here is in space."""
    for contact in contacts:
        if contact.dimension != SPATIAL:
            raise InvalidInputError('contact', 'planar', 'a contact in space', contact.label)


Three = Annotated[Array, of_shape(3)]
ThreeLike = Annotated[ArrayLike, of_shape(3)]
"""Three numbers, in a list too."""
Six = Annotated[Array, of_shape(SPATIAL)]
ThreeByThree = Annotated[Array, of_shape(3, 3, largest=STRONGEST**2)]
SixBySix = Annotated[Array, of_shape(SPATIAL, SPATIAL, largest=STRONGEST**2)]
Finite = Annotated[float, as_finite_number]
NonNegative = Annotated[float, as_bounded]
AboveZero = Annotated[float, as_above_zero]
Probability = Annotated[float, as_probability]
Count = Annotated[int, as_count]
GivenTwist = Annotated[Array, as_vector_or_none_given]
SpatialPose = Annotated[RigidTransform, as_spatial_pose]
