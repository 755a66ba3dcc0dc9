# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Spatial motions with values known by hand, limits, refusals and certificates."""

import numpy as np
import pytest
from spatial_scenes import box, GRAVITY, SQUARE, UP

from frictioncone_ros.analysis.motions import (
    find_motions,
    find_quasistatic_motions,
    find_spatial_motions,
    find_spatial_quasistatic_motions,
    SearchLimits,
    Verdict,
)
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    Frictionless,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
    wrench_matrix,
)
from frictioncone_ros.exceptions import (
    InconsistentStateError,
    InvalidInputError,
    LimitExceededError,
)
from frictioncone_ros.spatial import Inertia

MODELS = [
    CircularCone(0.5),
    FrictionPyramid(0.5),
    FrictionPolygon(0.5, 8),
    SoftFinger(0.5, 0.1),
    SoftFinger(0.5, 0.1, 6),
]
WEIGHT = np.array([0.0, 0.0, -GRAVITY, 0.0, 0.0, 0.0])


def pushed(x, y, moment=0.0):
    return WEIGHT + np.array([x, y, 0.0, 0.0, 0.0, moment])


def letters(mode):
    return ''.join(interaction.kind.value for interaction in mode)


def only(motions):
    assert motions.exhaustive
    assert len(motions) == 1
    assert motions.motions[0].certificate.holds()
    return motions.motions[0]


@pytest.mark.parametrize('friction', MODELS, ids=str)
def test_a_box_rests_while_the_push_is_small(friction):
    motion = only(find_spatial_motions(box(friction), pushed(2.0, 1.0)))
    assert letters(motion.mode) == 'ffff'
    np.testing.assert_allclose(motion.twist_rate, 0.0, atol=1e-9)
    assert motion.contact_forces.unique is False


@pytest.mark.parametrize('friction', MODELS, ids=str)
def test_a_box_lifts_off(friction):
    motion = only(find_spatial_motions(box(friction), [1.0, 0.0, 2.0, 0.0, 0.0, 0.0]))
    assert letters(motion.mode) == 'ssss'
    np.testing.assert_allclose(motion.twist_rate, [1.0, 0.0, 2.0, 0.0, 0.0, 0.0], atol=1e-9)
    assert motion.margin == pytest.approx(2.0)


def test_circular_friction_opposes_the_push_that_moves_the_box():
    motion = only(find_spatial_motions(box(CircularCone(0.5)), pushed(6.0, 3.0)))
    direction = np.array([2.0, 1.0]) / np.sqrt(5.0)
    expected = np.array([6.0, 3.0]) - 0.5 * GRAVITY * direction
    np.testing.assert_allclose(motion.twist_rate, [*expected, 0, 0, 0, 0], atol=1e-8)
    assert letters(motion.mode) == 'dddd'
    angles = [interaction.direction for interaction in motion.mode]
    np.testing.assert_allclose(angles, np.arctan2(1.0, 2.0), atol=1e-9)
    assert motion.margin == pytest.approx(np.linalg.norm(expected))


def test_a_pyramid_opposes_each_axis_by_itself():
    motion = only(find_spatial_motions(box(FrictionPyramid(0.5)), pushed(6.0, 3.0)))
    np.testing.assert_allclose(motion.twist_rate, [6.0 - 0.5 * GRAVITY, 0, 0, 0, 0, 0], atol=1e-9)
    np.testing.assert_array_equal(motion.slip[:, 1], 0.0)
    diagonal = 0.45 * GRAVITY
    held = find_spatial_motions(box(FrictionPyramid(0.5)), pushed(diagonal, diagonal))
    slipping = find_spatial_motions(box(CircularCone(0.5)), pushed(diagonal, diagonal))
    assert letters(only(held).mode) == 'ffff'
    assert letters(only(slipping).mode) == 'dddd'


def test_a_box_already_sliding_has_known_friction():
    state = box(CircularCone(0.5), twist=(3.0, 4.0, 0.0, 0.0, 0.0, 0.0))
    motion = only(find_spatial_motions(state, WEIGHT))
    np.testing.assert_allclose(
        motion.twist_rate, [-0.3 * GRAVITY, -0.4 * GRAVITY, 0, 0, 0, 0], atol=1e-9
    )
    pyramid = find_spatial_motions(box(FrictionPyramid(0.5), twist=state.twist), WEIGHT)
    np.testing.assert_allclose(
        only(pyramid).twist_rate, [-0.5 * GRAVITY, -0.5 * GRAVITY, 0, 0, 0, 0], atol=1e-9
    )


