# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Many questions at once give the numbers of one by one."""

from dataclasses import replace

import numpy as np
import pytest

from frictioncone_ros.analysis.batches import (
    BatchVerdict,
    Deviations,
    drawn_states,
    possible_modes_many,
    prepared,
    produce_each,
    produce_many,
    resist_drawn,
    resist_each,
    resist_many,
)
from frictioncone_ros.analysis.batches.wrenches import sequential_verdicts
from frictioncone_ros.analysis.feasibility import contact_wrench_problem, produce, resist
from frictioncone_ros.analysis.mode_cones import possible_mode_cones
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    Frictionless,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.exceptions import InvalidInputError, NumericalError
from frictioncone_ros.spatial import Inertia

FEET = [(0.1, 0.1, 0.0), (-0.1, 0.1, 0.02), (-0.1, -0.1, 0.0), (0.1, -0.1, 0.01)]
PUSH = np.array((1.0, 2.0, -20.0, 0.1, 0.2, 0.05))


def spatial(friction, count=4, tilt=0.1):
    generator = np.random.default_rng(count)
    contacts = []
    for place in FEET[:count]:
        normal = np.array((0.0, 0.0, 1.0)) + tilt * generator.standard_normal(3)
        contacts.append(ContactPoint(place, normal / np.linalg.norm(normal), friction))
    return ContactState(contacts)


def planar(friction):
    places = [((0.0, 0.0), (0.0, 1.0)), ((1.0, 0.0), (0.0, 1.0)), ((1.0, 0.5), (-1.0, 0.0))]
    contacts = [ContactPoint(place, normal, friction) for place, normal in places]
    return ContactState(contacts, Inertia.planar_body(1.0, 0.8))


STATES = {
    'polygon': spatial(FrictionPolygon(0.6, 8)),
    'pyramid': spatial(FrictionPyramid(0.4, 0.7)),
    'circular': spatial(CircularCone(0.5)),
    'soft': spatial(SoftFinger(0.5, 0.01), 3),
    'one contact, flat': spatial(FrictionPolygon(0.6, 8), 1),
    'without friction': spatial(Frictionless()),
    'planar': planar(CircularCone(0.5)),
    'opposed': ContactState(
        [
            ContactPoint((0.0, 0.0), (1.0, 0.0), CircularCone(0.5)),
            ContactPoint((1.0, 0.0), (-1.0, 0.0), CircularCone(0.5)),
        ]
    ),
    'no contact': ContactState(dimension=6),
}


def wrenches(state, count):
    """Return some inside, some outside, some on edges, and none at all."""
    generator = np.random.default_rng(0)
    edges = contact_wrench_problem(state).edge_wrenches
    found = [np.zeros(state.dimension)]
    for index in range(count - 1):
        weights = generator.random(edges.shape[1]) * (generator.random(edges.shape[1]) < 0.3)
        noise = generator.choice((0.0, 1e-9, 0.1, 3.0)) * generator.standard_normal(
            state.dimension
        )
        found.append(edges @ weights + noise if index % 7 else edges[:, :1].sum(axis=1))
    return np.array(found)


@pytest.mark.parametrize('name', STATES)
def test_many_wrenches_give_the_numbers_of_one_by_one(name):
    state = STATES[name]
    problem = prepared(state)
    asked = wrenches(state, 60)
    found = produce_many(state, asked)
    for index, wrench in enumerate(asked):
        try:
            verdict = produce(problem, wrench)
        except NumericalError:
            assert found.undecided[index] and not found.feasible[index]
            continue
        assert not found.undecided[index]
        assert found.feasible[index] == verdict.feasible
        if np.isfinite(verdict.margin):
            size = max(np.abs(problem.scaling * wrench).max(), 1e-9)
            assert abs(found.margins[index] - verdict.margin) <= 1e-6 * size
        else:
            assert found.margins[index] == verdict.margin
    assert found.undecided.mean() < 0.1


@pytest.mark.parametrize('name', ['polygon', 'pyramid', 'planar'])
def test_faces_give_the_margins_of_the_problem_without_them(name):
    problem = contact_wrench_problem(STATES[name])
    asked = [wrench for wrench in wrenches(STATES[name], 60) if np.abs(wrench).max() > 0.5]
    found = produce_many(STATES[name], asked)
    decided = ~found.undecided & (np.abs(found.margins) > 1e-6)
    alone = [produce(problem, wrench).margin for wrench in np.array(asked)[decided]]
    assert decided.sum() > 20
    assert np.abs(found.margins[decided] - alone).max() < 1e-6


