# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A wrench is in a mode's cone if and only if some motion and some forces obey all laws."""

from hypothesis import given
from hypothesis import strategies as st
import numpy as np
from scipy.optimize import linprog
from strategies import bodies, DIMENSIONS, FRACTIONS, unit_vectors, vectors

from frictioncone_ros.analysis.mode_cones import mode_cone, possible_mode_cones
from frictioncone_ros.constraints import contact_conditions
from frictioncone_ros.contact import (
    CircularCone,
    contact_jacobian,
    ContactMode,
    ContactPoint,
    ContactState,
    FrictionPolygon,
    FrictionPyramid,
    point_wrench_matrix,
)

LETTERS = {3: ('s', 'f', 'l', 'r', 'a', '*'), 6: ('s', 'f', 'd[0]', 'd[30]', 'd[-120]', 'a', '*')}


@st.composite
def resting_states(draw, dimension):
    size = 2 if dimension == 3 else 3
    frictions = (
        [CircularCone(0.3), CircularCone(1.0), CircularCone(0.0)]
        if size == 2
        else [FrictionPyramid(0.4), FrictionPyramid(0.5, 0.25), FrictionPolygon(0.5, 5)]
    )
    contacts = [
        ContactPoint(
            draw(vectors(size)), draw(unit_vectors(size)), draw(st.sampled_from(frictions))
        )
        for _ in range(draw(st.integers(0, 3)))
    ]
    return ContactState(contacts, draw(bodies(dimension)), dimension=dimension)


def laws(state, mode):
    """Newton's matrix on x = (twist rate, edge forces), and the mode's rows on x."""
    size = 2 if state.dimension == 3 else 3
    conditions = [contact_conditions(c, i) for c, i in zip(state.contacts, mode, strict=True)]
    jacobian = contact_jacobian(state).reshape(-1, size, state.dimension)
    points = point_wrench_matrix(state).reshape(state.dimension, -1, size)
    forces = np.hstack(
        [
            np.zeros((state.dimension, 0)),
            *(points[:, index] @ one.force_edges.T for index, one in enumerate(conditions)),
        ]
    )
    equal = np.vstack(
        [
            np.zeros((0, state.dimension)),
            *(one.equalities @ rows for one, rows in zip(conditions, jacobian, strict=True)),
        ]
    )
    signed = np.vstack(
        [
            np.zeros((0, state.dimension)),
            *(one.inequalities @ rows for one, rows in zip(conditions, jacobian, strict=True)),
        ]
    )
    strict = np.array([flag for one in conditions for flag in one.strict], dtype=bool)
    newton = np.hstack((state.inertia.matrix, -forces))
    return newton, equal, signed, strict, forces.shape[1]


def least_strict_acceleration(state, mode, wrench):
    """The largest t <= 1 with all strict accelerations >= t; None where no motion obeys."""
    newton, equal, signed, strict, count = laws(state, mode)
    size = newton.shape[1]
    pad = np.zeros((len(equal), count))
    equalities = np.vstack((newton, np.hstack((equal, pad))))
    above = np.hstack((-signed, np.zeros((len(signed), count)), strict[:, None].astype(float)))
    solved = linprog(
        [*np.zeros(size), -1.0],
        A_ub=above if len(above) else None,
        b_ub=np.zeros(len(above)) if len(above) else None,
        A_eq=np.hstack((equalities, np.zeros((len(equalities), 1)))),
        b_eq=np.concatenate((wrench, np.zeros(len(equal)))),
        bounds=[(None, None)] * state.dimension + [(0, None)] * count + [(0, 1)],
    )
    return None if solved.status != 0 else solved.x[-1]


def modes_of(data, state):
    letters = LETTERS[state.dimension]
    return ContactMode.parse(
        ''.join(data.draw(st.sampled_from(letters)) for _ in range(state.contact_count))
    )


@given(st.data(), DIMENSIONS)
def test_membership_is_the_existence_of_a_motion_and_forces(data, dimension):
    state = data.draw(resting_states(dimension))
    mode = modes_of(data, state)
    cone = mode_cone(state, mode)
    for wrench in (data.draw(vectors(dimension)), cone.closed.interior_point()):
        found = least_strict_acceleration(state, mode, wrench)
        margin = -max(
            [
                -1.0,
                *(cone.rows.faces @ (cone.rows.scale * wrench)),
                *np.abs(cone.rows.equalities @ (cone.rows.scale * wrench)),
            ]
        )
        if abs(margin) > 1e-6 or found is None:
            assert cone.contains(wrench) == (found is not None) or abs(margin) <= 1e-6
        if found is not None and found > 1e-6:
            assert cone.contains_strictly(wrench)


@given(st.data(), DIMENSIONS)
def test_a_mode_is_possible_if_the_laws_say_so(data, dimension):
    state = data.draw(resting_states(dimension))
    mode = modes_of(data, state)
    cone = mode_cone(state, mode)
    inside = cone.closed.interior_point()
    assert cone.is_possible == cone.contains_strictly(inside)
    strict = laws(state, mode)[3]
    if strict.any():
        # Any wrench inside the cone has a motion as strict as the mode allows.
        found = least_strict_acceleration(state, mode, 1e3 * inside)
        assert found is not None
        assert cone.is_possible == (found > 1e-7)


@given(st.data(), DIMENSIONS, FRACTIONS)
def test_every_wrench_has_a_mode_or_two(data, dimension, scale):
    """Modes found are possible, and scaling a wrench changes none of them."""
    state = data.draw(resting_states(dimension))
    wrench = data.draw(vectors(dimension))
    for cone in possible_mode_cones(state)[:20]:
        assert cone.is_possible
        if scale > 0.0:
            assert cone.contains(wrench) == cone.contains(scale * wrench)
            assert cone.contains_strictly(wrench) == cone.contains_strictly(scale * wrench)
