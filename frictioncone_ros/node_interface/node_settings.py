# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The parameters in force as typed values: the filter's settings and the node's own.

What the robot holds, as the parameters say it: how heavy, and who carries its weight.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

import numpy as np

from frictioncone_ros.control.settings import FilterSettings
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.node_interface.parameter import Value
from frictioncone_ros.node_interface.parameters import checked_values
from frictioncone_ros.node_interface.static_transforms import parsed_transforms, PlacedFrame
from frictioncone_ros.spatial.arrays import Array, frozen_array
from frictioncone_ros.spatial.inertia import Inertia


@dataclass(frozen=True, eq=False)
class HeldObject:
    """
    The moving body.

    inertia: about the controlled frame's origin, along its axes. gravity: (3,) [m/s^2] on the
    body where the contacts carry its weight, along gravity_frame, which is the contacts' own
    where it is empty; zero: the arm carries the weight.
    """

    inertia: Inertia
    gravity: Array
    gravity_frame: str = ''


def held_object(values: Mapping[str, Value]) -> HeldObject | None:
    """Return the held object, None without mass; a mass without extent is refused."""
    mass = float(values['object_mass'])  # type: ignore[arg-type]  # a number
    if mass == 0.0:
        return None
    gravity = frozen_array(np.array(values['object_gravity'], dtype=np.float64))
    return HeldObject(_inertia(mass, values), gravity, str(values['gravity_frame']))


def _inertia(mass: float, values: Mapping[str, Value]) -> Inertia:
    xx, yy, zz, xy, xz, yz = (float(entry) for entry in values['object_inertia'])  # type: ignore[union-attr]  # six numbers
    rotational = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    try:
        return Inertia.spatial_body(mass, rotational, np.array(values['object_center_of_mass']))
    except InvalidInputError as error:
        raise InvalidInputError(
            'object_inertia',
            list(values['object_inertia']),  # type: ignore[arg-type]  # six numbers
            f'that of a body of object_mass {mass:g} kg ({error})',
            'parameters',
        ) from None


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
