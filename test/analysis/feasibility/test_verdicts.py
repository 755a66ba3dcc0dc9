# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Hand-worked verdicts, every friction model, degenerate contact sets, bad input."""

from dataclasses import replace
from itertools import pairwise
from math import inf, isnan, sqrt

import numpy as np
import pytest

from frictioncone_ros.analysis.feasibility import (
    can_produce,
    can_resist,
    certify,
    contact_wrench_problem,
    produce,
    resist,
    with_faces,
    WrenchVerdict,
)
from frictioncone_ros.analysis.feasibility.nearest_forces import nearest_forces
from frictioncone_ros.analysis.feasibility.problem import depth_ray, RAY_SHRINK
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    EllipticCone,
    Frictionless,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
    wrench_matrix,
)
from frictioncone_ros.exceptions import InvalidInputError

UP = (0.0, 0.0, 1.0)
SQUARE = ((0.1, 0.1, 0.0), (0.1, -0.1, 0.0), (-0.1, 0.1, 0.0), (-0.1, -0.1, 0.0))
MODELS = (
    CircularCone(0.5),
    FrictionPyramid(0.5),
    FrictionPyramid(0.5, 0.2),
    FrictionPolygon(0.5, 8),
    Frictionless(),
    SoftFinger(0.5, 0.02),
    SoftFinger(0.5, 0.02, edge_count=8),
)


def block(friction, corners=SQUARE):
    """Return a block on a table with the given corners."""
    return contact_wrench_problem(
        ContactState([ContactPoint(corner, UP, friction) for corner in corners], dimension=6)
    )


def point(friction):
    """Return one contact under the reference point, which can carry no moment but torsion."""
    return block(friction, [(0.0, 0.0, 0.0)])


@pytest.mark.parametrize('friction', [CircularCone(0.5), FrictionPyramid(0.5)])
def test_margin_of_one_contact_is_its_distance_from_the_cone(friction):
    verdict = produce(point(friction), (0.3, 0.0, 1.0, 0.0, 0.0, 0.0))
    assert verdict.feasible
    assert verdict.margin == pytest.approx(0.2 / sqrt(1.25))
    assert verdict.slip_margins == pytest.approx([0.2 / sqrt(1.25)])
    assert verdict.utilisations == pytest.approx([0.6])
    assert verdict.normal_forces == pytest.approx([1.0])
    assert verdict.tangential_forces == pytest.approx([0.3])


def test_pyramid_carries_more_along_its_diagonal_than_the_circle():
    diagonal = (0.45, 0.45, 1.0, 0.0, 0.0, 0.0)
    assert produce(point(FrictionPyramid(0.5)), diagonal).margin > 0.0
    assert produce(point(CircularCone(0.5)), diagonal).margin < 0.0
    assert not can_produce(point(CircularCone(0.5)), diagonal)


def test_margin_outside_is_negative_by_the_shift_that_would_help():
    verdict = produce(point(CircularCone(0.5)), (1.0, 0.0, 1.0, 0.0, 0.0, 0.0))
    assert verdict.margin == pytest.approx(-0.5 / sqrt(1.25))
    assert not verdict.feasible and verdict.contact_forces is None
    assert verdict.limiting_contact is None and isnan(verdict.slip_margins[0])
    assert verdict.certificate_holds()


def test_a_twist_that_takes_no_power_proves_nothing():
    verdict = produce(point(CircularCone(0.5)), (1.0, 0.0, 1.0, 0.0, 0.0, 0.0))
    for twist in (np.zeros(6), np.array((0.0, 0.0, 0.0, 0.0, 0.0, 1.0))):
        assert not replace(verdict, separating_twist=twist).certificate_holds()
    assert replace(verdict, separating_twist=1e-200 * verdict.separating_twist).certificate_holds()


