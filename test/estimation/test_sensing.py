# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Where a known surface is touched, from the wrench alone, with honest covariances."""

import numpy as np
import pytest
from scipy.stats import chi2

from frictioncone_ros.estimation.sensing import sensed_contact, SensingNoise
from frictioncone_ros.estimation.surfaces import surface
from frictioncone_ros.exceptions import InvalidInputError

FORCE_NOISE, MOMENT_NOISE = 0.1, 0.01
NOISE = SensingNoise(np.diag(np.repeat((FORCE_NOISE, MOMENT_NOISE), 3) ** 2))
EXACT = SensingNoise(1e-18 * np.eye(6))
SHAPES = ['sphere 0.04', 'ellipsoid 0.05 0.04 0.06', 'cylinder 0.04 0.1', 'plane 0.05 0.05']
EVERY_SHAPE = pytest.mark.parametrize('words', SHAPES)
EVERY_FINGER = pytest.mark.parametrize('soft', [False, True], ids=['point', 'soft finger'])


def point_on(words, rng):
    """A random point of a surface; the shapes' own sizes are read from the words."""
    name, *sizes = words.split()
    sizes = [float(size) for size in sizes]
    if name == 'plane':
        return np.append(rng.uniform(-0.04, 0.04, 2), 0.0)
    if name == 'cylinder':
        angle = rng.uniform(0, 2 * np.pi)
        return np.array(
            (sizes[0] * np.cos(angle), sizes[0] * np.sin(angle), rng.uniform(-0.05, 0.05))
        )
    direction = rng.normal(size=3)
    return (
        np.array(sizes * 3 if name == 'sphere' else sizes) * direction / np.linalg.norm(direction)
    )


def scene(words, rng, soft):
    """A point, a force within friction 0.4 there, and the wrench of both (with a torsion)."""
    body = surface(words)
    point = point_on(words, rng)
    normal = -body.outward(point)
    across = np.cross(normal, rng.normal(size=3))
    size = rng.uniform(15.0, 40.0)
    force = size * (normal + 0.4 * rng.uniform() * across / np.linalg.norm(across))
    torsion = rng.uniform(-0.05, 0.05) if soft else 0.0
    wrench = np.concatenate((force, np.cross(point, force) + torsion * normal))
    return body, point, normal, wrench, torsion


@EVERY_SHAPE
@EVERY_FINGER
def test_without_noise_the_contact_is_found_to_the_digit(words, soft):
    rng = np.random.default_rng(1)
    for _ in range(50):
        body, point, normal, wrench, torsion = scene(words, rng, soft)
        found = sensed_contact(wrench, body, EXACT, soft=soft)
        assert np.allclose(found.position, point, atol=1e-9)
        assert np.allclose(found.normal, normal, atol=1e-7)
        assert np.allclose(found.force, wrench[:3])
        assert found.normal_moment == pytest.approx(torsion, abs=1e-9)


def normalised(error, covariance, rank):
    """Squared error over covariance in the directions the covariance has."""
    values, vectors = np.linalg.eigh(covariance)
    along = vectors[:, -rank:].T @ error
    return float(np.sum(along**2 / values[-rank:]))


@EVERY_SHAPE
@EVERY_FINGER
def test_errors_are_as_large_as_their_covariances_say_over_500_scenes(words, soft):
    rng = np.random.default_rng(21)
    flat = words.startswith('plane')
    # A point stays on the surface: two directions. A cylinder's normal turns about its axis alone.
    turning = 0 if flat else 1 if words.startswith('cylinder') else 2
    places, turns = [], []
    for _ in range(500):
        body, point, normal, wrench, _ = scene(words, rng, soft)
        noisy = wrench + rng.normal(size=6) * np.sqrt(np.diag(NOISE.wrench))
        found = sensed_contact(noisy, body, NOISE, soft=soft)
        places.append(normalised(found.position - point, found.position_covariance, 2))
        turn = np.cross(normal, found.normal)
        if turning:
            turns.append(normalised(turn, found.normal_covariance, turning))
        else:
            assert not turn.any() and not found.normal_covariance.any()
    for squares, freedom in ((places, 2), (turns, turning)):
        if squares:
            least, largest = chi2.ppf((0.025, 0.975), freedom * 500) / 500
            assert least < np.mean(squares) < largest, (words, freedom, np.mean(squares))


