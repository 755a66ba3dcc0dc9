# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A patch as one soft finger: inside what the patch holds, and no smaller than it need be."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from frictioncone_ros.analysis.feasibility import can_resist, contact_wrench_problem
from frictioncone_ros.analysis.support import will_resist
from frictioncone_ros.contact import (
    CircularCone,
    ContactPatch,
    ContactState,
    EllipticCone,
    patch_finger,
)
from frictioncone_ros.contact.pressure import CORNER_SHARE, linear_pressure
from frictioncone_ros.exceptions import InvalidInputError

FRICTION, WEIGHT = 0.5, 20.0
UP = (0.0, 0.0, 1.0)


def ring(count=8, radius=0.02):
    angles = 2.0 * np.pi * np.arange(count) / count
    return radius * np.column_stack((np.cos(angles), np.sin(angles), 0.0 * angles))


def disc(radius=0.02):
    grid = np.linspace(-radius, radius, 41)
    x, y = (part.ravel() for part in np.meshgrid(grid, grid))
    inside = np.hypot(x, y) <= radius
    return np.column_stack((x, y, 0.0 * x))[inside]


def torsion_share(points, radius=0.02):
    return patch_finger(points, UP, FRICTION).friction.torsional_friction / FRICTION / radius


def test_known_patches_have_the_torsion_of_the_ellipsoid_inside():
    assert torsion_share(ring(64)) == pytest.approx(np.sqrt(0.5), rel=1e-3)
    assert torsion_share(disc()) == pytest.approx(0.5, rel=2e-2)
    assert torsion_share(np.zeros((1, 3))) == 0.0
    assert torsion_share([(0.02, 0, 0), (-0.02, 0, 0)]) == pytest.approx(0.0, abs=1e-9)


def test_what_the_finger_holds_the_points_of_the_patch_hold():
    """Equal pressure on a ring, as equal springs take it: limit analysis of the points judges."""
    random, points = np.random.default_rng(1), ring()
    finger = contact_wrench_problem(ContactState([patch_finger(points, UP, FRICTION)]))
    state, held = ContactState.from_points(points, UP, FRICTION), 0
    for _ in range(200):
        angle, size = random.uniform(0, 2 * np.pi), FRICTION * WEIGHT * random.uniform(0, 1.1)
        turn = FRICTION * WEIGHT * 0.02 * random.uniform(-1, 1)
        pull = np.array([size * np.cos(angle), size * np.sin(angle), -WEIGHT, 0, 0, turn])
        if can_resist(finger, pull):
            held += 1
            assert will_resist(state, pull).carried
    assert held > 50


def test_it_is_at_the_centre_of_pressure_whatever_the_axes():
    points = ring() + np.array([0.1, 0.2, 0.3])
    shares = np.array([3.0, 1, 1, 1, 1, 1, 1, 1])
    pressed = patch_finger(points, UP, FRICTION, shares, 'pad')
    np.testing.assert_allclose(pressed.contact_position, shares @ points / 10.0)
    assert pressed.name == 'pad'
    turn = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    turned = patch_finger(points @ turn.T, turn @ UP, FRICTION, shares)
    assert turned.friction.torsional_friction == pytest.approx(
        pressed.friction.torsional_friction, rel=1e-3
    )


@pytest.mark.parametrize('width', [1e-4, 1e-3, 4e-3])
@pytest.mark.parametrize('angle', [0.0, 0.3, 1.0, np.pi / 2.0, 2.5])
def test_torsion_of_an_oblong_patch_is_that_of_half_its_width_however_it_lies(width, angle):
    """Slipping fast along its length it resists a spin by the mean square across, and no more."""
    oblong = np.array([(x, y, 0.0) for x in (-0.03, 0.03) for y in (-width, width)])
    turn = Rotation.from_rotvec((0.0, 0.0, angle)).as_matrix()
    share = torsion_share(oblong @ turn.T, radius=width)
    assert share == pytest.approx(1.0, rel=1e-6) and share <= 1.0 + 1e-9