@pytest.mark.parametrize('friction', MODELS)
def test_on_the_boundary_forces_carry_the_wrench_and_none_of_them_pulls(friction):
    """Rounding may put a sum of edges a little outside: its margin is nought all the same."""
    random = np.random.default_rng(5)
    problem = block(friction)
    foot = problem.state.contacts[0].friction
    for _ in range(20):
        angle = random.uniform(0.0, 2.0 * np.pi)
        force = foot.opposing_force(np.array((np.cos(angle), np.sin(angle))), 6)
        contact_forces = np.kron(random.uniform(0.5, 9.0, 4), force)
        wrench = wrench_matrix(problem.state) @ contact_forces
        verdict = produce(problem, wrench)
        assert verdict.margin >= 0.0 and verdict.certificate_holds()
        made = wrench_matrix(problem.state) @ verdict.contact_forces
        assert made == pytest.approx(wrench, abs=1e-6)


def test_exactly_on_a_limit_surface_a_wrench_is_carried_and_proved():
    """What is left open of it gains nothing that is not rounding long before it is nought."""
    random = np.random.default_rng(7)
    for _ in range(40):
        problem = block(SoftFinger(random.uniform(0.1, 1.2), random.choice([0.002, 0.02, 0.2])))
        foot = problem.state.contacts[0].friction
        angle = random.uniform(0.0, 2.0 * np.pi)
        force = foot.opposing_force(np.array((np.cos(angle), np.sin(angle))), 6)
        contact_forces = np.kron(random.uniform(0.5, 9.0, 4), force)
        verdict = produce(problem, wrench_matrix(problem.state) @ contact_forces)
        assert verdict.margin >= 0.0 and verdict.certificate_holds()


def test_resist_is_produce_of_the_opposite():
    weight = np.array((0.0, 0.0, -9.81, 0.0, 0.0, 0.0))
    problem = block(CircularCone(0.5))
    held, made = resist(problem, weight), produce(problem, -weight)
    assert held.feasible and not produce(problem, weight).feasible
    assert held.margin == pytest.approx(made.margin)
    assert np.allclose(held.contact_wrench, -weight)
    assert can_resist(problem, weight) and not can_produce(problem, weight)


@pytest.mark.parametrize('friction', MODELS)
def test_certificates_hold_for_every_model(friction):
    generator = np.random.default_rng(11)
    problem = block(friction)
    ways = [problem] if problem.round_sets is not None else [problem, with_faces(problem)]
    seen = set()
    for spread in (0.05, 0.2, 1.0) * 12:
        wrench = np.array((0, 0, 1, 0, 0, 0)) + spread * generator.normal(size=6) * (
            1,
            1,
            1,
            0.1,
            0.1,
            0.1,
        )
        if friction == Frictionless():
            wrench[[0, 1, 5]] = 0.0
        verdicts = [ask(way, wrench) for way in ways for ask in (produce, certify)]
        assert all(verdict.certificate_holds() for verdict in verdicts)
        answers = {verdict.feasible for verdict in verdicts} | {can_produce(problem, wrench)}
        assert len(answers) == 1
        margins = [verdict.margin for verdict in verdicts]
        assert margins == pytest.approx([margins[0]] * len(margins), abs=1e-7)
        assert (margins[0] >= 0.0) in answers
        seen |= answers
    assert seen == {True, False}


@pytest.mark.parametrize('friction', MODELS)
def test_forces_of_the_margin_are_that_deep_in_every_set(friction):
    wrench = (0.1, 0.05, 2.0, 0.01, 0.02, 0.001)
    if friction == Frictionless():
        wrench = (0.0, 0.0, 2.0, 0.01, 0.02, 0.0)
    verdict = produce(block(friction), wrench)
    assert verdict.feasible
    assert verdict.slip_margins.min() >= verdict.margin - 1e-9
    assert verdict.utilisations.max() <= 1.0


