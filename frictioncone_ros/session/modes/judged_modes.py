# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A prediction of modes, what it is of, and how long it counts.

It is of one moment: of the contacts, the frames and parts of the command and the desired mode it
was asked for. While these stay, numbers may change, for a while: commands and contacts come
faster than predictions. When one of them changes, the prediction is of something else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from frictioncone_ros.contact import ContactState
from frictioncone_ros.control.mode_verdict import ModeVerdict
from frictioncone_ros.session.modes.desired_mode import DesiredMode
from frictioncone_ros.session.values import FramedCommand, Frames

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