@pytest.mark.parametrize('points', [np.zeros((0, 3)), np.zeros((3, 2)), 'ring'])
def test_what_is_no_patch_is_refused(points):
    with pytest.raises(InvalidInputError, match='patch'):
        patch_finger(points, UP, FRICTION)


@pytest.mark.parametrize('shares', [[-1.0, 2, 1, 1, 1, 1, 1, 1], np.zeros(8), [1.0]])
def test_what_is_no_pressure_is_refused(shares):
    with pytest.raises(InvalidInputError, match='shares'):
        patch_finger(ring(), UP, FRICTION, shares)


SQUARE = 0.02 * np.array([(1.0, 1, 0), (-1, 1, 0), (-1, -1, 0), (1, -1, 0)])


def patch(corners=SQUARE, center=None, friction=None):
    return ContactPatch(corners, UP, friction or CircularCone(FRICTION), 'pad', center)


def test_an_area_is_the_points_at_its_corners_or_one_finger():
    points = patch().points(body='tool')
    assert [point.name for point in points] == [f'pad/{index}' for index in range(4)]
    assert {point.body for point in points} == {'tool'}
    finger = patch().finger(body='tool')
    assert (finger.name, finger.body) == ('pad', 'tool')
    outline = ring(64)
    assert patch(outline).finger().friction.torsional_friction == pytest.approx(
        patch_finger(disc(), UP, FRICTION).friction.torsional_friction, rel=0.02
    )
    rough = patch(friction=EllipticCone(0.5, 0.3)).finger()
    assert rough.friction.friction_coefficient == pytest.approx(0.3)


@pytest.mark.parametrize('share', [(0.0, 0.0), (0.3, -0.2), (0.9, 0.0), (0.6, 0.6), (-0.98, 0.5)])
def test_pressure_of_springs_has_the_stated_centre_and_never_pulls(share):
    """Springs of equal stiffness under the area, settled by their own plane, are the judge."""
    center = np.append(0.02 * np.array(share), 0.0)
    places, shares = linear_pressure(SQUARE, np.array(UP), center, 'pad')
    assert shares.min() >= 0.0 and shares.sum() == pytest.approx(1.0)
    np.testing.assert_allclose(shares @ places, center, atol=1e-9)
    finger = patch(center=center).finger()
    np.testing.assert_allclose(finger.contact_position, center, atol=1e-9)
    whole = patch().finger().friction.torsional_friction
    assert finger.friction.torsional_friction <= whole * (1.0 + 1e-9)


@pytest.mark.parametrize('along', [0.03, 0.5, 0.97])
@pytest.mark.parametrize('inward', [0.0, 1e-9, 1e-3])
def test_a_centre_anywhere_on_the_edge_is_inside(along, inward):
    """Near a corner two or three small places are pressed: they do not tell every direction."""
    edge = (1.0 - along) * SQUARE[0] + along * SQUARE[1]
    center = edge + inward * (SQUARE.mean(axis=0) - edge)
    np.testing.assert_allclose(patch(center=center).finger().contact_position, center, atol=1e-9)


def test_pressure_within_the_kern_is_linear():
    """Of a square side 2h: p = 1 + 3 x_c x / h^2 where the centre is within its middle third."""
    center = np.array([0.2 * 0.02, 0.1 * 0.02, 0.0])
    places, shares = linear_pressure(SQUARE, np.array(UP), center, 'pad')
    small = shares < shares.max() * 0.05  # the corners' own little areas
    expected = 1.0 + 3.0 * places[~small] @ center / 0.02**2
    found = shares[~small] / shares[~small].mean()
    np.testing.assert_allclose(found, expected / expected.mean(), rtol=0.05)


def test_points_and_lines_are_areas_too():
    assert patch(SQUARE[:1]).finger().friction.torsional_friction == 0.0
    line = patch(SQUARE[:2], center=(0.005, 0.02, 0.0)).finger()
    np.testing.assert_allclose(line.contact_position, (0.005, 0.02, 0.0), atol=1e-9)
    assert line.friction.torsional_friction == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize('center', [(0.03, 0, 0), (0, 0), ('a', 0, 0), (np.nan, 0, 0)])
