# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Margins of circular cones against an independent way: membership alone, on either side.

The margin is the largest t with w - t w0 in the composite cone; whether a wrench is in the cone is
decided by nearest forces, which know nothing of rays, faces or modes at a limit.
"""

from math import inf

from effort import rounds
import numpy as np
import pytest

from frictioncone_ros.analysis.feasibility import can_produce, contact_wrench_problem, produce
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.spatial import Inertia


def is_margin(problem, wrench, margin, tolerance):
    """
    Whether the largest depth at which the wrench below is still a member is this one.

    Where the wrench at one depth is a member all those at less depth are: what is a member just
    above the margin, and not just below it, is all that a bisection would find.
    """
    axis = problem.depth_wrench / problem.scaling
    above, below = (wrench - (margin + side * tolerance) * axis for side in (-1.0, 1.0))
    return can_produce(problem, above) and not can_produce(problem, below)


def random_contacts(generator, count, noise, friction):
    """Return contacts about a plate, their normals as far from vertical as `noise` says."""
    contacts = []
    for index in range(count):
        normal = np.array((0.0, 0.0, 1.0)) + noise * generator.normal(size=3)
        position = 0.2 * generator.normal(size=3) * (1.0, 1.0, 0.2)
        contacts.append(ContactPoint(position, normal / np.linalg.norm(normal), friction(index)))
    return ContactState(contacts)


def random_wrench(generator, problem):
    """Return a member of the cone, disturbed so that about half of the wrenches are outside."""
    loads = generator.random(problem.edge_forces.shape[1])
    member = problem.edge_wrenches @ loads
    disturbed = member + generator.choice((0.0, 0.5, 5.0)) * generator.normal(size=6)
    return disturbed / problem.scaling


def check(problem, wrench):
    """Look at either side of the margin; return whether the wrench is feasible."""
    verdict = produce(problem, wrench)
    assert verdict.certificate_holds()
    assert np.isfinite(verdict.margin)
    scale = np.abs(problem.scaling * wrench).max()
    scale += abs(verdict.margin) * np.abs(problem.depth_wrench).max()
    assert is_margin(problem, wrench, verdict.margin, 2e-6 * scale)
    if verdict.feasible:
        assert verdict.slip_margins.min() >= verdict.margin - 1e-7 * scale
    return verdict.feasible


@pytest.mark.parametrize('count', [3, 4, 6])
@pytest.mark.parametrize('noise', [0.0, 1e-3, 0.1, 0.3])
def test_margins_of_circles_are_where_membership_ends(count, noise):
    generator = np.random.default_rng(100 * count + int(100 * noise))
    answers = set()
    for _ in range(rounds(3, 10)):
        circle = CircularCone(generator.choice((0.05, 0.5, 1.5)))
        state = random_contacts(generator, count, noise, lambda _, circle=circle: circle)
        problem = contact_wrench_problem(state)
        answers |= {check(problem, random_wrench(generator, problem)) for _ in range(3)}
    assert answers == {True, False}


MIXTURES = {
    'soft fingers': lambda _: SoftFinger(0.5, 0.02),
    'large pads': lambda index: SoftFinger(0.5, 0.1 + 0.05 * index),
    'independent torsion': lambda _: SoftFinger(0.5, 0.02, independent=True),
    'one without friction': lambda index: CircularCone(0.0 if index == 0 else 0.5),
    'a pyramid among circles': lambda index: FrictionPyramid(0.3) if index else CircularCone(0.5),
    'unlike circles': lambda index: CircularCone(0.2 + 0.3 * index),
}


@pytest.mark.parametrize('friction', MIXTURES.values(), ids=MIXTURES.keys())
def test_margins_of_other_round_sets_are_where_membership_ends(friction):
    generator = np.random.default_rng(3)
    answers = set()
    for _ in range(rounds(12, 15)):
        problem = contact_wrench_problem(random_contacts(generator, 4, 0.1, friction))
        answers |= {check(problem, random_wrench(generator, problem)) for _ in range(2)}
    assert answers == {True, False}


def test_symmetric_and_redundant_sets_have_margins_where_membership_ends():
    up, corners = (0.0, 0.0, 1.0), [(0.1 * x, 0.1 * y, 0.0) for x in (1, -1) for y in (1, -1)]
    circle = CircularCone(0.5)
    once = ContactState([ContactPoint(corner, up, circle) for corner in corners])
    twice = ContactState([ContactPoint(corner, up, circle) for corner in corners * 2])
    line = ContactState([ContactPoint((0.1 * x, 0.0, 0.0), up, circle) for x in (-1, 0, 1)])
    for state in (once, twice):
        problem = contact_wrench_problem(state)
        for wrench in (
            (0, 0, 4, 0, 0, 0),
            (1, 0, 4, 0, 0, 0),
            (1, 1, 4, 0, 0.1, 0.02),
            (3, 0, 4, 0, 0, 0),
            (0, 0, 4, 0.5, 0, 0),
            (0, 0, -1, 0, 0, 0),
        ):
            check(problem, np.array(wrench, dtype=float))
    flat = contact_wrench_problem(line)
    check(flat, np.array((0.1, 0.3, 2.0, 0.0, 0.05, 0.01)))
    assert produce(flat, (0.0, 0.0, 1.0, 0.02, 0.0, 0.0)).margin == -inf


@pytest.mark.parametrize('force', [-3.0, 2.0])
def test_single_contact_without_friction_has_its_normal_force_as_margin(force):
    contact = ContactPoint((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), CircularCone(0.0))
    problem = contact_wrench_problem(ContactState([contact]))
    verdict = produce(problem, (0.0, 0.0, force, 0.0, 0.0, 0.0))
    assert verdict.margin == pytest.approx(force)
    assert verdict.feasible == (force > 0.0) and verdict.certificate_holds()


def test_in_a_flat_cone_the_bound_may_fall_short_and_the_margin_does_not():
    # Two contacts span five dimensions; the estimate of how far circles reach was 0.3 % short.
    normals = np.array([[-0.179, 0.0, 0.984], [-0.53, 0.53, 0.662]])
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    state = ContactState(
        [
            ContactPoint((1.25, -0.25, 0.25), normals[0], CircularCone(0.2)),
            ContactPoint((1.25, 1.75, -1.25), normals[1], CircularCone(0.5)),
        ],
        Inertia.spatial_body(1.0, np.diag((0.01212, 0.01934, 0.04041))),
    )
    problem = contact_wrench_problem(state)
    wrench = problem.force_matrix @ (2.0, 0.235, 0.063, 5.0, 0.369, 0.345) / problem.scaling
    assert is_margin(problem, wrench, produce(problem, wrench).margin, 3e-6)
