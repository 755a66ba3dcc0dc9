# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Family C: the wrench cone of an augmented mode, as faces, as generators and by membership.

Their n is our f, which ContactMode reads. Face rows are meant as F g <= 0.
"""

from collections.abc import Iterator
from typing import Any

from case_result import CaseResult, named_cases
import numpy as np

from frictioncone_ros.analysis.mode_cones import mode_cone, ModeCone
from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    delassus_matrix,
    point_wrench_matrix,
)
from frictioncone_ros.spatial import Inertia

COVERS = 'C'


def check(document: dict[str, Any]) -> Iterator[CaseResult]:
    """Judge every case: shape, generators, faces, and each wrench closed and strict."""
    for name, case in named_cases(document):
        wrong = list(_differences(case))
        yield CaseResult(name, not wrong, '; '.join(wrong))
    if 'paper_example' in document:
        wrong = list(_worked_example(document['paper_example']))
        yield CaseResult('paper_example', not wrong, '; '.join(wrong))


def _worked_example(given: dict[str, Any]) -> Iterator[str]:
    """Compare section 4 of the paper; it stacks all normals before all tangents."""
    contacts = [
        ContactPoint((0, -1), (0, 1), CircularCone(0.2)),
        ContactPoint((1, 0), (-1, 0), CircularCone(0.2)),
    ]
    state = ContactState(contacts, Inertia(np.eye(3)))
    order = [0, 2, 1, 3]
    wrench_matrix = point_wrench_matrix(state)[:, order]
    delassus = delassus_matrix(state)[np.ix_(order, order)]
    ours = {'J': wrench_matrix, 'B': wrench_matrix.T, 'C': np.hstack((np.eye(4), -delassus))}
    for name, value in ours.items():
        if not np.allclose(value, given[name], rtol=0.0, atol=1e-12):
            yield f'{name} is {value.tolist()}'
    if not mode_cone(state, 'na').closed.equals(PolyhedralCone.from_generators(given['G'])):
        yield 'the cone of na differs from pos(G)'


def _differences(case: dict[str, Any]) -> Iterator[str]:
    cone = mode_cone(_state(case), case['mode'])
    if cone.closed.is_whole_space != case['full_space']:
        yield f'whole space: {cone.closed.is_whole_space}'
    if cone.is_possible != case['strict_cone_nonempty']:
        yield f'strict cone not empty: {cone.is_possible}'
    given = case['generators']
    by_generators = PolyhedralCone.from_generators(
        _columns(g['v'] for g in given if g['kind'] == 'ray'),
        _columns(g['v'] for g in given if g['kind'] != 'ray'),
    )
    rows = case['face_normals_Fg_le_0']
    by_faces = PolyhedralCone.from_faces(
        _columns(row['row'] for row in rows if row['kind'] != '=').T,
        _columns(row['row'] for row in rows if row['kind'] == '=').T,
    )
    minimal = cone.closed.minimal()
    ours = {
        'generators': PolyhedralCone.from_generators(minimal.generators, minimal.lineality),
        'faces': PolyhedralCone.from_faces(minimal.faces, minimal.equalities),
    }
    for side, one in ours.items():
        if not one.equals(by_generators) or not one.equals(by_faces):
            yield f'cone by our {side} differs'
    yield from _memberships(case, cone)


def _memberships(case: dict[str, Any], cone: ModeCone) -> Iterator[str]:
    for test in case['tests']:
        answers = (cone.contains(test['g']), cone.contains_strictly(test['g']))
        expected = (test['inside_closed'], test['inside_strict'])
        if answers != expected:
            yield f'{test["g"]}: expected (closed, strict) {expected}, got {answers}'


def _state(case: dict[str, Any]) -> ContactState:
    contacts = [
        ContactPoint(fixel['p'], fixel['n'], CircularCone(fixel['mu'])) for fixel in case['fixels']
    ]
    return ContactState(contacts, Inertia(np.diag(case['M_diag'])))


def _columns(vectors: Any) -> np.ndarray:
    return np.array(list(vectors), dtype=float).reshape(-1, 3).T