def test_a_box_tips_about_its_far_edge():
    """About the edge: (m g - 6 - 12 + ...) by hand: moment 12 + 6 h - m g b over inertia."""
    wrench = WEIGHT + np.array([6.0, 0.0, 0.0, 0.0, 12.0, 0.0])
    motion = only(find_spatial_motions(box(CircularCone(0.9)), wrench))
    moment = 12.0 + 6.0 * 0.5 - GRAVITY * 1.0
    rate = moment / (0.5 + 1.0**2 + 0.5**2)
    assert letters(motion.mode) == 'ffss'
    np.testing.assert_allclose(motion.twist_rate, [0.5 * rate, 0, rate, 0, rate, 0], atol=1e-8)
    assert motion.margin == pytest.approx(2.0 * rate)


def test_a_soft_finger_holds_a_moment_about_its_normal_up_to_its_limit():
    state = box(SoftFinger(0.5, 0.02), points=[(0.0, 0.0, -0.5)])
    held = only(find_spatial_motions(state, pushed(0.0, 0.0, 0.1)))
    assert letters(held.mode) == 'f'
    assert held.contact_forces.minimum_norm[3] == pytest.approx(-0.1)
    spun = only(find_spatial_motions(state, pushed(0.0, 0.0, 0.3)))
    assert spun.twist_rate[5] == pytest.approx((0.3 - 0.02 * GRAVITY) / 0.5)
    assert spun.slip[0, 2] > 0.0
    hard = only(
        find_spatial_motions(
            box(CircularCone(0.5), points=[(0.0, 0.0, -0.5)]), pushed(0.0, 0.0, 0.1)
        )
    )
    assert hard.twist_rate[5] == pytest.approx(0.2)


@pytest.mark.parametrize('edge_count', [None, 8])
def test_a_soft_finger_slips_where_slip_and_spin_together_ask_for_too_much(edge_count):
    """Nine tenths of friction and of torsion at once: each alone would be held."""
    pad = [(0.0, 0.0, 0.0)]
    push = pushed(0.9 * 0.5 * GRAVITY, 0.0, 0.9 * 0.02 * GRAVITY)
    apart = box(SoftFinger(0.5, 0.02, edge_count, independent=True), points=pad)
    assert not np.any(only(find_spatial_motions(apart, push)).slip)
    motion = only(find_spatial_motions(box(SoftFinger(0.5, 0.02, edge_count), points=pad), push))
    assert letters(motion.mode) == 'd'
    assert motion.slip[0, 2] > 0.0
    force = motion.contact_forces.minimum_norm
    assert np.linalg.norm(force[1:] / (0.5, 0.5, 0.02)) <= force[0] * (1.0 + 1e-9)
    if edge_count is None:
        slip = motion.slip[0] * (0.5, 0.5, 0.02)
        np.testing.assert_allclose(
            force[1:] / (0.5, 0.5, 0.02), -force[0] * slip / np.linalg.norm(slip), atol=1e-9
        )


def test_a_sliding_pad_has_no_moment_left_and_a_turning_one_no_friction():
    pad, finger = [(0.0, 0.0, 0.0)], SoftFinger(0.5, 0.02)
    sliding = only(
        find_spatial_motions(box(finger, (1.0, 0, 0, 0, 0, 0), pad), pushed(0, 0, 0.01))
    )
    np.testing.assert_allclose(
        sliding.contact_forces.minimum_norm, np.array((1, -0.5, 0, 0)) * GRAVITY, atol=1e-9
    )
    turning = only(find_spatial_motions(box(finger, (0, 0, 0, 0, 0, 2.0), pad), pushed(0.01, 0)))
    np.testing.assert_allclose(
        turning.contact_forces.minimum_norm, np.array((1, 0, 0, -0.02)) * GRAVITY, atol=1e-9
    )
    assert letters(turning.mode) == 'd'  # nothing holds it against the push


