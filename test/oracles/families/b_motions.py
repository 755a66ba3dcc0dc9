# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Family B: all modes of several planar contacts, strict and closed, with their ranges."""

from collections.abc import Iterator
from typing import Any

from case_result import CaseResult, named_cases
import numpy as np
from several_contacts import contact_state

from frictioncone_ros.analysis.motions import find_motions, Motion, MotionSet

COVERS = 'B'

TOLERANCE = 1e-8


def check(document: dict[str, Any]) -> Iterator[CaseResult]:
    """Compare mode sets, then for each strict mode uniqueness and ranges."""
    for name, case in named_cases(document):
        state, wrench = contact_state(case['input']), case['input']['F']
        strict = find_motions(state, wrench)
        closed = find_motions(state, wrench, closed=True)
        wrong = [*_modes(strict, closed, case)]
        if not wrong:
            wrong = [
                f'{mode}: {text}'
                for mode, expected in case['detail'].items()
                for text in _differences(strict[mode], expected)
            ]
        yield CaseResult(name, not wrong, '; '.join(wrong))


def _modes(strict: MotionSet, closed: MotionSet, case: dict[str, Any]) -> Iterator[str]:
    for what, found in (('strict', strict), ('closed', closed)):
        expected = sorted(case[f'modes_{what}'])
        if sorted(found.modes) != expected:
            yield f'{what} modes: expected {expected}, got {sorted(found.modes)}'


def _differences(motion: Motion, expected: dict[str, Any]) -> Iterator[str]:
    if motion.unique != expected['accel_unique']:
        yield f'acceleration unique: {motion.unique}'
    if motion.contact_forces.unique != expected['forces_unique']:
        yield f'forces unique: {motion.contact_forces.unique}'
    if not motion.certificate.holds(1e-11):
        yield str(motion.certificate)
    forces = motion.contact_forces.ranges.copy()
    # His tangential components are along the opposite tangent.
    forces[1::2] = -forces[1::2, ::-1]
    for what, ours in (('accel', motion.polytope.ranges), ('force', forces)):
        theirs = _with_infinities(expected[f'{what}_range'])
        if not np.allclose(ours, theirs, rtol=TOLERANCE, atol=TOLERANCE):
            yield f'{what} ranges: expected {theirs.tolist()}, got {ours.tolist()}'


def _with_infinities(ranges: list[list[float | None]]) -> np.ndarray:
    return np.array(
        [
            [-np.inf if low is None else low, np.inf if high is None else high]
            for low, high in ranges
        ]
    )