def test_limiting_contact_is_the_one_that_lifts():
    verdict = produce(block(CircularCone(0.5)), (0.0, 0.0, 1.0, 0.05, 0.05, 0.0))
    assert verdict.feasible
    assert verdict.limiting_contact in {'contact_0', 'contact_1', 'contact_2', 'contact_3'}
    assert verdict.slip_margins.argmin() == verdict.problem.state.names.index(
        verdict.limiting_contact
    )


def test_utilisation_of_a_soft_finger_counts_torsion():
    verdict = produce(point(SoftFinger(0.5, 0.02)), (0.1, 0.0, 1.0, 0.0, 0.0, 0.015))
    assert verdict.feasible
    assert verdict.utilisations == pytest.approx([np.hypot(0.2, 0.75)])
    wrench = (0.4, 0.0, 1.0, 0.0, 0.0, 0.015)
    assert not produce(point(SoftFinger(0.5, 0.02)), wrench).feasible
    apart = produce(point(SoftFinger(0.5, 0.02, independent=True)), wrench)
    assert apart.feasible and apart.utilisations == pytest.approx([0.8])


def test_antipodal_grasp_can_squeeze_without_limit():
    problem = contact_wrench_problem(
        ContactState(
            [
                ContactPoint((-1.0, 0.0), (1.0, 0.0), CircularCone(0.5)),
                ContactPoint((1.0, 0.0), (-1.0, 0.0), CircularCone(0.5)),
            ]
        )
    )
    verdict = produce(problem, (3.0, -4.0, 2.0))
    assert verdict.margin == inf and verdict.certificate_holds()
    assert verdict.slip_margins.min() > 0.0


@pytest.mark.parametrize('tilt', [0.0, 1e-15, 1e-13, 1e-11, 1e-10, 1e-8])
def test_two_opposed_fingers_are_judged_however_little_their_normals_differ(tilt):
    """Forces inside both cones made the wrench: a yes, with a proof, and no error."""
    random = np.random.default_rng(31)
    for _ in range(25):
        normal = random.normal(size=3)
        normal /= np.linalg.norm(normal)
        other = -normal + tilt * random.normal(size=3)
        place, friction = normal * random.uniform(0.01, 0.2), random.uniform(0.2, 1.0, 2)
        state = ContactState(
            [
                ContactPoint(-place, normal, CircularCone(friction[0])),
                ContactPoint(place, other / np.linalg.norm(other), CircularCone(friction[1])),
            ]
        )
        pressed, angles = random.uniform(1.0, 10.0, 2), random.uniform(0.0, 2.0 * np.pi, 2)
        across = pressed * friction * random.uniform(0.0, 0.8, 2)
        forces = np.column_stack((pressed, across * np.cos(angles), across * np.sin(angles)))
        wrench = wrench_matrix(state) @ forces.ravel()
        problem = contact_wrench_problem(state)
        verdict = produce(problem, wrench)
        assert verdict.feasible and verdict.certificate_holds()
        assert resist(problem, -wrench).feasible


@pytest.mark.parametrize('dimension', [3, 6])
def test_no_contact_carries_only_nothing(dimension):
    problem = contact_wrench_problem(ContactState(dimension=dimension))
    nothing, something = np.zeros(dimension), np.ones(dimension)
    assert produce(problem, nothing).feasible and can_produce(problem, nothing)
    verdict = produce(problem, something)
    assert verdict.margin == -inf and verdict.certificate_holds()
    assert verdict.limiting_contact is None
    assert not can_produce(problem, something)


def test_wrench_that_no_contact_can_push_at_has_no_margin():
    problem = point(FrictionPyramid(0.5))
    for way in (problem, with_faces(problem)):
        verdict = produce(way, (0.0, 0.0, 1.0, 0.1, 0.0, 0.0))
        assert verdict.margin == -inf and verdict.certificate_holds()
        assert not can_produce(way, (0.0, 0.0, 1.0, 0.1, 0.0, 0.0))


