# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Can the contacts do it? The sign is in the name: produce a wrench, or resist an external one.

From a contact state to a prepared problem.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.analysis.feasibility.force_layout import force_layout
from frictioncone_ros.analysis.feasibility.nearest_forces import nearest_forces
from frictioncone_ros.analysis.feasibility.problem import CompositeFaces, ContactWrenchProblem
from frictioncone_ros.analysis.feasibility.proved import (
    judged_by_depth,
    judged_by_nearest_forces,
    proved,
)
from frictioncone_ros.analysis.feasibility.verdict import WrenchVerdict
from frictioncone_ros.cones import largest_entry, PolyhedralCone
from frictioncone_ros.contact import ContactState, require_state, wrench_matrix
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import Array, as_wrench, PLANAR
from frictioncone_ros.tolerances import FEASIBLE_RESIDUAL

FAR_SPREADS = 10.0
"""
Distance of the reference point, in spreads of the contacts, from which they are judged about their
centre [-].

From far away all contacts are nearly one, and what makes them several is what rounding leaves. So
it is with moments over a length that is so many times their spread, or so small a part of it: then
moments, or forces, are what rounding leaves.
"""

ONE_PLACE = 1e-7
"""
Spread of contacts, beside the characteristic length, up to which they are at one place [-].

Their moments over so short a length would be made by forces without measure.
"""

FACE_CLEARANCE = 1e-9
"""Product of a unit face row with the unit depth wrench below which the face is not relied on."""


def contact_wrench_problem(state: ContactState) -> ContactWrenchProblem:
    """Prepare questions about what the contacts of `state` can carry.

    Cheap enough for a contact set that is used once; `with_faces` adds what pays off when the
    same contacts are asked about often.
    """
    require_state(state)
    problem = _about_reference_point(state, state.characteristic_length)
    if not _is_far(state):
        return problem
    # Inertia plays no part, and far from the body it is no matrix that floats can hold.
    centred = replace(state, inertia=None).with_reference_point(state.centre)
    return replace(problem, centred=_about_reference_point(centred, centred.spread))


def _is_at_one_place(state: ContactState) -> bool:
    return state.spread <= ONE_PLACE * state.characteristic_length


def _is_far(state: ContactState) -> bool:
    """Tell whether the reference point is far from all contacts, or their length far from theirs.

    Beside their spread, either. The length of a body that is known is its radius of gyration.
    """
    spread, length = state.spread, state.characteristic_length
    if _is_at_one_place(state):
        return False
    if spread > FAR_SPREADS * length or length > FAR_SPREADS * spread:
        return True
    return largest_entry(state.centre) > FAR_SPREADS * spread


def _about_reference_point(state: ContactState, length: float) -> ContactWrenchProblem:
    """Return the problem with moments over a length [m]."""
    layout = force_layout(state.frictions, state.dimension)
    scaling = np.ones(state.dimension)
    scaling[2 if state.dimension == PLANAR else 3 :] = 1.0 / length
    matrix = scaling[:, None] * wrench_matrix(state)
    depth = layout.depth_forces
    return ContactWrenchProblem(state, layout.slices, matrix, scaling, depth, matrix @ depth)


def with_faces(problem: ContactWrenchProblem) -> ContactWrenchProblem:
    """Return the problem with the faces of its composite cone, which make each answer cheap.

    For friction models with a finite number of edges; the conversion takes about a millisecond
    for four contacts of eight edges in space. A cone without faces comes back as it was.
    """
    if problem.round_sets is not None:
        raise InvalidInputError(
            'friction',
            'a round set',
            'models with finitely many edges',
            'faces of the composite cone',
        )
    if problem.centred is not None:
        return replace(problem, centred=with_faces(problem.centred))
    rows = PolyhedralCone.from_generators(problem.edge_wrenches).faces
    heights = rows @ problem.depth_wrench
    clearance = FACE_CLEARANCE * float(np.linalg.norm(problem.depth_wrench))
    if problem.ceiling is None or not rows.size or heights.max() > -clearance:
        return problem  # no face to rely on: a subspace, or a cone that noise makes nearly one
    return replace(problem, faces=CompositeFaces(rows, rows / heights[:, None]))


