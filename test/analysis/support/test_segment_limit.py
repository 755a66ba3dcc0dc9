# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The limit of segments is that of a linear programme, and its forces prove it."""

import numpy as np
import pytest
from scipy.optimize import linprog

from frictioncone_ros.analysis.support import support_problem
from frictioncone_ros.analysis.support.force_parts import LoadRay
from frictioncone_ros.analysis.support.segment_limit import applies, segment_limit
from frictioncone_ros.contact import (
    CircularCone,
    ContactState,
    Frictionless,
    FrictionPolygon,
    FrictionPyramid,
)

RING = [(np.cos(turn), np.sin(turn), 0.0) for turn in np.arange(8) * np.pi / 4]


def friction_of(places, model):
    plane = support_problem(ContactState.from_points(places, (0.0, 0.0, 1.0), model)).plane
    return plane.shears.friction, plane.shears.owners


def limit_by_programme(segments, ray):
    """Return the largest t with |F_b| <= r_b + t r'_b and sum F_b g_b = s + t s'."""
    count = len(segments)
    sides = np.vstack((np.eye(count), -np.eye(count)))
    growth = np.concatenate((ray.size_growth, ray.size_growth))
    found = linprog(
        np.append(np.zeros(count), -1.0),
        A_ub=np.column_stack((sides, -growth)),
        b_ub=np.concatenate((ray.sizes, ray.sizes)),
        A_eq=np.column_stack((segments.T, -ray.load_growth)),
        b_eq=ray.load,
        bounds=[(None, None)] * (count + 1),
    )
    return -found.fun


@pytest.mark.parametrize('model', [FrictionPolygon(0.5, 8), FrictionPyramid(0.5, 0.3)])
@pytest.mark.parametrize('places', [RING, RING[::2], RING[:3]])
@pytest.mark.parametrize('seed', range(4))
def test_it_is_that_of_the_linear_programme_from_anywhere(model, places, seed):
    generator = np.random.default_rng(seed)
    friction, owners = friction_of(places, model)
    sizes = generator.uniform(0.5, 5.0, len(places))[owners]
    load = generator.normal(size=3)
    nothing = np.zeros_like(sizes)
    for ray in (
        LoadRay(sizes, nothing, 0.0 * load, load),
        LoadRay(5.0 + 0.1 * sizes, nothing - 1.0, 3.0 * load / np.linalg.norm(load), 0.0 * load),
    ):
        exact = limit_by_programme(friction[:, 0], ray)
        assert (ray.sizes + exact * ray.size_growth).min() > 0.0
        for slip in (None, generator.normal(size=3)):
            found = segment_limit(friction, ray, slip)
            assert found.value == pytest.approx(exact, rel=2e-3) and found.value <= exact
            sent = (ray.sizes + found.value * ray.size_growth) * found.balls[:, 0]
            borne = ray.load + found.value * ray.load_growth
            assert np.allclose(sent @ friction[:, 0], borne, atol=1e-7 * sizes.max())
            assert np.abs(found.balls).max() <= 1.0


def test_it_is_asked_for_segments_only():
    assert applies(friction_of(RING, FrictionPolygon(0.5, 8))[0])
    assert not applies(friction_of(RING, CircularCone(0.5))[0])
    assert not applies(friction_of(RING, Frictionless())[0])
    one = 0.5 * np.eye(3)[:2, None]
    ray = LoadRay(np.ones(2), np.zeros(2), np.zeros(3), np.array((0.0, 0.0, 1.0)))
    assert segment_limit(one, ray, None).value == 0.0  # a turn that nothing opposes
