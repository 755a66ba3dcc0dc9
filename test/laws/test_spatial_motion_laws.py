# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What obeys the laws is found, and what is found obeys the laws, in space."""

from itertools import product

from effort import rounds
from hypothesis import given, settings
from hypothesis import strategies as st
import numpy as np
from scipy.optimize import linprog
from spatial_scenes import opposing_forces, random_state

from frictioncone_ros.analysis.modes import KinematicModes
from frictioncone_ros.analysis.motions import find_planar_motions, find_spatial_motions
from frictioncone_ros.contact import (
    CircularCone,
    contact_jacobian,
    ContactPoint,
    ContactState,
    Frictionless,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
    wrench_matrix,
)
from frictioncone_ros.spatial import Inertia

SEEDS = st.integers(0, 10**6)
MODELS = st.sampled_from(
    [
        (FrictionPyramid(0.5),),
        (FrictionPyramid(0.5, 0.2),),
        (FrictionPyramid(0.5, 0.0),),
        (FrictionPolygon(0.6, 5),),
        (FrictionPolygon(0.6, 8),),
        (CircularCone(0.5),),
        (SoftFinger(0.5, 0.1),),
        (SoftFinger(0.4, 0.1, independent=True),),
        (SoftFinger(0.4, 0.1, 6, independent=True),),
        (Frictionless(),),
        (CircularCone(0.8), FrictionPyramid(0.5)),
        (CircularCone(2.0),),
    ]
)


def letters(motion):
    return ''.join(interaction.kind.value for interaction in motion.mode)


def contains(motion, twist_rate):
    """Whether a twist rate lies in a motion's polytope, or is its one member."""
    vertices, rays = motion.polytope.vertices, motion.polytope.rays
    matrix = np.vstack(
        (np.hstack((vertices.T, rays.T)), np.hstack((np.ones(len(vertices)), np.zeros(len(rays)))))
    )
    target = np.append(twist_rate, 1.0)
    answer = linprog(np.zeros(matrix.shape[1]), A_eq=matrix, b_eq=target)
    return answer.status == 0 or np.allclose(motion.twist_rate, twist_rate, atol=1e-6)


@settings(max_examples=rounds(20, 60), deadline=None)
@given(SEEDS, MODELS)
def test_motions_and_forces_of_the_laws_are_inside_a_returned_mode(seed, models):
    random = np.random.default_rng(seed)
    state = random_state(random, models)
    modes = list(KinematicModes(state))
    twist_rate = modes[int(random.integers(len(modes)))].motion * random.uniform(0.5, 3.0)
    forces = opposing_forces(random, state, twist_rate)
    wrench = state.inertia.matrix @ twist_rate - wrench_matrix(state) @ forces
    motions = find_spatial_motions(state, wrench)
    size = np.abs(contact_jacobian(state) @ twist_rate).max(initial=0.0)
    rows = (contact_jacobian(state) @ twist_rate).reshape(-1, 3)
    desired = ''.join(
        's' if row[0] > 1e-9 * size else ('f' if np.hypot(*row[1:]) <= 1e-9 * size else 'd')
        for row in rows
    )
    assert desired in [letters(motion) for motion in motions]
    if all(model.force_edges(6) is not None for model in models):
        assert any(contains(motion, twist_rate) for motion in motions)
    for motion in motions:
        assert motion.certificate.holds(), motion.certificate


def brute_force(state, wrench):
    """All strict modes of a pyramid state: one linear programme for each of 10^k sign patterns."""
    found = set()
    for pattern in product(['s', *product((-1, 0, 1), repeat=2)], repeat=state.contact_count):
        if _strict_margin(state, wrench, pattern) > 1e-7:
            found.add(pattern)
    return found


