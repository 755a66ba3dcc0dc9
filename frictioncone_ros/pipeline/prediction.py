# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Which contact modes a command will produce: one question, one answer, both plain values.

What acts on the moving body from outside its contacts is taken to be the commanded wrench
itself: the robot pushes the held object with what it is to apply to the environment. Where the
state says that the contacts carry the object's weight, that is added; otherwise the arm carries
it, as force controllers with gravity compensation do. What accelerates the object is found by the
search itself, wherever its inertia is known.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from time import perf_counter

import numpy as np

from frictioncone_ros.analysis.motions import (
    find_motions,
    find_quasistatic_motions,
    find_spatial_motions,
    find_spatial_quasistatic_motions,
    Motion,
    MotionSet,
    SearchLimits,
)
from frictioncone_ros.contact import ContactMode, ContactState, weight
from frictioncone_ros.control.mode_verdict import ModeVerdict, unknown_modes
from frictioncone_ros.exceptions import FrictionConeError
from frictioncone_ros.pipeline.foresight import Ahead, Foreseen, foreseen
from frictioncone_ros.pipeline.resting_contacts import at_rest_below
from frictioncone_ros.spatial import Array, PLANAR

NOT_AHEAD = Ahead()
"""The present: no horizon."""


@dataclass(frozen=True, eq=False)
class ModeQuestion:
    """
    What is to be predicted.

    state: contacts, inertia (None: slow motion without inertia) and twist. external_wrench: (d,)
    on the moving body about the reference point [N, Nm]. desired_mode: None where none is desired.
    rest_speed: contact speeds below it count as rest [m/s]. time_limit: of the search [s].
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

    def answered(self) -> ModeAnswer:
        """Return every mode the command can produce, or why that is not known."""
        answer = predict_modes(self)
        if self.before_filter is None:
            return answer
        wrench, twist = self.before_filter
        if _same(wrench, self.external_wrench) and _same(twist, self.ahead.twist):
            return replace(answer, commanded=answer)
        before = replace(self, external_wrench=wrench, ahead=replace(self.ahead, twist=twist))
        commanded = predict_modes(before)
        whole = answer.compute_time + commanded.compute_time
        return replace(answer, commanded=commanded, compute_time=whole)

    def failed(self, reason: str) -> ModeAnswer:
        """Return the answer that nothing is known."""
        return ModeAnswer(text=reason, answered=False, desired_mode=self.desired_mode)


@dataclass(frozen=True, eq=False)
class PredictedMode:
    """A mode, one twist rate (d,) of it, the dimension of their set, and its margin."""

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

        True where it was found; False only where every mode was judged and it is not among them;
        None also where no mode is desired.
        """
        if self.desired_mode is None:
            return None
        count = len(self.desired_mode)
        present = [ContactMode(one.mode.interactions[:count]) for one in self.modes]
        if any(_fits(self.desired_mode, mode) for mode in present):
            return True
        return False if self.exhaustive else None

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
        return ModeVerdict(
            len(self.modes),
            min(margins, default=inf),
            self.desired_consistent,
            self.exhaustive,
            self.stopped_because,
        )


def predict_modes(question: ModeQuestion) -> ModeAnswer:
    """Return every mode the command can produce, or why that is not known."""
    begun = perf_counter()
    try:
        then = foreseen(question.state, question.ahead, question.rest_speed)
        state = at_rest_below(then.state, question.rest_speed)
        found = _search(state, question)
    except FrictionConeError as error:
        return replace(question.failed(str(error)), compute_time=perf_counter() - begun)
    proved, stopped = _proved(found)
    return ModeAnswer(
        tuple(_predicted(motion, then) for motion in proved),
        not stopped,
        _sentence(len(proved), stopped, state),
        desired_mode=question.desired_mode,
        compute_time=perf_counter() - begun,
        stopped_because=stopped,
        contacts=then.all_contacts,
        horizon=question.ahead.horizon,
    )


def _proved(found: MotionSet) -> tuple[list[Motion], str]:
    """
    Return the motions whose certificates hold, and why these are not all, '' where they are.

    A certificate is computed from the state alone, not from the tables of the search: what fails
    it was found by rounding, and what it stands for is not known.
    """
    proved = [motion for motion in found.motions if motion.certificate.holds()]
    failed = len(found.motions) - len(proved)
    reasons = [found.stopped_because] if found.stopped_because else []
    if failed:
        reasons.append(
            f'{failed} mode{"s" if failed > 1 else ""} found failed the check of the laws'
        )
    if not found.exhaustive and not reasons:
        reasons.append('the search ended early')
    return proved, '; '.join(reasons)


def _search(state: ContactState, question: ModeQuestion) -> MotionSet:
    carried = weight(state)
    wrench = question.external_wrench if carried is None else question.external_wrench + carried
    if state.dimension == PLANAR:
        if state.inertia is None:
            return find_quasistatic_motions(state, wrench)
        return find_motions(state, wrench)
    limits = SearchLimits(seconds=question.time_limit)
    if state.inertia is None:
        return find_spatial_quasistatic_motions(state, wrench, limits=limits)
    return find_spatial_motions(state, wrench, limits=limits)


def _predicted(motion: Motion, then: Foreseen) -> PredictedMode:
    mode = then.mode_of(motion.mode)
    return PredictedMode(mode, motion.twist_rate, motion.polytope.dimension, motion.margin)


def _sentence(count: int, stopped: str, state: ContactState) -> str:
    kind = 'without inertia' if state.inertia is None else 'with inertia'
    modes = f'{count or "no"} mode{"" if count == 1 else "s"}'
    if stopped:
        return f'{modes} found so far ({kind}), others are not known: {stopped}'
    return f'{modes if count else "no mode"} {"are" if count > 1 else "is"} consistent ({kind})'


def _fits(desired: ContactMode, predicted: ContactMode) -> bool:
    """Tell whether a mode is the desired one; * fits any that keeps contact, d any direction."""
    if len(desired) != len(predicted):
        return False
    return all(
        _one_fits(str(one), str(other), other.keeps_contact)
        for one, other in zip(desired, predicted, strict=True)
    )


def _one_fits(desired: str, predicted: str, keeps_contact: bool) -> bool:
    if desired == '*':
        return keeps_contact
    return predicted.startswith('d') if desired == 'd' else predicted == desired


def _same(one: Array | None, other: Array | None) -> bool:
    if one is None or other is None:
        return one is other
    return one is other or bool(np.array_equal(one, other))