def test_coincident_contacts_share_and_carry_no_more():
    twice = block(CircularCone(0.5), [(0.0, 0.0, 0.0), (0.0, 0.0, 0.0)])
    assert produce(twice, (0.4, 0.0, 1.0, 0.0, 0.0, 0.0)).feasible
    verdict = produce(twice, (0.6, 0.0, 1.0, 0.0, 0.0, 0.0))
    assert not verdict.feasible and verdict.certificate_holds()


def test_no_friction_measures_the_normal_force():
    verdict = produce(block(CircularCone(0.0)), (0.0, 0.0, 4.0, 0.0, 0.0, 0.0))
    assert verdict.margin == pytest.approx(1.0)
    assert verdict.slip_margins == pytest.approx([1.0] * 4)
    assert verdict.utilisations == pytest.approx([0.0] * 4)
    assert not produce(block(CircularCone(0.0)), (1e-3, 0.0, 4.0, 0.0, 0.0, 0.0)).feasible


@pytest.mark.parametrize('coefficient', [1e3, 1e6])
def test_huge_friction_holds_any_pressed_push(coefficient):
    verdict = produce(block(CircularCone(coefficient)), (100.0, 50.0, 1.0, 0.0, 0.0, 0.0))
    assert verdict.feasible and verdict.certificate_holds()


def test_mixed_models_with_a_round_one_among_them():
    models = (CircularCone(0.5), FrictionPyramid(0.3), Frictionless(), SoftFinger(0.4, 0.01))
    state = ContactState([ContactPoint(c, UP, m) for c, m in zip(SQUARE, models, strict=True)])
    problem = contact_wrench_problem(state)
    generator = np.random.default_rng(2)
    for _ in range(20):
        wrench = np.array((0, 0, 1, 0, 0, 0)) + 0.2 * generator.normal(size=6) * (
            1,
            1,
            1,
            0.1,
            0.1,
            0.1,
        )
        verdict = produce(problem, wrench)
        assert verdict.certificate_holds(1e-7)
        assert verdict.feasible == can_produce(problem, wrench)


def test_certificates_that_are_wrong_do_not_hold():
    problem = block(FrictionPyramid(0.5))
    good = produce(problem, (0.1, 0.0, 1.0, 0.0, 0.0, 0.0))
    bad = produce(problem, (0.9, 0.0, 1.0, 0.0, 0.0, 0.0))
    kind = type(good)
    assert not kind(
        problem, good.contact_wrench * 1.001, good.contact_forces.copy(), None
    ).certificate_holds()
    tipped = good.contact_forces.copy()
    tipped[1] += 1.0
    tipped[4] -= 1.0
    assert not kind(problem, good.contact_wrench, tipped, None).certificate_holds()
    assert not kind(problem, bad.contact_wrench, None, -bad.separating_twist).certificate_holds()
    assert not kind(
        problem, good.contact_wrench, None, bad.separating_twist.copy()
    ).certificate_holds()


@pytest.mark.parametrize('wrench', [(1.0, 2.0), (1.0, 2.0, np.nan, 0.0, 0.0, 0.0), 'push'])
@pytest.mark.parametrize('ask', [produce, resist, can_produce, can_resist, certify])
def test_bad_wrench_is_refused_with_its_name(ask, wrench):
    with pytest.raises(InvalidInputError, match='wrench'):
        ask(point(CircularCone(0.5)), wrench)


