# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Which contact modes a command will produce: one question, one answer, both plain values.

What acts on the moving body from outside its contacts is taken to be the commanded wrench
itself: the robot pushes the held object with what it is to apply to the environment. The object's
weight is taken to be carried by the arm, as force controllers with gravity compensation do.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
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
from frictioncone_ros.contact import (
    contact_jacobian,
    contact_velocities,
    ContactMode,
    ContactState,
)
from frictioncone_ros.control.watchdog import ModeVerdict
from frictioncone_ros.exceptions import FrictionConeError
from frictioncone_ros.spatial import Array, linear_size, PLANAR, wrench_scaling
from frictioncone_ros.tolerances import CONTACT_SPEED


@dataclass(frozen=True, eq=False)
class ModeQuestion:
    """
    What is to be predicted.

    state: contacts, inertia (None: slow motion without inertia) and twist. external_wrench: (d,)
    on the moving body about the reference point [N, Nm]. desired_mode: None where none is wanted.
    rest_speed: contact speeds below it count as rest [m/s]. time_limit: of the search [s].
    """

    state: ContactState
    external_wrench: Array
    desired_mode: ContactMode | None = None
    rest_speed: float = 0.0
    time_limit: float = 1.0

    def answered(self) -> ModeAnswer:
        """Return every mode the command can produce, or why that is not known."""
        return predict_modes(self)

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
    Every mode found.

    exhaustive: whether every mode was judged. text: one sentence for people. answered: False
    where the question could not be judged at all; then text says why and nothing is known.
    """

    modes: tuple[PredictedMode, ...] = ()
    exhaustive: bool = False
    text: str = ''
    answered: bool = True
    desired_mode: ContactMode | None = None
    compute_time: float = 0.0

    @property
    def desired_consistent(self) -> bool | None:
        """Whether the desired mode is among those found; None where none is wanted."""
        if self.desired_mode is None:
            return None
        return any(_fits(self.desired_mode, predicted.mode) for predicted in self.modes)

    @property
    def desired_unique(self) -> bool:
        """Whether the desired mode is the only one; never unless every mode was judged."""
        return bool(self.desired_consistent) and self.exhaustive and len(self.modes) == 1

    @property
    def verdict(self) -> ModeVerdict | None:
        """What the watchdog is told; None where nothing is known."""
        if not self.answered:
            return None
        margins = [predicted.margin for predicted in self.modes]
        return ModeVerdict(len(self.modes), min(margins, default=0.0), self.desired_consistent,
                           self.exhaustive)


def predict_modes(question: ModeQuestion) -> ModeAnswer:
    """Return every mode the command can produce, or why that is not known."""
    begun = perf_counter()
    try:
        state = at_rest_below(question.state, question.rest_speed)
        found = _search(state, question)
    except FrictionConeError as error:
        return replace(question.failed(str(error)), compute_time=perf_counter() - begun)
    modes = tuple(_predicted(motion) for motion in found.motions)
    return ModeAnswer(modes, found.exhaustive, _sentence(found, state),
                      desired_mode=question.desired_mode, compute_time=perf_counter() - begun)


def at_rest_below(state: ContactState, rest_speed: float) -> ContactState:
    """
    Return the state with the nearest twist that stops every contact component below rest_speed.

    Estimated twists are noisy: without this a contact at rest would seem to slide or to
    penetrate. Nearest in speeds, rotations counted by the characteristic length.
    """
    if not state.contact_count or rest_speed <= 0.0 or not state.twist.any():
        return state
    size = linear_size(state.dimension)
    velocities = contact_velocities(state)
    slow = np.abs(velocities[:, 0]) < rest_speed
    still = slow & (np.linalg.norm(velocities[:, 1:], axis=1) < rest_speed)
    stopped = np.column_stack((slow, *[still] * (size - 1))).ravel()
    scaling = 1.0 / wrench_scaling(state.dimension, state.characteristic_length)
    rows = contact_jacobian(state)[stopped] / scaling
    change = np.linalg.lstsq(rows, -velocities.ravel()[stopped], rcond=None)[0] / scaling
    twist = state.twist + change
    # What rounding leaves is no motion: beside a twist of nothing else it would look like one.
    left = np.abs(twist * scaling).max()
    return state.with_twist(np.zeros_like(twist) if left <= CONTACT_SPEED * rest_speed else twist)


def _search(state: ContactState, question: ModeQuestion) -> MotionSet:
    wrench = question.external_wrench
    if state.dimension == PLANAR:
        if state.inertia is None:
            return find_quasistatic_motions(state, wrench)
        return find_motions(state, wrench)
    limits = SearchLimits(seconds=question.time_limit)
    if state.inertia is None:
        return find_spatial_quasistatic_motions(state, wrench, limits=limits)
    return find_spatial_motions(state, wrench, limits=limits)


def _predicted(motion: Motion) -> PredictedMode:
    return PredictedMode(motion.mode, motion.twist_rate, motion.polytope.dimension,
                         motion.margin)


def _sentence(found: MotionSet, state: ContactState) -> str:
    kind = 'without inertia' if state.inertia is None else 'with inertia'
    count = len(found.motions)
    modes = 'no mode is' if count == 0 else f'{count} mode{"s are" if count > 1 else " is"}'
    ending = f'; {found.stopped_because}' if found.stopped_because else ''
    return f'{modes} consistent ({kind}){ending}'


def _fits(wanted: ContactMode, predicted: ContactMode) -> bool:
    """Tell whether a mode is the wanted one; * fits any that keeps contact, d any direction."""
    if len(wanted) != len(predicted):
        return False
    return all(_one_fits(str(one), str(other), other.keeps_contact)
               for one, other in zip(wanted, predicted, strict=True))


def _one_fits(wanted: str, predicted: str, keeps_contact: bool) -> bool:
    if wanted == '*':
        return keeps_contact
    return predicted.startswith('d') if wanted == 'd' else predicted == wanted
