# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The nearest wrench with a margin: feasible, nearest, unchanged where nothing is wrong."""

import numpy as np
import pytest

from frictioncone_ros.analysis.feasibility import contact_wrench_problem, produce, with_faces
from frictioncone_ros.analysis.wrench_projection import project_wrench
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    FrictionPolygon,
    SoftFinger,
)
from frictioncone_ros.exceptions import InvalidInputError

UP = (0.0, 0.0, 1.0)
METRIC = np.diag((1.0, 1.0, 1.0, 50.0, 50.0, 50.0)) + 0.3 * np.ones((6, 6))


def block(friction):
    corners = [(0.1 * x, 0.1 * y, 0.0) for x in (1, -1) for y in (1, -1)]
    return contact_wrench_problem(ContactState([ContactPoint(c, UP, friction) for c in corners]))


@pytest.mark.parametrize('metric', [None, METRIC])
@pytest.mark.parametrize('margin', [0.0, 0.5])
@pytest.mark.parametrize(
    'friction', [CircularCone(0.5), FrictionPolygon(0.5, 8), SoftFinger(0.5, 0.02)]
)
def test_projection_is_feasible_with_its_margin_and_nearest(friction, margin, metric):
    problem = block(friction)
    weight = METRIC if metric is not None else np.diag(problem.scaling**2)
    generator = np.random.default_rng(23)
    changed = 0
    for _ in range(25):
        desired = np.array((0, 0, 4, 0, 0, 0)) + 2.0 * generator.normal(size=6) * (
            1,
            1,
            1,
            0.1,
            0.1,
            0.1,
        )
        answer = project_wrench(problem, desired, metric, margin)
        verdict = produce(problem, answer.contact_wrench)
        assert verdict.margin >= margin - 1e-7
        assert np.allclose(answer.contact_wrench + answer.removed, desired, atol=1e-12)
        again = project_wrench(problem, answer.contact_wrench, metric, margin)
        assert np.allclose(again.contact_wrench, answer.contact_wrench, atol=1e-7)
        if answer.changed:
            changed += 1
            # The twist is the metric's gradient: no admissible wrench is on its negative side.
            assert np.allclose(answer.limiting_twist, -weight @ answer.removed, atol=1e-6)
            edges = (problem.edge_wrenches / problem.scaling[:, None]).T @ answer.limiting_twist
            assert edges.min() >= -1e-7
            apex = margin * problem.depth_wrench / problem.scaling
            assert abs(answer.limiting_twist @ (answer.contact_wrench - apex)) < 1e-6
    assert changed > 0


def test_feasible_wrench_comes_back_as_it_was():
    desired = np.array((0.1, 0.2, 5.0, 0.01, 0.0, 0.0))
    for problem in (block(CircularCone(0.5)), with_faces(block(FrictionPolygon(0.5, 8)))):
        answer = project_wrench(problem, desired, margin=0.1)
        assert not answer.changed and np.array_equal(answer.contact_wrench, desired)
        assert np.allclose(
            problem.force_matrix @ answer.contact_forces, problem.scaling * desired, atol=1e-8
        )
        assert not answer.limiting_twist.any()


def test_small_changes_of_the_command_make_small_changes_of_the_answer():
    problem = block(CircularCone(0.5))
    generator = np.random.default_rng(3)
    for _ in range(20):
        desired = generator.normal(size=6)
        step = 1e-5 * generator.normal(size=6) * (1, 1, 1, 0.1, 0.1, 0.1)
        first = project_wrench(problem, desired).contact_wrench
        second = project_wrench(problem, desired + step).contact_wrench
        moved = np.linalg.norm(problem.scaling * (second - first))
        assert moved <= np.linalg.norm(problem.scaling * step) * (1.0 + 1e-3)


def test_numbers_of_an_answer_cannot_be_written():
    answer = project_wrench(block(CircularCone(0.5)), (9.0, 0.0, 4.0, 0.0, 0.0, 0.0))
    for numbers in (answer.contact_wrench, answer.removed, answer.limiting_twist):
        with pytest.raises(ValueError, match='read-only'):
            numbers[0] = 1.0


def test_no_contact_leaves_nothing():
    problem = contact_wrench_problem(ContactState(dimension=6))
    answer = project_wrench(problem, np.ones(6))
    assert not answer.contact_wrench.any() and answer.changed


def test_bad_margin_and_metric_are_refused():
    problem = block(CircularCone(0.5))
    with pytest.raises(InvalidInputError, match='margin'):
        project_wrench(problem, np.ones(6), margin=np.nan)
    with pytest.raises(InvalidInputError, match='metric'):
        project_wrench(problem, np.ones(6), metric=np.zeros((6, 6)))
