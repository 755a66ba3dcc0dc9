# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Steps by which limits are found: each beside what it stands for."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from frictioncone_ros.analysis.support.force_parts import LoadRay, RayLimit
from frictioncone_ros.analysis.support.limit_ray import kinks, limit_along
from frictioncone_ros.analysis.support.near_limit import _near, _turn, is_close, limit_from
from frictioncone_ros.analysis.support.segment_limit import _lowered
from frictioncone_ros.analysis.support.springs import SpringSet

FOUR, NOTHING = np.zeros(4), np.zeros(3)


def discs(*places):
    """Return friction parts (b, 2, 3) of contacts in a plane: along x and y, with the moment."""
    return np.array([((1.0, 0.0, -y), (0.0, 1.0, x)) for x, y in places])


def far_from_kinks(seed):
    """Return friction of four discs, a ray whose limit is 2 and moves all of them, their slip."""
    random = np.random.default_rng(seed)
    friction = discs(*random.normal(size=(4, 2)))
    slip, sizes = np.array((0.3, -0.8, 0.2)), random.uniform(0.5, 1.0, size=4)
    ray = LoadRay(sizes, FOUR, NOTHING, 0.5 * borne(friction, sizes, slip))
    assert limit_along(friction, ray, kinks(friction)).value == pytest.approx(2.0, rel=1e-6)
    return friction, ray, slip


def borne(friction, sizes, slip):
    """Return the load (3,) that discs bear that all slip."""
    moved = friction @ slip
    balls = moved / np.linalg.norm(moved, axis=1)[:, None]
    return (sizes[:, None] * balls).reshape(-1) @ friction.reshape(-1, 3)


@pytest.mark.parametrize(
    'friction',
    [
        discs((0.0, 0.0), (1.0, 0.3), (-2.0, 0.5)),
        discs((0.0, 0.0), (1.0, 0.3), (-2.0, 0.5))[:, :1],
        np.array([[(1.0, 0.4)], [(0.3, -2.0)], [(0.0, 0.0)]]),
    ],
    ids=['discs', 'segments', 'on a line'],
)
def test_kinks_are_slips_both_ways(friction):
    found = kinks(friction)
    slips = Counter(tuple(slip.round(9) + 0.0) for slip in found.slips)
    assert slips == Counter(tuple((-slip).round(9) + 0.0) for slip in found.slips)
    assert slips.total() >= 4
    assert found.lengths == pytest.approx(
        np.array([np.linalg.norm(friction @ slip, axis=1) for slip in found.slips])
    )
    # Each leaves a part at rest, or two of the segments in three directions.
    resting = (found.lengths <= 1e-12).sum(axis=1)
    needed = 2 if friction.shape[1:] == (1, 3) else 1
    assert (resting >= needed).all()


@pytest.mark.parametrize('seed', range(6))
def test_friction_bears_what_it_left_open_after_a_slip_has_turned(seed):
    friction, ray, slip = far_from_kinks(seed)
    moved = friction @ slip
    lengths = np.linalg.norm(moved, axis=1)
    balls = moved / lengths[:, None]
    for left in np.eye(3):
        across = left - slip * (left @ slip) / (slip @ slip)
        turn = _turn(friction, balls, ray.sizes / lengths, slip, across)
        assert turn @ slip == pytest.approx(0.0, abs=1e-9 * np.linalg.norm(turn))
        step = 1e-5 / np.linalg.norm(turn)
        ahead, behind = slip + step * turn, slip - step * turn
        change = borne(friction, ray.sizes, ahead) - borne(friction, ray.sizes, behind)
        assert change / (2.0 * step) == pytest.approx(across, abs=1e-6)


@pytest.mark.parametrize('seed', range(6))
@pytest.mark.parametrize('scale', [1e-4, 1e-2, 1e3])
def test_steps_are_the_same_for_slips_of_any_length_and_forces_of_any_unit(seed, scale):
    friction, ray, slip = far_from_kinks(seed)
    near = slip + 1e-2 * np.array((0.5, -0.3, 0.2))
    plain = _near(friction, ray, near)
    assert plain.value == pytest.approx(2.0, rel=2e-3) and plain.value <= 2.0
    assert _near(friction, ray, scale * near).value == pytest.approx(plain.value)
    inner = _near(friction, ray._replace(sizes=scale * ray.sizes), near)
    assert inner.value == pytest.approx(scale * plain.value)
    outer = _near(friction, ray._replace(load_growth=scale * ray.load_growth), near)
    assert outer.value == pytest.approx(plain.value / scale)


