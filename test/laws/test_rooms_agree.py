# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The same question asked in different rooms has one answer, on borders too."""

from hypothesis import given
from hypothesis import strategies as st
import numpy as np
from planar_states import HALVES, NORMALS, WRENCHES
import pytest
from strategies import bodies, DIMENSIONS, unit_vectors, vectors

from frictioncone_ros.analysis.feasibility import (
    can_resist,
    contact_wrench_problem,
    produce,
    with_faces,
)
from frictioncone_ros.analysis.force_closure import force_closure
from frictioncone_ros.analysis.mode_cones import mode_cone
from frictioncone_ros.analysis.modes import kinematic_mode_table
from frictioncone_ros.analysis.motions import find_motions
from frictioncone_ros.analysis.planar_modes import planar_kinematic_modes
from frictioncone_ros.analysis.projections import projector_pair
from frictioncone_ros.cones import composite_wrench_cone
from frictioncone_ros.constraints import contact_constraint
from frictioncone_ros.contact import (
    CircularCone,
    contact_jacobian,
    ContactMode,
    ContactPoint,
    ContactState,
    edge_wrenches,
    Frictionless,
    FrictionPolygon,
    FrictionPyramid,
    wrench_matrix,
)
from frictioncone_ros.control import FilterSettings, prepared_contacts

FRICTIONS = {
    3: st.sampled_from([0.0, 0.25, 0.5, 1.0, 100.0]).map(CircularCone),
    6: st.sampled_from(
        [FrictionPyramid(0.5), FrictionPyramid(0.5, 0.25), FrictionPolygon(0.5, 5), Frictionless()]
    ),
}


@st.composite
def resting_states(draw, dimension, least=1, most=3):
    """A body at rest on contacts of finitely many edges, some of them at the same place."""
    count = draw(st.integers(least, most))
    contacts = []
    for _ in range(count):
        if contacts and draw(st.integers(0, 5)) == 0:
            position, normal = contacts[-1].contact_position, contacts[-1].contact_normal
        elif dimension == 3:
            position, normal = (draw(HALVES), draw(HALVES)), draw(NORMALS)
        else:
            position, normal = draw(vectors(3)), draw(unit_vectors(3))
        contacts.append(ContactPoint(position, normal, draw(FRICTIONS[dimension])))
    return ContactState(contacts, draw(bodies(dimension)))


@st.composite
def loads(draw, state):
    """An external wrench: any, or one that a few edges of friction cones balance exactly."""
    if draw(st.booleans()):
        return draw(vectors(state.dimension))
    edges = np.hstack([edge_wrenches(state, index) for index in range(state.contact_count)])
    weights = [draw(st.sampled_from([0.0, 0.0, 0.5, 1.0, 2.0])) for _ in range(edges.shape[1])]
    return -edges @ np.array(weights)


def clear_of_rounding(state, load):
    """Whether moving the load in and out by rounding errors changes nothing."""
    problem = contact_wrench_problem(state)
    push = problem.depth_wrench / problem.scaling
    step = 1e-6 * np.abs(load).max(initial=1e-3) / np.abs(push).max(initial=1e-9)
    return len({can_resist(problem, load + sign * step * push) for sign in (-1, 1)}) == 1


@given(st.data(), DIMENSIONS)
def test_rest_is_possible_where_the_contacts_carry_the_load(data, dimension):
    """Fixed contacts hold the body unless it can turn about them, as about a single point."""
    state = data.draw(resting_states(dimension))
    load = data.draw(loads(state))
    problem, fixed = contact_wrench_problem(state), 'f' * state.contact_count
    cone, carried = mode_cone(state, fixed), can_resist(problem, load)
    assert can_resist(with_faces(problem), load) == carried
    assert composite_wrench_cone(state).contains(-load) == carried
    answers = [cone.contains(load), cone.contains_strictly(load)]
    if dimension == 3:
        answers += [
            fixed in find_motions(state, load).modes,
            fixed in find_motions(state, load, closed=True).modes,
        ]
    elif clear_of_rounding(state, load):
        answers.append(
            any(not np.abs(motion.twist_rate).max() > 1e-6 for motion in find_motions(state, load))
        )
    held = np.linalg.matrix_rank(contact_jacobian(state), tol=1e-9) == dimension
    assert all(answers) if carried else not (held and any(answers)), answers