@pytest.mark.parametrize('friction', [FrictionPolygon(0.5, 7), FrictionPyramid(0.4, 0.7)])
def test_the_edges_of_a_face_alone_carry_what_is_on_it(friction):
    """Where they are independent the loads are the only ones, which a search finds too."""
    rng = np.random.default_rng(4)
    leaning = 0.2 * rng.normal(size=(4, 3)) + (0.0, 0.0, 1.0)
    normals = leaning / np.linalg.norm(leaning, axis=1)[:, None]
    state = ContactState(
        [
            ContactPoint(0.1 * rng.normal(size=3), normal, friction, f'foot {index}')
            for index, normal in enumerate(normals)
        ]
    )
    problem = with_faces(contact_wrench_problem(state))
    found = 0
    for _ in range(60):
        forces = problem.edge_forces @ rng.exponential(size=problem.edge_forces.shape[1])
        wrench = problem.force_matrix @ forces / problem.scaling
        verdict = produce(problem, wrench)
        bounds = problem.faces.depth_rows @ (problem.scaling * wrench)
        below = problem.scaling * wrench - bounds.min() * problem.depth_wrench
        edges = problem.face_edges(int(bounds.argmin()))
        alone = None if edges is None else edges.forces_of(below)
        if alone is None:
            continue
        found += 1
        searched = nearest_forces(problem, below).contact_forces
        assert np.allclose(alone, searched, rtol=0.0, atol=1e-9 * np.abs(forces).max())
        assert verdict.certificate_holds(1e-12)
    assert found >= 20


def test_faces_of_round_sets_are_refused():
    with pytest.raises(InvalidInputError, match='finitely many edges'):
        with_faces(point(CircularCone(0.5)))


def test_a_force_that_is_zero_but_for_rounding_does_not_spoil_the_certificate():
    """A wrench on an edge of a sole's cone leaves one corner with a force of -1e-16 N."""
    friction = FrictionPyramid(0.05)
    corners = [(1.3 * x, 0.7 * y, 0.0) for x in (1, -1) for y in (1, -1)]
    state = ContactState(
        [
            ContactPoint(corner, (0.0, 0.0, 1.0), friction, tangent_hint=(1.0, 0.0, 0.0))
            for corner in corners
        ]
    )
    forces = np.zeros((4, 3))
    forces[1] = 0.97, -0.0485, -0.0485
    forces[2] = 2.4, -0.02, -0.06
    wrench = wrench_matrix(state) @ forces.ravel()
    almost = forces.ravel() + np.eye(12)[9] * -1.6e-16
    verdict = WrenchVerdict(contact_wrench_problem(state), wrench, almost, None, 0.0)
    assert verdict.certificate_holds()
    pulling = WrenchVerdict(verdict.problem, wrench, forces.ravel() - 1e-6 * np.eye(12)[9], None)
    assert not pulling.certificate_holds()


@pytest.mark.parametrize('friction', [FrictionPyramid(0.5, 0.2), FrictionPolygon(0.5, 8)])
def test_forces_found_by_faces_carry_the_wrench_as_deep_as_the_margin(friction):
    problem, random = with_faces(block(friction)), np.random.default_rng(5)
    matrix = wrench_matrix(problem.state)
    for _ in range(20):
        wrench = np.array((0.0, 0.0, 10.0, 0.0, 0.0, 0.0)) + random.normal(size=6) * (
            (1.0, 1.0, 1.0, 0.1, 0.1, 0.05)
        )
        verdict = produce(problem, wrench)
        assert verdict.feasible and verdict.margin > 0.0 and verdict.certificate_holds()
        assert matrix @ verdict.contact_forces == pytest.approx(wrench, abs=1e-9)
        deep = verdict.contact_forces - (1.0 - 1e-6) * verdict.margin * problem.depth_forces
        for columns, contact in zip(problem.slices, problem.state.contacts, strict=True):
            assert contact.friction.contains(deep[columns], 1e-7)


def test_the_normal_of_a_face_that_a_ray_meets_is_stretched_as_space_was_shrunk():
    """Across the ray it is the remainder, along it as long as makes its product minus one."""
    inward = np.array((3.0, 0.0, 4.0))
    ray = depth_ray(np.eye(3), inward)
    assert ray.direction == pytest.approx((0.6, 0.0, 0.8)) and ray.length == pytest.approx(5.0)
    # Faces p . w <= 0 in space as it is have the remainder (1 + (c - 1) d d^T)^-1 p in the shrunk.
    for plain in ((-0.8, 0.3, -1.0), (0.0, 1.0, -0.1), (-3.0, -1.0, 2.0)):
        stretched = np.array(plain) + (1.0 / RAY_SHRINK - 1.0) * (plain @ ray.direction) * (
            ray.direction
        )
        normal = ray.normal(np.ones(3), stretched)
        assert normal @ inward == pytest.approx(-1.0)
        assert normal == pytest.approx(np.array(plain) / -(plain @ inward))
    assert ray.normal(np.ones(3), inward) is None


