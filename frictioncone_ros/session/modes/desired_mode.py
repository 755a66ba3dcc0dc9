# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A contact mode as somebody asked for it, and as it is for the contacts of the moment.

A prediction of modes, what it is of, and how long it counts.

It is of one moment: of the contacts, the frames and parts of the command and the desired mode it
was asked for. While these stay, numbers may change, for a while: commands and contacts come
faster than predictions. When one of them changes, the prediction is of something else.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, hypot
from typing import NamedTuple

from frictioncone_ros.constraints import require_fitting_mode
from frictioncone_ros.contact import ContactMode, ContactState, Interaction, InteractionKind
from frictioncone_ros.control.situation import ModeVerdict
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.session.values import FramedCommand, Frames
from frictioncone_ros.spatial import Array, PLANAR

NO_MODE = ContactMode(())
"""Fits no contacts: the filter then says that the mode is inconsistent, and does not use it."""


@dataclass(frozen=True, eq=False)
class DesiredMode:
    """
    One interaction a contact.

    names: of the contacts, in the same order; empty: the order of the snapshot. directions:
    (3,) of the body's slip along the axes of the contacts' frame, of any length, None where no
    direction is stated.
    """

    interactions: tuple[Interaction, ...]
    names: tuple[str, ...] = ()
    directions: tuple[Array | None, ...] = ()

    def __post_init__(self) -> None:
        """Check that names and directions, where given, are one for each interaction."""
        for what, given in (('contact_names', self.names), ('directions', self.directions)):
            if given and len(given) != len(self.interactions):
                raise InvalidInputError(
                    f'number of {what}',
                    len(given),
                    f'{len(self.interactions)}, one an interaction',
                )

    def of(self, state: ContactState) -> ContactMode:
        """Return the mode in the order and axes of a state's contacts, NO_MODE if it has none."""
        try:
            return self.fitted(state)
        except InvalidInputError:
            return NO_MODE

    def fitted(self, state: ContactState) -> ContactMode:
        """Return the mode for a state, or raise InvalidInputError saying why it fits none."""
        if len(self.interactions) != state.contact_count:
            raise InvalidInputError(
                'number of interactions',
                len(self.interactions),
                f'{state.contact_count}, one a contact of {state.names}',
            )
        order = list(range(state.contact_count))
        if self.names:
            missing = sorted(set(state.names) - set(self.names))
            if missing:
                raise InvalidInputError('contact_names', self.names, f'{missing} among them')
            order = [self.names.index(name) for name in state.names]
        mode = ContactMode(
            tuple(self._turned(index, state, place) for place, index in enumerate(order))
        )
        require_fitting_mode(state, mode)
        return mode

    def _turned(self, index: int, state: ContactState, place: int) -> Interaction:
        """Return an interaction with its direction as an angle from tangent 1, or refuse it."""
        interaction = self.interactions[index]
        direction = self.directions[index] if self.directions else None
        if direction is None or state.dimension == PLANAR:
            return interaction
        contact = state.contacts[place]
        across, first, second = contact.frame @ direction
        # Estimated normals are never quite square to a slip: what is nearer to the surface than
        # to its normal is meant along it; anything else is no slip, and its rest only noise.
        if hypot(first, second) <= abs(across):
            raise InvalidInputError(
                'sliding direction',
                direction.tolist(),
                'one along the surface, at least nearer to it than to its normal '
                f'{contact.contact_normal.tolist()}',
                contact.label,
            )
        return Interaction(InteractionKind.SLIDING, atan2(second, first))


COUNTED_PERIODS = 2.0
"""A prediction counts for so many periods beyond the time its search may take [-]."""

FREE = ModeVerdict(1)
"""Without any contact there is one mode, that of no contacts; nobody needs to be asked."""


class Subject(NamedTuple):
    """What must stay the same for a prediction to be of the present command."""

    contact_names: tuple[str, ...]
    dimension: int
    frames: Frames
    parts: frozenset[str]
    desired_mode: DesiredMode | None


@dataclass(frozen=True, eq=False)
class TimedModeVerdict:
    """A verdict, what it is of, and when it was asked for [s] of the clock of receipts."""

    verdict: ModeVerdict
    subject: Subject
    asked: float


def subject_of(
    command: FramedCommand, state: ContactState, desired_mode: DesiredMode | None
) -> Subject:
    """Return what a prediction for a command and contacts is of."""
    return Subject(
        state.names, state.dimension, command.frames, frozenset(command.parts), desired_mode
    )


def present_verdict(
    judged: TimedModeVerdict | None, subject: Subject | None, now: float
) -> tuple[ModeVerdict | None, float]:
    """Return the verdict on a subject with its age [s], None where there is none."""
    if subject is not None and not subject.contact_names:
        return FREE, 0.0
    if judged is None or judged.subject != subject:
        return None, 0.0
    return judged.verdict, now - judged.asked


def counted_age(rate: float, time_limit: float) -> float:
    """
    Return up to which age a verdict counts [s], predicted at a rate [Hz]; 0: nothing is.

    The time a search may take adds to it, but no more than the periods themselves: a search that
    is allowed seconds says nothing of a command that comes every millisecond.
    """
    if rate == 0.0:
        return 0.0
    periods = COUNTED_PERIODS / rate
    return periods + min(time_limit, periods)
