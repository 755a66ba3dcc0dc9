# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Wrenches sure to give the mode, and it only, for every truth within bounds."""

from itertools import pairwise, product

from contact_truth import box_on_table, draw_truth, tripod
from effort import rounds
import numpy as np
import pytest

from frictioncone_ros.analysis.mode_cones import (
    ContactUncertainty,
    exclusive_wrenches,
    mode_cone,
    mode_exclusion,
    most_robust_wrench,
    possible_mode_cones,
    robust_mode_cone,
    robust_wrench,
)
from frictioncone_ros.analysis.mode_cones.paper_examples import (
    force_closure,
    peg_insertion,
    seating,
)
from frictioncone_ros.analysis.mode_cones.robust.choice import _better, RobustChoice
from frictioncone_ros.analysis.mode_cones.robust.cone import inverse_with_bound
from frictioncone_ros.analysis.mode_cones.robust.uncertain_contact import RelaxedContacts
from frictioncone_ros.contact import (
    CircularCone,
    ContactMode,
    ContactPoint,
    ContactState,
    FIXED,
    SLIDING_LEFT,
)
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Inertia
from frictioncone_ros.spatial.rotations import rotation_matrix

EXACT = ContactUncertainty()
SOME = ContactUncertainty((0.8, 1.2), 0.01, 0.005)
MUCH = ContactUncertainty((0.7, 1.3), 0.05, 0.02)
TABLE = ContactState(
    [ContactPoint((x, -1), (0, 1), CircularCone(0.4)) for x in (-1, 1)],
    Inertia.planar_body(2.0, 0.7),
)
THREE_FEET = ContactState(
    [ContactPoint((x, -1), (0, 1), CircularCone(0.4)) for x in (-1, 0, 1)],
    Inertia.planar_body(2.0, 0.7),
)
TRIPOD = tripod()
SCENES = [
    (seating().state, 'lla', (2,)),
    (seating().state, 'ffs', (2,)),
    (seating().state, 'sla', (2,)),
    (TABLE, 'ff', ()),
    (TABLE, 'll', ()),
    (TABLE, 'sr', ()),
    (TABLE, 'ss', ()),
    (force_closure().state, 'fff', ()),
]


@pytest.mark.parametrize(('state', 'mode', 'opened'), SCENES)
@pytest.mark.parametrize('bounds', [SOME, MUCH])
def test_the_robust_cone_is_inside_the_cone_of_every_truth(state, mode, opened, bounds):
    random = np.random.default_rng(11)
    robust = robust_mode_cone(state, mode, bounds)
    assert robust.cone is not None, robust.reason
    inner = robust.cone.closed
    assert mode_cone(state, mode).closed.contains_cone(inner)
    for draw in range(rounds(10, 30)):
        truth = mode_cone(draw_truth(state, bounds, random, extreme=draw % 2 == 0), mode)
        assert truth.closed.contains_cone(inner, 1e-8)
        assert truth.contains_strictly(inner.interior_point())


@pytest.mark.parametrize(('state', 'mode', 'opened'), SCENES)
@pytest.mark.parametrize('bounds', [EXACT, SOME, MUCH])
def test_a_robust_wrench_gives_the_mode_only_for_every_truth(state, mode, opened, bounds):
    random = np.random.default_rng(12)
    choice = robust_wrench(state, mode, bounds, opened)
    nominal = most_robust_wrench(exclusive_wrenches(state, mode, opened))
    assert choice.found, (choice.reason, list(map(str, choice.remaining_modes)))
    assert choice.margin <= nominal.margin + 1e-9 or bounds is not EXACT
    for draw in range(rounds(6, 15)):
        truth = draw_truth(state, bounds, random, extreme=draw % 2 == 0)
        assert exclusive_wrenches(truth, mode, opened).contains(choice.wrench)


def test_more_doubt_leaves_less():
    state, mode, _ = SCENES[0]
    cones = [robust_mode_cone(state, mode, bounds).cone.closed for bounds in (EXACT, SOME, MUCH)]
    for outer, inner in pairwise(cones):
        assert outer.contains_cone(inner) and not inner.contains_cone(outer)
    assert mode_cone(state, mode).closed.equals(cones[0])


def test_modes_that_need_an_exact_geometry_are_said_to():
    assert 'exact geometry' in robust_mode_cone(THREE_FEET, 'lll', SOME).reason
    assert robust_mode_cone(THREE_FEET, 'fff', SOME).cone is not None
    assert robust_mode_cone(TABLE, 'lr', SOME).reason == 'kinematically impossible'
    huge = ContactUncertainty((0.1, 3.0), 0.5, 0.5)
    assert robust_mode_cone(TABLE, 'll', huge).cone is None
    assert not robust_wrench(TABLE, 'lr', SOME).found


