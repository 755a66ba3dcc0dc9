# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What one contact does: separate, stay fixed, slide, approach, or anything that keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import degrees, pi, radians

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import as_choice, as_finite_number


class InteractionKind(Enum):
    """The kinds of interaction, each with its letter in a mode string."""

    SEPARATING = 's'
    """The contact opens; it carries no force."""
    FIXED = 'f'
    """The touching points stay together (Balkcom's n)."""
    SLIDING_LEFT = 'l'
    """Planar: the body slides along +t = (-ny, nx); friction acts along -t."""
    SLIDING_RIGHT = 'r'
    """Planar: the body slides along -t; friction acts along +t."""
    SLIDING = 'd'
    """Spatial: the body slides in the tangent plane, in a given direction or in any."""
    APPROACHING = 'a'
    """The body moves into the contact, which is about to be made; it carries no force yet."""
    UNSPECIFIED = '*'
    """The contact is kept, whatever it does."""


@dataclass(frozen=True)
class Interaction:
    """
    What one contact does.

    direction: angle of sliding in the tangent plane from t1 towards t2 [rad], in (-pi, pi]; only
    for SLIDING, where None means "in some direction".
    """

    kind: InteractionKind
    direction: float | None = None

    def __post_init__(self) -> None:
        """Check that a direction is given only where it has a meaning, and wrap it."""
        object.__setattr__(self, 'kind', as_choice(InteractionKind, self.kind, 'kind'))
        if self.direction is None:
            return
        if self.kind is not InteractionKind.SLIDING:
            raise InvalidInputError(
                f'direction of a {self.kind.name} interaction', self.direction, 'None'
            )
        angle = as_finite_number(self.direction, 'sliding direction')
        object.__setattr__(self, 'direction', _wrapped(angle))

    @property
    def keeps_contact(self) -> bool:
        """Whether the bodies still touch a moment later."""
        return self.kind not in (InteractionKind.SEPARATING, InteractionKind.APPROACHING)

    @property
    def slides(self) -> bool:
        """Whether the touching points move past each other."""
        return self.kind in _SLIDING_KINDS

    def __str__(self) -> str:
        """Return the letter, for a sliding direction followed by degrees as in d[45]."""
        if self.direction is None:
            return self.kind.value
        # A rounded number of degrees is printed where it parses back to the same angle.
        for digits in range(17):
            text = f'{degrees(self.direction):.{digits}f}'
            if _wrapped(radians(float(text))) == self.direction:
                return f'd[{text}]'
        return f'd[{degrees(self.direction)!r}]'


SEPARATING = Interaction(InteractionKind.SEPARATING)
FIXED = Interaction(InteractionKind.FIXED)
SLIDING_LEFT = Interaction(InteractionKind.SLIDING_LEFT)
SLIDING_RIGHT = Interaction(InteractionKind.SLIDING_RIGHT)
SLIDING = Interaction(InteractionKind.SLIDING)
APPROACHING = Interaction(InteractionKind.APPROACHING)
UNSPECIFIED = Interaction(InteractionKind.UNSPECIFIED)

_SLIDING_KINDS = (
    InteractionKind.SLIDING_LEFT,
    InteractionKind.SLIDING_RIGHT,
    InteractionKind.SLIDING,
)


def _wrapped(angle: float) -> float:
    """Return the angle in (-pi, pi], untouched where it already lies there."""
    if -pi < angle <= pi:
        return angle
    wrapped = (angle + pi) % (2.0 * pi) - pi
    return pi if wrapped == -pi else wrapped
