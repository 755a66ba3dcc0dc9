# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What a friction model says about itself is one set, seen from its edges, sides and limits."""

from math import hypot, inf

from hypothesis import assume, given
from hypothesis import strategies as st
import numpy as np
import pytest
from strategies import DIMENSIONS, elliptic_cones, friction_models, vectors

from frictioncone_ros.contact import (
    CircularCone,
    EllipticCone,
    Frictionless,
    FrictionPolygon,
    FrictionPyramid,
    inscribed_coefficient,
    SoftFinger,
)
from frictioncone_ros.exceptions import InvalidInputError


def boundary(friction, dimension, angle, spin):
    """Return a force of unit normal part on the border of a round set, or one of the edges."""
    edges, limits = friction.force_edges(dimension), friction.round_limits(dimension)
    assert (edges is None) == (limits is not None)
    if edges is not None:
        return edges[int(angle * 1e3) % len(edges)]
    force = [1.0, limits[0] * np.cos(angle), limits[1] * np.sin(angle)]
    if friction.component_count(dimension) > 3:
        force.append(spin * friction.torsion_limit(dimension))
    force = np.array(force)
    if dimension == 6 and isinstance(friction, SoftFinger) and friction.is_limit_surface and spin:
        # Where slip and spin share friction: on a ring at 45 degrees, both halves in it.
        force[1:] *= np.sqrt(0.5)
    return force


MODELS = friction_models() | elliptic_cones()
ANGLES = st.integers(0, 6282).map(lambda step: step / 1e3)


@given(MODELS, DIMENSIONS, ANGLES, st.sampled_from([-1.0, 0.0, 1.0]))
def test_sides_limits_and_edges_bound_the_same_set(friction, dimension, angle, spin):
    force = boundary(friction, dimension, angle, spin)
    assert friction.contains(force) and friction.contains(3.0 * force)
    assert not friction.contains(-force)
    assert (friction.facets(dimension) @ force >= -1e-12).all()
    beyond = force.copy()
    beyond[1:] *= 1.01
    for size in (1e-9, 1.0, 1e6):
        assert friction.contains(size * force)
        assert friction.contains(size * beyond) == (not force[1:].any())
    for component in range(1, len(force)):
        step = np.eye(1, len(force), component)[0]
        held = friction.contains(np.eye(1, len(force))[0] + 1e-6 * step)
        assert held == (component in friction.transmitted_components(dimension))


@given(MODELS, DIMENSIONS, ANGLES, st.sampled_from([-1.0, 1.0]))
def test_depth_moves_the_set_along_the_normal(friction, dimension, angle, spin):
    """One newton deep means: every force nearer than one newton is inside."""
    force = boundary(friction, dimension, angle, spin)
    normal = np.eye(1, len(force))[0]
    deep = force + friction.depth_shift(dimension) * normal
    away = np.zeros(len(force))
    away[:2] = [-np.cos(0.7 * angle), np.sin(0.7 * angle)]
    if len(force) > 2:
        away[1:3] = np.sin(0.7 * angle) * np.array((np.cos(3 * angle), np.sin(3 * angle)))
    kept = friction.transmitted_components(dimension)
    away[[component for component in range(len(force)) if component not in kept]] = 0.0
    assert friction.contains(deep + 0.999 * away, 1e-9)
    # A limit of zero beside another that is none leaves no depth at all by its own measure.
    if friction.is_frictionless or min(friction.coefficients) > 0.0:
        assert friction.slip_margin(deep) >= 1.0 - 1e-9


@given(MODELS, DIMENSIONS, ANGLES, ANGLES, st.sampled_from([-1.0, 0.0, 1.0]))
def test_no_force_opposes_a_slip_more(friction, dimension, slip, angle, spin):
    direction = (
        np.array([np.sign(np.cos(slip))])
        if dimension == 3
        else np.array((np.cos(slip), np.sin(slip)))
    )
    best = friction.opposing_force(direction, dimension)
    assert best[0] == pytest.approx(1.0) and friction.contains(best)
    other, size = boundary(friction, dimension, angle, spin), len(direction)
    assert best[1 : 1 + size] @ direction <= other[1 : 1 + size] @ direction + 1e-12


@given(MODELS, DIMENSIONS, ANGLES, st.integers(3, 12))
def test_polygons_enclose_a_round_set(friction, dimension, angle, edge_count):
    inner, outer = friction.inner_polygon(edge_count), friction.outer_polygon(edge_count)
    for edge in inner.force_edges(dimension):
        assert friction.contains(edge)
    assert outer.contains(boundary(friction, dimension, angle, 1.0), 1e-9)
    if friction.force_edges(dimension) is not None and dimension == 6:
        assert inner is friction and outer is friction


