# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The parameters in force as typed values: the filter's settings and the node's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from frictioncone_ros.control.settings import FilterSettings
from frictioncone_ros.node_interface.held_object import held_object, HeldObject
from frictioncone_ros.node_interface.parameter import Value
from frictioncone_ros.node_interface.parameters import checked_values
from frictioncone_ros.node_interface.static_transforms import parsed_transforms, PlacedFrame


@dataclass(frozen=True)
class NodeSettings:
    """
    Everything the node was told.

    filter: the pure filter's settings. values: every parameter by name, in its type.
    held_object: the moving body; None where its mass is not known. placed_frames: the static
    transforms.
    """

    filter: FilterSettings
    values: Mapping[str, Value]
    held_object: HeldObject | None
    placed_frames: tuple[PlacedFrame, ...]

    def number(self, name: str) -> float:
        """Return a parameter that is a number."""
        return float(self.values[name])  # type: ignore[arg-type]  # checked on entry

    def count(self, name: str) -> int:
        """Return a parameter that is a whole number."""
        return int(self.values[name])  # type: ignore[arg-type]  # checked on entry

    def flag(self, name: str) -> bool:
        """Return a parameter that is true or false."""
        return bool(self.values[name])

    def word(self, name: str) -> str:
        """Return a parameter that is a word."""
        return str(self.values[name])


def node_settings(values: Mapping[str, object]) -> NodeSettings:
    """Return the settings from parameters by name, or raise InvalidInputError: all or nothing."""
    checked = checked_values(values)
    names = [field.name for field in fields(FilterSettings)]
    return NodeSettings(
        filter=FilterSettings(**{name: checked[name] for name in names}),  # type: ignore[arg-type]  # checked in there
        values=checked,
        held_object=held_object(checked),
        placed_frames=parsed_transforms(checked['static_transforms']),  # type: ignore[arg-type]  # a list of words
    )
