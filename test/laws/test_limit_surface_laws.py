# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Laws of a soft finger's limit surface: inside the independent limits, exact, without frame."""

import clarabel
import numpy as np
import pytest
from scipy import sparse

from frictioncone_ros.analysis.feasibility import certify, contact_wrench_problem, produce
from frictioncone_ros.analysis.support import will_produce
from frictioncone_ros.cones import friction_cone
from frictioncone_ros.contact import ContactPoint, ContactState, SoftFinger, wrench_matrix

MODELS = [SoftFinger(0.5, 0.02), SoftFinger(0.3, 0.1), SoftFinger(1.5, 0.01)]


def pads(generator, count, model):
    contacts = []
    for _ in range(count):
        normal = np.array((0.0, 0.0, 1.0)) + 0.3 * generator.normal(size=3)
        contacts.append(
            ContactPoint(0.1 * generator.normal(size=3), normal / np.linalg.norm(normal), model)
        )
    return ContactState(contacts)


def near_the_limit(generator, state, model):
    """Return a wrench of forces about on their limit surfaces."""
    forces = generator.normal(size=(state.contact_count, 3))
    forces /= np.linalg.norm(forces, axis=1)[:, None]
    forces *= (model.friction_coefficient, model.friction_coefficient, model.torsional_friction)
    normal = generator.uniform(1.0, 5.0, state.contact_count)
    whole = np.column_stack((normal, generator.uniform(0.5, 1.6) * normal[:, None] * forces))
    return wrench_matrix(state) @ whole.ravel()


def feasible_by_clarabel(state, model, wrench):
    """Whether forces exist, by second-order cones: the least excess beyond the surfaces."""
    matrix = wrench_matrix(state)
    count = matrix.shape[1]
    rows, kinds = [], []
    for start in range(0, count, 4):
        block = np.zeros((4, count + 1))
        block[0, start], block[0, count] = -1.0, -1.0
        for place, axis in enumerate(
            (model.friction_coefficient,) * 2 + (model.torsional_friction,), start=1
        ):
            block[place, start + place] = -1.0 / axis
        rows.append(block)
        kinds.append(clarabel.SecondOrderConeT(4))
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    cost = np.append(np.zeros(count), 1.0)
    equations = np.column_stack((matrix, np.zeros(6)))
    solution = clarabel.DefaultSolver(
        sparse.csc_matrix((count + 1, count + 1)),
        cost,
        sparse.csc_matrix(np.vstack((equations, *rows))),
        np.append(wrench, np.zeros(count)),
        [clarabel.ZeroConeT(6), *kinds],
        settings,
    ).solve()
    return solution.x[-1]


@pytest.mark.parametrize('model', MODELS)
def test_verdicts_are_those_of_second_order_cones(model):
    generator = np.random.default_rng(1)
    answers = set()
    for _ in range(25):
        state = pads(generator, int(generator.choice((2, 3, 4))), model)
        wrench = near_the_limit(generator, state, model)
        excess = feasible_by_clarabel(state, model, wrench)
        verdict = certify(state, wrench)
        assert verdict.certificate_holds()
        if abs(excess) > 1e-6 * np.abs(wrench).max():
            assert verdict.feasible == (excess < 0.0)
            answers.add(verdict.feasible)
    assert answers == {True, False}


@pytest.mark.parametrize('model', MODELS)
def test_the_ellipsoid_is_inside_the_independent_limits(model):
    generator = np.random.default_rng(2)
    apart = SoftFinger(model.friction_coefficient, model.torsional_friction, independent=True)
    for _ in range(8):
        state = pads(generator, 3, model)
        wrench = near_the_limit(generator, state, model)
        shared, free = produce(state, wrench), produce(state.with_friction(apart), wrench)
        scale = 1e-6 * np.abs(wrench).max()
        assert shared.certificate_holds() and shared.margin <= free.margin + scale
        will = will_produce(state, wrench)
        assert not will.carried or shared.feasible


@pytest.mark.parametrize('model', MODELS)
def test_polyhedra_are_inside_and_outside(model):
    generator = np.random.default_rng(3)
    inner, outer = model.inner_polygon(8), model.outer_polygon(8)
    for _ in range(300):
        force = np.append(
            1.0,
            generator.normal(size=3)
            * (model.friction_coefficient, model.friction_coefficient, model.torsional_friction),
        )
        assert not inner.contains(force) or model.contains(force)
        assert not model.contains(force) or outer.contains(force)
        assert model.contains(force) == friction_cone(model, 6).contains(force)
    for edge in inner.force_edges(6):
        assert model.contains(edge) and not model.contains(edge * (1.0, 1.01, 1.01, 1.01))
        assert inner.contains(edge)


def test_the_projection_is_the_nearest_force():
    generator = np.random.default_rng(4)
    cone = friction_cone(SoftFinger(0.5, 0.2), 6)
    for _ in range(100):
        point = generator.normal(size=4)
        nearest = cone.project(point)
        assert cone.contains(nearest, 1e-9)
        assert cone.dual().contains(nearest - point, 1e-7)
        assert (nearest - point) @ nearest == pytest.approx(0.0, abs=1e-7)


def test_units_change_nothing():
    generator = np.random.default_rng(5)
    model = MODELS[0]
    for _ in range(5):
        state = pads(generator, 4, model)
        wrench = near_the_limit(generator, state, model)
        longer = SoftFinger(model.friction_coefficient, 1e3 * model.torsional_friction)
        twin = ContactState(
            [
                ContactPoint(1e3 * c.contact_position, c.contact_normal, longer)
                for c in state.contacts
            ]
        )
        again = produce(contact_wrench_problem(twin), wrench * ((1.0,) * 3 + (1e3,) * 3))
        asked = produce(state, wrench)
        assert again.feasible == asked.feasible
        assert again.margin == pytest.approx(asked.margin, rel=1e-5, abs=1e-6)