def test_a_surface_that_is_not_where_it_should_be_is_in_the_covariance():
    rng = np.random.default_rng(9)
    noise = SensingNoise(NOISE.wrench, 0.002)
    squares, turns = [], []
    for _ in range(500):
        body, point, normal, wrench, _ = scene('ellipsoid 0.05 0.04 0.06', rng, False)
        moved = rng.normal(size=3) * 0.002
        # The true surface, and with it the touched point, lies beside where it is thought to be.
        true = np.concatenate((wrench[:3], np.cross(point + moved, wrench[:3])))
        noisy = true + rng.normal(size=6) * np.sqrt(np.diag(NOISE.wrench))
        found = sensed_contact(noisy, body, noise)
        error = found.position - point - moved
        squares.append(error @ np.linalg.solve(found.position_covariance, error))
        turns.append(normalised(np.cross(normal, found.normal), found.normal_covariance, 2))
    for scores, freedom in ((squares, 3), (turns, 2)):
        least, largest = chi2.ppf((0.025, 0.975), freedom * 500) / 500
        assert least < np.mean(scores) < largest


def test_a_wrench_that_no_contact_on_the_surface_makes_is_none():
    ball = surface('sphere 0.01')
    passing_by = np.array((0.0, 0.0, -10.0, 0.0, 10.0 * 0.02, 0.0))
    assert sensed_contact(passing_by, ball, NOISE) is None
    plate = surface('plane 0.02 0.03')
    # Beyond the plate's edge, and pulling at it.
    for x, push in ((0.04, -10.0), (0.0, 10.0)):
        wrench = np.array((0.0, 0.0, push, 0.0, -x * push, 0.0))
        assert sensed_contact(wrench, plate, NOISE) is None
    assert sensed_contact(np.array((0, 0, -10.0, 0, 0.1, 0)), plate, NOISE) is not None


@pytest.mark.parametrize('soft', [False, True])
def test_a_force_along_the_surface_touches_nowhere(soft):
    along = np.array((0.0, 1.0, 0.0, 0.01, 0.0, 0.0))
    assert sensed_contact(along, surface('sphere 0.01'), NOISE, soft=soft) is None


def test_a_moment_along_the_force_is_told_where_a_point_cannot_have_one():
    ball = surface('sphere 0.02')
    wrench = np.array((0.0, 0.0, -10.0, 0.0, 0.0, 0.05))
    found = sensed_contact(wrench, ball, NOISE)
    assert np.allclose(found.position, (0, 0, 0.02))
    assert found.torsion_residual == pytest.approx(-0.05)
    soft = sensed_contact(wrench, ball, NOISE, soft=True)
    assert soft.normal_moment == pytest.approx(-0.05)


def test_what_is_no_wrench_is_refused():
    ball = surface('sphere 0.02')
    with pytest.raises(InvalidInputError, match='a force'):
        sensed_contact(np.zeros(6), ball, NOISE)
    with pytest.raises(InvalidInputError, match='wrench'):
        sensed_contact(np.full(6, np.nan), ball, NOISE)


@pytest.mark.parametrize(
    'words, said',
    [
        ('', 'shape'),
        ('cube 1', 'sphere or ellipsoid'),
        ('sphere', 'sphere <radius>'),
        ('sphere 0', 'above 0'),
        ('sphere -1', 'above 0'),
        ('sphere nan', 'above 0'),
        ('sphere inf', 'above 0'),
        ('sphere 1 2', 'sphere <radius>'),
        ('ellipsoid 1 2', 'semi-axis z'),
        ('plane a b', 'half size'),
        ('cylinder 1', 'half length'),
    ],
)
def test_surfaces_that_are_none_are_refused(words, said):
    with pytest.raises(InvalidInputError, match=said):
        surface(words)


@EVERY_SHAPE
def test_the_normal_changes_as_differences_say(words):
    rng = np.random.default_rng(8)
    body, step = surface(words), 1e-6
    for _ in range(10):
        point = point_on(words, rng)
        numbers = np.array(
            [(body.outward(point + step * e) - body.outward(point - step * e)) for e in np.eye(3)]
        ).T / (2 * step)
        assert np.allclose(body.normal_change(point), numbers, atol=1e-4)


def test_a_ball_bulges_by_one_over_its_radius():
    ball = surface('sphere 0.02')
    form = ball.curvature(np.array((0, 0, 0.02)), np.eye(3)[:2])
    assert np.allclose(form, np.eye(2) / 0.02)
