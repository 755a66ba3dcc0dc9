# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Arrays at the door: shape and finiteness checked once, then read-only."""

from __future__ import annotations

from dataclasses import Field, fields, MISSING
from enum import Enum
from math import isfinite, nan
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from frictioncone_ros.exceptions import InvalidInputError

Array = NDArray[np.float64]

PLANAR = 3
"""Number of components of a planar wrench (fx, fy, tau) or twist (vx, vy, omega)."""

SPATIAL = 6
"""Number of components of a spatial wrench (f, tau) or twist (v, omega), linear first."""


NUMBER_KINDS = frozenset('biufO')
"""Kinds of NumPy arrays that can hold real numbers; objects are tried one by one."""


_NO_NUMBERS = (str, bytes, bytearray, memoryview, np.complexfloating, np.character, np.timedelta64)
"""What `float` would read as a number, or drop the imaginary part of."""


class Dimension(int):
    """A number of components that says in messages what it stands for: 3 (planar)."""

    def __str__(self) -> str:
        """Return the number and, where it is that of a space, the space."""
        words = {PLANAR: ' (planar)', SPATIAL: ' (spatial)'}
        return int.__repr__(self) + words.get(int(self), '')


def frozen_array(values: ArrayLike) -> Array:
    """Return a read-only float64 copy, so that a frozen result cannot be changed from outside."""
    array = np.array(values, dtype=np.float64)
    array.setflags(write=False)
    return array


def not_given() -> Array:
    """Return the empty array: default of an optional array field, so that none is ever None."""
    return _NOT_GIVEN


_NOT_GIVEN = frozen_array([])


def is_given(values: ArrayLike, what: str) -> bool:
    """Tell whether an optional array was given, that is, holds anything."""
    return values is not _NOT_GIVEN and as_float_array(values, what).size > 0


def as_vector(values: ArrayLike, size: int, what: str, where: str = '') -> Array:
    """Return a read-only finite vector of shape (size,), or say what is wrong with it."""
    return _checked(values, (size,), what, where)


def same_entries(one: Array, other: Array) -> bool:
    """Tell whether two short arrays hold the same numbers; a tenth of `np.array_equal`'s time."""
    return one is other or (one.shape == other.shape and one.tolist() == other.tolist())


def as_point(values: ArrayLike, what: str, where: str = '') -> Array:
    """Return a read-only finite point, (2,) or (3,), or say what is wrong with it."""
    array = as_float_array(values, what, where)
    if array.shape not in ((2,), (3,)):
        raise InvalidInputError(f'shape of {what}', array.shape, '(2,) or (3,)', where)
    return _finite(array, what, where)


def as_matrix(values: ArrayLike, shape: tuple[int, int], what: str, where: str = '') -> Array:
    """Return a read-only finite matrix of the given shape, or say what is wrong with it."""
    return _checked(values, shape, what, where)


def as_wrench(values: ArrayLike, dimension: int | None = None, what: str = 'wrench') -> Array:
    """Return a wrench (fx, fy, tau) or (fx, fy, fz, tx, ty, tz) [N, Nm], finite and read-only."""
    return _planar_or_spatial(values, dimension, what)


def as_twist(values: ArrayLike, dimension: int | None = None, what: str = 'twist') -> Array:
    """Return a twist (vx, vy, omega) or (vx, vy, vz, wx, wy, wz) [m/s, rad/s], read-only."""
    return _planar_or_spatial(values, dimension, what)


def largest_magnitude(values: Array) -> float:
    """Return the largest magnitude among the entries of an array of any shape; 0 for none."""
    return float(np.abs(values).max(initial=0.0))


def row_magnitudes(rows: Array) -> Array:
    """Return the largest magnitude in each row (n,) of an array (n, m); 0 where m is 0."""
    return np.asarray(np.abs(rows).max(axis=1, initial=0.0))


def numerical_rank(values: Array, tolerance: float) -> int:
    """Return how many singular values (n,) are above this part of the largest [-]."""
    entries = values.tolist()
    least = tolerance * max(entries, default=0.0)
    return sum(entry > least for entry in entries)


def stated_fields(value: Any) -> str:
    """Return a dataclass as text without what is as by default: a `__repr__` for people."""
    stated = (
        f'{one.name}={getattr(value, one.name)!r}'
        for one in fields(value)
        if one.repr and not _as_by_default(one, getattr(value, one.name))
    )
    return f'{type(value).__name__}({", ".join(stated)})'


def _as_by_default(one: Field[Any], value: object) -> bool:
    """Tell whether a field says nothing; zeros stand for a default of zero or not given."""
    if isinstance(value, np.ndarray):
        zero_by_default = one.default == 0.0 or one.default_factory is not_given
        return zero_by_default and not value.any()
    return one.default is not MISSING and bool(value == one.default)


Choice = TypeVar('Choice', bound=Enum)


def as_choice(choices: type[Choice], value: object, what: str, where: str = '') -> Choice:
    """Return the member of an enumeration that the value is or names, or say what is allowed."""
    try:
        return choices(value)
    except (TypeError, ValueError):
        expected = 'one of ' + ', '.join(repr(choice.value) for choice in choices)
        raise InvalidInputError(what, value, expected, where) from None