@given(MODELS, DIMENSIONS, ANGLES)
def test_the_inscribed_cone_is_inside(friction, dimension, angle):
    coefficient = inscribed_coefficient(friction, dimension)
    force = np.zeros(friction.component_count(dimension))
    force[0] = 1.0
    force[1:3] = coefficient * np.array((np.cos(angle), np.sin(angle)))[: min(2, len(force) - 1)]
    assert friction.contains(force)


@given(st.data(), MODELS, DIMENSIONS)
def test_utilisation_is_one_on_the_border_and_the_slip_margin_agrees(data, friction, dimension):
    force = data.draw(vectors(friction.component_count(dimension)))
    force[0] = abs(force[0]) + 0.25
    assume(friction.edge_count is None)  # a polygon is judged by the round set it stands for
    used = friction.utilisation(force)
    assert friction.contains(force) == (used <= 1.0 + 1e-12)
    if len(force) < 4 and not friction.is_frictionless and used != inf:
        assert (friction.slip_margin(force) >= -1e-12) == (used <= 1.0 + 1e-12)


@given(MODELS, DIMENSIONS, st.sampled_from([0.5, 2.0]))
def test_scaling_scales_every_limit(friction, dimension, factor):
    scaled, limits = friction.scaled(factor), friction.round_limits(dimension)
    assert scaled.half_widths(dimension) == pytest.approx(
        [factor * width for width in friction.half_widths(dimension)]
    )
    assert scaled.torsion_limit(dimension) == factor * friction.torsion_limit(dimension)
    if limits is not None:
        assert scaled.round_limits(dimension) == pytest.approx([factor * one for one in limits])


def test_an_ellipse_by_hand():
    wood = EllipticCone(0.6, 0.3)
    assert wood.contains((1.0, 0.6, 0.0)) and wood.contains((1.0, 0.0, 0.3))
    assert not wood.contains((1.0, 0.0, 0.31)) and not wood.contains((1.0, 0.4, 0.3))
    assert wood.utilisation((2.0, 0.36, 0.48)) == pytest.approx(hypot(0.3, 0.8))
    # Slip along 45 degrees: (mu_1^2, mu_2^2) / |(mu_1, mu_2)|, towards the greater friction.
    across = wood.opposing_force(np.array((1.0, 1.0)) / 2**0.5, 6)
    assert across == pytest.approx([1.0, -0.36 / 0.45**0.5, -0.09 / 0.45**0.5])
    assert wood.slip_margin((1.0, 0.0, 0.1)) == pytest.approx(0.2 / 1.09**0.5)


@pytest.mark.parametrize(
    ('friction', 'components'),
    [
        (EllipticCone(0.5, 0.0), (0, 1)),
        (EllipticCone(0.0, 0.5), (0, 2)),
        (EllipticCone(0.0, 0.0), (0,)),
        (FrictionPyramid(0.0, 0.5), (0, 2)),
        (Frictionless(), (0,)),
        (SoftFinger(0.0, 0.1), (0, 3)),
        (SoftFinger(0.5, 0.0), (0, 1, 2)),
        (SoftFinger(0.5, 0.1), (0, 1, 2, 3)),
        (FrictionPolygon(0.5), (0, 1, 2)),
    ],
)
def test_what_is_not_transmitted_is_not_named(friction, components):
    assert friction.transmitted_components(6) == components


def test_an_ellipse_with_one_coefficient_is_a_line():
    line = EllipticCone(0.0, 0.5)
    assert np.array_equal(line.force_edges(6), [(1.0, 0.0, 0.5), (1.0, 0.0, -0.5)])
    assert line.inner_polygon(8) is line and line.round_limits(6) is None
    assert line.slip_margin((1.0, 0.1, 0.0)) == pytest.approx(-0.1)
    assert line.utilisation((1.0, 0.1, 0.0)) == inf


@pytest.mark.parametrize(
    'make',
    [
        lambda: EllipticCone(-0.1, 0.5),
        lambda: EllipticCone(0.5, float('nan')),
        lambda: EllipticCone(0.5, 'rough'),
        lambda: EllipticCone(0.5, 0.5, 2),
        lambda: EllipticCone(0.5, 0.5, True),
        lambda: EllipticCone(0.5, 0.5).scaled(-1.0),
        lambda: EllipticCone(0.5, None),
        lambda: CircularCone(float('inf')),
    ],
)
def test_bad_limits_are_refused(make):
    with pytest.raises(InvalidInputError):
        make()


