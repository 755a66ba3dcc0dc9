# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The node's parameters, declared once as data, and checked all or none. No ROS is needed here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import isfinite

from frictioncone_ros.exceptions import InvalidInputError

Value = bool | int | float | str


@dataclass(frozen=True)
class Parameter:
    """
    One parameter. Its type is that of its default.

    bounds: least and largest value, both allowed, in `unit`; None for flags and names.
    read_only: fixed when the node starts.
    """

    name: str
    default: Value
    description: str
    unit: str = ''
    bounds: tuple[float, float] | None = None
    read_only: bool = False

    def checked(self, value: object) -> Value:
        """Return the value in this parameter's type, or say what is wrong with it."""
        expected = type(self.default)
        if expected is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if not isinstance(value, expected) or (
                expected is not bool and isinstance(value, bool)):
            raise InvalidInputError(self.name, value, f'a {expected.__name__}', 'parameters')
        if self.bounds is not None and not self._within(value):
            least, largest = self.bounds
            wanted = f'{least:g} to {largest:g} {self.unit}'.strip()
            raise InvalidInputError(self.name, value, wanted, 'parameters')
        return value

    def _within(self, value: Value) -> bool:
        least, largest = self.bounds or (0.0, 0.0)
        return isfinite(value) and least <= value <= largest


PARAMETERS = (
    Parameter('autostart', False, 'Configure and activate without waiting to be told.',
              read_only=True),
    Parameter('status_rate', 2.0, 'How often ~/status is repeated where nothing changes.',
              unit='Hz', bounds=(0.1, 100.0)),
)


@dataclass(frozen=True)
class Settings:
    """The parameters in force; one field for each of PARAMETERS, of the same name."""

    autostart: bool
    status_rate: float


def settings_from(values: Mapping[str, object]) -> Settings:
    """Return settings from values by name, or raise InvalidInputError and change nothing."""
    known = {parameter.name: parameter for parameter in PARAMETERS}
    for name in values:
        if name not in known:
            raise InvalidInputError('name of a parameter', name, f'one of {sorted(known)}',
                                    'parameters')
    return Settings(**{
        field.name: known[field.name].checked(values.get(field.name, known[field.name].default))
        for field in fields(Settings)})