def _strict_margin(state, wrench, pattern):
    """Largest common slack of the strict conditions; unknowns twist rate, forces, slack."""
    jacobian, matrix = contact_jacobian(state), wrench_matrix(state)
    count = 3 * state.contact_count
    unknowns = 6 + count + 1
    equal = [np.hstack((state.inertia.matrix, -matrix, np.zeros((6, 1))))]
    right, below = [wrench], []
    for index, kind in enumerate(pattern):
        rows, mu = jacobian[3 * index : 3 * index + 3], state.contacts[index].friction.coefficients
        force = np.zeros((3, unknowns))
        force[:, 6 + 3 * index : 9 + 3 * index] = np.eye(3)
        motion = np.hstack((rows, np.zeros((3, count + 1))))
        slack = np.eye(unknowns)[-1]
        if kind == 's':
            equal.append(force)
            right.append(np.zeros(3))
            below.append(slack - motion[0])
            continue
        equal.append(motion[:1])
        right.append(np.zeros(1))
        below.append(-force[0])
        for axis, sign in enumerate(kind):
            if sign:
                below.append(slack - sign * motion[1 + axis])
                equal.append((force[1 + axis] + sign * mu[axis] * force[0])[None])
            else:
                equal.append(motion[1 + axis][None])
                below += [
                    force[1 + axis] - mu[axis] * force[0],
                    -force[1 + axis] - mu[axis] * force[0],
                ]
            right.append(np.zeros(1))
    limits = np.zeros(len(below))
    answer = linprog(
        -np.eye(unknowns)[-1],
        np.array(below),
        limits,
        np.vstack(equal),
        np.concatenate(right),
        bounds=[(None, None)] * (unknowns - 1) + [(None, 1.0)],
    )
    return -answer.fun if answer.status == 0 else -1.0


@settings(max_examples=rounds(6, 12), deadline=None)
@given(SEEDS)
def test_two_pyramid_contacts_agree_with_one_programme_per_pattern(seed):
    random = np.random.default_rng(seed)
    state = random_state(random, (FrictionPyramid(0.6, 0.4),))
    state = ContactState(state.contacts[:2], state.inertia)
    wrench = random.normal(size=6) - 2.0 * sum(
        np.concatenate((c.contact_normal, np.cross(c.contact_position, c.contact_normal)))
        for c in state.contacts
    )
    found = set()
    for motion in find_spatial_motions(state, wrench):
        signs = np.sign(motion.slip[:, :2]).astype(int)
        found.add(
            tuple(
                's' if letter == 's' else tuple(row)
                for letter, row in zip(letters(motion), signs.tolist(), strict=True)
            )
        )
    assert found == brute_force(state, wrench)


@settings(max_examples=rounds(12, 30), deadline=None)
@given(SEEDS, st.booleans())
def test_planar_motions_are_motions_in_space(seed, circular):
    """A body symmetric about the plane: every planar motion occurs among the spatial ones."""
    random = np.random.default_rng(seed)
    count = int(random.integers(1, 4))
    points = random.integers(-2, 3, (count, 2)) / 2.0
    angles = random.integers(0, 8, count) * np.pi / 4.0
    normals = np.column_stack((np.cos(angles), np.sin(angles)))
    friction = CircularCone(0.5) if circular else FrictionPyramid(0.5)
    planar = ContactState(
        [ContactPoint(p, n, friction) for p, n in zip(points, normals, strict=True)],
        Inertia.planar_body(1.0, 0.7),
    )
    deep = ContactState(
        [
            ContactPoint([*p, 0.0], [*n, 0.0], friction, tangent_hint=[-n[1], n[0], 0.0])
            for p, n in zip(points, normals, strict=True)
        ],
        Inertia.spatial_body(1.0, np.diag([0.3, 0.4, 0.49])),
    )
    wrench = random.normal(size=3)
    spatial = find_spatial_motions(deep, [wrench[0], wrench[1], 0.0, 0.0, 0.0, wrench[2]])
    for motion in find_planar_motions(planar, wrench):
        letter_string = str(motion.mode).replace('l', 'd').replace('r', 'd')
        same = [other for other in spatial if letters(other) == letter_string]
        a, b, turn = motion.twist_rate
        assert same, (letter_string, spatial.modes)
        if motion.unique:
            assert any(
                contains(other, [a, b, 0.0, 0.0, 0.0, turn]) or other.polytope.dimension > 0
                for other in same
            )