def as_finite_number(value: object, what: str, where: str = '') -> float:
    """Return the value as a finite float, or say what is wrong with it."""
    number = as_number(value, what, where)
    if not isfinite(number):
        raise InvalidInputError(what, value, 'a finite number', where)
    return number


def as_number(value: object, what: str, where: str = '') -> float:
    """Return the value as a float, which may be infinite, or say that it is no number."""
    if type(value) is float:
        return value
    if not isinstance(value, (float, int)) and (
        isinstance(value, _NO_NUMBERS) or _is_no_real_array(value)
    ):
        raise InvalidInputError(what, value, 'a number', where)
    try:
        return float(value)  # type: ignore[arg-type]  # anything may come through the door
    except Exception:  # whatever an object's own conversion raises, it is no number
        raise InvalidInputError(what, value, 'a number', where) from None


def as_flag(value: object, what: str) -> bool:
    """Return True or False, or say that something else was given."""
    if not isinstance(value, (bool, np.bool_)):
        raise InvalidInputError(what, value, 'True or False')
    return bool(value)


def as_items(values: object, what: str, expected: str) -> tuple[Any, ...]:
    """Return what can be iterated over as a tuple, or say what was expected instead."""
    try:
        return tuple(values)  # type: ignore[arg-type]  # anything may come through the door
    except Exception:  # whatever an object's own iteration raises, it holds no items
        raise InvalidInputError(what, values, expected) from None


def as_non_negative(value: object, what: str, where: str = '') -> float:
    """Return the value as a finite float of at least zero, or say what is wrong with it."""
    number = as_finite_number(value, what, where)
    if number < 0.0:
        raise InvalidInputError(what, value, 'a number >= 0', where)
    return number


def _planar_or_spatial(values: ArrayLike, dimension: int | None, what: str) -> Array:
    array = as_float_array(values, what)
    allowed = (PLANAR, SPATIAL) if dimension is None else (dimension,)
    if array.ndim == 1 and array.size in allowed:
        return _finite(array, what, '')
    if array.ndim != 1:
        shapes = ' or '.join(str((size,)) for size in allowed)
        raise InvalidInputError(f'shape of {what}', array.shape, shapes)
    expected = ' or '.join(str(Dimension(size)) for size in allowed)
    raise InvalidInputError(f'number of components of {what}', Dimension(array.size), expected)


def _checked(values: ArrayLike, shape: tuple[int, ...], what: str, where: str) -> Array:
    array = as_float_array(values, what, where)
    if array.shape != shape:
        raise InvalidInputError(f'shape of {what}', array.shape, str(shape), where)
    return _finite(array, what, where)


def _finite(array: Array, what: str, where: str) -> Array:
    """Return an array of one's own as read-only, or say that it is not finite."""
    # A sum of squares that is finite has finite terms and is found in a fifth of the time; one
    # that is not may also have overflowed.
    if not isfinite(np.vdot(array, array)) and not np.isfinite(array).all():
        raise InvalidInputError(what, array.tolist(), 'finite numbers', where)
    array.setflags(write=False)
    return array


def as_float_array(values: ArrayLike, what: str, where: str = '') -> Array:
    """Return a float64 copy of any shape, not yet checked for finiteness."""
    try:
        array = np.array(values)
        if array.dtype is FLOATS and type(values) in _PLAIN:
            return array
        # Told what to make, NumPy would drop imaginary parts and read words and dates as numbers.
        return _as_numbers(array, values)
    except Exception:  # whatever an object's own conversion raises, it is no array of numbers
        kind = 'real numbers' if isinstance(values, np.ndarray) else 'numbers'
        raise InvalidInputError(what, values, f'an array of {kind}', where) from None


FLOATS = np.dtype(np.float64)
"""What arrays of numbers are kept in."""
_PLAIN = (np.ndarray, list, tuple)
"""What holds nothing but what NumPy sees."""


def _as_numbers(array: NDArray[Any], values: object) -> Array:
    """Return the array in floats; ValueError or InvalidInputError where it holds none."""
    if _is_no_real_array(values) or array.dtype.kind not in NUMBER_KINDS:
        raise ValueError(f'no numbers: {array.dtype}')
    if array.dtype.kind == 'O':
        flat = array.ravel().tolist()
        entries = [nan if one is None else as_number(one, 'entry') for one in flat]
        return np.array(entries, dtype=np.float64).reshape(array.shape)
    return array.astype(np.float64, copy=False)


def _is_no_real_array(value: object) -> bool:
    """Tell whether a value is an array of something else than numbers, or lacks some of them."""
    if not isinstance(value, np.ndarray):
        return isinstance(value, (bytearray, memoryview)) and not _holds_floats(value)
    # NumPy would take what a mask hides for a number.
    return value.dtype.kind not in NUMBER_KINDS or bool(np.any(getattr(value, 'mask', False)))


def _holds_floats(buffer: bytearray | memoryview) -> bool:
    """Tell whether a buffer is of numbers, and not of bytes."""
    return isinstance(buffer, memoryview) and buffer.format in ('d', 'f')
