# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Family F: poses of three type A contacts, with G, H, I and the wrench determinants."""

from collections.abc import Iterator, Mapping
import math
from typing import Any

from case_result import CaseResult, named_cases

from frictioncone_ros.formations import (
    branch_distance,
    EdgeOnVertex,
    PoseSet,
    solve_contact_equations,
    three_edge_coefficients,
    Verdict,
)

COVERS = 'F'
TOLERANCE = 1e-8
COUNTS = {Verdict.NONE: 0, Verdict.ONE: 1, Verdict.ONE_DOUBLE: 1, Verdict.TWO: 2}


def check(document: Mapping[str, Any]) -> Iterator[CaseResult]:
    """Compare verdict, poses, coefficients and determinants of each case."""
    for name, case in named_cases(document):
        problems = list(_problems(case))
        yield CaseResult(name, not problems, '; '.join(problems))


def _problems(case: Mapping[str, Any]) -> Iterator[str]:
    equations = tuple(
        EdgeOnVertex.from_angle(angle, offset, tuple(vertex))
        for angle, offset, vertex in zip(case['phi'], case['rho'], case['vertices'], strict=True)
    )
    found = solve_contact_equations(equations)
    yield from _wrong_count(case, found)
    yield from _wrong_poses(case, found)
    coefficients = three_edge_coefficients(equations)
    for name, ours in zip('GHI', coefficients, strict=True):
        yield from _different(name, ours, case.get(name))
    if case.get('wrench_dets') and found.poses:
        yield from _wrong_determinants(case, found)


def _wrong_count(case: Mapping[str, Any], found: PoseSet) -> Iterator[str]:
    """Compare the number of poses; the file's words for it are read generously."""
    kind = str(case['kind']).lower()
    if kind in {'infinite', 'infinitely many'} and found.verdict is not Verdict.INFINITE:
        yield f'expected infinitely many poses, got {found.verdict.value}'
    if 'double' in kind and found.verdict is not Verdict.ONE_DOUBLE:
        yield f'expected one double pose, got {found.verdict.value}'
    expected = {'none': 0, 'one': 1, 'two': 2}.get(kind)
    if expected is not None and COUNTS.get(found.verdict) != expected:
        yield f'expected {kind}, got {found.verdict.value}'


def _wrong_poses(case: Mapping[str, Any], found: PoseSet) -> Iterator[str]:
    """Match the poses as sets: each expected one has one of ours, and none is left over."""
    if case['solutions'] is None:
        return
    left = [each.pose for each in found.poses]
    for expected in case['solutions']:
        match = min(left, key=lambda pose: _distance(pose, expected), default=None)
        if match is None or _distance(match, expected) > TOLERANCE:
            yield f'no pose at {expected}, nearest {match}'
        else:
            left.remove(match)
    if left:
        yield f'poses too many: {left}'


def _distance(pose: Any, expected: Mapping[str, float]) -> float:
    turn = math.remainder(pose.angle - expected['theta'], math.tau)
    return max(abs(pose.x - expected['x']), abs(pose.y - expected['y']), abs(turn))


def _wrong_determinants(case: Mapping[str, Any], found: PoseSet) -> Iterator[str]:
    """Compare det W_n and det W_t at the file's first pose, and the two identities."""
    expected = case['wrench_dets']
    pose = min(
        (each.pose for each in found.poses),
        key=lambda pose: _distance(pose, case['solutions'][0]),
    )
    ours = branch_distance(found.equations, pose, 1.0)
    coefficients = three_edge_coefficients(found.equations)
    cosine, sine = math.cos(pose.angle), math.sin(pose.angle)
    slope = cosine * coefficients.sine - sine * coefficients.cosine
    level = sine * coefficients.sine + cosine * coefficients.cosine
    yield from _different('det W_n', ours.normal_determinant, expected.get('det_Wn_vert'))
    yield from _different('c H - s G', slope, expected.get('cH_minus_sG'))
    yield from _different('det W_t', ours.tangential_determinant, expected.get('det_Wt_vert'))
    yield from _different('s H + c G', level, expected.get('sH_plus_cG'))


def _different(name: str, ours: float | None, expected: float | None) -> Iterator[str]:
    if expected is not None and (ours is None or abs(ours - expected) > TOLERANCE):
        yield f'{name} is {ours}, expected {expected}'
