# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""How far along a ray friction of given size holds: kinks by hand, and bounds recomputed."""

import numpy as np
import pytest

from frictioncone_ros.analysis.support.force_parts import LoadRay
from frictioncone_ros.analysis.support.limit_ray import (
    _borne_within,
    kinks,
    limit_along,
    limit_at_kink,
)
from frictioncone_ros.analysis.support.near_limit import limit_from

NOTHING = np.zeros(3)


def discs(*places):
    """Return friction parts (b, 2, 3) of contacts in a plane: along x and y, with the moment."""
    return np.array([((1.0, 0.0, -y), (0.0, 1.0, x)) for x, y in places])


def judged(friction, ray, found):
    """Recompute what a limit says: balls inside, the balance it leaves, the bound of its slip."""
    assert np.linalg.norm(found.balls, axis=1).max() <= 1.0 + 1e-12
    sizes = ray.sizes + found.value * ray.size_growth
    load = ray.load + found.value * ray.load_growth
    flat = friction.reshape(-1, load.size)
    left = (sizes[:, None] * found.balls).reshape(-1) @ flat - load
    assert found.residual == pytest.approx(
        np.abs(left).max() / np.abs(load).max(), rel=1e-3, abs=1e-13
    )
    lengths = np.linalg.norm(friction @ found.slip, axis=1)
    rate = ray.load_growth @ found.slip - ray.size_growth @ lengths
    upper = (ray.sizes @ lengths - ray.load @ found.slip) / rate
    assert found.upper == pytest.approx(upper, rel=1e-6)
    return found.value


@pytest.mark.parametrize('unit', [1e-3, 1.0, 1e3])
@pytest.mark.parametrize('growth', [0.0, -0.5, 0.25])
@pytest.mark.parametrize('base', [0.0, 0.5])
def test_two_feet_turn_about_the_one_that_presses_more(unit, growth, base):
    """
    A force pulls sideways at one foot, the other has more friction: it turns about that other.

    With radii r + t r' of the foot that slips and a pull (b + t) it holds while b + t <= r + t r'.
    """
    friction = discs((0.0, 0.0), (2.0, 0.0))
    pull = np.array((0.0, 1.0, 2.0))
    ray = LoadRay(
        unit * np.array((5.0, 1.0)),
        np.array((0.0, growth)),
        unit * base * pull,
        pull,
    )
    found = limit_at_kink(friction, ray, kinks(friction))
    assert found.value == pytest.approx(unit * (1.0 - base) / (1.0 - growth))
    assert judged(friction, ray, found) == pytest.approx(found.upper)
    # It moves the foot beside it by its arm, and the one it turns about not at all.
    assert np.linalg.norm(friction @ found.slip, axis=1)[0] == pytest.approx(0.0, abs=1e-9)
    assert found.residual < 1e-9
    whole = limit_along(friction, ray, kinks(friction))
    assert whole.value == pytest.approx(found.value, rel=1e-7)


def test_what_a_foot_at_rest_cannot_bear_is_no_limit_at_a_kink():
    friction = discs((0.0, 0.0), (2.0, 0.0))
    # Pulled at the middle both slip together, at the sum of both.
    ray = LoadRay(np.array((1.0, 1.0)), np.zeros(2), NOTHING, np.array((0.0, 1.0, 1.0)))
    whole = limit_along(friction, ray, kinks(friction))
    assert judged(friction, ray, whole) == pytest.approx(2.0, rel=1e-6)
    # Nothing limits a load that is none.
    still = LoadRay(np.ones(2), np.zeros(2), NOTHING, NOTHING)
    assert limit_at_kink(friction, still, kinks(friction)) is None
    assert limit_along(friction, ray._replace(sizes=np.zeros(2)), kinks(friction)) is None


@pytest.mark.parametrize('seed', range(12))
@pytest.mark.parametrize('unit', [1.0, 1e4])
def test_bounds_of_any_limit_are_as_stated_and_meet(seed, unit):
    random = np.random.default_rng(seed)
    places = random.normal(size=(4, 2))
    friction = discs(*places)
    sizes = random.uniform(0.2, 1.0, size=4)
    growth = -random.uniform(0.0, 0.1, size=4) if seed % 2 else np.zeros(4)
    ray = LoadRay(unit * sizes, growth, unit * 0.1 * random.normal(size=3), random.normal(size=3))
    whole = limit_along(friction, ray, kinks(friction))
    value = judged(friction, ray, whole)
    assert value == pytest.approx(whole.upper, rel=1e-6) and whole.residual < 1e-6


@pytest.mark.parametrize('seed', range(16))
@pytest.mark.parametrize('unit', [1.0, 1e4])
@pytest.mark.parametrize('is_load', [True, False])
def test_begun_from_the_slip_of_a_ray_nearby_a_limit_is_hardly_lower_and_never_higher(
    seed, unit, is_load
):
    """Either the load grows and friction stays, or friction falls and the load stays."""
    random = np.random.default_rng(seed)
    friction = discs(*random.normal(size=(4, 2)))
    sizes, load = unit * random.uniform(0.2, 1.0, size=4), random.normal(size=3)
    nothing = np.zeros(4)

    def ray(along):
        if is_load:
            return LoadRay(sizes, nothing, NOTHING, along)
        return LoadRay(sizes, -sizes / unit, 0.2 * unit * along, NOTHING)

    whole = limit_along(friction, ray(load), kinks(friction))
    turned = ray(load + 1e-3 * random.normal(size=3))
    exact = limit_along(friction, turned, kinks(friction))
    for slip in (whole.slip, None):
        near = limit_from(friction, turned, lambda: kinks(friction), slip)
        assert exact.upper * (1.0 - 3e-3) <= near.value <= exact.upper * (1.0 + 1e-9)
        borne = turned.sizes + near.value * turned.size_growth
        left = (borne[:, None] * near.balls).reshape(-1) @ friction.reshape(-1, 3)
        left -= turned.load + near.value * turned.load_growth
        assert np.abs(left).max() <= 1e-7 * unit
        assert np.linalg.norm(near.balls, axis=1).max() <= 1.0 + 1e-9


def test_segments_share_a_load_each_within_its_own():
    """Three segments, two of them alike: 1.5 along x is shared, 0.5 along y by the third."""
    columns = np.array([(1.0, 0.0), (1.0, 0.0), (0.0, 1.0)])
    for unit in (1.0, 1e-3):
        shares = _borne_within(unit * columns, unit * np.array((1.5, 0.5)))
        assert np.abs(shares).max() <= 1.0
        assert shares @ columns == pytest.approx((1.5, 0.5))
    assert _borne_within(columns, np.array((-1.8, -1.0))) @ columns == pytest.approx((-1.8, -1.0))
    # What is more than all of them have is borne by none: what is left stays.
    most = _borne_within(columns, np.array((2.5, 0.0))) @ columns
    assert most[0] <= 2.0
