# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Laws of contact formations: constraints hold, determinants are slopes, derivatives are right."""

from itertools import pairwise
import math

from hypothesis import assume, given
from hypothesis import strategies as st
import numpy as np
from random_formations import KINDS, random_formation, random_system, raw_gap

from frictioncone_ros.formations import (
    branch_distance,
    EdgeOnVertex,
    FormationPlacement,
    PlanarPose,
    pose_sensitivity,
    solve_contact_equations,
    three_edge_coefficients,
)

SEEDS = st.integers(0, 10_000)
NAMES = st.sampled_from(sorted(KINDS))


def case(seed, name):
    generator = np.random.default_rng(seed)
    system, poses = random_system(generator)
    formation = random_formation(generator, system, name)
    return system, poses, formation, system.solve(formation, poses)


@given(SEEDS, NAMES)
def test_every_pose_satisfies_the_constraints(seed, name):
    system, poses, formation, found = case(seed, name)
    for each in found.poses:
        numbers = (each.pose.x, each.pose.y, each.pose.angle)
        for contact in formation.contacts:
            assert abs(raw_gap(system, contact, poses, numbers)) < 1e-9
        assert each.residual < 1e-9


@given(SEEDS)
def test_determinants_of_three_edges(seed):
    """det W_n = c H - s G and det W_t = -(s H + c G) at every pose."""
    system, poses, formation, found = case(seed, '3A')
    coefficients = three_edge_coefficients(system.equations(formation, poses))
    for each in found.poses:
        cosine, sine = math.cos(each.pose.angle), math.sin(each.pose.angle)
        branch = branch_distance(found.equations, each.pose, system.workpiece.size)
        slope = cosine * coefficients.sine - sine * coefficients.cosine
        level = sine * coefficients.sine + cosine * coefficients.cosine
        assert math.isclose(branch.normal_determinant, slope, abs_tol=1e-9)
        assert math.isclose(branch.tangential_determinant, -level, abs_tol=1e-9)
        assert math.isclose(level, -coefficients.constant, abs_tol=1e-9)


@given(SEEDS, NAMES)
def test_the_determinant_is_the_slope_of_what_elimination_leaves(seed, name):
    _, _, _, found = case(seed, name)
    assume(found.elimination.case.name == 'REGULAR')
    slope = found.elimination.polynomial.derivative()
    for each in found.poses:
        assert math.isclose(abs(slope.value(each.pose.angle)), abs(each.determinant), abs_tol=1e-9)


@given(SEEDS, NAMES)
def test_branches_alternate_in_sign(seed, name):
    """Zeros of one function: slopes alternate around the circle, so do the determinants."""
    _, _, _, found = case(seed, name)
    assume(found.generic and found.elimination.case.name == 'REGULAR')
    signs = [np.sign(each.determinant) for each in found.poses]
    assert all(one == -two for one, two in pairwise(signs))
    assert len(signs) % 2 == 0


@given(SEEDS, NAMES)
def test_the_sensitivity_is_the_derivative(seed, name):
    system, poses, formation, found = case(seed, name)
    numbers = np.array([pose.as_array() for pose in poses])
    step = 1e-6
    for each in found.poses:
        placement = FormationPlacement(system, formation, poses, each.pose)
        conditioning = branch_distance(found.equations, each.pose, system.workpiece.size)
        if conditioning.condition_number > 50:
            continue
        sensitivity = pose_sensitivity(placement)
        for column in range(numbers.size):
            ends = []
            for sign in (1.0, -1.0):
                moved = numbers.ravel().copy()
                moved[column] += sign * step
                ends.append(nearest(system, formation, moved.reshape(-1, 3), each.pose))
            difference = (ends[0] - ends[1]) / (2 * step)
            difference[2] = math.remainder(ends[0][2] - ends[1][2], math.tau) / (2 * step)
            np.testing.assert_allclose(
                sensitivity[:, column], difference, atol=1e-4 * (1 + np.abs(difference).max())
            )


def nearest(system, formation, poses, pose):
    found = system.solve(formation, [tuple(each) for each in poses])
    return min(
        (each.pose.as_array() for each in found.poses),
        key=lambda other: abs(math.remainder(other[2] - pose.angle, math.tau)),
    )


@given(SEEDS, st.floats(-3, 3), st.floats(-5, 5), st.floats(-5, 5))
def test_moving_the_world_moves_the_poses(seed, turn, shift_x, shift_y):
    """Poses are equivariant: moving all manipulators together moves the workpiece along."""
    system, poses, formation, found = case(seed, '2AB')
    frame = PlanarPose(shift_x, shift_y, turn)
    moved = [
        PlanarPose(*frame.point_in_world((pose.x, pose.y)), pose.angle + turn) for pose in poses
    ]
    assume(found.generic)
    assume(all(abs(each.determinant) > 1e-4 for each in found.poses))
    elsewhere = [each.pose for each in system.solve(formation, moved).poses]
    assert len(elsewhere) == len(found.poses)
    for each in found.poses:
        place = frame.point_in_world((each.pose.x, each.pose.y))
        gaps = [
            max(
                abs(pose.x - place[0]),
                abs(pose.y - place[1]),
                abs(math.remainder(pose.angle - each.pose.angle - turn, math.tau)),
            )
            for pose in elsewhere
        ]
        assert min(gaps) < 1e-9


@given(st.floats(-3, 3), st.floats(-0.4, 0.4), SEEDS)
def test_a_pose_made_to_measure_is_found(angle, offset, seed):
    """Place the workpiece first, read off the equations, and ask for the pose back."""
    generator = np.random.default_rng(seed)
    equations = []
    for _ in range(3):
        normal = generator.uniform(-3, 3)
        rho, along = generator.uniform(-1, 1, 2)
        world = normal + angle
        vertex = (
            offset + rho * math.cos(world) - along * math.sin(world),
            -offset + rho * math.sin(world) + along * math.cos(world),
        )
        equations.append(EdgeOnVertex.from_angle(normal, rho, vertex))
    found = solve_contact_equations(equations)
    scale = max(abs(each.determinant) for each in found.poses)
    errors = [
        max(
            abs(each.pose.x - offset),
            abs(each.pose.y + offset),
            abs(math.remainder(each.pose.angle - angle, math.tau)),
        )
        for each in found.poses
    ]
    assume(scale > 1e-3)
    assert min(errors) < 1e-9
