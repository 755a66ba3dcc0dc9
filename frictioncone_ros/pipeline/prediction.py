# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Which contact modes a command will produce: one question, one answer, both plain values.

What acts on the moving body from outside its contacts is taken to be the commanded wrench
itself: the robot pushes the held object with what it is to apply to the environment. Where the
state says that the contacts carry the object's weight, that is added; otherwise the arm carries
it, as force controllers with gravity compensation do. What accelerates the object is found by the
search itself, wherever its inertia is known.

The answer is found by `predict_modes`, in a worker process: who only asks loads no search.

How far ahead a prediction looks, and at what: plain values that a question carries.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import atan2, cos, inf, radians, sin

from frictioncone_ros.contact import (
    ContactMode,
    ContactPoint,
    ContactState,
    Interaction,
    InteractionKind,
)
from frictioncone_ros.control.situation import ModeVerdict, unknown_modes
from frictioncone_ros.spatial import Array, as_non_negative
from frictioncone_ros.spatial.arrays import as_finite_number


@dataclass(frozen=True, eq=False)
class NearContact:
    """A pair that does not touch: the point and normal where it would, and the gap [m]."""

    point: ContactPoint
    gap: float

    def __post_init__(self) -> None:
        """Check that the gap is a number."""
        object.__setattr__(self, 'gap', as_finite_number(self.gap, 'distance', self.point.label))

    def moved(self, offset: Array) -> NearContact:
        """Return the same pair seen from a reference point moved by offset [m]."""
        return replace(self, point=self.point.moved(offset))


@dataclass(frozen=True, eq=False)
class Ahead:
    """
    How far ahead is looked, and at what.

    horizon: [s]. near: pairs that do not touch yet. twist: (d,) that is commanded and will be
    followed, None where no motion is commanded: the measured one goes on.
    """

    horizon: float = 0.0
    near: Sequence[NearContact] = ()
    twist: Array | None = None

    def __post_init__(self) -> None:
        """Check the horizon."""
        object.__setattr__(self, 'horizon', as_non_negative(self.horizon, 'horizon'))


def extrapolated_twist(
    twist: Array, before: Array | None, elapsed: float, horizon: float
) -> Array:
    """
    Return the twist (d,) that a command goes on to, where it changes as it did since before.

    elapsed: since `before` was commanded [s]; None before: it stays. Never further than the change
    seen: a step is over, it does not grow.
    """
    if before is None or elapsed <= 0.0 or before.shape != twist.shape:
        return twist
    change = twist - before
    return twist + min(1.0, horizon / elapsed) * change if change.any() else twist


SAME_SLIDE = radians(5.0)
"""
A contact slides as desired where its direction is off by no more [rad].

Predicted directions are numbers that were searched for along estimated normals: they are never
those that a planner wrote, bit for bit.
"""

UNKNOWN_DIRECTION = 'of the directions that contacts may slide in, which one is not known'
"""Why it is not known whether a desired direction comes about where many are possible."""

NOT_AHEAD = Ahead()
"""The present: no horizon."""


@dataclass(frozen=True, eq=False)
class ModeQuestion:
    """
    What is to be predicted.

    state: contacts, inertia (None: slow motion without inertia) and twist. external_wrench: (d,)
    on the moving body about the reference point [N, Nm]. desired_mode: None where none is desired.
    rest_speed: contact speeds below it count as rest [m/s]. time_limit: of each search [s].
    ahead: how far ahead it is asked, with the motion that is commanded. before_filter: the wrench
    (d,) and twist (d,) or None of the command before the filter, where that is asked too.
    """

    state: ContactState
    external_wrench: Array
    desired_mode: ContactMode | None = None
    rest_speed: float = 0.0
    time_limit: float = 1.0
    ahead: Ahead = NOT_AHEAD
    before_filter: tuple[Array, Array | None] | None = None

    @property
    def whole_time_limit(self) -> float:
        """
        How long the answer may take [s]: each search its time, and as long to work out its modes.

        Two searches where the command before the filter is asked too.
        """
        searches = 1 if self.before_filter is None else 2
        return 2.0 * searches * self.time_limit

    def failed(self, reason: str) -> ModeAnswer:
        """Return the answer that nothing is known."""
        return ModeAnswer(text=reason, answered=False, desired_mode=self.desired_mode)


