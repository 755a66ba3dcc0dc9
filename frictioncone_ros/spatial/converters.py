# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Converters of single arguments, and the annotations that carry them.

Each takes a value and what it is called, and returns what to go on with or refuses it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from operator import index
from typing import Annotated, Any

import numpy as np

from frictioncone_ros.exceptions import InvalidInputError, LimitExceededError
from frictioncone_ros.spatial.arrays import (
    Array,
    as_finite_number,
    as_float_array,
    as_vector,
    Dimension,
    FLOATS,
    PLANAR,
    SPATIAL,
)

Converter = Callable[[Any, str], Any]
"""Takes a value and what it is called; returns what to go on with, or raises InvalidInputError."""

COMPONENT_COUNTS = (2, 3, 4)
"""How many components a contact force has: planar, spatial, with torsion."""
MOST_DIMENSIONS = 10_000
"""A cone may have so many dimensions."""
LEAST_EDGES, MOST_EDGES = 3, 10_000
"""How many edges a polygon of friction may have."""


def as_dimension(value: Any, what: str) -> int:
    """Return the number of components of a space's wrenches, 3 or 6, or say what was given."""
    number = as_whole_number(value, what)
    if number not in (PLANAR, SPATIAL):
        expected = f'{Dimension(PLANAR)} or {Dimension(SPATIAL)}'
        raise InvalidInputError(what, value, expected)
    return number


def as_whole_number(value: Any, what: str) -> int:
    """Return an integer, or say what was given instead; True and False are none."""
    if type(value) is int:
        return value
    try:
        if not isinstance(value, (bool, np.bool_, np.timedelta64)):
            return index(value)
    except Exception:  # whatever an object's own conversion raises, it is no integer
        pass
    raise InvalidInputError(what, value, 'a whole number')


def as_edge_count(value: Any, what: str) -> int:
    """Return the number of edges of a polygon, at least 3, or say what was given instead."""
    number = as_whole_number(value, what)
    if number < LEAST_EDGES:
        raise InvalidInputError(what, value, f'an integer >= {LEAST_EDGES}')
    if number > MOST_EDGES:
        raise LimitExceededError(what, value, MOST_EDGES)
    return number


def as_size(value: Any, what: str) -> int:
    """Return the number of dimensions of a space, at least 0, or say what was given instead."""
    number = as_whole_number(value, what)
    if number < 0:
        raise InvalidInputError(what, value, 'an integer >= 0')
    if number > MOST_DIMENSIONS:
        raise LimitExceededError(what, value, MOST_DIMENSIONS)
    return number


def as_cosine(value: Any, what: str) -> float:
    """Return a number from -1 to 1, or say what was given instead."""
    number = as_finite_number(value, what)
    if not -1.0 <= number <= 1.0:
        raise InvalidInputError(what, value, 'a number from -1 to 1')
    return number


def as_given(value: Any, what: str) -> Any:
    """Return the value as it is: what it is made part of looks at it itself."""
    return value


def as_text(value: Any, what: str) -> str:
    """Return a text, or say what was given instead."""
    if not isinstance(value, str):
        raise InvalidInputError(what, value, 'a text')
    return value


def as_pair(value: Any, what: str) -> tuple[float, ...]:
    """Return two finite numbers in plain floats, or say what was given instead."""
    if type(value) is tuple and len(value) == 2 and are_floats(value):
        return value
    return tuple(as_vector(value, 2, what).tolist())


def as_components(value: Any, what: str) -> list[float]:
    """Return contact force components (2 to 4,), finite and normal first, or refuse them."""
    if type(value) is list and len(value) in COMPONENT_COUNTS and are_floats(value):
        return value
    array = as_float_array(value, what)
    if array.ndim != 1 or array.size not in COMPONENT_COUNTS or not np.isfinite(array).all():
        raise InvalidInputError(what, value, 'two to four finite numbers, normal first')
    components: list[float] = array.tolist()
    return components


def as_rows(sizes: tuple[int, ...], expected: str, least: int = 0) -> Converter:
    """Return the converter of finite rows (count, size): size one of those, count at least so."""

    def rows(value: Any, what: str) -> Array:
        array = finite_array(value, what)
        if array.ndim != 2 or array.shape[1] not in sizes or len(array) < least:
            raise InvalidInputError(f'shape of {what}', array.shape, expected)
        return array

    return rows


def with_axes(count: int) -> Converter:
    """Return the converter of float arrays of so many axes; their numbers may be infinite."""

    def array_of_axes(value: Any, what: str) -> Array:
        array = real_array(value, what)
        if array.ndim != count:
            raise InvalidInputError(f'shape of {what}', array.shape, f'{count} axes')
        return array

    return array_of_axes


def as_any_vector(value: Any, what: str) -> Array:
    """Return a vector of floats of any size, or say what was given instead."""
    array = as_float_array(value, what)
    if array.ndim != 1:
        raise InvalidInputError(f'shape of {what}', array.shape, '(size,)')
    return array


def finite_array(value: Any, what: str) -> Array:
    """Return a float64 array itself where it is one and finite, else as one, or refuse it."""
    array = real_array(value, what)
    if not isfinite(np.vdot(array, array)) and not np.isfinite(array).all():
        raise InvalidInputError(what, array.tolist(), 'finite numbers')
    return array


def real_array(value: Any, what: str) -> Array:
    """Return a float64 array itself where it is one, else as one; it need not be finite."""
    if type(value) is np.ndarray and value.dtype == np.float64:
        return value
    return as_float_array(value, what)


def is_float_matrix(value: Any) -> bool:
    """Tell whether a value is an array of floats of two axes as it is."""
    return type(value) is np.ndarray and value.dtype is FLOATS and value.ndim == 2


def is_sound(answer: tuple[Any, ...]) -> bool:
    """Tell whether the numbers of an answer are floats and finite; its arrays are not seen."""
    for one in answer:
        if type(one) is float:
            if not isfinite(one):
                return False
        elif isinstance(one, (complex, np.generic)):
            return False
    return True


def are_floats(values: Sequence[Any]) -> bool:
    """Tell whether a tuple or list holds finite floats as they are."""
    return all(type(one) is float and isfinite(one) for one in values)


SpaceDimension = Annotated[int, as_dimension]
"""The number of components of a space's wrenches, 3 or 6."""
EdgeCount = Annotated[int, as_edge_count]
Cosine = Annotated[float, as_cosine]
Pair = Annotated[Sequence[float], as_pair]
"""A point (2,) [m] or direction (2,) of the plane."""
Size = Annotated[int, as_size]
Vector = Annotated[Array, with_axes(1)]
Matrix = Annotated[Array, with_axes(2)]