def test_without_friction_every_push_moves():
    motion = only(find_spatial_motions(box(Frictionless()), pushed(0.001, 0.0)))
    np.testing.assert_allclose(motion.twist_rate, [0.001, 0, 0, 0, 0, 0], atol=1e-12)
    assert letters(only(find_spatial_motions(box(Frictionless()), WEIGHT)).mode) == 'ffff'


def test_redundant_legs_leave_the_rotation_undetermined():
    """Four legs carry the weight in many ways, and how decides the friction torque."""
    motions = find_spatial_motions(
        box(FrictionPolygon(0.5, 8), twist=(1.0, 0.5, 0, 0, 0, 0.4)), WEIGHT
    )
    assert motions.verdict is Verdict.CONTINUUM
    motion = motions.motions[0]
    assert motion.polytope.dimension >= 1
    assert motion.certificate.holds()
    low, high = motion.polytope.ranges.T
    assert (motion.twist_rate >= low - 1e-9).all()
    assert (motion.twist_rate <= high + 1e-9).all()


def test_a_force_set_lists_its_vertices():
    three = [(1.0, 0.0, -0.5), (-1.0, 1.0, -0.5), (-1.0, -1.0, -0.5)]
    motion = only(find_spatial_motions(box(FrictionPyramid(0.5), points=three), WEIGHT))
    vertices = motion.contact_forces.vertices
    assert len(vertices) > 1
    state = box(FrictionPyramid(0.5), points=three)
    np.testing.assert_allclose(vertices @ wrench_matrix(state).T - -WEIGHT, 0.0, atol=1e-8)
    shortest = np.linalg.norm(motion.contact_forces.minimum_norm)
    assert shortest <= np.linalg.norm(vertices, axis=1).min() + 1e-9


def test_more_contacts_than_the_limit_are_refused():
    angles = np.linspace(0.0, 6.0, 17)
    ring = box(
        FrictionPyramid(0.5),
        points=np.column_stack((np.cos(angles), np.sin(angles), np.full(17, -0.5))),
    )
    with pytest.raises(LimitExceededError, match='17'):
        find_spatial_motions(ring, WEIGHT)
    raised = SearchLimits(contacts=17)
    assert find_spatial_motions(ring, WEIGHT, limits=raised).modes == ('f' * 17,)


@pytest.mark.parametrize(
    ('limits', 'reason'),
    [
        (SearchLimits(candidates=20), 'candidate limit of 20'),
        (SearchLimits(seconds=0.0), 'time limit'),
    ],
)
def test_a_search_that_stops_says_so(limits, reason):
    motions = find_spatial_motions(box(CircularCone(0.5)), pushed(6.0, 3.0), limits=limits)
    assert not motions.exhaustive
    assert reason in motions.stopped_because


def test_impossible_states_are_refused_with_the_contact_named():
    falling = box(CircularCone(0.5), twist=(0.0, 0.0, -1.0, 0.0, 0.0, 0.0))
    with pytest.raises(InconsistentStateError, match="'contact_0'"):
        find_spatial_motions(falling, WEIGHT)
    with pytest.raises(InvalidInputError, match='inertia'):
        find_spatial_motions(ContactState([ContactPoint((0, 0, 0), UP, Frictionless())]), WEIGHT)
    planar = ContactState([], Inertia.planar_body(1.0, 1.0))
    with pytest.raises(InvalidInputError, match='dimension'):
        find_spatial_motions(planar, WEIGHT)
    with pytest.raises(InvalidInputError, match='closed'):
        find_motions(falling, WEIGHT, closed=True)


def test_a_contact_that_already_opens_carries_nothing():
    state = box(CircularCone(0.5), twist=(0.0, 0.0, 0.2, 0.0, 0.0, 0.0))
    motion = only(find_motions(state, WEIGHT))
    assert letters(motion.mode) == 'ssss'
    np.testing.assert_allclose(motion.twist_rate, WEIGHT, atol=1e-9)


def test_reasons_are_twists_that_separate():
    """On the twist each force of the mode does no negative work, the weight needs some."""
    state = box(CircularCone(0.5))
    motions = find_spatial_motions(state, WEIGHT, with_reasons=True)
    assert motions.impossible
    lift = next(one for one in motions.impossible if str(one.mode) == 'ssss')
    assert lift.separating_twist @ WEIGHT > 0.0
    held = next(one for one in motions.impossible if str(one.mode).count('*') == 2)
    columns = wrench_matrix(state)
    for index, letter in enumerate(str(held.mode)):
        if letter == '*':
            normal, first, second = held.separating_twist @ columns[:, 3 * index : 3 * index + 3]
            assert normal - 0.5 * np.hypot(first, second) >= -1e-9