LARGEST_WRENCH = 1e150
"""Wrenches with larger entries are refused [N, Nm]."""

Contacts: TypeAlias = ContactState | ContactWrenchProblem
"""What can be asked: a state, or the problem that was prepared from it for many questions."""


def produce(contacts: Contacts, contact_wrench: ArrayLike) -> WrenchVerdict:
    """Judge whether the contacts can apply `contact_wrench` (d,) to the body [N, Nm]."""
    problem = _prepared(contacts)
    wrench = _in_range(contact_wrench, problem, 'contact wrench')
    return _judge(problem, wrench)


def resist(contacts: Contacts, external_wrench: ArrayLike) -> WrenchVerdict:
    """Judge whether the contacts can hold the body against a wrench.

    Parameters
    ----------
    contacts: a contact state, or a prepared problem where many wrenches are asked about.
    external_wrench: (d,) on the body about the reference point [N, Nm]; a tuple will do.

    Returns
    -------
    WrenchVerdict: feasible or not, the margin [N], and the certificate. The contacts apply the
        opposite of the external wrench, which is the verdict's contact wrench.

    Raises
    ------
    InvalidInputError: where the contacts are no state or the wrench does not fit them.
    """
    problem = _prepared(contacts)
    wrench = _in_range(external_wrench, problem, 'external wrench')
    return _judge(problem, -wrench)


def certify(contacts: Contacts, contact_wrench: ArrayLike) -> WrenchVerdict:
    """Judge as `produce` does, with a certificate but without looking for the deepest forces.

    Faster where friction sets are round. The verdict's margin is computed when it is asked for.
    """
    problem = _prepared(contacts)
    wrench = _in_range(contact_wrench, problem, 'contact wrench')
    return proved(problem, wrench, judged_by_nearest_forces, judged_by_depth)


def can_produce(contacts: Contacts, contact_wrench: ArrayLike) -> bool:
    """Tell whether the contacts can apply `contact_wrench` to the body; no certificate."""
    problem = _prepared(contacts)
    wrench = _in_range(contact_wrench, problem, 'contact wrench')
    return _is_feasible(problem, wrench)


def can_resist(contacts: Contacts, external_wrench: ArrayLike) -> bool:
    """Tell whether the contacts can hold the body against `external_wrench`; no certificate."""
    problem = _prepared(contacts)
    wrench = _in_range(external_wrench, problem, 'external wrench')
    return _is_feasible(problem, -wrench)


def _in_range(values: ArrayLike, problem: ContactWrenchProblem, what: str) -> Array:
    """Return a wrench (d,) whose square does not overflow, or say what is wrong with it."""
    wrench = as_wrench(values, problem.dimension, what)
    largest = largest_entry(wrench)
    if largest > LARGEST_WRENCH:
        expected = f'at most {LARGEST_WRENCH:g}: its square overflows'
        raise InvalidInputError(f'largest entry of {what}', largest, expected)
    return wrench


def _prepared(contacts: Contacts) -> ContactWrenchProblem:
    """Return the problem of a state, or the prepared one itself."""
    if isinstance(contacts, ContactWrenchProblem):
        return contacts
    return contact_wrench_problem(contacts)


def _is_feasible(problem: ContactWrenchProblem, wrench: Array) -> bool:
    if problem.centred is not None:
        return _is_feasible(problem.centred, problem.about_centre(wrench))
    scaled = problem.scaling * wrench
    size = FEASIBLE_RESIDUAL * largest_entry(scaled)
    if problem.faces is not None and problem.ceiling is not None:
        astray = problem.unreachable.T @ scaled
        excess = problem.faces.rows @ scaled
        return bool(excess.max() <= size) and largest_entry(astray) <= size
    return largest_entry(nearest_forces(problem, scaled).remainder) <= size


def _judge(problem: ContactWrenchProblem, wrench: Array) -> WrenchVerdict:
    return proved(problem, wrench, judged_by_depth, judged_by_nearest_forces)
