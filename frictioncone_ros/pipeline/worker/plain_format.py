# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Questions and answers between the node and its workers as plain documents: JSON, never pickle.

Nothing in a document names code: types are looked up by their short name among those listed here,
and are made by their constructors, which check every value again. Numbers come back bit by bit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
import json
from math import prod
from typing import Any

import numpy as np

from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.cones.representation import Columns, Rows
from frictioncone_ros.contact import (
    CircularCone,
    ContactKind,
    ContactMode,
    ContactPoint,
    ContactState,
    EllipticCone,
    Frictionless,
    FrictionPolygon,
    FrictionPyramid,
    Interaction,
    InteractionKind,
    SoftFinger,
)
from frictioncone_ros.exceptions import FrictionConeError, InvalidInputError
from frictioncone_ros.pipeline.prediction import (
    Ahead,
    ModeAnswer,
    ModeQuestion,
    NearContact,
    PredictedMode,
)
from frictioncone_ros.pipeline.wrench_cone import WrenchConeAnswer, WrenchConeQuestion
from frictioncone_ros.spatial import frozen_array, Inertia

ENUMERATIONS: dict[str, type[Enum]] = {one.__name__: one for one in (ContactKind, InteractionKind)}
"""The enumerations a document may hold, by name."""

RECORDS: dict[str, type[Any]] = {
    one.__name__: one
    for one in (
        Ahead,
        CircularCone,
        Columns,
        ContactMode,
        ContactPoint,
        ContactState,
        EllipticCone,
        Frictionless,
        FrictionPolygon,
        FrictionPyramid,
        Inertia,
        Interaction,
        ModeAnswer,
        ModeQuestion,
        NearContact,
        PolyhedralCone,
        PredictedMode,
        Rows,
        SoftFinger,
        WrenchConeAnswer,
        WrenchConeQuestion,
    )
}
"""The types a document may hold, by name."""

TYPE, ARRAY, SHAPE, MEMBER = 'type', 'array', 'shape', 'member'


def packed(value: object) -> bytes:
    """Return the document of a question or an answer."""
    return json.dumps(_plain(value), separators=(',', ':')).encode()


def unpacked(document: bytes) -> Any:
    """Return the question or answer of a document; InvalidInputError where it is none."""
    try:
        return _value(json.loads(document))
    except FrictionConeError:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        expected = 'a document of questions or answers'
        raise InvalidInputError('document', str(error), expected) from error


def _plain(value: Any) -> Any:
    """Return a value as JSON can hold it."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return float(value)
    if isinstance(value, np.ndarray):
        return {ARRAY: value.ravel().tolist(), SHAPE: list(value.shape)}
    name = type(value).__name__
    if ENUMERATIONS.get(name) is type(value):
        return {TYPE: name, MEMBER: value.value}
    if RECORDS.get(name) is type(value):
        return {TYPE: name} | {field: _plain(getattr(value, field)) for field in _fields(value)}
    if isinstance(value, (tuple, list)):
        return [_plain(one) for one in value]
    raise InvalidInputError('value', value, 'one that a question or an answer is made of')


def _fields(record: Any) -> tuple[str, ...]:
    if is_dataclass(record):
        return tuple(field.name for field in fields(record))
    names: tuple[str, ...] = record._fields
    return names


def _value(plain: Any) -> Any:
    """Return what `_plain` was given."""
    if isinstance(plain, list):
        return tuple(_value(one) for one in plain)
    if not isinstance(plain, dict):
        return plain
    if ARRAY in plain:
        return _array(plain[ARRAY], plain[SHAPE])
    name = plain[TYPE]
    if MEMBER in plain:
        return ENUMERATIONS[name](plain[MEMBER])
    made: Callable[..., Any] = RECORDS[name]
    return made(**{field: _value(given) for field, given in plain.items() if field != TYPE})


def _array(numbers: list[float], shape: list[int]) -> Any:
    if prod(shape) != len(numbers) or not all(isinstance(one, (int, float)) for one in numbers):
        raise ValueError(f'{len(numbers)} numbers for an array {shape}')
    return frozen_array(np.array(numbers, dtype=np.float64).reshape(shape))
