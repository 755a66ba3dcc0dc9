# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Many questions at once, with the numbers of one by one: wrenches, contact sets, modes.

The answers to many questions about wrenches, as arrays.

Many contact sets, each asked about its wrench; each is prepared for one question.

Many wrenches against one contact set.

With the faces of the composite cone a margin is the least of some products, for all wrenches one
product of matrices. What is so near a face that rounding decides, or astray of a flat cone, is
asked one by one, and so is everything about round friction sets, which have no faces.

Which contact modes each of many wrenches is consistent with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from frictioncone_ros.analysis.feasibility import (
    contact_wrench_problem,
    ContactWrenchProblem,
    produce,
    resist,
    with_faces,
    WrenchVerdict,
)
from frictioncone_ros.analysis.mode_cones import ModeCone
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.contact import ContactState
from frictioncone_ros.exceptions import InvalidInputError, NumericalError
from frictioncone_ros.spatial.arguments import checked, checked_fields
from frictioncone_ros.spatial.arrays import Array, as_float_array, as_items, row_magnitudes
from frictioncone_ros.tolerances import CONE_MEMBERSHIP, FEASIBLE_RESIDUAL

Flags = NDArray[np.bool_]


@checked_fields
@dataclass(frozen=True, eq=False)
class BatchVerdict:
    """
    One entry a question, in its order.

    feasible: (n,) whether contact forces add up to the wrench. margins: (n,) [N], as
    `WrenchVerdict.margin`: infinite where contacts can press on each other without limit, minus
    infinite where no contact can push in the desired direction. undecided: (n,) where neither
    forces nor a separating twist was proved; feasible is False there and the margin 0.
    """

    feasible: Flags
    margins: Array
    undecided: Flags

    def __post_init__(self) -> None:
        """Make the answers read-only."""
        for part in (self.feasible, self.margins, self.undecided):
            part.setflags(write=False)


def sequential_verdicts(questions: Iterable[Callable[[], WrenchVerdict]]) -> BatchVerdict:
    """Return the answers of questions asked one after another."""
    rows = [_asked(question) for question in questions]
    table = np.array(rows, dtype=float).reshape(-1, 3)
    return BatchVerdict(table[:, 0] > 0.0, table[:, 1].copy(), table[:, 2] > 0.0)


def _asked(question: Callable[[], WrenchVerdict]) -> tuple[float, float, float]:
    try:
        verdict = question()
        return float(verdict.feasible), verdict.margin, 0.0
    except NumericalError:
        return 0.0, 0.0, 1.0


def produce_each(
    states: Iterable[ContactState], contact_wrenches: Iterable[ArrayLike]
) -> BatchVerdict:
    """Judge whether each contact set can apply its wrench (d,) to the body [N, Nm]."""
    pairs = _paired(states, contact_wrenches)
    return sequential_verdicts(partial(produce, state, wrench) for state, wrench in pairs)


def resist_each(
    states: Iterable[ContactState], external_wrenches: Iterable[ArrayLike]
) -> BatchVerdict:
    """Judge whether each contact set can hold the body against its wrench (d,) [N, Nm]."""
    pairs = _paired(states, external_wrenches)
    return sequential_verdicts(partial(resist, state, wrench) for state, wrench in pairs)


def _paired(
    states: Iterable[ContactState], wrenches: Iterable[ArrayLike]
) -> Iterator[tuple[ContactState, ArrayLike]]:
    """Return each contact set with its wrench; refuse a different number of them by name."""
    given = as_items(states, 'states', 'ContactStates')
    asked = as_items(wrenches, 'wrenches', 'wrenches, one per state')
    if len(given) != len(asked):
        raise InvalidInputError('number of wrenches', len(asked), f'one per state ({len(given)})')
    return zip(given, asked, strict=True)


CHUNK = 512
"""Wrenches at a time: their products with some hundred faces stay in a core's cache."""
CLEAR = 100.0
"""So many times the slack of one question a margin is from zero where vectors decide [-]."""
LARGEST_WRENCH = 1e150
"""Wrenches with larger entries are refused [N, Nm]: their square overflows."""


def prepared(contacts: ContactState | ContactWrenchProblem) -> ContactWrenchProblem:
    """Return the problem of contacts, with faces where their friction sets have any."""
    problem = contacts
    if not isinstance(problem, ContactWrenchProblem):
        problem = contact_wrench_problem(problem)
    if problem.round_sets is not None or problem.judged.faces is not None:
        return problem
    return with_faces(problem) if problem.edge_wrenches.shape[1] else problem


