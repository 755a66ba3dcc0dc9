# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""One parameter of the node, as data: what ROS declares, what is checked, what the docs print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from frictioncone_ros.exceptions import InvalidInputError

Value = bool | int | float | str | tuple[float, ...] | tuple[str, ...]


@dataclass(frozen=True)
class Parameter:
    """
    One parameter. Its type is that of its default.

    bounds: least and largest value, both allowed, in `unit`, for numbers and each number of a
    list; None for flags and names. size: how many entries a list has, None for any number.
    choices: the words allowed; empty for any. read_only: fixed when the node starts.
    fixed_while_active: may be changed only while the node is not active, as with another tool.
    """

    name: str
    default: Value
    description: str
    unit: str = ''
    bounds: tuple[float, float] | None = None
    choices: tuple[str, ...] = ()
    size: int | None = None
    read_only: bool = False
    fixed_while_active: bool = False

    @property
    def type_name(self) -> str:
        """How people call its type."""
        if isinstance(self.default, tuple):
            return 'list of words' if self._holds_words else 'list of numbers'
        return {bool: 'flag', int: 'integer', float: 'number', str: 'word'}[type(self.default)]

    @property
    def changes(self) -> str:
        """When it may be changed, in words."""
        if self.read_only:
            return 'no'
        return 'while inactive' if self.fixed_while_active else 'yes'

    @property
    def allowed(self) -> str:
        """What values are allowed, in words; empty where every one of the type is."""
        if self.choices:
            return ', '.join(self.choices)
        if self.bounds is None:
            return ''
        least, largest = self.bounds
        return f'>= {least:g}' if largest == inf else f'{least:g} to {largest:g}'

    def checked(self, value: object) -> Value:
        """Return the value in this parameter's type, or say what is wrong with it."""
        if isinstance(self.default, tuple):
            return self._checked_list(value)
        return self._checked_one(value, type(self.default))

    @property
    def _holds_words(self) -> bool:
        """Whether a list holds words; ROS has no empty list of a known type, so none is empty."""
        return isinstance(self.default, tuple) and isinstance(self.default[0], str)

    def _checked_list(self, value: object) -> Value:
        kind = str if self._holds_words else float
        if isinstance(value, str) or not isinstance(value, Sequence):
            raise self._refusal(value, f'a {self.type_name}')
        if self.size is not None and len(value) != self.size:
            raise self._refusal(value, f'{self.size} entries')
        return tuple(self._checked_one(entry, kind) for entry in value)  # type: ignore[return-value]  # all of one kind

    def _checked_one(self, value: object, kind: type) -> bool | int | float | str:
        if kind is float and isinstance(value, int) and not isinstance(value, bool):
            value = self._as_number(value)
        # Exactly the kind: true is an integer to Python, and a number here to nobody.
        if not isinstance(value, bool | int | float | str) or type(value) is not kind:
            raise self._refusal(value, f'a {self.type_name}')
        if self.choices and value not in self.choices:
            raise self._refusal(value, f'one of {self.allowed}')
        if self.bounds is not None and not self._within(value):
            raise self._refusal(value, f'{self.allowed} {self.unit}'.strip())
        return value

    def _as_number(self, value: int) -> float:
        try:
            return float(value)
        except OverflowError:
            raise self._refusal('a number of over 300 digits', f'a {self.type_name}') from None

    def _within(self, value: float | str) -> bool:
        least, largest = self.bounds or (0.0, 0.0)
        # What is no number is within nothing.
        return not isinstance(value, str) and least <= value <= largest

    def _refusal(self, value: object, expected: str) -> InvalidInputError:
        return InvalidInputError(self.name, value, expected, 'parameters')