def test_what_may_jam_is_never_called_robust():
    state = peg_insertion().state
    for bounds in (EXACT, ContactUncertainty((0.99, 1.01), 1e-3, 1e-3), SOME, MUCH):
        assert not robust_wrench(state, 'lra', bounds).found
    assert 'another mode' in robust_wrench(state, 'lra', EXACT).reason


def test_turning_about_a_foot_needs_friction_to_be_known():
    assert robust_wrench(TABLE, 'fs', SOME).found
    assert 'margin' in robust_wrench(TABLE, 'fs', MUCH).reason


def test_exclusion_never_drops_a_mode_that_some_truth_gives():
    random = np.random.default_rng(13)
    for state in (TABLE, force_closure().state):
        exclusion = mode_exclusion(state, MUCH)
        for wrench in random.normal(size=(rounds(5, 12), 3)):
            remaining = set(exclusion.remaining_modes(wrench))
            for draw in range(8):
                truth = draw_truth(state, MUCH, random, extreme=draw % 2 == 0)
                every = exclusive_wrenches(truth, 'f' * state.contact_count)
                assert set(every.consistent_modes(wrench)) <= remaining


def test_exclusion_keeps_the_modes_of_wrenches_near_the_edges_of_a_truth():
    random = np.random.default_rng(15)
    geometry = ContactUncertainty((1.0, 1.0), 0.05, 0.02)
    for state, bounds in product((TABLE, seating().state, THREE_FEET), (MUCH, geometry)):
        exclusion = mode_exclusion(state, bounds)
        for _ in range(5):
            truth = draw_truth(state, bounds, random, extreme=True)
            for cone in possible_mode_cones(truth):
                rays = cone.closed.minimal().generators
                if not rays.shape[1]:
                    continue
                wrench = rays @ random.choice((0.02, 1.0), size=rays.shape[1])
                assert cone.mode in exclusion.remaining_modes(wrench)


def test_exclusion_without_doubt_leaves_little_more_than_the_consistent_modes():
    exclusion = mode_exclusion(TABLE, EXACT)
    assert [str(mode) for mode in exclusion.remaining_modes((-1.0, -1.0, -0.9))] == ['ll']
    assert [str(mode) for mode in exclusion.remaining_modes((0.1, -1.0, 0.0))] == ['ff']


def test_inverse_bound_holds_for_random_errors():
    random = np.random.default_rng(14)
    for _ in range(20):
        matrix, errors = random.normal(size=(5, 5)), 0.02 * random.uniform(size=(5, 5))
        solved = inverse_with_bound(matrix, errors)
        if solved is None:
            continue
        inverse, bound = solved
        for _ in range(20):
            truth = matrix + errors * random.choice((-1.0, 1.0), size=(5, 5))
            assert (np.abs(np.linalg.inv(truth) - inverse) <= bound + 1e-12).all()
    assert inverse_with_bound(np.eye(2), np.ones((2, 2))) is None
    assert inverse_with_bound(np.ones((2, 2)), np.zeros((2, 2))) is None


@pytest.mark.parametrize(
    ('arguments', 'message'),
    [
        (((1.2, 0.8),), 'low <= high'),
        (((0.8, 1.2), -0.1), 'normal angle'),
        (((0.8, 1.2), 2.0), 'pi / 2'),
        (((0.8, 1.2), 0.0, float('nan')), 'position error'),
    ],
)
def test_bad_bounds_are_refused(arguments, message):
    with pytest.raises(InvalidInputError, match=message):
        ContactUncertainty(*arguments)


def test_a_tripod_in_space_stands_for_every_truth():
    random = np.random.default_rng(16)
    bounds = ContactUncertainty((0.8, 1.2), 0.02, 0.005)
    choice = robust_wrench(TRIPOD, 'fff', bounds)
    assert choice.found, (choice.reason, list(map(str, choice.remaining_modes)))
    for draw in range(3):
        truth = draw_truth(TRIPOD, bounds, random, extreme=draw > 0)
        assert exclusive_wrenches(truth, 'fff').contains(choice.wrench)


@pytest.mark.parametrize('mode', ['fff', 'd[45]d[45]d[45]', 'fss', 'd[0]ss', 'd[-90]d[-90]s'])
def test_robust_cones_in_space_are_inside_those_of_every_truth(mode):
    random = np.random.default_rng(17)
    bounds = ContactUncertainty((0.95, 1.05), 0.003, 0.001)
    robust = robust_mode_cone(TRIPOD, mode, bounds)
    assert robust.cone is not None, robust.reason
    for draw in range(8):
        truth = mode_cone(draw_truth(TRIPOD, bounds, random, extreme=draw % 2 == 0), mode)
        assert truth.closed.contains_cone(robust.cone.closed, 1e-8)


def test_four_feet_slide_on_an_exact_plane_only():
    assert 'exact geometry' in robust_mode_cone(box_on_table(), 'd[45]' * 4, SOME).reason


def test_unspecified_contacts_are_robust_in_one_of_their_meanings():
    state = seating().state
    assert 'several modes' in robust_mode_cone(state, '**a', SOME).reason
    choice = robust_wrench(state, '**a', SOME)
    assert choice.found
    assert mode_cone(state, 'lla').contains_strictly(choice.wrench)


