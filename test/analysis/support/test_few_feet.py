# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""One, two and three feet, in a line or in one place, pushed along their axes: by hand."""

import numpy as np
import pytest

from frictioncone_ros.analysis.support import (
    kept_margin,
    plane_load_factor,
    support_problem,
    will_produce,
)
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    EllipticCone,
    Frictionless,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)

UP = (0.0, 0.0, 1.0)


def row(models, places, offset=(0.0, 0.0, 0.0)):
    """Return feet on a floor, along the second axis."""
    points = [np.add((0.0, place, 0.0), offset) for place in places]
    return ContactState(
        [ContactPoint(point, UP, model) for point, model in zip(points, models, strict=True)]
    )


def wrench_at(place, force):
    """Return the wrench of a force at a place."""
    return np.concatenate((force, np.cross(place, force)))


def test_margin_of_feet_in_a_line_however_they_are_turned():
    """All of three equal feet can do with as much less as each presses."""
    random = np.random.default_rng(4)
    for _ in range(60):
        axes = np.linalg.qr(random.normal(size=(3, 3)))[0]
        offset = random.normal(size=3) * 10.0 ** random.uniform(-2.0, 1.0)
        length = 10.0 ** random.uniform(-3.0, 0.0)
        points = [offset + place * length * axes[1] for place in (1.0, 0.0, -1.0)]
        feet = ContactState([ContactPoint(one, axes[0], Frictionless()) for one in points])
        verdict = will_produce(feet, wrench_at(offset, 3.0 * axes[0]))
        assert verdict.carried
        assert verdict.margin == pytest.approx(1.0, rel=1e-5)


def test_margin_on_the_end_of_a_line_is_none():
    random = np.random.default_rng(6)
    for _ in range(40):
        axes = np.linalg.qr(random.normal(size=(3, 3)))[0]
        points = [place * 0.1 * axes[1] for place in (1.0, 0.3, -1.0)]
        feet = ContactState([ContactPoint(one, axes[0], CircularCone(0.5)) for one in points])
        for share, sign in ((1.0, 0.0), (0.9, 1.0), (1.1, -1.0)):
            verdict = will_produce(feet, wrench_at(share * points[0], 3.0 * axes[0]))
            assert np.sign(verdict.margin) * (abs(verdict.margin) > 1e-9) == sign


@pytest.mark.parametrize('arm', [0.1, 0.0])
def test_what_no_normal_forces_add_up_to_has_a_certificate(arm):
    for feet in (row([CircularCone(0.5)], [0.0]), row([FrictionPolygon(0.5)] * 2, [arm, -arm])):
        verdict = will_produce(feet, (0.0, 0.0, 1.0, 0.0, 0.1, 0.0))
        assert not verdict.carried
        assert verdict.margin == -np.inf
        assert verdict.certificate_holds()


@pytest.mark.parametrize(
    ('model', 'expected'),
    [
        (EllipticCone(1.0, 0.4), 1.0 / np.hypot(0.1, 0.5)),
        (FrictionPyramid(1.0, 0.0), None),
        (FrictionPyramid(1.0, 0.4), 2.0),
    ],
)
@pytest.mark.parametrize('offset', [(0.0, 0.0, 0.0), (-0.7, -0.6, 0.2)])
def test_all_of_the_load_over_one_of_two_feet(model, expected, offset):
    """The foot that bears nothing is none: what rounding makes of the turn is no limit."""
    feet = row([model, model], [0.3, -0.3], offset)
    shear = (0.1, 0.2, 1.0) if expected else (0.1, 0.0, 1.0)
    wrench = wrench_at(feet.positions[1], shear)
    verdict = will_produce(feet, wrench)
    assert verdict.carried
    assert verdict.load_factor == pytest.approx(expected or 10.0, rel=1e-6)
    assert plane_load_factor(verdict.support, wrench) == pytest.approx(expected or 10.0, rel=3e-3)


def test_a_foot_that_nothing_presses_bears_no_turn():
    feet = row(
        [Frictionless(), FrictionPyramid(0.5, 0.25), FrictionPyramid(0.5, 0.25)], [1, 0, -1]
    )
    wrench = np.add(wrench_at((0.0, 0.7, 0.0), UP), (0.02, 0.01, 0.0, 0.0, 0.0, 0.01))
    verdict = will_produce(feet, wrench)
    assert verdict.load_factor == pytest.approx(0.0, abs=1e-9)
    assert plane_load_factor(verdict.support, wrench) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize(
    ('models', 'expected'),
    [
        ([SoftFinger(0.5, 0.1, independent=True)] * 2, 0.5 / 0.3),
        ([SoftFinger(0.5, 0.1, 8, independent=True)] * 2, 0.5 / 0.3),
        ([FrictionPolygon(1.7, 4)] * 2, 1.7 / 0.3),
        ([CircularCone(0.2), FrictionPyramid(0.5, 0.25)], 0.35 / 0.3),
        ([FrictionPyramid(0.5), FrictionPyramid(0.3)], 0.4 / 0.3),
    ],
)
@pytest.mark.parametrize('place', ['apart', 'together'])
def test_a_push_along_the_axes(models, expected, place):
    """Parts of friction across the push do not turn: that must not end the search."""
    feet = row(models, [0.1, -0.1] if place == 'apart' else [0.1, 0.1])
    if place == 'together':
        wrench = wrench_at((0.0, 0.1, 0.0), (0.3, 0.0, 1.0))
    else:
        wrench = wrench_at((0.0, 0.0, 0.0), UP)
        shares = [model.friction_coefficient for model in models]
        middle = np.average([0.1, -0.1], weights=shares)
        wrench = wrench + wrench_at((0.0, middle, 0.0), (0.3, 0.0, 0.0))
    verdict = will_produce(feet, wrench)
    assert verdict.load_factor == pytest.approx(expected, rel=1e-6)
    assert verdict.carried
    assert plane_load_factor(verdict.support, wrench) == pytest.approx(expected, rel=3e-3)


