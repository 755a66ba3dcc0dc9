# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Where contacts slide the margin is finite: the least normal force, and the others' depth."""

import numpy as np
import pytest
from scipy.optimize import linprog

from frictioncone_ros.contact import (
    CircularCone,
    component_slices,
    ContactMode,
    ContactPoint,
    ContactState,
    Frictionless,
    FrictionPolygon,
    wrench_matrix,
)
from frictioncone_ros.control import FilterSettings, Setpoints
from frictioncone_ros.pipeline import assess

SETTINGS = FilterSettings(max_removed_fraction=1.0)
UP = np.array((0.0, 0.0, 1.0))


def judged(state, forces, mode):
    setpoints = Setpoints(-(wrench_matrix(state) @ forces), mode=ContactMode.parse(mode))
    return assess(state, setpoints, SETTINGS)


def test_feet_that_all_slide_are_as_deep_as_the_least_of_them_presses():
    state = ContactState.from_points([(0.1, 0.0), (-0.1, 0.0)], (0.0, 1.0), 0.5)
    # Slipping to the left, along +t = (-1, 0): friction is along -t.
    forces = np.array((5.0, -2.5, 0.2, -0.1))
    answer = judged(state, forces, 'll')
    assert np.allclose(answer.contact_forces, forces)
    assert answer.margin == pytest.approx(0.2) and not answer.margin_unbounded
    assert answer.will_be_carried is None


def greatest_depth(state, reaction, slides, edges):
    """Return the largest t by linear programme: polygons moved by t, rays at least t long."""
    columns, least = [], []
    for contact, part, ray in zip(state.contacts, component_slices(state), slides, strict=True):
        matrix = wrench_matrix(state)[:, part]
        if ray is not None:
            columns.append(matrix @ ray[:, None])
            least.append(matrix @ ray)
        else:
            polygon = contact.friction.force_edges(6)
            columns.append(matrix @ polygon.T)
            least.append(matrix[:, 0] * contact.friction.depth_shift(6))
    rows = np.column_stack((*columns, np.sum(least, axis=0)))
    cost = np.zeros(rows.shape[1])
    cost[-1] = -1.0
    bounds = [(0.0, None)] * (rows.shape[1] - 1) + [(None, None)]
    found = linprog(cost, A_eq=rows, b_eq=reaction, bounds=bounds)
    return -found.fun if found.success else None


@pytest.mark.parametrize('seed', range(30))
def test_where_some_slide_the_others_are_judged_beside_them(seed):
    generator = np.random.default_rng(seed)
    model = FrictionPolygon(0.5, 6)
    normals = np.column_stack((0.2 * generator.normal(size=(4, 2)), np.ones(4)))
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    places = 0.1 * generator.normal(size=(4, 3))
    state = ContactState(
        [ContactPoint(place, normal, model) for place, normal in zip(places, normals, strict=True)]
    )
    count = int(generator.integers(1, 4))
    ray = model.opposing_force(np.array((1.0, 0.0)), 6)
    slides = [ray if index < count else None for index in range(4)]
    forces = np.zeros(12)
    for index, part in enumerate(component_slices(state)):
        pressed = generator.uniform(0.5, 5.0)
        forces[part] = pressed * (ray if index < count else np.array((1.0, 0.1, -0.1)))
    answer = judged(state, forces, 'd[0]' * count + 'f' * (4 - count))
    reaction = -answer.command.wrench
    exact = greatest_depth(state, reaction, slides, model)
    if exact is None:
        return
    assert answer.margin == pytest.approx(exact, rel=1e-4, abs=1e-5)


def test_a_sliding_circle_counts_too():
    state = ContactState.from_points([(0.1, 0, 0), (-0.1, 0.1, 0), (-0.1, -0.1, 0)], UP, 0.5)
    ray = CircularCone(0.5).opposing_force(np.array((1.0, 0.0)), 6)
    forces = np.concatenate((3.0 * ray, 0.7 * ray, 2.0 * ray))
    answer = judged(state, forces, 'd[0]d[0]d[0]')
    assert answer.margin == pytest.approx(0.7, rel=1e-6)


def test_a_nearly_flat_cone_is_no_deep_shortfall():
    """Two that nearly oppose each other, a nanometre apart: what they carry is never below 0."""
    random = np.random.default_rng(2)
    places = ((0.175115735017091, -0.071608284181926), (0.175115733724148, -0.071608290747277))
    normals = ((0.543692855891893, 0.839284265581166), (-0.531608554748767, -0.846990167899207))
    command = (-5.187152164102412, -8.099864324862972, -1.78985675671212)
    setpoints = Setpoints(command, mode=ContactMode.parse('rr'))
    for _ in range(80):
        state = ContactState(
            [
                ContactPoint(
                    np.multiply(place, 1.0 + 1e-15 * random.choice((-1.0, 0.0, 1.0), size=2)),
                    normal,
                    Frictionless(),
                )
                for place, normal in zip(places, normals, strict=True)
            ]
        )
        assert assess(state, setpoints, SETTINGS).margin >= -1e-9
