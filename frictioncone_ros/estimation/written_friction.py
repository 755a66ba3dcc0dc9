# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Friction as it is written in a file: a coefficient, or a model by its name."""

from __future__ import annotations

from collections.abc import Callable

from frictioncone_ros.contact import (
    CircularCone,
    EllipticCone,
    Frictionless,
    FrictionModel,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.estimation.placed_yaml import PlacedValue
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arguments import checked

Fields = dict[str, PlacedValue]

EDGES = range(3, 65)
"""Edges a friction polygon may have: as many as a filter takes of a message."""


@checked
def written_friction(value: PlacedValue) -> FrictionModel:
    """
    Return the friction model of a value.

    A number is the coefficient of a circular cone. Else a mapping with `model` (one of MODELS)
    and what that model needs: coefficient, second_coefficient, edges, torsion [m].
    """
    if not isinstance(value.plain, dict):
        return CircularCone(value.non_negative())
    allowed = ('model', 'coefficient', 'second_coefficient', 'edges', 'torsion')
    fields = value.fields(allowed, ('model',))
    name = fields['model'].word(tuple(MODELS))
    needed, make = MODELS[name]
    value.fields(('model', *needed), needed)
    return make(fields)


def _coefficients(fields: Fields) -> tuple[float, float]:
    return fields['coefficient'].non_negative(), fields['second_coefficient'].non_negative()


def _edges(value: PlacedValue) -> int:
    edges = value.number()
    if edges not in EDGES:
        expected = f'a whole number of at least {EDGES[0]}, at most {EDGES[-1]}'
        raise InvalidInputError(value.name, edges, expected, value.where)
    return int(edges)


MODELS: dict[str, tuple[tuple[str, ...], Callable[[Fields], FrictionModel]]] = {
    'frictionless': ((), lambda _: Frictionless()),
    'cone': (('coefficient',), lambda given: CircularCone(given['coefficient'].non_negative())),
    'polygon': (
        ('coefficient', 'edges'),
        lambda given: FrictionPolygon(given['coefficient'].non_negative(), _edges(given['edges'])),
    ),
    'pyramid': (
        ('coefficient', 'second_coefficient'),
        lambda given: FrictionPyramid(*_coefficients(given)),
    ),
    'ellipse': (
        ('coefficient', 'second_coefficient'),
        lambda given: EllipticCone(*_coefficients(given)),
    ),
    'soft_finger': (
        ('coefficient', 'torsion'),
        lambda given: SoftFinger(
            given['coefficient'].non_negative(), given['torsion'].non_negative()
        ),
    ),
}
"""Each model's name in files, what it needs, and how it is made."""