@dataclass(frozen=True, eq=False)
class PredictedMode:
    """
    A mode, one twist rate (d,) of it, the dimension of their set, and its margin.

    twist_rate: without inertia a twist [m/s, rad/s] of the mode, in any size; that of the body
    where it is led along its contacts. margin: distance to the mode's strict conditions, in
    accelerations [m/s^2], without inertia in what a motion controller adds [N]; infinite where
    nothing begins to separate or slide, and where motions have any size.
    """

    mode: ContactMode
    twist_rate: Array
    dimension: int
    margin: float


@dataclass(frozen=True, eq=False)
class ModeAnswer:
    """
    Every mode found whose motion and forces were checked against the laws.

    exhaustive: whether every mode was judged; stopped_because: why not, else ''. text: one
    sentence for people. answered: False where the question could not be judged at all; then text
    says why and nothing is known. contacts: what the modes are of, the present contacts first,
    then those that will be made; None where nothing is known. horizon: how far ahead [s].
    commanded: the answer for the command before the filter, where that was asked.
    """

    modes: tuple[PredictedMode, ...] = ()
    exhaustive: bool = False
    text: str = ''
    answered: bool = True
    desired_mode: ContactMode | None = None
    compute_time: float = 0.0
    stopped_because: str = ''
    contacts: ContactState | None = None
    horizon: float = 0.0
    commanded: ModeAnswer | None = None

    @property
    def desired_consistent(self) -> bool | None:
        """
        Whether the desired mode will come about, None where that is not known.

        True where it was found, directions of sliding to SAME_SLIDE; False only where every mode
        was judged and it is not among them; None also where no mode is desired, and where it
        differs by directions alone from a mode that is found with a continuum of them.
        """
        if self.desired_mode is None:
            return None
        count = len(self.desired_mode)
        present = [ContactMode(one.mode.interactions[:count]) for one in self.modes]
        if any(_fits(self.desired_mode, mode) for mode in present):
            return True
        return False if self.exhaustive and not self._one_of_many(present) else None

    def _one_of_many(self, present: Sequence[ContactMode]) -> bool:
        """Whether the desired mode differs by directions alone from one that has a continuum."""
        desired = self.desired_mode
        return desired is not None and any(
            one.dimension > 0 and _fits(desired, mode, any_direction=True)
            for one, mode in zip(self.modes, present, strict=True)
        )

    @property
    def desired_unique(self) -> bool:
        """Whether the desired mode is the only one; never unless every mode was judged."""
        return bool(self.desired_consistent) and self.exhaustive and len(self.modes) == 1

    @property
    def verdict(self) -> ModeVerdict:
        """What the watchdog is told."""
        if not self.answered:
            return unknown_modes(self.text)
        margins = [predicted.margin for predicted in self.modes]
        # What is desired must be known as well as what there is.
        is_known = self.desired_mode is None or self.desired_consistent is not None
        return ModeVerdict(
            len(self.modes),
            min(margins, default=inf),
            self.desired_consistent,
            self.exhaustive and is_known,
            self.stopped_because or ('' if is_known else UNKNOWN_DIRECTION),
        )


def _fits(desired: ContactMode, predicted: ContactMode, *, any_direction: bool = False) -> bool:
    """
    Tell whether a mode is the desired one; * fits any that keeps contact, d any direction.

    any_direction: whether a stated direction of sliding is left out of account.
    """
    if len(desired) != len(predicted):
        return False
    return all(
        _one_fits(one, other, any_direction) for one, other in zip(desired, predicted, strict=True)
    )


def _one_fits(desired: Interaction, predicted: Interaction, any_direction: bool) -> bool:
    if desired.kind is InteractionKind.UNSPECIFIED:
        return predicted.keeps_contact
    if desired.kind is not predicted.kind:
        return False
    if any_direction or desired.direction is None:
        return True
    if predicted.direction is None:
        return False
    turn = desired.direction - predicted.direction
    return abs(atan2(sin(turn), cos(turn))) <= SAME_SLIDE