@pytest.mark.parametrize('seed', range(16))
def test_a_limit_is_found_from_its_own_slip_without_a_search(seed):
    friction, ray, slip = far_from_kinks(seed)

    def unwanted():
        raise AssertionError('kinks were asked for')

    found = limit_from(friction, ray, unwanted, slip)
    assert found.value == pytest.approx(2.0, rel=1e-9)


@pytest.mark.parametrize(
    ('found', 'close'), [((998.1, 1000.0), True), ((997.9, 1000.0), False), ((-1.001, -1.0), True)]
)
def test_a_limit_is_close_up_to_two_thousandths_of_itself(found, close):
    ray = LoadRay(np.ones(2), np.zeros(2), NOTHING, NOTHING)
    assert is_close(ray, RayLimit(*found, np.zeros((2, 2)), NOTHING, 0.0)) == close
    # Where sizes fall, by what rounding is beside them too, however small the depth.
    falling = LoadRay(1e4 * np.ones(2), -np.ones(2), NOTHING, NOTHING)
    assert is_close(falling, RayLimit(0.0, 0.9e-3, np.zeros((2, 2)), NOTHING, 0.0))
    assert not is_close(falling, RayLimit(0.0, 1.1e-3, np.zeros((2, 2)), NOTHING, 0.0))


def test_segments_are_as_large_as_what_they_bear_where_a_limit_is_lowered_to():
    over = np.array((0.2, 0.6))
    falling = LoadRay(np.array((5.0, 6.0, 7.0)), np.array((-1.0, -2.0, -3.0)), NOTHING, NOTHING)
    # Sizes at depth 2 are 3, 2 and 1; the first and last bear 3.2 and 1.6.
    assert _lowered(falling, 2.0, over, (0, 2)) == pytest.approx(2.0 - 0.2)
    assert _lowered(falling, 2.0, over, (0, 1)) == pytest.approx(2.0 - 0.3)
    assert _lowered(falling, 2.0, 0.0 * over, (0, 1)) == 2.0
    # Sizes stay: all loads, and so the limit, are made smaller by 0.6 beyond 7, 0.2 beyond 5.
    growing = falling._replace(size_growth=np.zeros(3))
    assert _lowered(growing, 2.0, over, (0, 2)) == pytest.approx(2.0 / (1.0 + 0.6 / 7.0))
    assert _lowered(growing, 2.0, over[::-1], (0, 2)) == pytest.approx(2.0 / (1.0 + 0.6 / 5.0))


@pytest.mark.parametrize('seed', range(8))
def test_springs_change_where_one_of_them_ceases_or_begins_to_press(seed):
    random = np.random.default_rng(seed)
    directions = np.column_stack((np.ones(6), random.normal(size=(6, 2))))
    springs = SpringSet(directions, random.uniform(0.5, 2.0, size=6))
    target = random.uniform(0.0, 1.0, size=6) @ directions
    way = np.array((0.0, *random.normal(size=2)))
    reach = 3.0
    changes = springs.changes(target, way, reach)
    assert changes == sorted(changes)

    def pressing(place):
        forces = springs.forces(target - place * way)
        return None if forces is None else tuple((forces.normal_forces > 0.0).tolist())

    # Until it tips, and nothing presses any more.
    tips = next((at for at in np.linspace(0.0, reach, 300) if pressing(at) is None), reach)
    changes = [change for change in changes if change < tips - 0.02]
    ends = [0.0, *changes, tips - 0.02]
    for low, high in pairwise(ends):
        inside = low + (high - low) * np.linspace(0.02, 0.98, 9)
        assert len({pressing(place) for place in inside}) == 1
    for change in changes:
        assert pressing(change - 1e-4) != pressing(change + 1e-4)
