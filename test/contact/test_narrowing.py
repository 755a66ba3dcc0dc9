# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Narrowed friction sets lie in the true ones, however the normal is tilted."""

from effort import rounds
import numpy as np
import pytest

from frictioncone_ros.analysis.feasibility import contact_wrench_problem, produce
from frictioncone_ros.contact import (
    CircularCone,
    ContactState,
    Frictionless,
    FrictionPolygon,
    FrictionPyramid,
    inscribed_coefficient,
    joint_deviations,
    narrowed_friction,
    SoftFinger,
)
from frictioncone_ros.exceptions import InvalidInputError

TILT = 0.1


@pytest.mark.parametrize(
    'friction',
    [CircularCone(0.5), FrictionPyramid(0.5, 0.3), FrictionPolygon(0.7, 4), SoftFinger(0.5, 0.02)],
)
def test_every_narrowed_force_is_admissible_about_every_tilted_normal(friction):
    random = np.random.default_rng(3)
    narrow = narrowed_friction(friction, 6, TILT).friction_coefficient
    for _ in range(300):
        around, tilted = random.uniform(0.0, 2.0 * np.pi, 2)
        force = np.array([1.0, narrow * np.cos(around), narrow * np.sin(around)])
        axis = np.array([0.0, np.cos(tilted), np.sin(tilted)])
        turned = (
            force * np.cos(TILT)
            + np.cross(axis, force) * np.sin(TILT)
            + axis * (axis @ force) * (1.0 - np.cos(TILT))
        )
        assert admits(friction, turned)


def admits(friction, force):
    if isinstance(friction, FrictionPyramid):
        first, second = friction.coefficients
        return abs(force[1]) <= first * force[0] + 1e-12 and (
            abs(force[2]) <= second * force[0] + 1e-12
        )
    reach = inscribed_coefficient(friction, 6) * force[0]
    return np.hypot(force[1], force[2]) <= reach + 1e-12


def test_a_narrowed_limit_surface_lies_in_every_tilted_one():
    random = np.random.default_rng(4)
    for model in (SoftFinger(0.5, 0.02), SoftFinger(0.3, 0.05)):
        narrow = narrowed_friction(model, 6, TILT)
        for _ in range(2000):
            share, around, tilted = random.uniform(0.0, 0.5 * np.pi), *random.uniform(0.0, 7.0, 2)
            across = narrow.friction_coefficient * np.sin(share)
            force = np.array([1.0, across * np.cos(around), across * np.sin(around)])
            axis = np.array([0.0, np.cos(tilted), np.sin(tilted)])
            turned = (
                force * np.cos(TILT)
                + np.cross(axis, force) * np.sin(TILT)
                + axis * (axis @ force) * (1.0 - np.cos(TILT))
            )
            moment = narrow.torsional_friction * np.cos(share)
            assert model.contains((*turned, moment))


def test_the_narrowed_half_angle_is_smaller_by_the_tilt():
    assert narrowed_friction(CircularCone(0.5), 3, TILT).friction_coefficient == pytest.approx(
        np.tan(np.arctan(0.5) - TILT)
    )
    assert narrowed_friction(FrictionPolygon(0.5, 4), 3, TILT).friction_coefficient == (
        pytest.approx(np.tan(np.arctan(0.5) - TILT))
    )
    soft = narrowed_friction(SoftFinger(0.5, 0.02, independent=True), 6, TILT)
    # What presses along a normal tilted by as much, under the largest force across.
    pressing = np.cos(TILT) - soft.friction_coefficient * np.sin(TILT)
    assert soft.torsional_friction == pytest.approx(0.02 * pressing)


def test_no_tilt_changes_nothing_and_too_much_leaves_nothing():
    pyramid = FrictionPyramid(0.5, 0.3)
    assert narrowed_friction(pyramid, 6, 0.0) is pyramid
    assert narrowed_friction(CircularCone(0.05), 6, TILT) is None
    assert narrowed_friction(Frictionless(), 6, TILT) is None
    with pytest.raises(InvalidInputError, match=r'tilt of the normal is -1\.0'):
        narrowed_friction(pyramid, 6, -1.0)