def produce_many(
    contacts: ContactState | ContactWrenchProblem, contact_wrenches: ArrayLike
) -> BatchVerdict:
    """Judge whether the contacts can apply each of (n, d) wrenches to the body [N, Nm]."""
    problem = prepared(contacts)
    wrenches = _in_range(contact_wrenches, problem.dimension)
    judged = problem.judged
    if judged.faces is None or judged.ceiling is None or judged.unreachable.shape[1]:
        return _one_by_one(problem, wrenches)
    margins, clear = _by_faces(judged, _as_judged(problem, wrenches))
    feasible, undecided = margins > 0.0, np.zeros(len(wrenches), dtype=bool)
    rest = np.flatnonzero(~clear)
    if rest.size:
        found = _one_by_one(problem, wrenches[rest])
        feasible[rest], margins[rest] = found.feasible, found.margins
        undecided[rest] = found.undecided
    return BatchVerdict(feasible, margins, undecided)


def _as_judged(problem: ContactWrenchProblem, wrenches: Array) -> Array:
    """Return wrenches (n, d) about the reference point as the problem that judges has them."""
    if problem.centred is None:
        return wrenches
    units = np.array([problem.about_centre(unit) for unit in np.eye(problem.dimension)])
    moved: Array = wrenches @ units
    return moved


def resist_many(
    contacts: ContactState | ContactWrenchProblem, external_wrenches: ArrayLike
) -> BatchVerdict:
    """Judge whether the contacts can hold the body against each of (n, d) wrenches [N, Nm]."""
    problem = prepared(contacts)
    return produce_many(problem, -_in_range(external_wrenches, problem.dimension))


def _by_faces(problem: ContactWrenchProblem, wrenches: Array) -> tuple[Array, Flags]:
    """Return the margins (n,) [N] and where they are clear of what rounding may do."""
    assert problem.faces is not None
    rows = problem.faces.depth_rows * problem.scaling
    margins = np.empty(len(wrenches))
    for start in range(0, len(wrenches), CHUNK):
        part = wrenches[start : start + CHUNK]
        (rows @ part.T).min(axis=0, out=margins[start : start + CHUNK])
    sizes = row_magnitudes(wrenches * problem.scaling)
    slack = CLEAR * FEASIBLE_RESIDUAL * sizes
    clear: Flags = np.abs(margins) * largest_entry(problem.depth_wrench) > slack
    return margins, clear


def _one_by_one(problem: ContactWrenchProblem, wrenches: Array) -> BatchVerdict:
    return sequential_verdicts(partial(produce, problem, wrench) for wrench in wrenches)


def _in_range(values: ArrayLike, dimension: int) -> Array:
    """Return wrenches (n, d), finite and not too large, or say what is wrong with them."""
    wrenches = as_float_array(values, 'wrenches')
    if wrenches.ndim != 2 or wrenches.shape[1] != dimension:
        raise InvalidInputError('shape of the wrenches', wrenches.shape, f'(n, {dimension})')
    wrong = np.flatnonzero(~(np.abs(wrenches) <= LARGEST_WRENCH).all(axis=1))
    if wrong.size:
        expected = f'finite numbers of at most {LARGEST_WRENCH:g}'
        raise InvalidInputError(f'wrench {wrong[0]}', wrenches[wrong[0]].tolist(), expected)
    return wrenches


@checked
def possible_modes_many(cones: Sequence[ModeCone], external_wrenches: ArrayLike) -> Flags:
    """
    Tell of (n, d) wrenches which of m mode cones hold each, (n, m), as `ModeCone.contains`.

    cones: of one contact set, as `possible_mode_cones` returns them.
    """
    if not cones:
        return np.zeros((len(np.atleast_2d(external_wrenches)), 0), dtype=bool)
    wrenches = _in_range(external_wrenches, cones[0].dimension)
    held = np.ones((len(wrenches), len(cones)), dtype=bool)
    for column, cone in enumerate(cones):
        rows = cone.rows
        scaled = wrenches * rows.scale
        slack = CONE_MEMBERSHIP * row_magnitudes(scaled)[:, None]
        inside = (scaled @ rows.faces.T <= slack).all(axis=1)
        held[:, column] = inside & (np.abs(scaled @ rows.equalities.T) <= slack).all(axis=1)
    return held
