# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contact modes: one interaction per contact, with a string form that parses back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2, hypot, radians
import re

from frictioncone_ros.contact.interaction import (
    APPROACHING,
    FIXED,
    Interaction,
    InteractionKind,
    SEPARATING,
    SLIDING_LEFT,
    SLIDING_RIGHT,
)
from frictioncone_ros.contact.kinematics import contact_velocities, resting_speed
from frictioncone_ros.contact.state import ContactState
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arguments import explained
from frictioncone_ros.spatial.arrays import Array, as_items, PLANAR

_TOKEN = re.compile(r'd\[(?P<degrees>[-+0-9.eE]+)\]|(?P<letter>[sflrdan*])')


@dataclass(frozen=True)
class ContactMode:
    """One interaction for each contact, in the order of the state's contacts."""

    interactions: tuple[Interaction, ...]

    def __post_init__(self) -> None:
        """Take any sequence of interactions and check that it holds nothing else."""
        interactions = as_items(self.interactions, 'interactions', 'Interactions')
        for index, interaction in enumerate(interactions):
            if not isinstance(interaction, Interaction):
                raise InvalidInputError(f'interactions[{index}]', interaction, 'an Interaction')
        object.__setattr__(self, 'interactions', interactions)

    @classmethod
    def parse(cls, text: str) -> ContactMode:
        """
        Return the mode written as one letter per contact, as in 'fsl' or 'fd[45]s'.

        s separating, f fixed (n is read too), l and r sliding left and right, d sliding in space,
        d[angle in degrees], a approaching, * contact kept.
        """
        if not isinstance(text, str):
            raise InvalidInputError('mode string', text, 'a string')
        interactions = []
        position = 0
        while position < len(text):
            token = _TOKEN.match(text, position)
            if token is None:
                expected = 'letters out of s f l r d a * and d[degrees]'
                raise InvalidInputError(f'mode string at character {position}', text, expected)
            interactions.append(_interaction(token, text))
            position = token.end()
        return cls(tuple(interactions))

    def __repr__(self) -> str:
        """Return the call that makes this mode."""
        return f'ContactMode.parse({str(self)!r})'

    def __str__(self) -> str:
        """Return the string that parses back to this mode."""
        return ''.join(str(interaction) for interaction in self.interactions)

    def __len__(self) -> int:
        """Return the number of contacts."""
        return len(self.interactions)

    def __iter__(self) -> Iterator[Interaction]:
        """Iterate over the contacts' interactions."""
        return iter(self.interactions)

    def __getitem__(self, index: int) -> Interaction:
        """Return the interaction of one contact."""
        return self.interactions[index]


@explained
def observed_mode(state: ContactState) -> ContactMode:
    """Return what each contact does at the state's twist, judged by its contact velocity."""
    thresholds = resting_speed(state)
    rows = zip(contact_velocities(state), thresholds, strict=True)
    return ContactMode(tuple(_observed(row, float(limit), state.dimension) for row, limit in rows))


def _observed(velocity: Array, threshold: float, dimension: int) -> Interaction:
    if velocity[0] > threshold:
        return SEPARATING
    if velocity[0] < -threshold:
        return APPROACHING
    if dimension == PLANAR:
        if abs(velocity[1]) <= threshold:
            return FIXED
        return SLIDING_LEFT if velocity[1] > 0.0 else SLIDING_RIGHT
    if hypot(velocity[1], velocity[2]) <= threshold:
        return FIXED
    return Interaction(InteractionKind.SLIDING, atan2(velocity[2], velocity[1]))


def _interaction(token: re.Match[str], text: str) -> Interaction:
    written = token['degrees']
    if written is None:
        letter = 'f' if token['letter'] == 'n' else token['letter']
        return Interaction(InteractionKind(letter))
    try:
        angle = radians(float(written))
    except ValueError:
        raise InvalidInputError(
            'sliding direction', written, f'a number of degrees in mode {text!r}'
        ) from None
    return Interaction(InteractionKind.SLIDING, angle)
