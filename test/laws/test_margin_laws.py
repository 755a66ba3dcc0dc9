# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The filter's margin beside a linear programme that maximises the depth itself."""

from dataclasses import replace
from math import cos, pi

from hypothesis import given
from hypothesis import strategies as st
import numpy as np
from scipy.optimize import linprog
from strategies import contact_states, DIMENSIONS

from frictioncone_ros.contact import (
    CircularCone,
    component_slices,
    FrictionPolygon,
    wrench_matrix,
)
from frictioncone_ros.control import FilterSettings, Setpoints
from frictioncone_ros.pipeline import assess
from frictioncone_ros.tolerances import MARGIN_ACCURACY

UNLOADED = FilterSettings(arm_carries_inertia=True)
"""The force filter alone: bodies drawn here turn, and would load their contacts themselves."""


def greatest_depth(state, reaction, depths):
    """Maximise t so that the reaction minus t unit depths is a sum of friction edges."""
    matrix = wrench_matrix(state)
    columns, inward = [], np.zeros(state.dimension)
    for contact, part, depth in zip(state.contacts, component_slices(state), depths, strict=True):
        columns.append(matrix[:, part] @ contact.friction.force_edges(state.dimension).T)
        inward += depth * matrix[:, part.start]
    edges = np.hstack(columns)
    found = linprog(
        np.r_[-1.0, np.zeros(edges.shape[1])],
        A_eq=np.column_stack((inward, edges)),
        b_eq=reaction,
        bounds=[(None, None)] + [(0, None)] * edges.shape[1],
    )
    return {0: found.x[0] if found.x is not None else None, 3: np.inf}.get(found.status)


def depths_of(state):
    return [one.friction.depth_shift(state.dimension) for one in state.contacts]


def carried_answer(data, state):
    """Filter a wrench of random contact forces, so that it is carried well inside."""
    forces = np.zeros(wrench_matrix(state).shape[1])
    for part in component_slices(state):
        forces[part.start] = data.draw(st.sampled_from([0.5, 2.0, 5.0]))
        forces[part.start + 1] = data.draw(st.sampled_from([-0.2, 0.0, 0.2])) * forces[part.start]
    return assess(
        state, Setpoints(-(wrench_matrix(state) @ forces)), replace(UNLOADED, margin_of='can')
    )


@given(st.data(), DIMENSIONS)
def test_margin_of_finite_edges_is_that_of_the_linear_programme(data, dimension):
    state = data.draw(contact_states(dimension, most=4).filter(lambda one: one.contact_count))
    state = state.with_friction(FrictionPolygon(data.draw(st.sampled_from([0.0, 0.3, 0.8])), 6))
    answer = carried_answer(data, state)
    desired = greatest_depth(state, -answer.command.wrench, depths_of(state))
    if desired is None:
        return
    if desired == np.inf:
        assert answer.margin is None and answer.margin_unbounded
    else:
        assert abs(answer.margin - desired) <= 1e-5 * max(1.0, abs(desired))


@given(st.data())
def test_margin_of_a_circle_lies_just_below_the_truth(data):
    state = data.draw(contact_states(6, most=3).filter(lambda one: one.contact_count))
    answer = carried_answer(data, state.with_friction(CircularCone(0.5)))
    # Polygons of 120 edges inside and around the circle, with the circle's own depths.
    depths = depths_of(state.with_friction(CircularCone(0.5)))
    reaction = -answer.command.wrench
    inner = state.with_friction(FrictionPolygon(0.5, 120))
    outer = state.with_friction(FrictionPolygon(0.5 / cos(pi / 120), 120))
    low = greatest_depth(inner, reaction, depths)
    high = greatest_depth(outer, reaction, depths)
    if low is None or high is None or np.inf in (low, high):
        return
    size = np.abs(reaction).max()
    assert answer.margin <= high + 1e-5 * size
    assert answer.margin >= low - MARGIN_ACCURACY * abs(low) - 1e-4 * size


@given(st.data(), DIMENSIONS)
def test_the_margin_grows_with_the_load(data, dimension):
    state = data.draw(contact_states(dimension, most=3).filter(lambda one: one.contact_count))
    state = state.with_friction(FrictionPolygon(0.5, 6))
    wrench = carried_answer(data, state).command.wrench
    once = assess(state, Setpoints(wrench), replace(UNLOADED, margin_of='can')).margin
    twice = assess(state, Setpoints(2.0 * wrench), replace(UNLOADED, margin_of='can')).margin
    if once is None:
        assert twice is None
        return
    assert abs(twice - 2.0 * once) <= 1e-5 * max(1.0, abs(2.0 * once))