def test_slow_motion_follows_a_conveyor():
    contacts = [
        ContactPoint(point, UP, CircularCone(0.5), surface_velocity=(0.3, 0.0, 0.0))
        for point in SQUARE
    ]
    motions = find_spatial_quasistatic_motions(ContactState(contacts), WEIGHT)
    assert motions.modes == ('ffff',)
    np.testing.assert_allclose(motions.motions[0].twist_rate, [0.3, 0, 0, 0, 0, 0], atol=1e-9)
    assert motions.exhaustive


def test_slow_motion_needs_balance_on_the_edge_of_friction():
    table = ContactState([ContactPoint(point, UP, FrictionPyramid(0.5)) for point in SQUARE])
    edge = find_spatial_quasistatic_motions(table, pushed(0.5 * GRAVITY, 0.0))
    assert {letters(motion.mode) for motion in edge} >= {'ffff', 'dddd'}
    assert len(find_spatial_quasistatic_motions(table, pushed(0.6 * GRAVITY, 0.0))) == 0
    for motion in edge:
        assert motion.certificate.holds()


@pytest.mark.parametrize('friction', [CircularCone(0.5), FrictionPyramid(0.5)], ids=str)
def test_a_commanded_slide_needs_the_push_of_friction(friction):
    table = ContactState([ContactPoint(point, UP, friction) for point in SQUARE])
    slide = np.array([0.1, 0.0, 0.0, 0.0, 0.0, 0.0])
    held = only(find_quasistatic_motions(table, pushed(0.5 * GRAVITY, 0.0), slide))
    assert letters(held.mode) == 'dddd'
    np.testing.assert_allclose(held.twist_rate, slide)
    weak = pushed(0.4 * GRAVITY, 0.0)
    refused = find_quasistatic_motions(table, weak, slide, with_reasons=True)
    assert len(refused) == 0
    assert letters(refused.impossible[0].mode) == 'dddd'
    assert refused.impossible[0].separating_twist @ weak > 0.0
    still = only(find_quasistatic_motions(table, pushed(0.4 * GRAVITY, 0.0), np.zeros(6)))
    assert letters(still.mode) == 'ffff'
    tilt = np.array([0.05, 0.0, 0.1, 0.0, 0.1, 0.0])  # about the edge x = 1, z = -0.5
    tilted = only(
        find_quasistatic_motions(table, WEIGHT + np.array([0, 0, 0, 0, GRAVITY, 0]), tilt)
    )
    assert letters(tilted.mode) == 'ffss'
    with pytest.raises(InconsistentStateError, match='contact_2'):
        find_quasistatic_motions(table, WEIGHT, -tilt)


def test_a_commanded_twist_rides_on_a_conveyor():
    contacts = [
        ContactPoint(point, UP, CircularCone(0.5), surface_velocity=(0.3, 0.0, 0.0))
        for point in SQUARE
    ]
    state = ContactState(contacts)
    riding = find_quasistatic_motions(state, WEIGHT, [0.3, 0, 0, 0, 0, 0])
    assert letters(only(riding).mode) == 'ffff'
    assert len(find_quasistatic_motions(state, WEIGHT, np.zeros(6))) == 0


def test_without_contact_the_body_falls():
    free = ContactState([], Inertia.spatial_body(2.0, np.eye(3)))
    motion = only(find_spatial_motions(free, [2.0, 0.0, 0.0, 0.0, 0.0, 3.0]))
    np.testing.assert_allclose(motion.twist_rate, [1.0, 0, 0, 0, 0, 3.0], atol=1e-12)


