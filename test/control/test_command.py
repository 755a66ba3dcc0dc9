# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Commands part by part: on the way to another, mapped, neutral."""

import numpy as np
import pytest

from frictioncone_ros.control.command import Command, neutral_command, PARTS

RANDOM = np.random.default_rng(1)
ONE, OTHER = (Command(*RANDOM.normal(size=(3, 6))) for _ in '12')


@pytest.mark.parametrize('fraction', [0.0, 0.3, 1.0, 1.5])
def test_the_way_to_another_is_straight_in_every_part_and_ends_there(fraction):
    found = ONE.towards(OTHER, fraction)
    share = min(fraction, 1.0)
    for name in PARTS:
        expected = ONE.part(name) + share * (OTHER.part(name) - ONE.part(name))
        assert np.allclose(found.part(name), expected, atol=1e-15)
    assert (found is OTHER) == (fraction >= 1.0)


def test_each_part_is_mapped_by_its_name():
    factors = dict(zip(PARTS, (2.0, 3.0, 5.0), strict=True))
    found = ONE.mapped(lambda name, values: factors[name] * values)
    for name, factor in factors.items():
        assert np.array_equal(found.part(name), factor * ONE.part(name))


@pytest.mark.parametrize('name', PARTS)
@pytest.mark.parametrize('dimension', [3, 6])
def test_neutral_is_neutral_in_every_part(name, dimension):
    neutral = neutral_command(dimension)
    assert neutral.is_neutral
    moved = neutral.mapped(lambda part, values: values + (part == name) * np.eye(dimension)[-1])
    assert not moved.is_neutral
