# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The two sides of a polyhedral cone as plain data, checked at the door, in one order."""

from __future__ import annotations

from math import isfinite
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import Array, as_float_array, frozen_array
from frictioncone_ros.tolerances import CONE_INCIDENCE


class Columns(NamedTuple):
    """Generators (d, n) and lineality (d, m), column by column."""

    generators: Array
    lineality: Array


class Rows(NamedTuple):
    """Faces (f, d) and equalities (e, d), row by row."""

    faces: Array
    equalities: Array


def unit_rows(rows: Array) -> Array:
    """Return the rows read-only, each of unit length."""
    lengths = np.sqrt(np.einsum('ij,ij->i', rows, rows))
    unit: Array = rows / lengths[:, None]
    unit.setflags(write=False)
    return unit


def as_table(values: ArrayLike, what: str) -> Array:
    """Return a read-only finite matrix of any shape, or say what is wrong with it."""
    table = as_float_array(values, what)
    if table.ndim != 2:
        raise InvalidInputError(f'shape of {what}', table.shape, 'two axes')
    # A sum is finite only if all entries are; it overflows only for entries of no meaning here.
    if not isfinite(table.sum()) and not np.isfinite(table).all():
        raise InvalidInputError(what, table.tolist(), 'finite numbers')
    table.setflags(write=False)
    return table


def require_same_dimension(first: int, second: int) -> None:
    """Refuse to combine cones of different spaces."""
    if first != second:
        raise InvalidInputError('dimension of the other cone', second, str(first))


def canonical_order(rows: Array) -> Array:
    """Return unit rows (f, d) in lexicographic order of their entries, first entry first.

    Entries that agree up to the incidence threshold count as equal, so that rounding does not
    decide the order.
    """
    rounded = np.round(rows / CONE_INCIDENCE)
    return frozen_array(rows[np.lexsort(rounded.T[::-1])])
