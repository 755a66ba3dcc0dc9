# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The filter's quick answers beside the exact ones of `analysis`, for every friction model."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
import numpy as np
from strategies import contact_states, DIMENSIONS, vectors

from frictioncone_ros.analysis.feasibility import contact_wrench_problem, produce
from frictioncone_ros.analysis.wrench_projection import project_wrench
from frictioncone_ros.contact import wrench_matrix
from frictioncone_ros.control import FilterSettings, prepared_contacts, Setpoints
from frictioncone_ros.pipeline import assess
from frictioncone_ros.tolerances import MARGIN_ACCURACY

UNLOADED = FilterSettings(arm_carries_inertia=True)
"""The force filter alone: bodies drawn here turn, and would load their contacts themselves."""

MARGINS = st.sampled_from([0.0, 0.5, 2.0])


def touching(data, dimension, most=3):
    return data.draw(contact_states(dimension, most).filter(lambda state: state.contact_count))


@given(st.data(), DIMENSIONS, MARGINS)
def test_the_nearest_wrench_is_that_of_the_exact_search(data, dimension, margin):
    state = touching(data, dimension)
    wrench = 4.0 * data.draw(vectors(dimension))
    # Compliant contacts in a row may share less than the nearest wrench needs.
    settings = replace(UNLOADED, margin=margin, margin_of='can', max_removed_fraction=1.0)
    answer = assess(state, Setpoints(wrench), settings)
    if answer.target.force.excess_fraction >= 1.0:
        return
    prepared = prepared_contacts(state, None, None, settings)
    scale = prepared.physical.scale
    problem = contact_wrench_problem(state)
    exact = project_wrench(problem, -wrench, scale.T @ scale, margin).contact_wrench
    far = np.linalg.norm(scale @ (wrench + exact))
    off = np.linalg.norm(scale @ (answer.command.wrench + exact))
    assert off <= 0.01 * far + 1e-6 * np.linalg.norm(scale @ wrench)


@given(st.data(), DIMENSIONS, MARGINS)
def test_the_margin_is_the_exact_one_or_just_below(data, dimension, margin):
    state = touching(data, dimension)
    settings = replace(UNLOADED, margin=margin, margin_of='can')
    answer = assess(state, Setpoints(4.0 * data.draw(vectors(dimension))), settings)
    reaction = wrench_matrix(state) @ answer.contact_forces
    exact = produce(contact_wrench_problem(state), reaction).margin
    assert (exact == np.inf and reaction.any()) == answer.margin_unbounded
    if not np.isfinite(exact) or not reaction.any():
        return
    slack = 1e-5 * max(1.0, np.abs(answer.contact_forces).max())
    assert answer.margin <= exact + slack
    assert answer.margin >= (1.0 - MARGIN_ACCURACY) * exact - slack


@given(st.data(), DIMENSIONS)
def test_both_agree_on_what_can_be_carried_and_the_twist_shows_it(data, dimension):
    state = touching(data, dimension)
    wrench = 4.0 * data.draw(vectors(dimension))
    force = assess(state, Setpoints(wrench), replace(UNLOADED, margin_of='can')).target.force
    prepared = prepared_contacts(state, None, None, replace(UNLOADED, margin_of='can'))
    carried = prepared.carried_projector @ -wrench
    exact = produce(contact_wrench_problem(state), carried)
    if abs(exact.margin) > 1e-6:
        assert force.feasible == exact.feasible
    if not force.feasible:
        twist = force.separating_twist
        # No reaction does negative work on it, and the carried part of the command does positive.
        size = np.linalg.norm(twist)
        assert (prepared.physical.pool.outcome.T @ wrench_matrix(state).T @ twist).min() >= (
            -1e-4 * size
        )
        assert carried @ twist < 0.0
