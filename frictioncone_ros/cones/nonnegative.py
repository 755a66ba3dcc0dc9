# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Non-negative least squares whose answer is checked: the one door to that solver.

The solver can return nonsense without a word where columns are opposite to each other, as those
of two facing contacts are: adding one on a gradient of rounding size makes its passive set
singular. Optimality is cheap to check, and a penalty on weights makes columns independent.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from frictioncone_ros.exceptions import InvalidInputError, NumericalError
from frictioncone_ros.spatial.arguments import explained
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.spatial.compiled import nnls
from frictioncone_ros.spatial.converters import as_any_vector, Matrix, Vector
from frictioncone_ros.tolerances import ROUNDING

NEAREST_OPTIMALITY = 1e-10
"""Gain that any column may still promise in a nearest point, relative to the target [-]."""
POOR_OPTIMALITY = 1e-7
"""The same where columns are so nearly opposite that no better answer is found [-]."""
WEIGHT_PENALTY = 1e-5
"""Price on the change of weights that makes opposite columns independent [-]."""
WEIGHT_ROUNDS = 20
"""Rounds with that penalty after which the solver gives up; one or two are usual."""
ASIDE = 1e-6
"""Sine of the angle by which a column has to lie behind a plane to be none of its face [-]."""


@explained
def nonnegative_weights(columns: Matrix, target: Vector) -> tuple[Array, Array]:
    """Return weights >= 0 (n,) with columns @ weights nearest to `target`, and the remainder (d,).

    Columns (d, n) should be of about unit length, and n > 0.
    """
    size = largest_entry(target)
    try:
        weights = nnls(columns, target)[0]
    except RuntimeError:
        return _regularised(columns, target, size)
    except ValueError as error:
        raise NumericalError(
            f'non-negative least squares of numbers beyond floats: {error}'
        ) from None
    remainder = target - columns.dot(weights)
    if largest_entry(remainder) <= ROUNDING * size:
        return weights, remainder
    if _optimal(columns, target, remainder, (_slack(weights, size), size)):
        return weights, remainder
    return _regularised(columns, target, size)


@explained
def adds_nothing(columns: Matrix, remainder: Vector) -> bool:
    """
    Tell whether more columns (d, m) of unit length leave a nearest point and its weights alone.

    They lie behind the plane across the remainder, by more than rounding.
    """
    if len(remainder) != len(columns):
        raise InvalidInputError('size of remainder', len(remainder), str(len(columns)))
    least = ASIDE * sqrt(remainder.dot(remainder))
    return least > ROUNDING and max(remainder.dot(columns).tolist()) < -least


@explained
def proposed_weights(columns: Matrix, target: Vector) -> Array | None:
    """Return the solver's weights >= 0 (n,) as they come, None where it gives up.

    For callers that prove what they make of them.
    """
    try:
        weights: Array = nnls(columns, target)[0]
    except (RuntimeError, ValueError):
        return None
    return weights


def _regularised(columns: Array, target: Array, size: float) -> tuple[Array, Array]:
    """Solve with a small penalty on the change of weights, round after round (proximal points)."""
    count = columns.shape[1]
    padded = np.vstack((columns, WEIGHT_PENALTY * np.eye(count)))
    weights = np.zeros(count)
    for _ in range(WEIGHT_ROUNDS):
        try:
            weights = nnls(padded, np.concatenate((target, WEIGHT_PENALTY * weights)))[0]
        except RuntimeError as error:
            raise NumericalError(f'non-negative least squares did not end: {error}') from error
        remainder = target - columns.dot(weights)
        if largest_entry(remainder) <= ROUNDING * size:
            return weights, remainder
        if _optimal(columns, target, remainder, (_slack(weights, size), size)):
            return weights, remainder
    if _optimal(columns, target, remainder, (POOR_OPTIMALITY * size, size)):
        return weights, remainder
    raise NumericalError('non-negative least squares returned weights that are not optimal')


def _slack(weights: Array, size: float) -> float:
    """Return how far from optimal rounding may leave an answer with these weights."""
    return NEAREST_OPTIMALITY * size + ROUNDING * sum(weights.tolist())


def _optimal(columns: Array, target: Array, remainder: Array, limits: tuple[float, float]) -> bool:
    """
    Tell whether the remainder is normal to the cone of the columns at target - remainder.

    limits: how far from that rounding may leave it, and the size of the target.
    """
    slack, size = limits
    if max(remainder.dot(columns).tolist()) > slack:
        return False
    return bool(abs(remainder.dot(target - remainder)) <= slack * size)


def largest_entry(vector: Array) -> float:
    """Return the largest magnitude in a short vector; 0 for an empty one.

    Several times as fast as the array operations where there are a dozen entries.
    """
    try:
        entries = vector.tolist()
        return max(map(abs, entries)) if entries else 0.0
    except (AttributeError, TypeError):  # no array, or of another shape: asked dozens of times
        return largest_entry(as_any_vector(vector, 'vector'))
