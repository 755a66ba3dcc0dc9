# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The load factors of many answers at once: of answers that said only what they act on.

Contacts on one plane, friction with round parts: Newton's method on the slips of all of them side
by side, each with the bounds of one by one (`analysis.support`), so that no factor is too high and
none more than two per mille too low. Where one does not come to that in a few steps, and of other
friction, it is asked for by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from frictioncone_ros.analysis.support import NO_START, plane_load_factor, SupportProblem
from frictioncone_ros.analysis.support.kept_answer import KeptStart
from frictioncone_ros.analysis.support.near_limit import AT_REST, NEAR_GAP, NEAR_STEPS, REGULAR
from frictioncone_ros.analysis.support.plane_answers import normal_springs, plane_load
from frictioncone_ros.exceptions import NumericalError
from frictioncone_ros.pipeline.assessment import Assessment
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import FEASIBLE_RESIDUAL

ROUND_AXES = 2
"""Axes of a part of friction from which on it is round: others have solvers of their own."""


class LoadQuestion(NamedTuple):
    """Of what contacts on one plane a load factor is asked, of which wrench (d,) of theirs."""

    support: SupportProblem
    contact_wrench: Array
    start: KeptStart = NO_START


class _Shear(NamedTuple):
    """Friction (b, m, q) of parts with sizes (b,), what shears (q,), and a slip nearby (q,)."""

    friction: Array
    sizes: Array
    load: Array
    slip: Array


def load_question(assessment: Assessment) -> LoadQuestion | None:
    """Return what an answer's load factor is of; None where it has none, as stated there."""
    prepared, forces = assessment.prepared, assessment.contact_forces
    if prepared is None or not forces.size or not any(forces.tolist()):
        return None
    if not prepared.judges_will or prepared.support.plane is None:
        return None
    target = assessment.target
    is_kept = assessment.command.wrench is target.command.wrench
    kept = target.force.kept if is_kept and target.force.margin is not None else None
    if kept is not None and not kept.answer.shears:
        return None
    start = NO_START if kept is None else kept.start
    return LoadQuestion(prepared.support, prepared.physical.wrench_matrix.dot(forces), start)


def load_factors(questions: Sequence[LoadQuestion]) -> list[float | None]:
    """Return for each question how many times what shears is held; None where nothing shears."""
    found: list[float | None] = [None] * len(questions)
    alike: dict[tuple[int, ...], list[tuple[int, _Shear]]] = {}
    for place, question in enumerate(questions):
        shear = _shear_of(question)
        if shear is None:
            found[place] = _by_itself(question)
        else:
            alike.setdefault(shear.friction.shape, []).append((place, shear))
    for group in alike.values():
        values = _limits(_Shear(*map(np.array, zip(*(shear for _, shear in group), strict=True))))
        for (place, _), value in zip(group, values.tolist(), strict=True):
            found[place] = value if np.isfinite(value) else _by_itself(questions[place])
    return found


def _shear_of(question: LoadQuestion) -> _Shear | None:
    """Return what friction has to bear, None where the question is to be asked by itself."""
    support, slip = question.support, question.start.slip
    plane = support.plane
    if plane is None or slip is None:
        return None
    friction = plane.shears.friction
    if friction.shape[1] < ROUND_AXES or slip.shape != friction.shape[2:]:
        return None
    load = plane_load(plane, support.scaled(question.contact_wrench))
    if not load.shears or not load.is_reached:
        return None
    springs = normal_springs(support, load.press)
    if springs is None:
        return None
    return _Shear(friction, springs.normal_forces[plane.shears.owners], load.shear, slip)


def _by_itself(question: LoadQuestion) -> float | None:
    try:
        return plane_load_factor(question.support, question.contact_wrench, question.start)
    except (np.linalg.LinAlgError, NumericalError):
        # Numbers beyond floats: nothing is known.
        return None


def _limits(shear: _Shear) -> Array:
    """Return the limit of each of n questions, not a number where the steps did not lead to it."""
    found = np.full(len(shear.load), np.nan)
    places = np.arange(len(found))
    with np.errstate(all='ignore'):
        for _ in range(NEAR_STEPS):
            if not places.size:
                break
            try:
                values, shear = _step(shear)
            except np.linalg.LinAlgError:
                break
            known = np.isfinite(values)
            found[places[known]] = values[known]
            goes_on = ~known & np.isfinite(shear.slip).all(axis=1)
            places, shear = places[goes_on], _Shear(*(part[goes_on] for part in shear))
    return found


def _step(shear: _Shear) -> tuple[Array, _Shear]:
    """Return the limits (n,) that the slips prove, not a number where none, and the next slips."""
    friction, sizes, load, slip = shear
    moved = np.einsum('nbmq,nq->nbm', friction, slip)
    lengths = np.sqrt(np.einsum('nbm,nbm->nb', moved, moved))
    rate = np.einsum('nq,nq->n', load, slip)
    upper = np.einsum('nb,nb->n', sizes, lengths) / rate
    balls = moved / lengths[:, :, None]
    left = upper[:, None] * load - np.einsum('nb,nbm,nbmq->nq', sizes, balls, friction)
    value = _lowered(shear, upper, left)
    is_slip = (rate > 0.0) & (lengths.min(axis=1) > AT_REST * lengths.max(axis=1))
    value = np.where(is_slip & (upper - value <= NEAR_GAP * np.abs(value)), value, np.nan)
    weights = sizes / lengths
    along = np.einsum('nbm,nbmq->nbq', balls, friction)
    matrix = np.einsum('nb,nbmq,nbmr->nqr', weights, friction, friction)
    matrix -= np.einsum('nb,nbq,nbr->nqr', weights, along, along)
    # Longer slips are the same: the part along the slip is held.
    held = np.einsum('nqq->n', matrix) / np.einsum('nq,nq->n', slip, slip)
    matrix += held[:, None, None] * slip[:, :, None] * slip[:, None, :]
    turned = slip + _solved(matrix, left)
    return value, shear._replace(slip=np.where(is_slip[:, None], turned, np.nan))


def _lowered(shear: _Shear, upper: Array, left: Array) -> Array:
    """
    Return limits (n,) lowered by what friction has to give to bear the rest (n, q) too.

    As viscous friction bears it: the largest share of a size that it takes is taken off all.
    """
    friction, sizes = shear.friction, shear.sizes
    matrix = np.einsum('nb,nbmq,nbmr->nqr', sizes, friction, friction)
    trace = np.einsum('nqq->n', matrix)
    matrix += (REGULAR * trace)[:, None, None] * np.eye(left.shape[1])
    borne = np.einsum('nbmq,nq->nbm', friction, _solved(matrix, left))
    missing = np.abs(left - np.einsum('nb,nbm,nbmq->nq', sizes, borne, friction)).max(axis=1)
    share = np.sqrt(np.einsum('nbm,nbm->nb', borne, borne).max(axis=1))
    is_borne = missing <= FEASIBLE_RESIDUAL * np.abs(shear.load).max(axis=1)
    return np.where(is_borne, upper / (1.0 + share), np.nan)


def _solved(matrices: Array, right: Array) -> Array:
    """Return the solutions (n, q) of n systems (n, q, q)."""
    return np.asarray(np.linalg.solve(matrices, right[:, :, None])[:, :, 0], dtype=np.float64)