def test_what_is_no_centre_of_pressure_is_refused(center):
    with pytest.raises(InvalidInputError, match='pressure center'):
        patch(center=center).finger()


def test_a_planar_patch_is_no_finger():
    line = ContactPatch([(0.0, 0.0), (1.0, 0.0)], (0.0, 1.0), CircularCone(0.3))
    assert len(line.points()) == 2
    with pytest.raises(InvalidInputError, match='planar'):
        line.finger()


@pytest.mark.parametrize(
    ('points', 'shares'),
    [
        ([(0.0, 0.0), (0.03, 0.0), (0.0, 0.01)], (0.2, 0.3, 0.5)),
        ([(0.0, 0.0), (0.03, 0.01), (0.01, 0.03), (0.0, 0.02)], (0.1, 0.5, 0.1, 0.3)),
        ([(-0.02, 0.01), (0.0, -0.03), (0.02, 0.01)], (0.6, 0.1, 0.3)),
    ],
)
def test_the_ellipsoid_is_the_largest_inside_a_patch_without_symmetry(points, shares):
    """
    What friction takes from every slip and spin, added up point by point, is the judge.

    The limit surface is inside where mu |(v, a w)| is nowhere more than the sum of shares times
    mu |v + w x place|, about the centre of pressure; the largest such a is looked for here.
    """
    points, shares = np.column_stack((points, np.zeros(len(points)))), np.array(shares)
    finger = patch_finger(points, UP, FRICTION, shares)
    first, second, _ = (points - shares @ points).T
    angles = np.linspace(0.0, 2.0 * np.pi, 181)
    speeds = np.concatenate((np.linspace(0.0, 0.1, 201), np.geomspace(0.1, 1.0, 20)))
    size, angle = (part.ravel()[:, None] for part in np.meshgrid(speeds, angles))
    along, across = size * np.cos(angle), size * np.sin(angle)
    taken = np.hypot(along - second, across + first) @ shares
    # About a point of the patch itself that point takes nothing.
    still = np.column_stack((second, -first))
    about = np.hypot(*(still[:, None] - still[None]).transpose(2, 0, 1)) @ shares
    least = (about**2 - (still**2).sum(axis=1)).min()
    arm = float(np.sqrt(min((taken**2 - size[:, 0] ** 2).min(), least)))
    assert finger.friction.friction_coefficient == FRICTION
    share = finger.friction.torsional_friction / (FRICTION * arm)
    assert 0.995 <= share <= 1.0 + 1e-9


@pytest.mark.parametrize('angle', [0.0, 0.3, 1.0, 2.0])
def test_the_ellipsoid_is_the_largest_inside_a_narrow_patch_however_it_lies(angle):
    """Slips nearly across it, about a point of its length, are where friction takes least."""
    points = 1e-3 * np.array([(-31.0, 2, 0), (17, 1, 0), (0, -1, 0), (16, 0, 0)])
    shares = np.array([0.1, 0.1, 0.5, 0.3])
    first, second, _ = (points - shares @ points).T
    along, across = (
        part.ravel()[:, None]
        for part in np.meshgrid(np.linspace(-0.002, 0.002, 161), np.linspace(-0.05, 0.05, 401))
    )
    taken = np.hypot(along - second, across + first) @ shares
    arm = float(np.sqrt((taken**2 - along[:, 0] ** 2 - across[:, 0] ** 2).min()))
    turn = Rotation.from_rotvec((0.0, 0.0, angle)).as_matrix()
    finger = patch_finger(points @ turn.T, UP, FRICTION, shares)
    share = finger.friction.torsional_friction / (FRICTION * arm)
    assert 0.999 <= share <= 1.0 + 1e-9


TRAPEZOID = np.array([(0.0, 0, 0), (0.04, 0, 0), (0.02, 0.02, 0), (0.0, 0.02, 0)])
"""A square and half a one beside it: its middle is at (14, 8) / 9 cm."""