@pytest.mark.parametrize('seed', range(8))
def test_forces_of_ellipses_that_stick_and_slide_carry_the_wrench(seed):
    """At the limit some contacts stick inside their ellipses: their forces count as well."""
    random = np.random.default_rng(seed)
    corners = np.array(SQUARE) + 0.02 * random.normal(size=(4, 3))
    problem = contact_wrench_problem(
        ContactState([ContactPoint(corner, UP, EllipticCone(0.8, 0.3)) for corner in corners])
    )
    matrix = wrench_matrix(problem.state)
    for turn in (0.0, 0.1, 0.3):
        wrench = np.array((1.0, 0.5, 10.0, 0.2, -0.1, turn)) * random.uniform(0.5, 1.5, size=6)
        verdict = produce(problem, wrench)
        if verdict.feasible:
            assert verdict.certificate_holds()
            assert matrix @ verdict.contact_forces == pytest.approx(wrench, abs=1e-7)
            deep = verdict.contact_forces - (1.0 - 1e-4) * verdict.margin * problem.depth_forces
            for columns in problem.slices:
                assert EllipticCone(0.8, 0.3).contains(deep[columns], 1e-6)


@pytest.mark.parametrize('pull', [0.5, 1.0, 2.0])
@pytest.mark.parametrize('along', [(0.0, 1.0, 0.0), (0.6, 0.8, 0.0)])
def test_a_body_that_turns_about_the_foot_that_bears_most_is_held_by_an_ellipse_inside(
    pull, along
):
    """Nine tenths of the weight on one foot, which sticks while the others slide."""
    feet = [(1.0, 0.0, 0.0), (0.0, 0.0, 0.0), (-0.5, 0.8, 0.0), (-0.5, -0.8, 0.0)]
    model = EllipticCone(0.8, 0.3)
    problem = contact_wrench_problem(
        ContactState([ContactPoint(foot, UP, model) for foot in feet])
    )
    weight, push = np.array((0.0, 0.0, 10.0)), pull * np.array(along)
    for place in np.linspace(-1.0, 1.0, 9):
        moment = np.cross((0.9, 0.0, 0.0), weight) + np.cross((place, 0.0, 0.0), push)
        wrench = np.concatenate((weight + push, moment))
        verdict = produce(problem, wrench)
        assert verdict.feasible == certify(problem, wrench).feasible
        if not verdict.feasible:
            continue
        assert wrench_matrix(problem.state) @ verdict.contact_forces == pytest.approx(
            wrench, abs=1e-7
        )
        deep = verdict.contact_forces - (1.0 - 1e-4) * verdict.margin * problem.depth_forces
        for columns in problem.slices:
            assert model.contains(deep[columns], 1e-6)


def test_a_margin_grows_with_friction_up_to_hundreds():
    feet = [(x, y, -0.05) for x in (-0.1, 0.1) for y in (-0.1, 0.1)]
    frictions = (10.0, 50.0, 100.0, 200.0, 300.0, 500.0, 1000.0, 1e4)
    margins = [
        resist(
            ContactState.from_points(feet, (0, 0, 1), friction=one),
            (3.0, 0.0, -19.62, 0.0, 0.0, 0.0),
        ).margin
        for one in frictions
    ]
    assert all(before <= after + 1e-4 for before, after in pairwise(margins))
    # A foot bears 19.62 / 4 N less 3 N at 5 cm above, over two feet 20 cm apart.
    assert margins[-1] == pytest.approx(19.62 / 4.0 - 3.0 * 0.05 / 0.2 / 2.0, abs=1e-3)
