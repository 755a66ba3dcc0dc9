# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What a public function may be asked with, and a value made of: read from the annotations.

One gate for all of them: `checked` looks at every argument before the function begins, and
`explained` only once it has failed, for what ticks call many times. `annotations` tells what an
annotation asks for.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import isclass, unwrap
from math import isfinite
from typing import Any, get_type_hints, ParamSpec, TypeVar

from frictioncone_ros.exceptions import FrictionConeError
from frictioncone_ros.spatial.annotations import converter
from frictioncone_ros.spatial.converters import Converter, is_sound

Parameters = ParamSpec('Parameters')
Answer = TypeVar('Answer')
Checked = TypeVar('Checked')


def checked(
    function: Callable[Parameters, Answer], like: Any = None
) -> Callable[Parameters, Answer]:
    """
    Return the function with its arguments converted as its annotations say, or refused.

    like: the method that this one overrides, whose annotations count.
    """
    converters = _Converters(like or function)

    @wraps(function)
    def asked(*given: Parameters.args, **named: Parameters.kwargs) -> Answer:
        return function(*converters.of_places(given), **converters.of_names(named))

    return asked


def explained(
    function: Callable[Parameters, Answer], like: Any = None
) -> Callable[Parameters, Answer]:
    """
    Return the function with its arguments looked at where it fails, or answers with no number.

    For what is asked many times a tick: a right call costs nothing but a look at the answer. Where
    arguments were only unusual it is asked again with them converted; what fails with right
    arguments fails as it did. like: as for `checked`.
    """
    converters = _Converters(like or function)

    @wraps(function)
    def asked(*given: Parameters.args, **named: Parameters.kwargs) -> Answer:
        try:
            answer: Any = function(*given, **named)
        except FrictionConeError:
            raise
        except Exception:
            places, names = converters.of_places(given), converters.of_names(named)
            if places is given and names is named:
                raise
            return function(*places, **names)
        kind = type(answer)
        if kind is float:
            if isfinite(answer):
                return answer
        elif kind is not tuple or is_sound(answer):
            return answer
        places, names = converters.of_places(given), converters.of_names(named)
        unchanged = places is given and names is named
        return answer if unchanged else function(*places, **names)

    return asked


def require_arguments(function: Callable[..., Any], *given: Any) -> None:
    """Refuse what is wrongly typed for a function that looks at its arguments where it fails."""
    _Converters(function).of_places(given)


def checked_fields(kind: type[Checked]) -> type[Checked]:
    """Return a dataclass that converts or refuses what it is made of, as its annotations say."""
    maker = _maker_of(kind)
    made = getattr(kind, maker)
    converters = _Converters(kind, fields=True)

    @wraps(made)
    def asked(self: Any, *given: Any, **named: Any) -> Any:
        return made(self, *converters.of_places(given), **converters.of_names(named))

    setattr(kind, maker, asked)
    return kind


def convert_fields(value: Any) -> None:
    """Convert or refuse what a frozen dataclass was made of: for one made in every tick."""
    fields = {name: getattr(value, name) for name in value.__dataclass_fields__}
    for name, right in _Converters(type(value), fields=True).of_names(fields).items():
        object.__setattr__(value, name, right)


def _maker_of(kind: type) -> str:
    """Return which method takes the fields: of a named tuple they are what it is."""
    return '__new__' if issubclass(kind, tuple) else '__init__'


class _Converters:
    """The converters of a function's arguments, found when it is first asked."""

    __slots__ = ('by_name', 'fields', 'function', 'places')

    def __init__(self, function: Any, fields: bool = False) -> None:
        self.function = function
        self.fields = fields
        self.places: tuple[tuple[int, str, object, Converter], ...] | None = None
        self.by_name: dict[str, tuple[str, Converter]] = {}

    def of_places(self, given: tuple[Any, ...]) -> Any:
        """Return the positional arguments converted; the same tuple where none has to be."""
        count, converted = len(given), None
        for place, words, plain, convert in self._found() if self.places is None else self.places:
            if place >= count:
                break
            value = given[place]
            if type(value) is plain:
                continue
            right = convert(value, words)
            if right is not value:
                converted = converted or list(given)
                converted[place] = right
        return converted or given

    def of_names(self, named: dict[str, Any]) -> Any:
        """Return the arguments given by name converted; the same where none has to be."""
        if not named:
            return named
        if self.places is None:
            self._found()
        converted = None
        for name, value in named.items():
            words, convert = self.by_name.get(name, ('', None))
            right = value if convert is None else convert(value, words)
            if right is not value:
                converted = converted or dict(named)
                converted[name] = right
        return converted or named

    def _found(self) -> tuple[tuple[int, str, object, Converter], ...]:
        hints = get_type_hints(self.function, include_extras=True)
        code = unwrap(
            getattr(self.function, _maker_of(self.function)) if self.fields else self.function
        ).__code__
        names, count, more = code.co_varnames, code.co_argcount, code.co_kwonlyargcount
        found = []
        first = 1 if self.fields else 0  # a value is made without itself
        for place, name in enumerate(names[first : count + more]):
            convert = converter(hints[name], self.fields) if name in hints else None
            if convert is None:
                continue
            words = name.replace('_', ' ')
            self.by_name[name] = (words, convert)
            if place + first < count:
                found.append((place, words, _plain(hints[name], self.fields), convert))
        self.places = tuple(found)
        return self.places


def _plain(hint: object, fields: bool) -> object:
    """Return the class whose own objects need no look: not its subclasses, and no numbers."""
    if hint is float:
        return float if fields else None
    return hint if isclass(hint) else None
