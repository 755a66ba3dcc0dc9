# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The converter of an annotation: what an argument or a field of that type may be.

A class is asked for as such, numbers, texts, flags and arrays by the converters of `arrays`, items
of sequences one by one. `ArrayLike` is left to the function, which knows the shape. An annotation
may carry its own converter: ``Annotated[int, as_dimension]``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from enum import Enum
from functools import partial
from inspect import isclass
from types import UnionType
from typing import Annotated, Any, get_args, get_origin, Union

import numpy as np

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import (
    as_choice,
    as_finite_number,
    as_flag,
    as_items,
    as_number,
)
from frictioncone_ros.spatial.converters import (
    as_text,
    as_whole_number,
    Converter,
    finite_array,
    real_array,
)


def converter(hint: Any, fields: bool = False) -> Converter | None:
    """Return the converter of an annotation; None: anything. fields: infinity is a number."""
    if hint in _SIMPLE:
        return _number if fields and hint is float else _SIMPLE[hint]
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        own = [each for each in parts[1:] if callable(each)]
        return own[0] if own else converter(parts[0], fields)
    if origin in (Union, UnionType):
        return _of_union(parts, fields)
    if origin is np.ndarray:
        return _of_array(parts, fields)
    if origin is tuple and Ellipsis not in parts:
        return partial(_fixed, [converter(part, fields) for part in parts])
    if origin in _SEQUENCES:
        return partial(_each, converter(parts[0], fields), _words(parts[0]))
    if origin is Callable:
        return _callable
    kind: Any = origin or hint
    if not isclass(kind) or kind is object or kind is Iterable:
        return None
    if issubclass(kind, Enum):
        return partial(_choice, kind)
    return partial(_instance, kind)


_SEQUENCES = (tuple, list, Sequence, Collection)


def _number(value: Any, what: str) -> float:
    return as_number(value, what)


def _of_array(parts: tuple[Any, ...], fields: bool) -> Converter:
    """Return the converter of an array annotation: of floats, else of the kind it names."""
    entries = get_args(parts[-1])
    if entries and isclass(entries[0]) and not issubclass(entries[0], np.floating):
        return partial(_array_of_kind, np.dtype(entries[0]))
    return real_array if fields else finite_array


def _array_of_kind(dtype: np.dtype[Any], value: Any, what: str) -> Any:
    """Return an array of integers or flags as it is, or refuse what is none."""
    if not isinstance(value, np.ndarray) or value.dtype.kind != dtype.kind:
        raise InvalidInputError(what, value, f'an array of {dtype}')
    return value


def _of_union(parts: tuple[Any, ...], fields: bool) -> Converter | None:
    """Return the converter of alternatives: the first that takes the value decides."""
    if complex in parts:  # ArrayLike is a union of what arrays are made of
        return None
    others = [part for part in parts if part is not type(None)]
    converters = [converter(part, fields) for part in others]
    if None in converters:
        return None
    words = ' or '.join(map(_words, parts))
    known = [each for each in converters if each is not None]
    return partial(_any_of, type(None) in parts, known, words)


def _any_of(
    may_be_none: bool,
    converters: Sequence[Converter],
    words: str,
    value: Any,
    what: str,
) -> Any:
    if value is None and may_be_none:
        return value
    if len(converters) == 1:
        return converters[0](value, what)
    for convert in converters:
        try:
            return convert(value, what)
        except InvalidInputError:
            continue
    raise InvalidInputError(what, value, words)


def _each(convert: Converter | None, words: str, values: Any, what: str) -> tuple[Any, ...]:
    """Return items converted one by one, as a tuple."""
    items = _items(values, what, words)
    if convert is None:
        return items
    converted = [convert(one, f'{what}[{place}]') for place, one in enumerate(items)]
    same = all(one is given for one, given in zip(converted, items, strict=True))
    return items if same else tuple(converted)


def _items(values: Any, what: str, words: str) -> tuple[Any, ...]:
    """Return items as a tuple; a text stands for itself, and a dictionary has no order."""
    if isinstance(values, (str, bytes, bytearray, dict)):
        raise InvalidInputError(what, values, f'items, each {words}')
    return as_items(values, what, f'items, each {words}')


def _fixed(converters: Sequence[Converter | None], values: Any, what: str) -> tuple[Any, ...]:
    """Return a tuple of a stated length, each place converted as it is annotated."""
    items = _items(values, what, 'as stated')
    if len(items) != len(converters):
        raise InvalidInputError(f'number of items of {what}', len(items), str(len(converters)))
    pairs = zip(converters, items, strict=True)
    return tuple(
        [
            one if convert is None else convert(one, f'{what}[{place}]')
            for place, (convert, one) in enumerate(pairs)
        ]
    )


def _callable(value: Any, what: str) -> Any:
    if not callable(value):
        raise InvalidInputError(what, value, 'a function')
    return value


def _instance(kind: type, value: Any, what: str) -> Any:
    if not isinstance(value, kind):
        raise InvalidInputError(what, value, _words(kind))
    return value


def _choice(kind: type[Enum], value: Any, what: str) -> Enum:
    return as_choice(kind, value, what)


def _words(hint: Any) -> str:
    """Return an annotation as a message says it: a ContactState, None."""
    if hint is type(None):
        return 'None'
    if hint in _NAMES:
        return _NAMES[hint]
    name = getattr(hint, '__name__', None) or str(hint)
    return f'{"an" if name[0] in "AEIOU" else "a"} {name}'


_NAMES = {float: 'a number', int: 'a whole number', str: 'a text', bool: 'True or False'}
_SIMPLE: dict[Any, Converter | None] = {
    float: as_finite_number,
    int: as_whole_number,
    str: as_text,
    bool: as_flag,
    Any: None,
    object: None,
}