def turned_planar(state, angle):
    """Return the contact Jacobian's rows (k, 2, 3) of frames turned in the plane by an angle."""
    turn = np.array(((np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))))
    rows = state.frames @ turn.T
    x, y = state.positions.T
    moments = x[:, None] * rows[..., 1] - y[:, None] * rows[..., 0]
    return np.concatenate((rows, moments[..., None]), axis=2)


@pytest.mark.parametrize('angle', [0.0, 0.01, 0.4, np.pi / 2.0])
def test_in_the_plane_bounds_are_what_the_farthest_turn_changes(angle):
    state = ContactState(
        [
            ContactPoint((2.0, 3.0), (0.6, 0.8), CircularCone(0.4)),
            ContactPoint((-1.0, 0.5), (0.0, 1.0), CircularCone(0.4)),
            ContactPoint((0.3, -2.0), (-0.8, 0.6), CircularCone(0.4)),
        ],
        Inertia.planar_body(1.0, 1.0),
    )
    stated = turned_planar(state, 0.0)
    changes = [np.abs(turned_planar(state, turn) - stated) for turn in (angle, -angle)]
    moved = ContactUncertainty((1.0, 1.0), angle, 0.25).row_errors(state)
    assert moved[..., :2] == pytest.approx(np.maximum(*changes)[..., :2])
    assert moved[..., 2] == pytest.approx(np.maximum(*changes)[..., 2] + 0.25)


def test_in_space_bounds_hold_for_turns_about_any_axis_and_are_reached():
    """A unit vector that turns about an axis across it moves by the whole chord."""
    state = ContactState([ContactPoint((0.3, -0.4, 1.2), (0.0, 0.6, 0.8), CircularCone(0.4))])
    angle, random = 0.3, np.random.default_rng(3)
    errors = ContactUncertainty((1.0, 1.0), angle, 0.05).row_errors(state)[0]
    frame, place, farthest = state.frames[0], state.positions[0], 0.0
    for _ in range(200):
        axis = random.normal(size=3)
        turn = rotation_matrix(angle * axis / np.linalg.norm(axis))
        shift = random.normal(size=3)
        shift *= 0.05 / np.linalg.norm(shift)
        rows = frame @ turn.T
        moments = np.cross(place + shift, rows)
        assert (np.abs(rows - frame) <= errors[:, :3] + 1e-12).all()
        assert (np.abs(moments - np.cross(place, frame)) <= errors[:, 3:] + 1e-12).all()
        farthest = max(farthest, np.linalg.norm(rows - frame, axis=1).max())
    # sqrt(0.09 + 0.16 + 1.44) m from the reference point.
    assert np.allclose(errors[:, :3], 2.0 * np.sin(0.15)) and farthest > 0.99 * errors[0, 0]
    assert np.allclose(errors[:, 3:], 2.0 * np.sin(0.15) * 1.3 + 0.05)


def test_a_normal_may_be_known_up_to_a_quarter_turn_and_no_worse():
    assert ContactUncertainty(normal_angle=np.pi / 2.0).normal_angle == np.pi / 2.0
    with pytest.raises(InvalidInputError, match='pi / 2'):
        ContactUncertainty(normal_angle=np.pi / 2.0 + 1e-9)


def test_forces_of_doubtful_friction_hold_those_of_every_friction():
    """Normal parts stay; tangential ones are as long, and as short, as friction may be."""
    for state, friction in ((TABLE, 0.4), (tripod(), None)):
        contacts = RelaxedContacts(state, ContactUncertainty((0.5, 1.5)), frozenset())
        edges = state.contacts[0].friction.force_edges(state.dimension)
        if friction is not None:
            assert edges.tolist() == [[1.0, friction], [1.0, -friction]]
        high = contacts._widest(edges, FIXED)
        np.testing.assert_allclose(high, edges * (1.0, *[1.5] * (edges.shape[1] - 1)))
        both = contacts._widest(edges, SLIDING_LEFT)
        low = edges * (1.0, *[0.5] * (edges.shape[1] - 1))
        np.testing.assert_allclose(both, np.vstack((high, low)))


def test_of_two_choices_the_one_found_is_taken_else_that_with_fewer_modes_left():
    def choice(found, modes):
        left = tuple(ContactMode.parse(mode) for mode in modes)
        return RobustChoice(found, np.zeros(3), 1.0, left, '')

    three, two, one, none = (choice(False, ('ff', 'ls', 'rr')[:count]) for count in (3, 2, 1, 0))
    found = choice(True, ())
    assert _better(three, found) is found
    assert _better(three, two) is two and _better(two, three) is two
    assert _better(two, one) is one and _better(one, two) is one
    # One that could not be judged at all is no better than one with modes left.
    assert _better(one, none) is one and _better(none, two) is two
