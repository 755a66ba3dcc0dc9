# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Facets of a pointed full cone by the double description method in exact integers.

Every float is a fraction with a power of two below, so the generators are scaled to integers and
every sign is a fact. Far slower than floats: it decides where the float answer fails its check,
and it is the measure in tests.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd
from typing import NamedTuple

import numpy as np

from frictioncone_ros.spatial.arrays import Array

Vector = tuple[int, ...]


class DualRay(NamedTuple):
    """An extreme ray of the dual cone {y: y . g >= 0} and the generators it is normal to."""

    vector: Vector
    zeros: frozenset[int]


def exact_faces(rays: Array) -> Array:
    """Return the (f, r) unit face rows of the cone of (r, n) rays, row . ray <= 0.

    The cone must be pointed and full: its rays span R^r and lie in an open half-space.
    """
    vectors = [_integers(ray) for ray in rays.T.tolist()]
    faces = [face.vector for face in double_description(vectors)]
    return -np.array([_unit_floats(face) for face in faces]).reshape(-1, rays.shape[0])


def double_description(vectors: Sequence[Vector]) -> list[DualRay]:
    """Return the extreme rays of {y: y . v >= 0 for every v}; the vectors span their space."""
    start, duals = _simplicial_start(vectors)
    done = set(start)
    rank = len(start)
    for index, vector in enumerate(vectors):
        if index not in done:
            duals = _cut(duals, vector, index, rank)
            done.add(index)
    return duals


def _cut(duals: list[DualRay], vector: Vector, index: int, rank: int) -> list[DualRay]:
    """Return the extreme rays after one more inequality y . vector >= 0."""
    values = [_dot(vector, dual.vector) for dual in duals]
    kept = [
        DualRay(dual.vector, dual.zeros | {index}) if value == 0 else dual
        for dual, value in zip(duals, values, strict=True)
        if value >= 0
    ]
    positive = [(d, v) for d, v in zip(duals, values, strict=True) if v > 0]
    negative = [(d, v) for d, v in zip(duals, values, strict=True) if v < 0]
    for above, height in positive:
        for below, depth in negative:
            common = above.zeros & below.zeros
            if len(common) >= rank - 2 and _adjacent(common, above, below, duals):
                mixed = tuple(
                    height * b - depth * a for a, b in zip(above.vector, below.vector, strict=True)
                )
                kept.append(DualRay(_primitive(mixed), common | {index}))
    return kept


def _adjacent(
    common: frozenset[int], above: DualRay, below: DualRay, duals: list[DualRay]
) -> bool:
    """Tell whether no third ray is normal to all the generators that these two are normal to."""
    return not any(
        common <= dual.zeros for dual in duals if dual is not above and dual is not below
    )


def _simplicial_start(vectors: Sequence[Vector]) -> tuple[list[int], list[DualRay]]:
    """Return independent vectors' indices and the dual basis of them."""
    size = len(vectors[0])
    chosen: list[int] = []
    echelon: list[tuple[int, list[Fraction]]] = []
    for index, vector in enumerate(vectors):
        row = [Fraction(entry) for entry in vector]
        for pivot, other in echelon:
            factor = row[pivot] / other[pivot]
            row = [a - factor * b for a, b in zip(row, other, strict=True)]
        leading = [place for place, entry in enumerate(row) if entry]
        if leading:
            echelon.append((leading[0], row))
            chosen.append(index)
        if len(chosen) == size:
            break
    inverse = _inverse_columns([vectors[index] for index in chosen])
    return chosen, [
        DualRay(column, frozenset(chosen) - {chosen[place]})
        for place, column in enumerate(inverse)
    ]


def _inverse_columns(rows: Sequence[Vector]) -> list[Vector]:
    """Return the columns of the inverse of a square matrix, as primitive integer vectors."""
    size = len(rows)
    table = [
        [Fraction(entry) for entry in row] + [Fraction(int(i == j)) for j in range(size)]
        for i, row in enumerate(rows)
    ]
    for column in range(size):
        pivot = next(i for i in range(column, size) if table[i][column])
        table[column], table[pivot] = table[pivot], table[column]
        scale = table[column][column]
        table[column] = [entry / scale for entry in table[column]]
        for i in range(size):
            factor = table[i][column]
            if i != column and factor:
                table[i] = [a - factor * b for a, b in zip(table[i], table[column], strict=True)]
    return [_common_denominator([table[i][size + j] for i in range(size)]) for j in range(size)]


def _integers(floats: Sequence[float]) -> Vector:
    return _common_denominator([Fraction(value) for value in floats])


def _common_denominator(fractions: Sequence[Fraction]) -> Vector:
    """Return the primitive integer vector along a rational one."""
    denominator = 1
    for value in fractions:
        denominator = denominator * value.denominator // gcd(denominator, value.denominator)
    return _primitive(tuple(int(value * denominator) for value in fractions))


def _primitive(vector: Vector) -> Vector:
    divisor = gcd(*vector)
    return tuple(entry // divisor for entry in vector) if divisor > 1 else vector


def _dot(first: Vector, second: Vector) -> int:
    return sum(a * b for a, b in zip(first, second, strict=True))


def _unit_floats(vector: Vector) -> Array:
    largest = max(abs(entry) for entry in vector)
    floats = np.array([float(Fraction(entry, largest)) for entry in vector])
    return floats / np.linalg.norm(floats)
