# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What a planner asks for and what the filter sends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite

import numpy as np

from frictioncone_ros.contact.mode import ContactMode
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import (
    Array,
    as_twist,
    as_wrench,
    Dimension,
    frozen_array,
    same_entries,
)

PARTS = ('wrench', 'twist', 'acceleration')
"""The three parts of a command."""


@dataclass(frozen=True, eq=False)
class Setpoints:
    """
    One command: force, motion or both, about the contact state's reference point.

    wrench: (d,) what the robot applies to the environment [N, Nm]; the contacts' reaction on the
        moving body is its negative. None: no force is asked for.
    twist, acceleration: (d,) of the moving body over the environment [m/s, rad/s, per s]; None:
        not commanded.
    mode: what each contact is desired to do; None: every contact is kept, whatever it does.
    """

    wrench: Array | None = None
    twist: Array | None = None
    acceleration: Array | None = None
    mode: ContactMode | None = None

    def __post_init__(self) -> None:
        """Check shapes and finiteness, and that all parts speak of one space."""
        if self.mode is not None and not isinstance(self.mode, ContactMode):
            raise InvalidInputError('mode', self.mode, 'a ContactMode or None')
        if self.wrench is not None:
            object.__setattr__(self, 'wrench', as_wrench(self.wrench))
        if self.twist is not None:
            object.__setattr__(self, 'twist', as_twist(self.twist))
        if self.acceleration is not None:
            checked = as_twist(self.acceleration, what='acceleration')
            object.__setattr__(self, 'acceleration', checked)
        sizes = {part.size for part in self._parts() if part is not None}
        if len(sizes) > 1:
            raise InvalidInputError('sizes of the set-points', self._sizes(), 'one size')

    @property
    def dimension(self) -> int | None:
        """3 planar, 6 spatial, None where nothing is commanded."""
        for part in self._parts():
            if part is not None:
                return part.shape[0]
        return None

    @property
    def commanded(self) -> tuple[str, ...]:
        """Names of the parts that are commanded, of PARTS."""
        missing = [part is None for part in self._parts()]
        if True not in missing:
            return PARTS
        return tuple([name for name, lacks in zip(PARTS, missing, strict=True) if not lacks])

    def is_same(self, other: Setpoints) -> bool:
        """Tell whether the same is commanded, number by number."""
        if self.mode != other.mode:
            return False
        for one, two in zip(self._parts(), other._parts(), strict=True):
            if one is not two and (one is None or two is None or not same_entries(one, two)):
                return False
        return True

    def _parts(self) -> tuple[Array | None, Array | None, Array | None]:
        return self.wrench, self.twist, self.acceleration

    def _sizes(self) -> list[str]:
        names = ('wrench', 'twist', 'acceleration')
        return [
            f'{name} {Dimension(part.shape[0])}'
            for name, part in zip(names, self._parts(), strict=True)
            if part is not None
        ]


@dataclass(frozen=True, eq=False)
class Command:
    """
    What is sent: every part always there and finite, zero where nothing is commanded.

    wrench: (d,) from the robot on the environment [N, Nm]; twist, acceleration: (d,) of the
    moving body over the environment.
    """

    wrench: Array
    twist: Array
    acceleration: Array

    @property
    def is_finite(self) -> bool:
        """Whether no component is NaN or infinite."""
        # A sum of squares is finite only if every term is; what overflows in it is no command.
        wrench, twist, rest = self.wrench, self.twist, self.acceleration
        return isfinite(wrench.dot(wrench) + twist.dot(twist) + rest.dot(rest))

    @property
    def is_neutral(self) -> bool:
        """Whether no force is applied and no motion asked for."""
        return not (
            any(self.wrench.tolist())
            or any(self.twist.tolist())
            or any(self.acceleration.tolist())
        )

    def part(self, name: str) -> Array:
        """Return one of PARTS."""
        value: Array = getattr(self, name)
        return value

    def mapped(self, change: Callable[[str, Array], Array]) -> Command:
        """Return the command with each part (name, (d,)) replaced by what `change` makes of it."""
        return Command(*(change(name, self.part(name)) for name in PARTS))

    def towards(self, goal: Command, fraction: float) -> Command:
        """Return the command at a fraction [0, 1] of the straight way to another one."""
        if fraction >= 1.0:
            return goal
        rest = 1.0 - fraction
        return Command(
            rest * self.wrench + fraction * goal.wrench,
            rest * self.twist + fraction * goal.twist,
            rest * self.acceleration + fraction * goal.acceleration,
        )


def neutral_command(dimension: int) -> Command:
    """Return the command that applies no force and asks for no motion."""
    return _NEUTRAL[dimension]


_NEUTRAL = {
    size: Command(
        frozen_array(np.zeros(size)), frozen_array(np.zeros(size)), frozen_array(np.zeros(size))
    )
    for size in (3, 6)
}
