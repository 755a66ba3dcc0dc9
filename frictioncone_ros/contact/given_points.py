# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What a body is made of where only points, a friction and a mass are given."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np

from frictioncone_ros.contact.friction import CircularCone, FrictionModel
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import Array, as_items, as_non_negative
from frictioncone_ros.spatial.inertia import Inertia


def friction_models(
    friction: float | FrictionModel | Sequence[FrictionModel], count: int
) -> list[FrictionModel]:
    """Return a model for each of so many points: a coefficient is a circular cone's [-]."""
    if isinstance(friction, FrictionModel):
        return [friction] * count
    if _is_one(friction):
        return [CircularCone(as_non_negative(friction, 'friction'))] * count
    models = as_items(friction, 'friction', 'a coefficient, a friction model, or one for each')
    if len(models) != count:
        expected = f'one per point ({count})'
        raise InvalidInputError('number of friction models', len(models), expected)
    return [
        model
        if isinstance(model, FrictionModel)
        else CircularCone(as_non_negative(model, f'friction[{index}]'))
        for index, model in enumerate(models)
    ]


def _is_one(value: object) -> bool:
    """Tell whether a value stands for itself, or for nothing, and not for several."""
    if isinstance(value, np.ndarray):
        return value.ndim == 0
    return isinstance(value, str) or not hasattr(value, '__iter__')


def inertia_of(mass: float | Inertia | None, points: Array) -> Inertia | None:
    """Return the inertia of a mass [kg], as far about as the points (k, 2 or 3) [m] are."""
    if mass is None or isinstance(mass, Inertia):
        return mass
    square = float(np.vdot(points, points)) / len(points) if len(points) else 0.0
    radius = sqrt(square) or 1.0
    if points.shape[1] == 2:
        return Inertia.planar_body(mass, radius)
    weight = as_non_negative(mass, 'mass')
    return Inertia.spatial_body(weight, weight * radius**2 * np.eye(3))