def test_resisting_is_producing_the_opposite():
    state, asked = STATES['polygon'], wrenches(STATES['polygon'], 40)
    held, made = resist_many(state, asked), produce_many(state, -asked)
    assert (held.feasible == made.feasible).all()
    assert (held.margins == made.margins).all()
    assert held.feasible.any() != (-asked == asked).all()


def test_no_wrenches_are_no_answers():
    assert produce_many(STATES['polygon'], np.zeros((0, 6))).margins.shape == (0,)
    assert resist_each([], []).margins.shape == (0,)


@pytest.mark.parametrize(
    'wrong, words',
    [
        (np.zeros((2, 3)), 'shape'),
        (np.zeros(6), 'shape'),
        ([[np.nan] * 6], 'wrench 0'),
        ([[0.0] * 6, [np.inf] * 6], 'wrench 1'),
        ([[1e151] * 6], 'wrench 0'),
        ('many', 'numbers'),
    ],
)
def test_wrenches_that_are_none_are_refused(wrong, words):
    with pytest.raises(InvalidInputError, match=words):
        produce_many(STATES['polygon'], wrong)


def test_many_contact_sets_give_the_numbers_of_one_by_one():
    states = [STATES[name] for name in ('polygon', 'pyramid', 'circular', 'soft')]
    for many, one in ((produce_each, produce), (resist_each, resist)):
        found = many(states, [PUSH] * 4)
        verdicts = [one(state, PUSH) for state in states]
        assert found.feasible.tolist() == [verdict.feasible for verdict in verdicts]
        assert found.margins.tolist() == [verdict.margin for verdict in verdicts]


def test_a_set_that_is_undecided_is_said_and_the_others_are_answered():
    apart = ContactPoint((0.0, 0.0), (1.0, 0.0), CircularCone(1e-9))
    near = replace(apart, contact_normal=(-1.0, 0.0), contact_position=(0.0, 1e-16))
    states = [STATES['planar'], ContactState([apart, near]), STATES['planar']]
    found = resist_each(states, [np.array((0.0, -1.0, -0.2))] * 3)
    assert isinstance(found, BatchVerdict)
    assert found.margins[0] == found.margins[2]


@pytest.mark.parametrize('state', [STATES['planar'], planar(Frictionless())])
def test_modes_of_many_wrenches_are_those_of_each_cone(state):
    cones = possible_mode_cones(state)
    asked = np.random.default_rng(0).uniform(-3.0, 3.0, (200, 3))
    held = possible_modes_many(cones, asked)
    assert held.shape == (200, len(cones))
    assert held.tolist() == [[cone.contains(wrench) for cone in cones] for wrench in asked]
    assert held.any() and not held.all()


def test_no_cones_hold_nothing():
    assert possible_modes_many((), np.zeros((3, 6))).shape == (3, 0)


@pytest.mark.parametrize('name', ['polygon', 'circular', 'planar'])
@pytest.mark.parametrize('what', ['friction', 'normal', 'position', 'shift', 'turn'])
def test_each_deviation_changes_what_it_says(name, what):
    state = STATES[name]
    drawn = list(drawn_states(state, Deviations(**{what: 0.1}), range(40)))
    position = np.array([one.positions - state.positions for one in drawn])
    normal = np.array([one.normals - state.normals for one in drawn])
    friction = [one.contacts[0].friction != state.contacts[0].friction for one in drawn]
    assert all(friction) == (what == 'friction')
    assert (np.abs(position).max() > 1e-9) == (what in ('position', 'shift', 'turn'))
    assert (np.abs(normal).max() > 1e-9) == (what in ('normal', 'turn'))
    if what in ('position', 'shift'):
        assert position.std() == pytest.approx(0.1, rel=0.3)
    if what == 'shift':
        assert np.ptp(position, axis=1).max() < 1e-12
    lengths = np.linalg.norm([one.normals for one in drawn], axis=2)
    assert np.abs(lengths - 1.0).max() < 1e-9


@pytest.mark.parametrize('name', ['polygon', 'planar'])
def test_a_turn_of_all_leaves_them_as_they_are_to_each_other(name):
    state = STATES[name]

    def shape(one):
        way = one.positions[:, None] - one.positions[None]
        return np.linalg.norm(way, axis=2), one.normals @ one.normals.T, way @ one.normals.T

    for drawn in drawn_states(state, Deviations(turn=0.3), range(20)):
        for found, given in zip(shape(drawn), shape(state), strict=True):
            assert np.allclose(found, given)


