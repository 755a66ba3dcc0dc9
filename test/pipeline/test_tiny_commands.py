# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Commands near the smallest floats, friction near the largest: an answer, never an error."""

import pytest

from frictioncone_ros.contact import CircularCone, ContactState
from frictioncone_ros.control import FilterSettings, Setpoints
from frictioncone_ros.pipeline import assess

FEET = [(x, y, 0.0) for x in (-0.1, 0.1) for y in (-0.1, 0.1)]


@pytest.mark.parametrize('friction', [1e6, 1e10, 1e12])
@pytest.mark.parametrize('size', [1e-150, 1e-161, 1e-300])
def test_a_tiny_push_with_endless_friction_has_an_answer(friction, size):
    state = ContactState.from_points(FEET, (0, 0, 1), friction=CircularCone(friction))
    answer = assess(state, Setpoints((size, 0.0, -10.0 * size, 0.0, 0.0, 0.0)), FilterSettings())
    assert abs(answer.command.wrench).max() <= 10.0 * size * (1.0 + 1e-9)