def test_many_legs_share_the_load_and_the_box_still_turns():
    """Eight legs for three equations: the answer is a continuum, and one of it is found."""
    angles = np.arange(8) * np.pi / 4.0
    ring = box(
        CircularCone(0.5),
        points=np.column_stack((np.cos(angles), np.sin(angles), np.full(8, -0.5))),
    )
    motions = find_spatial_motions(ring, pushed(1.0, 3.0, 9.0))
    assert motions.exhaustive
    assert motions.verdict is Verdict.CONTINUUM
    assert {letters(motion.mode) for motion in motions} == {'d' * 8}
    for motion in motions:
        assert motion.certificate.holds()
        assert motion.twist_rate[5] > 0.0


def test_a_commanded_flight_holds_only_without_load():
    free = ContactState([], dimension=6)
    assert len(find_quasistatic_motions(free, WEIGHT, WEIGHT)) == 0
    assert len(find_quasistatic_motions(free, np.zeros(6), WEIGHT)) == 1
    lifted = ContactState([ContactPoint(point, UP, CircularCone(0.5)) for point in SQUARE])
    up = [0.0, 0.0, 0.1, 0.0, 0.0, 0.0]
    assert len(find_quasistatic_motions(lifted, WEIGHT, up)) == 0
    assert letters(find_quasistatic_motions(lifted, np.zeros(6), up).motions[0].mode) == 'ssss'


def test_a_contact_force_that_is_below_zero_by_rounding_ends_no_search():
    """Six faces pressed on, one of which carries nothing: its force is -1e-17 along its normal."""
    normals = [(1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, -1, 0), (-1, 0, 0), (0, -1, 0)]
    positions = [
        (0.020000000000000004, 0.12, -0.06999999999999999),
        (-0.08000000000000002, -0.05, 0.1),
        (-0.06999999999999999, -0.11000000000000001, -0.010000000000000002),
        (-0.04000000000000001, -0.020000000000000004, -0.03),
        (0.05, -0.010000000000000002, 0.04000000000000001),
        (-0.17, 0.04000000000000001, -0.05),
    ]
    friction = CircularCone(0.4240587051322079)
    state = ContactState(
        [
            ContactPoint(position, normal, friction)
            for position, normal in zip(positions, normals, strict=True)
        ],
        Inertia.spatial_body(1.0, 0.01 * np.eye(3)),
    )
    wrench = (
        -2.113788718245906,
        10.0,
        0.3556455403312672,
        0.3928870891933747,
        0.6276394831606279,
        -0.44227577436491833,
    )
    found = find_motions(state, wrench)
    assert found.modes == ('ffffff',)
    assert found['ffffff'].certificate.holds()


def test_feet_a_few_micrometres_off_their_plane_end_no_search():
    """As a block's feet are seen in simulation: lines of slip that coincide but for 1e-9."""
    places = [
        (-4.99993464e-02, 4.00000079e-02, 6.46898479e-06),
        (-4.99993507e-02, -3.99999921e-02, 6.55142203e-06),
        (5.00006506e-02, 2.40528949e-09, -6.51028818e-06),
    ]
    body = Inertia.spatial_body(3.5, np.diag((0.035, 0.035, 0.01)))
    state = ContactState.from_points(places, (0, 0, 1), 0.5, body)
    found = find_motions(state, (2.21951303, 2.78831193, -20.0, 0.0, 0.0, 0.0))
    assert 'fff' in found.modes
    assert found['fff'].certificate.holds()


@pytest.mark.parametrize('friction', MODELS, ids=str)
@pytest.mark.parametrize('spin', [0.5, 2.0])
def test_a_body_that_tips_over_its_foot_presses_less_by_what_holds_it_on_its_way_round(
    friction, spin
):
    """Upright, its middle 0.3 m above the foot at rest, goes round it: m spin^2 0.3 m inward."""
    mass, height = 2.0, 0.3
    foot = ContactPoint((0.0, 0.0, -height), UP, friction)
    body = Inertia.spatial_body(mass, 0.1 * np.eye(3))
    state = ContactState([foot], body).with_twist((spin * height, 0.0, 0.0, 0.0, spin, 0.0))
    weight = np.array((0.0, 0.0, -mass * GRAVITY, 0.0, 0.0, 0.0))
    motion = only(find_spatial_motions(state, weight))
    assert letters(motion.mode) == 'f'
    pressing = motion.contact_forces.minimum_norm
    assert pressing[0] == pytest.approx(mass * (GRAVITY - spin**2 * height))
    np.testing.assert_allclose(pressing[1:], 0.0, atol=1e-9)