def test_draws_depend_on_their_number_and_the_seed_alone():
    state, deviations = STATES['pyramid'], Deviations(0.1, 0.05, 0.001, 0.002, 0.01)
    whole = resist_drawn(state, PUSH, deviations, range(300))
    part = resist_drawn(state, PUSH, deviations, range(250, 270))
    other = resist_drawn(state, PUSH, deviations, range(250, 270), seed=1)
    assert whole.margins[250:270].tolist() == part.margins.tolist()
    assert part.margins.tolist() != other.margins.tolist()


def test_without_deviations_every_draw_is_the_state():
    drawn = resist_drawn(STATES['pyramid'], PUSH, Deviations(), range(3))
    assert np.ptp(drawn.margins) == 0.0
    assert drawn.margins[0] == pytest.approx(resist(STATES['pyramid'], PUSH).margin, rel=1e-12)


@pytest.mark.parametrize('friction', [0.1, 0.3, 1.0])
def test_as_many_draws_hold_as_chance_has_it(friction):
    """Of two feet with equal normal forces the mean of both frictions, cut off at 0, must do."""
    ground = planar(CircularCone(0.5)).contacts[:2]
    held = resist_drawn(
        ContactState(ground), (3.0, -10.0, -5.0), Deviations(friction), range(2000)
    ).feasible.mean()
    factors = 1.0 + friction * np.random.default_rng(1).standard_normal((200_000, 2))
    expected = (0.5 * np.maximum(factors, 0.0).mean(axis=1) >= 0.3).mean()
    assert held == pytest.approx(expected, abs=4.0 * np.sqrt(0.25 / 2000))


@pytest.mark.parametrize('wrong', [-1.0, np.nan, np.inf, 'much'])
def test_deviations_that_are_none_are_refused(wrong):
    with pytest.raises(InvalidInputError, match='deviation turn'):
        Deviations(turn=wrong)


@pytest.mark.parametrize('draws', [range(0, 9, 2), [0, 1], 5])
def test_draws_are_numbered_one_by_one(draws):
    with pytest.raises(InvalidInputError, match='draws'):
        list(drawn_states(STATES['planar'], Deviations(), draws))


@pytest.mark.parametrize('seed', [-1, 1.5, 'a'])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(InvalidInputError, match='seed'):
        resist_drawn(STATES['planar'], (0, 0, 0), Deviations(), range(2), seed)


def test_faces_are_made_once_where_there_are_any():
    for name, has_faces in (('polygon', True), ('pyramid', True), ('circular', False)):
        problem = contact_wrench_problem(STATES[name])
        found = prepared(STATES[name])
        assert problem.faces is None and (found.faces is not None) == has_faces
        assert prepared(found) is found
        assert (prepared(problem).faces is not None) == has_faces


@pytest.mark.parametrize('size', [1e-9, 1.0, 1e9])
def test_modes_hold_a_wrench_whatever_its_size(size):
    """A cone has no size: what is a thousandth outside is so in any unit."""
    cones = possible_mode_cones(planar(CircularCone(0.3)))
    random = np.random.default_rng(2)
    wrenches = random.normal(size=(60, 3))
    for cone in cones:
        deepest = cone.rows.faces @ (cone.rows.scale * wrenches).T
        wrenches = wrenches[(np.abs(deepest) > 1e-3).all(axis=0)]
    assert len(wrenches) > 20
    held = possible_modes_many(cones, size * wrenches)
    assert np.array_equal(held, possible_modes_many(cones, wrenches))
    assert held.any(axis=1).all() and not held.all()


@pytest.mark.parametrize('many', [produce_each, resist_each])
def test_another_number_of_wrenches_than_of_states_is_refused_by_name(many):
    state = ContactState(dimension=3)
    with pytest.raises(InvalidInputError, match=r'number of wrenches is 2, expected one per'):
        many([state], [np.zeros(3)] * 2)
    with pytest.raises(InvalidInputError, match=r'number of wrenches is 1, expected one per'):
        many((state for _ in range(3)), np.zeros((1, 3)))


def test_what_is_undecided_has_no_margin():
    def undecided():
        raise NumericalError('nothing proved')

    found = sequential_verdicts([undecided, lambda: resist(STATES['planar'], (0.0, -1.0, 0.0))])
    assert found.undecided.tolist() == [True, False]
    assert not found.feasible[0] and found.margins[0] == 0.0
