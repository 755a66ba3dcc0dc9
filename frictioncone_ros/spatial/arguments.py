# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What a public function may be asked with, and a value made of: read from the annotations.

One gate for all of them: `checked` looks at every argument before the function begins, and
`explained` only once it has failed, for what ticks call many times.

A class is asked for as such, numbers, texts, flags and arrays by the converters of `arrays`, items
of sequences one by one. `ArrayLike` is left to the function, which knows the shape. An annotation
may carry its own converter: ``Annotated[int, as_dimension]``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from enum import Enum
from functools import partial, wraps
from inspect import isclass
from math import isfinite
from operator import index
from types import UnionType
from typing import (
    Annotated,
    Any,
    get_args,
    get_origin,
    get_type_hints,
    ParamSpec,
    TypeVar,
    Union,
)

import numpy as np

from frictioncone_ros.exceptions import FrictionConeError, InvalidInputError
from frictioncone_ros.spatial.arrays import (
    Array,
    as_choice,
    as_finite_number,
    as_flag,
    as_float_array,
    as_items,
    as_number,
    as_vector,
    Dimension,
    PLANAR,
    SPATIAL,
)

Parameters = ParamSpec('Parameters')
Answer = TypeVar('Answer')
Checked = TypeVar('Checked')

Converter = Callable[[Any, str], Any]
"""Takes a value and what it is called; returns what to go on with, or raises InvalidInputError."""


def checked(function: Callable[Parameters, Answer]) -> Callable[Parameters, Answer]:
    """Return the function with its arguments converted as its annotations say, or refused."""
    converters = _Converters(function)

    @wraps(function)
    def asked(*given: Parameters.args, **named: Parameters.kwargs) -> Answer:
        return function(*converters.of_places(given), **converters.of_names(named))

    return asked


def explained(function: Callable[Parameters, Answer]) -> Callable[Parameters, Answer]:
    """
    Return the function with its arguments looked at where it fails: a right call costs nothing.

    For what is asked many times a tick, and fails by itself where an argument is wrong. What fails
    with right arguments fails as it did.
    """
    converters = _Converters(function)

    @wraps(function)
    def asked(*given: Parameters.args, **named: Parameters.kwargs) -> Answer:
        try:
            return function(*given, **named)
        except FrictionConeError:
            raise
        except Exception:
            converters.of_places(given)
            converters.of_names(named)
            raise

    return asked


def checked_fields(kind: type[Checked]) -> type[Checked]:
    """Return a dataclass that converts or refuses what it is made of, as its annotations say."""
    made = kind.__init__
    converters = _Converters(kind, fields=True)

    @wraps(made)
    def asked(self: Any, *given: Any, **named: Any) -> None:
        made(self, *converters.of_places(given), **converters.of_names(named))

    kind.__init__ = asked  # type: ignore[method-assign]  # the same signature
    return kind


class _Converters:
    """The converters of a function's arguments, found when it is first asked."""

    __slots__ = ('by_name', 'fields', 'function', 'places')

    def __init__(self, function: Any, fields: bool = False) -> None:
        self.function = function
        self.fields = fields
        self.places: list[tuple[str, object, Converter | None]] = []
        self.by_name: dict[str, Converter | None] = {}

    def of_places(self, given: tuple[Any, ...]) -> Any:
        """Return the positional arguments converted; the same tuple where none has to be."""
        if not self.places:
            self._find()
        for value, (_, plain, _) in zip(given, self.places, strict=False):
            if type(value) is not plain:
                break
        else:
            return given
        converted = [
            value if convert is None else convert(value, name.replace('_', ' '))
            for value, (name, _, convert) in zip(given, self.places, strict=False)
        ]
        return (*converted, *given[len(converted) :])

    def of_names(self, named: dict[str, Any]) -> Any:
        """Return the arguments given by name converted."""
        if not named:
            return named
        if not self.places:
            self._find()
        converters = self.by_name
        return {
            name: value
            if (convert := converters.get(name)) is None
            else convert(value, name.replace('_', ' '))
            for name, value in named.items()
        }

    def _find(self) -> None:
        hints = get_type_hints(self.function, include_extras=True)
        code = getattr(self.function, '__wrapped__', self.function)
        if self.fields:
            code = self.function.__init__.__wrapped__
        names = code.__code__.co_varnames
        count, more = code.__code__.co_argcount, code.__code__.co_kwonlyargcount
        self.by_name = {
            name: converter(hints[name], self.fields)
            for name in names[: count + more]
            if name in hints
        }
        first = 1 if self.fields else 0
        self.places = [
            (name, _plain(hints.get(name), self.fields), self.by_name.get(name))
            for name in names[first:count]
        ] or [('', None, None)]


