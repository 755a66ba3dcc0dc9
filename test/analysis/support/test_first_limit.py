# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A margin on one plane is the first limit, also where feet part on the way to it."""

from effort import rounds
import numpy as np
import pytest

from frictioncone_ros.analysis.support import (
    is_carried,
    kept,
    kept_margin,
    support_problem,
    will_produce,
)
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState, FrictionPolygon

FEET = {
    # Found by random draws: places, friction, stiffness, wrench.
    'four': (
        ((-0.31, -1.89), (1.12, -1.12), (-0.43, -0.49), (-0.31, -1.31)),
        (0.3, 0.1, 1.0, 0.1),
        (3.59, 0.21, 0.22, 5.47),
        (10.932, 8.485, 25.958, -15.715, 9.537, 1.946),
    ),
    'five': (
        ((0.44, -0.25), (-0.72, -0.13), (1.52, 0.85), (0.03, -0.78), (-2.42, -0.69)),
        (0.1, 1.0, 1.0, 1.0, 0.3),
        (1.0, 1.0, 1.0, 1.0, 1.0),
        (3.333, 1.2, 18.372, -0.396, -9.605, -10.049),
    ),
    'nine': (
        tuple((x, y) for x in (-1.0, 0.0, 1.0) for y in (-1.0, 0.0, 1.0)),
        (1.0, 1.0, 1.0, 1.0, 0.3, 0.1, 0.1, 0.1, 0.1),
        (8.79, 8.69, 0.18, 9.97, 1.28, 5.38, 2.19, 8.28, 1.17),
        (0.241, 3.691, 18.048, 6.775, 3.03, -2.527),
    ),
}
SHARES = np.linspace(0.0, 1.0 - 1e-5, 41)


def standing(places, friction, stiffness, model):
    """Return contacts on the floor."""
    return support_problem(
        ContactState(
            [
                ContactPoint((*place, 0.0), (0.0, 0.0, 1.0), model(one), stiffness=spring)
                for place, one, spring in zip(places, friction, stiffness, strict=True)
            ]
        )
    )


@pytest.mark.parametrize('name', FEET)
def test_every_depth_below_the_margin_is_carried(name):
    places, friction, stiffness, wrench = FEET[name]
    support = standing(places, friction, stiffness, CircularCone)
    margin = will_produce(support, wrench).margin
    assert margin > 0.0
    assert all(is_carried(support, np.array(wrench), share * margin) for share in SHARES)
    quick = kept_margin(support, np.array(wrench), 0.0)[0]
    assert quick <= margin * (1.0 + 1e-5)
    assert quick >= 0.99 * margin
    assert not is_carried(support, np.array(wrench), 1.02 * margin)


def draws(seed, shear_share):
    """Yield feet of which most part or hardly press, and a wrench on them."""
    random = np.random.default_rng([41, seed])
    for _ in range(rounds(13, 25)):
        count = int(random.integers(4, 8))
        places = random.normal(size=(count, 2))
        friction = random.choice((0.1, 0.3, 1.0), size=count)
        polygons = random.random() < 0.3
        support = standing(
            places,
            friction,
            10.0 ** random.uniform(-1.0, 1.0, count),
            (lambda one: FrictionPolygon(one, 8)) if polygons else CircularCone,
        )
        pressed = random.exponential(size=count) ** 2
        shear = random.normal(size=(count, 2))
        shear *= (friction * pressed / np.linalg.norm(shear, axis=1))[:, None] * shear_share
        forces = np.column_stack((shear, pressed))
        moments = np.cross(np.column_stack((places, np.zeros(count))), forces)
        yield support, np.concatenate((forces.sum(axis=0), moments.sum(axis=0)))


@pytest.mark.parametrize('seed', range(4))
def test_so_it_is_where_most_feet_part(seed):
    for support, wrench in draws(seed, 0.6):
        margin = will_produce(support, wrench).margin
        depths = SHARES * max(margin, 0.0) - 1e-7
        assert margin < 0.0 or all(is_carried(support, wrench, depth) for depth in depths)


@pytest.mark.parametrize('seed', range(4))
def test_what_is_kept_is_carried_as_it_is_sent_and_all_the_way_to_its_margin(seed):
    """Once it held at the margin asked for, and slipped where it was sent."""
    reduced = 0
    for support, wrench in draws(seed, 1.2):
        for share in (0.003, 0.02):
            depth = share * np.abs(wrench).max()
            found = kept(support, wrench, depth)
            if found.contact_forces is None:
                continue
            reduced += 1
            assert found.certificate_holds(support)
            # But for the last bits of a limit that stands where nothing is taken yet.
            sent = found.contact_wrench + 1e-6 * (pressing(support, found) - found.contact_wrench)
            assert all(is_carried(support, sent, part * depth) for part in SHARES)
    assert reduced > 2


def pressing(support, found):
    """Return the wrench (d,) of what presses in the forces that are kept."""
    forces = found.contact_forces.copy()
    starts = [columns.start for columns in support.problem.slices]
    normal = np.zeros_like(forces)
    normal[starts] = forces[starts]
    return support.problem.force_matrix @ normal / support.problem.scaling