EVERY_MODEL = [
    Frictionless(),
    CircularCone(0.5),
    EllipticCone(0.8, 0.2),
    EllipticCone(0.8, 0.2, 8),
    FrictionPyramid(0.5, 0.3),
    FrictionPolygon(0.5, 3),
    FrictionPolygon(0.5, 8),
    SoftFinger(0.5, 0.02),
    SoftFinger(0.5, 0.02, 5),
    SoftFinger(0.5, 0.02, 8),
    SoftFinger(0.5, 0.02, 8, independent=True),
    SoftFinger(0.5, 0.02, independent=True),
    SoftFinger(0.0, 0.02),
    SoftFinger(0.5, 0.0, 8),
]


@pytest.mark.parametrize('friction', EVERY_MODEL, ids=repr)
@pytest.mark.parametrize('dimension', [3, 6])
def test_the_section_of_compliant_contacts_lies_in_the_friction_set(friction, dimension):
    """What will be carried is looked for in sums of images of unit balls: none may be outside."""
    random, count = np.random.default_rng(3), friction.component_count(dimension)
    parts = friction.section_parts(dimension)
    for _ in range(300):
        section = np.zeros(count - 1)
        for part in parts:
            ball = random.normal(size=part.shape[1])
            section += part @ (ball / np.linalg.norm(ball))
        assert friction.contains((1.0 - 1e-9, *(section * (1.0 - 2e-9))))


@pytest.mark.parametrize(
    ('friction', 'expected'),
    [
        (Frictionless(), True),
        (CircularCone(0.0), True),
        (CircularCone(0.1), False),
        (EllipticCone(0.0, 0.0), True),
        (EllipticCone(0.0, 0.5), False),
        (EllipticCone(0.5, 0.0), False),
        (FrictionPyramid(0.0), True),
        (FrictionPyramid(0.0, 0.5), False),
        (FrictionPyramid(0.5, 0.0), False),
        (SoftFinger(0.0, 0.0), True),
        (SoftFinger(0.0, 0.1), False),
        (SoftFinger(0.5, 0.0), False),
    ],
    ids=repr,
)
def test_what_has_no_limit_above_zero_is_frictionless_and_as_deep_as_it_is_pressed(
    friction, expected
):
    assert friction.is_frictionless == expected
    assert (friction.slip_margin((2.0, 0.0, 0.0)) == 2.0) == expected


@pytest.mark.parametrize(
    ('friction', 'force', 'margin', 'used'),
    [
        # 3-4-5: sqrt(1 + 0.75^2) = 1.25, sqrt(1 + (4 / 3)^2) = 5 / 3.
        (CircularCone(0.75), (4.0, 0.6, -0.8), 2.0 / 1.25, 1.0 / 3.0),
        (CircularCone(0.75), (4.0, 3.0, -4.0), -2.0 / 1.25, 5.0 / 3.0),
        (FrictionPyramid(0.75, 4.0 / 3.0), (3.0, -1.0, 2.0), 1.25 / 1.25, 0.5),
        (FrictionPyramid(0.75, 4.0 / 3.0), (3.0, 0.0, -3.5), 0.5 * 0.6, 0.875),
        (FrictionPyramid(0.75, 4.0 / 3.0), (3.0, 1.8, 0.0), 0.45 / 1.25, 0.8),
        (EllipticCone(0.75, 1.5), (4.0, 0.6, 0.0), 2.4 / 1.25, 0.2),
        (EllipticCone(0.75, 1.5), (4.0, 0.0, -0.6), 2.7 / 1.25, 0.1),
        (EllipticCone(1.5, 0.75), (4.0, 3.6, 2.4), 0.0, 1.0),
        (EllipticCone(0.75, 0.0), (4.0, 1.0, 0.0), 0.0, 1.0 / 3.0),
        # Torsion of 0.2 Nm at an arm of 0.75 / 0.1 m is as 1.5 N of friction.
        (SoftFinger(0.75, 0.1), (4.0, 2.0, 0.0, 0.2), 0.5 / 1.25, hypot(2.0 / 3.0, 0.5)),
        (
            SoftFinger(0.75, 0.1),
            (4.0, 0.0, 1.2, -0.64),
            (3.0 - hypot(1.2, 4.8)) / 1.25,
            hypot(0.4, 1.6),
        ),
        (SoftFinger(0.75, 0.1, independent=True), (4.0, 2.0, 0, 0.2), 1.0 / 1.25, 2.0 / 3.0),
        (SoftFinger(0.75, 0.1, independent=True), (4.0, 1.0, 0, 0.2), 2.0 / 1.25, 0.5),
    ],
    ids=repr,
)
def test_slip_margin_and_utilisation_by_hand(friction, force, margin, used):
    assert friction.slip_margin(force) == pytest.approx(margin, abs=1e-12)
    assert friction.utilisation(force) == pytest.approx(used)


