# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Compare all motions of one planar contact with the solutions of a reference case."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from frictioncone_ros.analysis.motions import Motion, MotionSet

MODE = {'separate': 's', 'stick': 'f', 'slip+': 'r', 'slip-': 'l'}


def compared(found: MotionSet, expected: list[dict[str, Any]]) -> tuple[bool, str]:
    """Compare all motions with all solutions."""
    modes = sorted(MODE[solution['mode']] for solution in expected)
    if sorted(found.modes) != modes:
        return False, f'expected modes {modes}, got {found.modes}'
    wrong = [
        text
        for solution in expected
        for text in _differences(found[MODE[solution['mode']]], solution)
    ]
    return not wrong, '; '.join(wrong)


def _differences(motion: Motion, solution: dict[str, Any]) -> Iterator[str]:
    if not motion.unique or not np.allclose(
        motion.twist_rate, solution['accel'], rtol=1e-9, atol=1e-9
    ):
        yield f'{motion.mode}: expected {solution["accel"]}, got {motion.polytope.vertices}'
    if not motion.certificate.holds(1e-11):
        yield f'{motion.mode}: {motion.certificate}'
    if 'fn' in solution:
        forces = motion.contact_forces.minimum_norm * (1.0, -1.0)
        expected = (solution['fn'], solution['ft'])
        if not np.allclose(forces, expected, rtol=1e-9, atol=1e-9):
            yield f'{motion.mode}: expected forces {expected}, got {forces}'
