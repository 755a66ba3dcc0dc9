# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The search behind a prediction of contact modes, and the check of what it found."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from time import perf_counter

import numpy as np

from frictioncone_ros.analysis.motions import Motion, MotionSet
from frictioncone_ros.contact import ContactState
from frictioncone_ros.exceptions import FrictionConeError
from frictioncone_ros.pipeline.at_rest import at_rest_below
from frictioncone_ros.pipeline.foresight import foreseen, PredictedState, unobstructed_twist
from frictioncone_ros.pipeline.prediction import ModeAnswer, ModeQuestion, PredictedMode
from frictioncone_ros.pipeline.search_modes import find_modes, is_driven
from frictioncone_ros.spatial import Array

SETTLING_ROUNDS = 4
"""So often contacts are brought to rest and out of each other's way; a second round is rare."""


def answered(question: ModeQuestion) -> ModeAnswer:
    """Return every mode the command can produce, and those of it before the filter if asked."""
    answer = predict_modes(question)
    if question.before_filter is None:
        return answer
    wrench, twist = question.before_filter
    if _same(wrench, question.external_wrench) and _same(twist, question.ahead.twist):
        return replace(answer, commanded=answer)
    ahead = replace(question.ahead, twist=twist)
    commanded = predict_modes(replace(question, external_wrench=wrench, ahead=ahead))
    whole = answer.compute_time + commanded.compute_time
    return replace(answer, commanded=commanded, compute_time=whole)


def predict_modes(question: ModeQuestion) -> ModeAnswer:
    """Return every mode the command can produce, or why that is not known."""
    begun = perf_counter()
    try:
        then = foreseen(question.state, question.ahead, question.rest_speed)
        state = _settled(then.state, question)
        driven = is_driven(state)
        found = find_modes(state, question.external_wrench, question.time_limit, driven=driven)
    except FrictionConeError as error:
        return replace(question.failed(str(error)), compute_time=perf_counter() - begun)
    proved, stopped = _proved(found)
    return ModeAnswer(
        tuple(_predicted(motion, then, state, driven) for motion in proved),
        not stopped,
        _sentence(len(proved), stopped, state),
        desired_mode=question.desired_mode,
        compute_time=perf_counter() - begun,
        stopped_because=stopped,
        contacts=then.all_contacts,
        horizon=question.ahead.horizon,
    )


def _settled(state: ContactState, question: ModeQuestion) -> ContactState:
    """
    Return the state with what is slower than rest stopped, and by the horizon nothing coming in.

    To stop one contact can move another into its surface, and the reverse: each is done again.
    """
    state = at_rest_below(state, question.rest_speed)
    for _ in range(SETTLING_ROUNDS if question.ahead.horizon else 0):
        twist = unobstructed_twist(state)
        if twist is state.twist:
            break
        state = at_rest_below(state.with_twist(twist), question.rest_speed)
    return state


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


def _predicted(
    motion: Motion, then: PredictedState, state: ContactState, driven: bool
) -> PredictedMode:
    """Return a mode of the state as one of all contacts."""
    mode = then.mode_of(motion.mode)
    if driven:
        # It goes on as it is led; accelerations are those of a stand-in.
        return PredictedMode(mode, state.twist, 0, motion.margin)
    # Slow motions that forces balance have any speed: no distance can be said in newton.
    margin = inf if state.inertia is None else motion.margin
    return PredictedMode(mode, motion.twist_rate, motion.polytope.dimension, margin)


def _sentence(count: int, stopped: str, state: ContactState) -> str:
    kind = 'without inertia' if state.inertia is None else 'with inertia'
    modes = f'{count or "no"} mode{"" if count == 1 else "s"}'
    if stopped:
        return f'{modes} found so far ({kind}), others are not known: {stopped}'
    return f'{modes if count else "no mode"} {"are" if count > 1 else "is"} consistent ({kind})'


def _same(one: Array | None, other: Array | None) -> bool:
    if one is None or other is None:
        return one is other
    return one is other or bool(np.array_equal(one, other))
