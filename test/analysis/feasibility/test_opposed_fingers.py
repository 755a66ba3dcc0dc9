# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Two fingers that face each other, exactly or nearly: the depth forces cancel to rounding."""

from math import inf

import numpy as np
import pytest

from frictioncone_ros.analysis.feasibility import (
    can_produce,
    certify,
    contact_wrench_problem,
    produce,
    resist,
    with_faces,
)
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
    wrench_matrix,
)

MODELS = {
    'circle': CircularCone,
    'pyramid': FrictionPyramid,
    'polygon': FrictionPolygon,
    'soft': lambda mu: SoftFinger(mu, 0.02),
}
TILTS = [0.0, 1e-16, 1e-15, 1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-3]
GRASPS = 20


def unit(vector):
    return vector / np.linalg.norm(vector)


def grasp(random, model, tilt):
    """Return two fingers of one friction on a line, the second normal turned by a tilt [rad]."""
    normal, half = unit(random.normal(size=3)), random.uniform(0.02, 0.2)
    tangent = unit(np.cross(normal, random.normal(size=3)))
    center, friction = 0.1 * random.normal(size=3), MODELS[model](random.uniform(0.2, 1.0))
    opposite = unit(-normal * np.cos(tilt) + tangent * np.sin(tilt))
    return ContactState(
        [
            ContactPoint(center - half * normal, normal, friction),
            ContactPoint(center + half * normal, opposite, friction),
        ]
    )


def inner_wrench(random, state):
    """Return the wrench of forces well inside both friction sets."""
    forces = []
    for contact in state.contacts:
        pressed, angle = random.uniform(1.0, 10.0), random.uniform(0.0, 2 * np.pi)
        sideways = 0.3 * contact.friction.friction_coefficient * pressed
        components = [pressed, sideways * np.cos(angle), sideways * np.sin(angle), 0.0]
        forces += components[: contact.friction.component_count(6)]
    return wrench_matrix(state) @ np.array(forces)


@pytest.mark.parametrize('model', MODELS)
@pytest.mark.parametrize('tilt', TILTS)
def test_what_two_fingers_hold_strictly_they_hold_without_limit(model, tilt):
    random = np.random.default_rng(3)
    for _ in range(GRASPS):
        state = grasp(random, model, tilt)
        wrench = inner_wrench(random, state)
        problem = contact_wrench_problem(state)
        for verdict in (produce(problem, wrench), resist(problem, -wrench)):
            assert verdict.feasible
            assert verdict.certificate_holds()
            assert verdict.margin == inf


@pytest.mark.parametrize('tilt', TILTS)
def test_no_finger_turns_the_line_through_both_without_torsion(tilt):
    random = np.random.default_rng(4)
    for model in ('circle', 'pyramid', 'polygon'):
        state = grasp(random, model, tilt)
        first, second = state.positions
        axis = unit(second - first)
        turning = np.append(np.zeros(3), axis)
        problem = contact_wrench_problem(state)
        verdict = produce(problem, inner_wrench(random, state) + turning)
        assert not verdict.feasible
        assert verdict.certificate_holds()
        assert verdict.margin == -inf


@pytest.mark.parametrize('count', [2, 3, 4, 6])
def test_fingers_all_around_hold_whatever_lies_in_their_plane(count):
    """Planar and frictionless fingers and more than two: their depth forces cancel as well."""
    random = np.random.default_rng(5)
    angles = 2 * np.pi * np.arange(count) / count
    inward = -np.column_stack((np.cos(angles), np.sin(angles)))
    planar = ContactState(
        [ContactPoint(-0.1 * normal, normal, CircularCone(0.5)) for normal in inward]
    )
    problem = contact_wrench_problem(planar)
    for one in (problem, with_faces(problem)):
        wrench = random.normal(size=3) * (10.0, 10.0, 1.0)
        verdict = produce(one, wrench)
        assert verdict.feasible and verdict.margin == inf and verdict.certificate_holds()
        assert can_produce(one, wrench)


def test_fingers_side_by_side_do_not_cancel():
    state = ContactState(
        [ContactPoint((x, 0.0, 0.0), (0.0, 0.0, 1.0), CircularCone(0.5)) for x in (-0.1, 0.1)]
    )
    verdict = produce(contact_wrench_problem(state), (0.0, 0.0, 10.0, 0.0, 0.0, 0.0))
    assert verdict.feasible and 0.0 < verdict.margin < inf


CORNER_PRESS = (-1.0, 0.0, 1.0, -0.2, -0.4, -0.2)
"""Both normals of `touching_corner` pushed with 1 N, mostly [N, Nm]."""


def touching_corner(model):
    """Return a wall and a floor whose friction sets, of 45 degrees, just touch on a line."""
    return ContactState(
        [
            ContactPoint((0.6, -0.2, 0.1), (-1.0, 0.0, 0.0), model),
            ContactPoint((0.3, -0.2, -0.2), (0.0, 0.0, 1.0), model),
        ]
    )


@pytest.mark.parametrize(
    'model', [SoftFinger(1.0, 0.01), CircularCone(1.0)], ids=['soft', 'circle']
)
def test_sets_that_just_touch_on_a_line_have_the_margin_of_pressing(model):
    # The floor of the margin's search takes forces without end there: it once found none.
    corner = touching_corner(model)
    verdict = certify(corner, CORNER_PRESS)
    assert verdict.feasible
    assert verdict.margin == pytest.approx(0.5**0.5, rel=1e-8)
    produced = produce(corner, CORNER_PRESS)
    assert produced.margin == pytest.approx(0.5**0.5, rel=1e-8)
    assert produced.certificate_holds()


def test_margin_that_floats_cannot_find_is_what_the_forces_prove():
    corner = touching_corner(SoftFinger(1.0, 0.01, independent=True))
    verdict = certify(corner, (-1.0, 0.1, 1.0, -0.2, -0.4, -0.1))
    assert verdict.feasible
    assert verdict.certificate_holds()
    assert 0.0 <= verdict.margin <= 0.5**0.5


@pytest.mark.parametrize('seed', range(6))
def test_a_corner_of_45_degrees_refuses_with_the_depth_of_the_half_space(seed):
    """Walls at one place whose sets touch on a line: all that does not pull on both is reached."""
    random = np.random.default_rng(seed)
    corner = ContactState(
        [ContactPoint((0, 0, 0), normal, CircularCone(1.0)) for normal in np.eye(3)[:2]]
    )
    force = random.normal(size=3)
    force[:2] -= max(force[0] + force[1], 0.0) + 0.1
    verdict = produce(corner, (*force, 0.0, 0.0, 0.0))
    assert not verdict.feasible
    assert verdict.margin == pytest.approx((force[0] + force[1]) / 8.0**0.5, rel=1e-5)