def _plain(hint: object, fields: bool) -> object:
    """Return the class whose own objects need no look: not its subclasses, and no numbers."""
    if hint is float:
        return float if fields else None
    return hint if isclass(hint) and hint is not object else None


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
    kind = origin or hint
    if not isclass(kind) or kind is object or kind is Iterable:
        return None
    return partial(_choice if issubclass(kind, Enum) else _instance, kind)


_SEQUENCES = (tuple, list, Sequence, Collection)


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


def as_text(value: Any, what: str) -> str:
    """Return a text, or say what was given instead."""
    if not isinstance(value, str):
        raise InvalidInputError(what, value, 'a text')
    return value


def as_pair(value: Any, what: str) -> tuple[float, ...]:
    """Return two finite numbers in plain floats, or say what was given instead."""
    return tuple(as_vector(value, 2, what).tolist())


def as_rows(sizes: tuple[int, ...], expected: str) -> Converter:
    """Return the converter of finite rows (any, size), size one of those."""

    def rows(value: Any, what: str) -> Array:
        array = _finite_array(value, what)
        if array.ndim != len(('rows', 'columns')) or array.shape[1] not in sizes:
            raise InvalidInputError(f'shape of {what}', array.shape, expected)
        return array

    return rows


def _number(value: Any, what: str) -> float:
    return as_number(value, what)


def _finite_array(value: Any, what: str) -> Array:
    """Return a float64 array itself where it is one and finite, else as one, or refuse it."""
    array = _real_array(value, what)
    if not isfinite(np.vdot(array, array)) and not np.isfinite(array).all():
        raise InvalidInputError(what, array.tolist(), 'finite numbers')
    return array


def _real_array(value: Any, what: str) -> Array:
    if type(value) is np.ndarray and value.dtype == np.float64:
        return value
    return as_float_array(value, what)


def _of_array(parts: tuple[Any, ...], fields: bool) -> Converter:
    """Return the converter of an array annotation: of floats, else of the kind it names."""
    entries = get_args(parts[-1])
    if entries and isclass(entries[0]) and not issubclass(entries[0], np.floating):
        return partial(_array_of_kind, np.dtype(entries[0]))
    return _real_array if fields else _finite_array


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
    return partial(_any_of, type(None) in parts, converters, words)


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
    return tuple([convert(one, f'{what}[{place}]') for place, one in enumerate(items)])


def _items(values: Any, what: str, words: str) -> tuple[Any, ...]:
    """Return items as a tuple; a text stands for itself, and a dictionary has no order."""
    if isinstance(values, (str, bytes, dict)):
        raise InvalidInputError(what, values, f'items, each {words}')
    return as_items(values, what, f'items, each {words}')


def _fixed(converters: Sequence[Converter | None], values: Any, what: str) -> tuple[Any, ...]:
    """Return a tuple of a stated length, each place converted as it is annotated."""
    items = _items(values, what, 'as stated')
    if len(items) != len(converters):
        raise InvalidInputError(f'number of items of {what}', len(items), str(len(converters)))
    return tuple(
        [
            one if convert is None else convert(one, f'{what}[{place}]')
            for place, (convert, one) in enumerate(zip(converters, items, strict=True))
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