@given(st.data())
def test_motions_of_a_mode_exist_where_the_load_is_in_its_cone(data):
    """A motion is strict where contacts open and slide strictly."""
    state = data.draw(resting_states(3))
    load = np.array(data.draw(WRENCHES)) if data.draw(st.booleans()) else data.draw(loads(state))
    letters = ''.join(data.draw(st.sampled_from('sflr')) for _ in range(state.contact_count))
    strict, closed = find_motions(state, load), find_motions(state, load, closed=True)
    for mode in {letters, *(str(mode) for mode in strict.modes)}:
        opening = mode_cone(state, mode, strictly_opening=range(state.contact_count))
        assert opening.contains_strictly(load) == (mode in strict.modes)
        assert opening.contains(load) == (mode in closed.modes)


@given(st.data(), DIMENSIONS)
def test_margins_by_steps_by_faces_and_of_the_filter_are_one(data, dimension):
    state = data.draw(resting_states(dimension))
    forces = np.zeros(wrench_matrix(state).shape[1])
    size = 2 if dimension == 3 else 3
    forces[::size] = [data.draw(st.sampled_from([0.5, 1.0, 4.0])) for _ in state.contacts]
    reaction = wrench_matrix(state) @ forces
    problem = contact_wrench_problem(state)
    margin = produce(problem, reaction).margin
    physical = prepared_contacts(state, None, None, FilterSettings()).physical
    assert margin > 0.0
    for other in (produce(with_faces(problem), reaction).margin, physical.margin(forces)):
        assert other == pytest.approx(margin, rel=1e-5, abs=1e-5)


@given(st.data())
def test_planar_kinematic_modes_are_those_of_the_scene_in_space(data):
    """Contacts in a plane see neither motion out of it nor turns about its lines."""
    planar = data.draw(resting_states(3, most=4))
    spatial = ContactState(
        [
            ContactPoint(
                (*contact.contact_position, 0.0), (*contact.contact_normal, 0.0), Frictionless()
            )
            for contact in planar.contacts
        ]
    )
    tangents = [[(*contact.frame[1], 0.0)] for contact in planar.contacts]
    table = kinematic_mode_table(spatial, np.array(tangents))
    letters = {0: 'f', 1: 'l', -1: 'r'}
    found = sorted(
        ''.join(
            's' if kept == 's' else letters[int(sign)]
            for kept, (sign,) in zip(table.separations[owner], signs, strict=True)
        )
        for owner, signs in zip(table.owner, table.signs, strict=True)
    )
    assert found == sorted(str(mode) for mode in planar_kinematic_modes(planar))


@given(st.data(), DIMENSIONS)
def test_force_closure_is_a_composite_cone_without_faces(data, dimension):
    state = data.draw(resting_states(dimension, least=2, most=3 if dimension == 3 else 4))
    answer = force_closure(state)
    assert answer.closed == composite_wrench_cone(state).is_whole_space
    verdicts = {
        produce(answer.problem, sign * axis).margin == np.inf
        for axis in np.eye(dimension)
        for sign in (1.0, -1.0)
    }
    assert answer.closed == (verdicts == {True})


@given(st.data(), DIMENSIONS)
def test_projectors_keep_what_a_mode_leaves_free_and_nothing_else(data, dimension):
    state = data.draw(resting_states(dimension))
    letters = ''.join(data.draw(st.sampled_from('sf*')) for _ in range(state.contact_count))
    constraint = contact_constraint(state, ContactMode.parse(letters))
    pair = projector_pair(constraint, state.inertia.matrix)
    size = 2 if dimension == 3 else 3
    jacobian = contact_jacobian(state).reshape(-1, size, dimension)
    rows = np.zeros((0, dimension))
    for letter, contact, all_rows in zip(letters, state.contacts, jacobian, strict=True):
        sticks = letter == 'f' and not contact.friction.is_frictionless
        rows = np.vstack((rows, all_rows[: {'s': 0}.get(letter, size if sticks else 1)]))
    assert np.allclose(rows @ pair.free_motion, 0.0, atol=1e-8)
    rank = int(np.linalg.matrix_rank(rows, tol=1e-8)) if rows.size else 0
    assert constraint.rank == rank
    assert np.trace(pair.constraint_force) == pytest.approx(rank, abs=1e-8)
