# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What one contact carries alone is carried, whatever others touch: on the composite boundary."""

import numpy as np
import pytest

from frictioncone_ros.analysis.feasibility import can_produce, produce
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    Frictionless,
    FrictionModel,
    FrictionPyramid,
    normal_wrench_matrix,
    SoftFinger,
)

PAD, FLAT, ROUND = SoftFinger(0.5, 0.25, independent=True), FrictionPyramid(0.5), CircularCone(0.5)
Contacts = list[tuple[tuple[float, ...], tuple[float, ...], FrictionModel]]
SCENES: dict[str, tuple[int, Contacts]] = {
    'pyramid beside a circle': (
        0,
        [
            ((-0.5, -0.75, -0.5), (-2.0, 2.0, 2.0), FLAT),
            ((0.75, -0.25, -1.0), (-1.0, -1.0, 0.0), ROUND),
            ((1.0, -0.5, 0.0), (-2.0, 0.0, -2.0), FLAT),
        ],
    ),
    'pyramid beside a pad': (
        2,
        [
            ((-0.25, 0.5, 0.0), (0.0, -1.0, 0.0), PAD),
            ((-0.75, -0.5, 0.5), (-1.0, -1.0, 1.0), FLAT),
            ((0.0, -0.5, 0.5), (-1.0, 1.0, 1.0), FLAT),
        ],
    ),
    'frictionless beside pads': (
        2,
        [
            ((-0.5, 0.5, -0.25), (0.0, 2.0, 0.0), PAD),
            ((-1.0, 1.0, 1.0), (-2.0, 0.0, -1.0), PAD),
            ((-0.25, 0.0, -1.0), (1.0, 1.0, -1.0), Frictionless()),
        ],
    ),
}


@pytest.mark.parametrize('name', SCENES)
def test_a_normal_force_is_produced_whatever_else_touches(name):
    """The search ended a billionth below zero, and a twist made of rounding denied it."""
    pressed, contacts = SCENES[name]
    state = ContactState(
        [
            ContactPoint(place, np.array(normal) / np.linalg.norm(normal), friction)
            for place, normal, friction in contacts
        ]
    )
    wrench = 4.0 * normal_wrench_matrix(state)[:, pressed]
    verdict = produce(state, wrench)
    assert verdict.feasible
    assert can_produce(state, wrench)
    # Nothing to the accuracy of margins; that there is none below it is said above.
    assert 0.0 <= verdict.margin < 1e-7
    assert verdict.certificate_holds()