UP = np.tile((0.0, 0.0, 1.0), (4, 1))


def test_errors_of_normals_average_out_but_for_what_they_have_in_common():
    assert joint_deviations(UP[:1], [0.1]) == pytest.approx([0.1])
    assert joint_deviations(UP, [0.1] * 4) == pytest.approx([0.05] * 4)
    assert joint_deviations(UP, [0.1] * 4, common=1.0) == pytest.approx([0.1] * 4)
    random = np.random.default_rng(4)
    deviations = np.array((0.5, 1.0, 2.0))
    shared, own = random.normal(size=(20000, 1)), random.normal(size=(20000, 3))
    added = (deviations * (np.sqrt(0.3) * shared + np.sqrt(0.7) * own)).sum(axis=1)
    joint = joint_deviations(UP[:3], deviations, common=0.3)
    assert joint.sum() == pytest.approx(added.std(), rel=0.02)
    assert joint / joint.sum() == pytest.approx(deviations / deviations.sum())


def test_a_normal_that_alone_is_unsure_counts_in_full():
    assert joint_deviations(UP, [0.1, 0.0, 0.0, 0.0]) == pytest.approx([0.1, 0.0, 0.0, 0.0])
    assert not joint_deviations(UP, np.zeros(4)).any()


def test_contacts_that_press_on_each_other_are_not_averaged():
    normals = np.array([(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (np.sin(0.5), np.cos(0.5))])
    own, half = 0.1, 0.1 / np.sqrt(2.0)
    assert joint_deviations(normals, [own] * 4) == pytest.approx([own, own, half, half])


@pytest.mark.parametrize('common', [-0.1, 1.5, np.nan])
def test_a_share_without_meaning_is_refused(common):
    with pytest.raises(InvalidInputError, match='a share, 0 to 1'):
        joint_deviations(UP, [0.1] * 4, common)


@pytest.mark.parametrize('common', [0.0, 0.5, 1.0])
@pytest.mark.parametrize('count', [3, 8])
def test_what_jointly_narrowed_cones_carry_true_ones_carry(count, common):
    """Loads at the limit of cones narrowed by three deviations; true normals are drawn."""
    random = np.random.default_rng(9)
    deviation, carried, drawn = np.radians(3.0), 0, 0
    for _ in range(rounds(30, 600)):
        state = ContactState.from_points(
            np.column_stack((random.uniform(-0.1, 0.1, (count, 2)), np.zeros(count))),
            (0.0, 0.0, 1.0),
            0.5,
        )
        joint = joint_deviations(state.normals, [deviation] * count, common)
        narrow = [narrowed_friction(CircularCone(0.5), 6, 3.0 * tilt) for tilt in joint]
        wrench = load_at_limit(state.with_friction(narrow), random)
        for _ in range(10):
            shared, own = random.normal(size=(1, 2)), random.normal(size=(count, 2))
            tilts = deviation * (np.sqrt(common) * shared + np.sqrt(1.0 - common) * own)
            normals = np.column_stack((tilts, np.ones(count)))
            normals /= np.linalg.norm(normals, axis=1)[:, None]
            true = ContactState.from_points(state.positions, normals, 0.5)
            carried += produce(contact_wrench_problem(true), wrench).feasible
            drawn += 1
    # One error at three deviations: 1 in 740. Three feet that turn and are pulled: 1 in 150.
    assert carried >= 0.99 * drawn


def load_at_limit(state, random):
    """Return a wrench that presses in the middle, pulls and turns as much as is carried."""
    angle, (x, y, _) = random.uniform(0.0, 2.0 * np.pi), state.positions.mean(axis=0)
    press = 20.0 * np.array((0.0, 0.0, 1.0, y, -x, 0.0))
    across, along = np.cos(angle), np.sin(angle)
    pull = np.array((across, along, 0.0, 0.0, 0.0, x * along - y * across))
    pull[5] += random.uniform(-0.1, 0.1)
    problem, low, high = contact_wrench_problem(state), 0.0, 15.0
    for _ in range(14):
        middle = 0.5 * (low + high)
        held = produce(problem, press + middle * pull).feasible
        low, high = (middle, high) if held else (low, middle)
    return press + low * pull