def test_three_polygons_in_a_line_pushed_across_it():
    feet = row([EllipticCone(1.7, 1.7, 4)] * 3, [0.1, -0.11, -0.5], (0.3, 0.0, 0.1))
    support = support_problem(feet)
    press = wrench_at((0.3, -0.2, 0.1), (0.0, 0.0, 1.0))
    normals = will_produce(support, press).normal_forces
    middle = normals @ feet.positions[:, 1]
    wrench = press + wrench_at((0.3, middle, 0.1), (0.3, 0.0, 0.0))
    assert plane_load_factor(support, wrench) == pytest.approx(1.7 / 0.3, rel=3e-3)


def margins(state, wrench):
    """Return the margin, and the one that is found quickly."""
    support = support_problem(state)
    verdict = will_produce(support, wrench)
    assert verdict.carried
    return verdict.margin, kept_margin(support, np.array(wrench), 0.0)[0]


def test_a_foot_that_parts_on_the_way_is_no_limit():
    """What is left bears the shear alone, down to where the body tips."""
    places = [(0.3, 0.0), (0.18, 0.0), (-0.18, 0.0), (-0.3, 0.0)]
    planar = ContactState([ContactPoint(one, (0.0, 1.0), CircularCone(0.5)) for one in places])
    exact, quick = margins(planar, (0.24, 3.0, 0.24))
    # Four feet less by t each: the rest of the load is over the last foot at 0.3 (3 - 4 d t).
    assert exact == pytest.approx((3.0 - 0.24 / 0.3) / 4.0 / np.sqrt(5.0), rel=1e-6)
    assert quick == pytest.approx(exact, rel=3e-3)


def test_feet_that_press_more_on_the_way_are_no_limit():
    """A depth at which friction was too little is below; the margin is where the body tips."""
    models = [Frictionless(), FrictionPyramid(0.1), EllipticCone(0.3, 0.0), Frictionless()]
    places = [(0.02, 0.02, 0.0), (0.02, -0.02, 0.0), (-0.02, 0.02, 0.0), (-0.02, -0.02, 0.0)]
    feet = ContactState(
        [ContactPoint(at, UP, model) for at, model in zip(places, models, strict=True)]
    )
    push = wrench_at(places[2], (0.25, 0.0, 1.0))
    wrench = push + wrench_at(places[0], UP) + wrench_at(places[3], (0.0, 0.0, 0.77))
    exact, quick = margins(feet, wrench)
    assert exact > 0.0
    assert quick == pytest.approx(exact, rel=3e-3)


def test_a_search_that_becomes_singular_ends_with_an_answer():
    models = [EllipticCone(0.3, 0.0), Frictionless(), EllipticCone(0.3, 0.0)]
    arm = np.array((0.01910672978251212, 0.005910404133226791, 0.0))
    feet = ContactState(
        [ContactPoint(at, UP, one) for at, one in zip((arm, 0.0 * arm, -arm), models, strict=True)]
    )
    push = wrench_at(-arm, (-0.3, 0.0, 1.0)) * 2.5397727490845034e-4
    assert np.isfinite(kept_margin(support_problem(feet), push, 0.0)[0])


@pytest.mark.parametrize('seed', range(6))
def test_margin_on_the_edge_of_an_even_stretch_is_none(seed):
    """All on the last foot, at its friction: a unit more everywhere adds none to what shears."""
    random = np.random.default_rng(seed)
    axis = np.array((np.cos(0.3), np.sin(0.3)))
    normal = (-axis[1], axis[0])
    round_foot = EllipticCone(0.3, 0.3, 12)
    feet = []
    for along, model in ((1e-3, round_foot), (0.0, Frictionless()), (-1e-3, round_foot)):
        place = np.array((0.3, -0.2)) + along * axis
        place *= 1.0 + 2.0**-52 * random.integers(-1, 2, 2)
        feet.append(ContactPoint(place, normal, model))
    support = support_problem(ContactState(feet))
    force = 20.7 * (np.array(normal) - 0.3 * axis)
    (x, y), (across, up) = feet[0].contact_position, force
    wrench = np.array((across, up, x * up - y * across))
    assert will_produce(support, wrench).margin == pytest.approx(0.0, abs=1e-6)
    assert kept_margin(support, wrench, 0.0)[0] == pytest.approx(0.0, abs=1e-6)