@pytest.mark.parametrize('start', range(4))
@pytest.mark.parametrize('order', [1, -1])
def test_even_pressure_acts_at_the_middle_of_the_area_whatever_corner_is_named_first(start, order):
    corners = np.roll(TRAPEZOID, start, axis=0)[::order]
    places, shares = linear_pressure(corners, np.array(UP), None, 'pad')
    expected = np.array((0.14, 0.08, 0.0)) / 9.0
    expected += CORNER_SHARE * (TRAPEZOID.mean(axis=0) - expected)
    np.testing.assert_allclose(shares @ places, expected, atol=1e-12)
    assert shares.sum() == pytest.approx(1.0) and shares.min() > 0.0
    assert places.min(axis=0) == pytest.approx(TRAPEZOID.min(axis=0))
    line, shares = linear_pressure(corners[:2], np.array(UP), None, 'pad')
    np.testing.assert_allclose(shares @ line, corners[:2].mean(axis=0), atol=1e-12)
    assert line.max(axis=0) == pytest.approx(corners[:2].max(axis=0))
    assert line.min(axis=0) == pytest.approx(corners[:2].min(axis=0))


def test_places_are_spread_over_an_area_and_along_a_line():
    """The mean squares are those of the whole: h^2 / 3 of a square side 2 h, and of a line."""
    for corners, sides in ((SQUARE, 2), (SQUARE[:2], 1)):
        places, shares = linear_pressure(corners, np.array(UP), None, 'pad')
        spread = shares @ places**2 - (shares @ places) ** 2
        expected = np.array((1.0, sides - 1.0, 0.0)) * (1.0 + 2.0 * CORNER_SHARE) / 3.0
        np.testing.assert_allclose(spread / 0.02**2, expected, atol=0.01)


@pytest.mark.parametrize(
    'corners',
    [SQUARE, TRAPEZOID, TRAPEZOID[:3], TRAPEZOID[1:3]],
    ids=['square', 'trapezoid', 'triangle', 'line'],
)
@pytest.mark.parametrize('share', [0.1, 0.3, 0.7, 0.95])
@pytest.mark.parametrize('corner', [0, 1])
def test_springs_press_in_proportion_to_how_far_one_plane_pushes_them(corners, share, corner):
    """Pressure is one linear function where that is above zero, and nothing where it is not."""
    places, even = linear_pressure(corners, np.array(UP), None, 'pad')
    center = even @ places + share * (corners[corner] - even @ places)
    _, shares = linear_pressure(corners, np.array(UP), center, 'pad')
    pressed, terms = shares > 0.0, np.column_stack((np.ones(len(places)), places[:, :2]))
    plane = np.linalg.lstsq(terms[pressed], (shares / even)[pressed], rcond=None)[0]
    np.testing.assert_allclose(np.maximum(terms @ plane, 0.0), shares / even, atol=1e-6)
    np.testing.assert_allclose(shares @ places, center, atol=1e-9)
    if share == 0.95:
        assert 0 < pressed.sum() < len(pressed)


@pytest.mark.parametrize('inside', [0.0, 1e-9, 1e-6, 1e-4, 3e-4, 1e-3])
@pytest.mark.parametrize('corners', [SQUARE, TRAPEZOID[:3]], ids=['square', 'triangle'])
def test_pressure_may_be_all_but_at_a_corner(corners, inside):
    """Two corners alone are pressed there, and say nothing of the way to the others."""
    edge = 0.999 * corners[0] + 0.001 * corners[1]
    center = edge + inside * (corners.mean(axis=0) - edge)
    places, shares = linear_pressure(corners, np.array(UP), center, 'pad')
    assert shares.min() >= 0.0
    np.testing.assert_allclose(shares @ places, center, atol=1e-9)


def test_corners_on_one_line_have_no_area_and_press_alike():
    corners = np.array([(0.0, 0, 0), (0.01, 0, 0), (0.04, 0, 0)])
    places, shares = linear_pressure(corners, np.array(UP), None, 'pad')
    assert shares.sum() == pytest.approx(1.0) and np.ptp(shares[: -len(corners)]) < 1e-12
    assert not places[:, 1:].any()
