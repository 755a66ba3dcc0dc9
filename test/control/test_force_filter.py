# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Hand-computed cases: signs, friction of sliding contacts, margins, policies, limits."""

from math import sqrt

import numpy as np
import pytest

from frictioncone_ros.contact import (
    CircularCone,
    ContactMode,
    ContactPoint,
    ContactState,
    Frictionless,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.control import (
    carried_force,
    FilterCode,
    FilterSettings,
    InfeasiblePolicy,
    prepared_contacts,
    Setpoints,
)

UP = (0.0, 0.0, 1.0)
POINT = ContactState([ContactPoint((0, 0, 0), UP, CircularCone(0.5), name='tip')])
from frictioncone_ros.pipeline import assess


def carried(state, wrench, mode=None, twist=None, **settings):
    prepared = prepared_contacts(
        state,
        None if mode is None else ContactMode.parse(mode),
        None if twist is None else np.array(twist, dtype=float),
        FilterSettings(**settings),
    )
    return carried_force(prepared, np.array(wrench, dtype=float)), prepared


def margin(force, prepared):
    return prepared.carried.margin(force.contact_forces)


def test_the_robot_presses_down_and_the_floor_pushes_up():
    # Normal up, into the body: the body can only be pushed up, so the robot may only press down.
    pressed, _ = carried(POINT, (1, 0, -10, 0, 0, 0))
    assert np.array_equal(pressed.wrench, (1, 0, -10, 0, 0, 0))
    assert np.allclose(POINT.frames[0].T @ pressed.contact_forces, (-1, 0, 10))
    assert pressed.feasible
    assert pressed.codes == ()
    pulled, _ = carried(POINT, (0, 0, 10, 0, 0, 0))
    assert not pulled.wrench.any()
    assert not pulled.feasible


def test_pulling_comes_with_the_motion_that_shows_it():
    pulled, _ = carried(POINT, (0, 0, 10, 0, 0, 0))
    # Moving up opens the contact: no reaction resists, and the robot's pull does positive work.
    assert pulled.separating_twist[2] > 0
    assert np.allclose(np.delete(pulled.separating_twist, 2), 0)


def test_the_nearest_wrench_on_the_cone_by_hand():
    # |f_t| <= f_n / 2, force (6, -2): nearest point of the edge (1, -2)/sqrt(5) is (2, -4).
    found, prepared = carried(POINT, (6, 0, -2, 0, 0, 0))
    assert np.allclose(found.wrench, (2, 0, -4, 0, 0, 0), atol=1e-4)
    assert found.excess_fraction == pytest.approx(sqrt(20 / 40), abs=1e-4)
    assert FilterCode.INFEASIBLE in found.codes
    assert margin(found, prepared) == pytest.approx(0.0, abs=1e-4)


def test_the_margin_moves_the_cone_along_its_axis():
    # Depth 1 N means a cone shifted by sqrt(1 + mu^2) / mu = sqrt(5) along the normal.
    found, prepared = carried(POINT, (6, 0, -2, 0, 0, 0), margin=1.0, max_removed_fraction=1.0)
    shifted = np.array([6.0, -2.0 + sqrt(5)])
    edge = np.array([1.0, -2.0]) / sqrt(5)
    desired = (shifted @ edge) * edge - (0, sqrt(5))
    assert np.allclose(found.wrench[[0, 2]], desired, atol=1e-4)
    assert margin(found, prepared) == pytest.approx(1.0, rel=1e-4)


def test_a_force_with_less_margin_than_asked_for_is_feasible_but_changed():
    found, _ = carried(POINT, (1, 0, -2.5, 0, 0, 0), margin=1.0)
    assert found.feasible
    assert FilterCode.INFEASIBLE not in found.codes
    assert FilterCode.PROJECTED in found.codes


def test_what_no_contact_carries_is_dropped():
    found, _ = carried(POINT, (0, 0, -10, 0, 0, 3))
    assert np.allclose(found.wrench, (0, 0, -10, 0, 0, 0))
    assert found.codes == (FilterCode.PROJECTED,)
    assert found.excess_fraction == 0.0
    soft = ContactState([ContactPoint((0, 0, 0), UP, SoftFinger(0.5, 0.1))])
    kept, _ = carried(soft, (0, 0, -10, 0, 0, 0.9))
    assert np.array_equal(kept.wrench, (0, 0, -10, 0, 0, 0.9))
    assert np.isclose(kept.contact_forces[3], -0.9)


def test_a_sliding_contact_gets_the_friction_it_needs():
    # The body slides along +x: friction pulls it back, so the robot must push with +x.
    found, _ = carried(POINT, (0, 0, -10, 0, 0, 0), 'd', (0.1, 0, 0, 0, 0, 0))
    assert np.allclose(found.wrench, (5, 0, -10, 0, 0, 0))
    stated, _ = carried(POINT, (0, 0, -10, 0, 0, 0), 'd[90]')
    tangent = POINT.frames[0][2]
    assert np.allclose(stated.wrench[:3], 5 * tangent - (0, 0, 10))


def test_a_sliding_command_that_is_right_already_stays():
    found, _ = carried(POINT, (5, 0, -10, 0, 0, 0), 'd', (0.1, 0, 0, 0, 0, 0))
    assert np.array_equal(found.wrench, (5, 0, -10, 0, 0, 0))
    assert found.codes == ()


def test_the_margin_of_a_sliding_contact_is_its_normal_force():
    found, prepared = carried(POINT, (0, 0, -0.5, 0, 0, 0), 'd', (0.1, 0, 0, 0, 0, 0), margin=2.0)
    assert np.allclose(found.wrench, (1, 0, -2, 0, 0, 0))
    assert FilterCode.LIMITED in found.codes
    assert len(prepared.directions) == 1


@pytest.mark.parametrize(('letter', 'along'), [('l', 1.0), ('r', -1.0)])
def test_planar_sliding_by_letter(letter, along):
    # t = (-ny, nx) = (-1, 0): sliding left moves the body along -x, the robot pushes along -x.
    state = ContactState([ContactPoint((0, 0), (0, 1), CircularCone(0.3))])
    found, _ = carried(state, (0, -10, 0), letter)
    assert np.allclose(found.wrench, (-3 * along, -10, 0))


def test_a_sliding_pyramid_resists_with_its_corner():
    pyramid = ContactPoint((0, 0, 0), UP, FrictionPyramid(0.5), tangent_hint=(1, 0, 0))
    state = ContactState([pyramid])
    diagonal, _ = carried(state, (0, 0, -10, 0, 0, 0), 'd', (0.1, 0.2, 0, 0, 0, 0))
    assert np.allclose(diagonal.wrench[:3], (5, 5, -10))
    straight, _ = carried(state, (0, 0, -10, 0, 0, 0), 'd', (0.1, 0, 0, 0, 0, 0))
    assert np.allclose(straight.wrench[:3], (5, 0, -10))


def test_a_contact_wanted_to_separate_carries_nothing():
    found, _ = carried(POINT, (0, 0, -10, 0, 0, 0), 's')
    assert not found.wrench.any()


def two_walls():
    return ContactState([
        ContactPoint((-0.1, 0, 0), (1, 0, 0), CircularCone(0.5), name='left'),
        ContactPoint((0.1, 0, 0), (-1, 0, 0), CircularCone(0.5), name='right'),
    ])  # fmt: skip


def test_contacts_that_squeeze_have_no_bound_on_their_margin():
    found, prepared = carried(two_walls(), (0, 0, -3, 0, 0, 0), margin=0.5)
    assert np.array_equal(found.wrench, (0, 0, -3, 0, 0, 0))
    assert margin(found, prepared) == np.inf
    normals = found.contact_forces[[0, 3]]
    assert (normals >= 0.5).all()


def test_scaling_presses_as_commanded_and_shears_what_that_holds():
    found, _ = carried(POINT, (6, 0, -4, 0, 0, 0), infeasible_policy='scale')
    # Nearest: along (1, -2)/sqrt(5) it is 14/5 (1, -2); scaled until it presses 4 N.
    assert np.allclose(found.wrench, (2, 0, -4, 0, 0, 0), atol=1e-4)


def test_scaling_leaves_a_pull_without_pressing_nothing():
    found, _ = carried(POINT, (6, 0, 0, 0, 0, 0), infeasible_policy='scale')
    assert not found.wrench.any()


def test_neutral_policy_and_too_much_removed_send_nothing():
    neutral, _ = carried(POINT, (6, 0, -2, 0, 0, 0), infeasible_policy='neutral')
    assert not neutral.wrench.any()
    much, _ = carried(POINT, (6, 0, -2, 0, 0, 0), max_removed_fraction=0.5)
    assert not much.wrench.any()
    less, _ = carried(POINT, (6, 0, -2, 0, 0, 0), max_removed_fraction=0.75)
    assert less.wrench.any()


def test_least_and_greatest_normal_force():
    raised, _ = carried(POINT, (0, 0, -1, 0, 0, 0), min_normal_force=4.0)
    assert np.allclose(raised.wrench, (0, 0, -4, 0, 0, 0))
    assert FilterCode.LIMITED in raised.codes
    lowered, _ = carried(POINT, (2, 0, -8, 0, 0, 0), max_normal_force=4.0)
    assert np.allclose(lowered.wrench, (1, 0, -4, 0, 0, 0))


@pytest.mark.parametrize(
    ('limit', 'push', 'kept', 'pressing'),
    [
        # 39 N in the middle of four feet are 9.75 N on each: no other share is within the limit.
        ({'max_normal_force': 10.0}, 0.0, 0.0, 39.0),
        ({'min_normal_force': 9.7}, 0.0, 0.0, 39.0),
        # Of 36 N and 30 N along the nearest is (36 + 15) / 1.25 N and half of it along.
        ({'max_normal_force': 10.3}, 30.0, 20.4, 40.8),
        ({'min_normal_force': 10.1}, 30.0, 20.4, 40.8),
    ],
)
def test_what_equal_shares_keep_within_a_limit_passes_whole(limit, push, kept, pressing):
    feet = [(x, y, 0.0) for x in (-0.1, 0.1) for y in (-0.1, 0.1)]
    state = ContactState.from_points(feet, (0.0, 0.0, 1.0), 0.5)
    down = 36.0 if push else 39.0
    command = np.array((push, 0.0, -down, 0.0, 0.0, 0.0))
    answer = assess(state, Setpoints(command), FilterSettings(**limit))
    assert answer.command.wrench == pytest.approx((kept, 0.0, -pressing, 0.0, 0.0, 0.0), abs=1e-6)
    assert answer.contact_forces.reshape(4, 3)[:, 0] == pytest.approx(pressing / 4.0, rel=1e-6)


def test_limits_scale_the_whole_wrench():
    found, _ = carried(POINT, (3, 0, -8, 0, 0, 0), max_force=sqrt(73) / 2)
    assert np.allclose(found.wrench, (1.5, 0, -4, 0, 0, 0))
    arm = ContactState([ContactPoint((0.5, 0, 0), UP, CircularCone(0.5))])
    turned, _ = carried(arm, (0, 0, -8, 0, 4, 0), max_moment=1.0)
    assert np.allclose(turned.wrench, (0, 0, -2, 0, 1, 0))


def test_limits_keep_the_margin_while_they_can():
    found, prepared = carried(POINT, (3, 0, -20, 0, 0, 0), max_force=8.0, margin=1.0)
    assert np.linalg.norm(found.wrench[:3]) == pytest.approx(8.0)
    assert margin(found, prepared) >= 1.0
    hard, prepared = carried(POINT, (0, 0, -20, 0, 0, 0), max_force=1.0, margin=1.0)
    assert np.allclose(hard.wrench, (0, 0, -1, 0, 0, 0))
    assert margin(hard, prepared) == pytest.approx(1 / sqrt(5), rel=1e-4)


def test_limits_hold_where_the_margin_is_all_that_is_left():
    idle, _ = carried(
        POINT, (0, 0, 0, 0, 0, 0), margin=1.0, max_removed_fraction=1.0, max_force=0.5
    )
    assert np.allclose(idle.wrench, (0, 0, -0.5, 0, 0, 0))
    held, _ = carried(POINT, (0, 0, 0, 0, 0, 0), min_normal_force=2.0)
    assert np.allclose(held.wrench, (0, 0, -2.0, 0, 0, 0))
    pulled, _ = carried(
        POINT, (0, 0, 5.0, 0, 0, 0), min_normal_force=2.0, max_removed_fraction=1.0
    )
    assert not pulled.wrench.any()


def test_equal_corners_share_alike():
    corners = [(x, y, 0) for x in (-1.0, 1.0) for y in (-1.0, 1.0)]
    table = ContactState([ContactPoint(corner, UP, Frictionless()) for corner in corners])
    found, _ = carried(table, (0, 0, -8, 0, 0, 0), max_normal_force=2.5)
    assert np.allclose(found.contact_forces[::3], 2.0)
    assert FilterCode.LIMITED not in found.codes


@pytest.mark.parametrize('coefficient', [0.5, 1.0])
def test_friction_of_a_drag_is_not_counted_as_removed_when_normals_are_noisy(coefficient):
    """Pressing while sliding with normals a degree off: a few per cent are removed, not all."""
    random = np.random.default_rng(0)
    feet = []
    for angle in (0.0, 2.1, 4.2):
        normal = np.append(np.radians(1.0) * random.normal(size=2), 1.0)
        feet.append(
            ContactPoint(
                (0.1 * np.cos(angle), 0.1 * np.sin(angle), -0.1),
                normal / np.linalg.norm(normal),
                CircularCone(coefficient),
            )
        )
    drag = Setpoints(
        np.array([0, 0, -12.0, 0, 0, 0]),
        np.array([0, 0.03, 0, 0, 0, 0]),
        mode=ContactMode.parse('ddd'),
    )
    answer = assess(ContactState(feet), drag, FilterSettings(margin=0.2))
    assert 0.0 < answer.target.force.excess_fraction < 0.05
    assert answer.codes == (FilterCode.PROJECTED,)
    # The pressing stays, and the robot overcomes the friction it was not told of.
    assert answer.command.wrench[2] == pytest.approx(-12.0, rel=0.05)
    assert answer.command.wrench[1] == pytest.approx(12.0 * coefficient, rel=0.1)


@pytest.mark.parametrize('margin_asked', [0.0, 1.0, 2.0])
@pytest.mark.parametrize('pull', [6.0, 8.0])
def test_scaled_presses_as_commanded_with_the_margin_asked_for(margin_asked, pull):
    """By hand: of the command less the depth (n, t) is left (n, n / 2); the depth comes back."""
    depth = margin_asked * sqrt(1.25) / 0.5
    force, _ = carried(
        POINT,
        (pull, 0, -10, 0, 0, 0),
        infeasible_policy=InfeasiblePolicy.SCALE,
        margin=margin_asked,
        max_removed_fraction=1.0,
    )
    expected = (0.5 * (10.0 - depth), 0.0, -10.0, 0.0, 0.0, 0.0)
    assert force.wrench == pytest.approx(expected, rel=2e-3, abs=1e-6)
