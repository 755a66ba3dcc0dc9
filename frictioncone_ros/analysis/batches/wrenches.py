# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Many wrenches against one contact set.

With the faces of the composite cone a margin is the least of some products, for all wrenches one
product of matrices. What is so near a face that rounding decides, or astray of a flat cone, is
asked one by one, and so is everything about round friction sets, which have no faces.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.analysis.batches.verdicts import BatchVerdict, Flags, sequential_verdicts
from frictioncone_ros.analysis.feasibility import (
    contact_wrench_problem,
    ContactWrenchProblem,
    produce,
    with_faces,
)
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.contact import ContactState
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import FEASIBLE_RESIDUAL

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
    if problem.round_sets is not None or problem.faces is not None:
        return problem
    return with_faces(problem) if problem.edge_wrenches.shape[1] else problem


def produce_many(
    contacts: ContactState | ContactWrenchProblem, contact_wrenches: ArrayLike
) -> BatchVerdict:
    """Judge whether the contacts can apply each of (n, d) wrenches to the body [N, Nm]."""
    problem = prepared(contacts)
    wrenches = _in_range(contact_wrenches, problem.dimension)
    if problem.faces is None or problem.ceiling is None or problem.unreachable.shape[1]:
        return _one_by_one(problem, wrenches)
    margins, clear = _by_faces(problem, wrenches)
    feasible, undecided = margins > 0.0, np.zeros(len(wrenches), dtype=bool)
    rest = np.flatnonzero(~clear)
    if rest.size:
        found = _one_by_one(problem, wrenches[rest])
        feasible[rest], margins[rest] = found.feasible, found.margins
        undecided[rest] = found.undecided
    return BatchVerdict(feasible, margins, undecided)


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
    sizes = np.abs(wrenches * problem.scaling).max(axis=1, initial=0.0)
    slack = CLEAR * FEASIBLE_RESIDUAL * sizes
    clear: Flags = np.abs(margins) * largest_entry(problem.depth_wrench) > slack
    return margins, clear


def _one_by_one(problem: ContactWrenchProblem, wrenches: Array) -> BatchVerdict:
    return sequential_verdicts(partial(produce, problem, wrench) for wrench in wrenches)


def _in_range(values: ArrayLike, dimension: int) -> Array:
    """Return wrenches (n, d), finite and not too large, or say what is wrong with them."""
    try:
        wrenches = np.array(values, dtype=float)
    except (TypeError, ValueError):
        raise InvalidInputError('wrenches', values, f'numbers, (n, {dimension})') from None
    if wrenches.ndim != 2 or wrenches.shape[1] != dimension:
        raise InvalidInputError('shape of the wrenches', wrenches.shape, f'(n, {dimension})')
    wrong = np.flatnonzero(~(np.abs(wrenches) <= LARGEST_WRENCH).all(axis=1))
    if wrong.size:
        expected = f'finite numbers of at most {LARGEST_WRENCH:g}'
        raise InvalidInputError(f'wrench {wrong[0]}', wrenches[wrong[0]].tolist(), expected)
    return wrenches