@pytest.mark.parametrize('edge_count', [3, 4, 7, 8])
@pytest.mark.parametrize(
    'friction',
    [
        CircularCone(0.5),
        EllipticCone(0.6, 0.2),
        SoftFinger(0.5, 0.02, independent=True),
        SoftFinger(0.5, 0.0),
    ],
    ids=repr,
)
def test_the_sides_of_an_outer_polygon_touch_and_the_corners_of_an_inner_one_are_on_it(
    friction, edge_count
):
    first, second = friction.coefficients
    outer = friction.outer_polygon(edge_count).facets(6)
    across = outer[np.abs(outer[:, 1:3]).max(axis=1) > 0.0]
    assert len(across) == edge_count
    # A side 1 - s . f >= 0 touches the ellipse where its support |(a s_1, b s_2)| is one.
    assert np.hypot(first * across[:, 1], second * across[:, 2]) == pytest.approx(1.0)
    corners = friction.inner_polygon(edge_count).force_edges(6)
    assert len(np.unique(corners[:, 1:3].round(9), axis=0)) == edge_count
    assert np.hypot(corners[:, 1] / first, corners[:, 2] / second) == pytest.approx(1.0)
    # The first one is along tangent 1.
    assert corners[0, 1:3] == pytest.approx((first, 0.0))


EXACT_SECTIONS = [
    model
    for model in EVERY_MODEL
    if model.edge_count is None
    or (model.edge_count % 2 == 0 and not getattr(model, 'is_limit_surface', False))
]


@pytest.mark.parametrize('friction', EXACT_SECTIONS, ids=repr)
@pytest.mark.parametrize('dimension', [3, 6])
def test_the_section_of_compliant_contacts_reaches_as_far_as_the_friction_set(friction, dimension):
    """How far a set reaches along a direction: of a sum of images of balls the sum of theirs."""
    random, count = np.random.default_rng(4), friction.component_count(dimension)
    parts = friction.section_parts(dimension)
    edges, limits = friction.force_edges(dimension), friction.round_limits(dimension)
    for _ in range(20):
        direction = random.normal(size=count - 1)
        reach = sum(float(np.linalg.norm(part.T @ direction)) for part in parts)
        if edges is not None:
            expected = float((edges[:, 1:] @ direction).max())
        else:
            across = hypot(limits[0] * direction[0], limits[1] * direction[1])
            torsion = friction.torsion_limit(dimension) * abs(direction[-1])
            whole = friction.round_torsion(dimension) > 0.0
            expected = hypot(across, torsion) if whole else across + torsion
        assert reach == pytest.approx(expected)


@pytest.mark.parametrize(
    ('friction', 'shift'),
    [
        (Frictionless(), 1.0),
        (CircularCone(0.75), 1.25 / 0.75),
        (FrictionPyramid(0.75, 4.0 / 3.0), 1.25 / 0.75),
        (FrictionPyramid(4.0 / 3.0, 0.75), 1.25 / 0.75),
        (FrictionPolygon(0.75 * 2.0**0.5, 4), 1.25 / 0.75),
        (SoftFinger(4.0 / 3.0, 0.1), 2.0**0.5),
        (SoftFinger(0.75, 0.1), 1.25 / 0.75),
        (SoftFinger(0.0, 0.1), 2.0**0.5),
    ],
    ids=repr,
)
def test_depth_moves_the_set_by_its_narrowest_limit(friction, shift):
    assert friction.depth_shift(6) == pytest.approx(shift)


@pytest.mark.parametrize('size', [1e-9, 1e-3, 1.0, 1e3, 1e9])
@pytest.mark.parametrize('friction', [CircularCone(0.5), SoftFinger(0.5, 0.02), Frictionless()])
def test_whether_a_force_is_in_the_set_does_not_depend_on_its_unit(friction, size):
    components = friction.component_count(6)
    pressed = np.eye(1, components)[0]
    pulled = -pressed
    assert friction.contains(size * pressed) and not friction.contains(size * pulled)
    # A pull of rounding size is none, beside the tangential force that it was left by.
    leant = np.array((1.0, 0.4, *np.zeros(components - 2)))
    assert friction.contains(size * leant) == (not friction.is_frictionless)
    across = np.array((1.0, 1e-6, *np.zeros(components - 2)))
    assert friction.contains(size * across) == (not friction.is_frictionless)
    almost = np.array((1.0, 1e-12, *np.zeros(components - 2)))
    assert friction.contains(size * almost)
