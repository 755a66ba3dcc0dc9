# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Laws of `will be carried`: less than can be, equal where forces are determined, no units."""

import clarabel
from effort import rounds
import numpy as np
import pytest
from scipy import sparse

from frictioncone_ros.analysis.feasibility import produce, resist
from frictioncone_ros.analysis.support import (
    Compliance,
    has_margin,
    support_problem,
    will_resist,
)
from frictioncone_ros.contact import (
    CircularCone,
    component_slices,
    ContactPoint,
    ContactState,
    EllipticCone,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
    wrench_matrix,
)
from frictioncone_ros.spatial import RigidTransform

MODELS = [
    CircularCone(0.5),
    FrictionPyramid(0.5, 0.3),
    EllipticCone(0.5, 0.3),
    FrictionPolygon(0.5, 8),
    SoftFinger(0.5, 0.01),
]
CASES = rounds(12, 60)


def supported(generator, count, model=MODELS[0]):
    """Return feet in one plane and a load on them, from well inside to beyond the limit."""
    places = 0.1 * generator.normal(size=(count, 3)) * (1.0, 1.0, 0.0)
    places[:, 2] = -0.04
    state = ContactState.from_points(places, (0.0, 0.0, 1.0), model)
    weight = generator.uniform(5.0, 40.0)
    centre = generator.dirichlet(np.full(count, 2.0)) @ places
    down = np.array((0.0, 0.0, -weight))
    across = 0.4 * weight * generator.uniform(0.0, 1.3) * np.append(generator.normal(size=2), 0.0)
    wrench = np.concatenate(
        (down + across, np.cross(centre, down) + np.cross(places.mean(axis=0), across))
    )
    wrench[5] += 0.01 * weight * generator.normal()
    return state, wrench


def in_general(generator, count):
    """Return contacts of a groove or of squeezing fingers, with a load and a compliance."""
    if generator.random() < 0.5:
        lean = generator.uniform(0.3, 0.9)
        sides = np.resize((1.0, -1.0), count)
        normals = np.column_stack((sides * np.sin(lean), 0.0 * sides, 0.0 * sides + np.cos(lean)))
        places = -0.05 * normals + 0.05 * generator.normal(size=(count, 3))
        compliance = Compliance()
    else:
        sides = np.resize((1.0, -1.0), count)
        normals = np.column_stack((0.0 * sides, 0.0 * sides, sides))
        places = np.column_stack((0.03 * generator.normal(size=(count, 2)), -0.02 * sides))
        squeeze = np.where(sides > 0.0, 1.0 / (sides > 0.0).sum(), 1.0 / (sides < 0.0).sum())
        compliance = Compliance(preload=20.0 * squeeze)
    state = ContactState.from_points(places, normals, 0.5)
    forces = np.zeros(3 * count)
    forces[::3] = generator.exponential(5.0, count)
    for tangent in (1, 2):
        forces[tangent::3] = 0.2 * forces[::3] * generator.normal(size=count)
    return state, -wrench_matrix(state) @ forces, compliance


@pytest.mark.parametrize('model', MODELS, ids=lambda model: type(model).__name__)
@pytest.mark.parametrize('count', [3, 4, 8])
def test_will_implies_can_and_the_figures_agree(count, model):
    generator = np.random.default_rng([count, MODELS.index(model)])
    held = 0
    for _ in range(CASES):
        state, wrench = supported(generator, count, model)
        will, can = will_resist(state, wrench), resist(state, wrench)
        scale = 1e-6 * np.abs(wrench).max()
        assert will.certificate_holds(1e-7)
        assert not will.carried or can.feasible
        assert will.margin <= can.margin + scale
        assert will.carried == (will.load_factor is None or will.load_factor >= 1.0)
        if abs(will.margin) > scale:
            assert will.carried == (will.margin > 0.0)
        assert has_margin(will, will.margin - 10.0 * scale)
        assert not has_margin(will, will.margin + 10.0 * scale)
        held += will.carried
    assert CASES // 4 < held < CASES


def test_three_feet_are_determined_and_both_verdicts_equal():
    generator = np.random.default_rng(1)
    for model in MODELS:
        for _ in range(CASES // 6):
            state, wrench = supported(generator, 3, model)
            will, can = will_resist(state, wrench), resist(state, wrench)
            assert will.carried == can.feasible
            assert will.margin == pytest.approx(can.margin, abs=1e-6 * np.abs(wrench).max())


def test_general_position_will_implies_can():
    generator = np.random.default_rng(2)
    held = 0
    for _ in range(CASES):
        state, wrench, compliance = in_general(generator, int(generator.choice((4, 6, 8))))
        will = will_resist(support_problem(state, compliance), wrench)
        if not will.carried:
            continue
        held += 1
        can = resist(state, wrench)
        assert can.feasible and will.certificate_holds(1e-7)
        assert 0.0 <= will.margin <= can.margin * (1.0 + 1e-3)
        assert will.load_factor is None or will.load_factor >= 1.0 - 1e-3
    assert held > CASES // 3


def test_one_contact_carries_what_it_can():
    generator = np.random.default_rng(3)
    for _ in range(CASES):
        normal = generator.normal(size=3)
        point = ContactPoint(
            generator.normal(size=3), normal / np.linalg.norm(normal), SoftFinger(0.5, 0.02)
        )
        state = ContactState([point])
        force = np.array((1.0, *(0.5 * generator.normal(size=2)), 0.01 * generator.normal()))
        wrench = -wrench_matrix(state) @ force
        will, can = will_resist(state, wrench), resist(state, wrench)
        assert will.carried == can.feasible
        assert will.margin == pytest.approx(can.margin, abs=1e-6)


@pytest.mark.parametrize('seed', range(12))
def test_order_frame_and_units_change_nothing(seed):
    generator = np.random.default_rng([4, seed])
    if seed % 2:
        state, wrench = supported(generator, 6)
        compliance = Compliance(normal_stiffness=generator.uniform(0.5, 2.0, 6))
    else:
        state, wrench, compliance = in_general(generator, 6)
    asked = will_resist(support_problem(state, compliance), wrench)
    for twin, load, springs in (
        reordered(generator, state, wrench, compliance),
        turned(generator, state, wrench, compliance),
        in_millimetres(state, wrench, compliance),
        in_kilonewtons(state, wrench, compliance),
    ):
        unit = np.linalg.norm(load[:3]) / np.linalg.norm(wrench[:3])
        again = will_resist(support_problem(twin, springs), load)
        assert again.carried == asked.carried
        # Where forces couple the search may end at another corner of what friction holds.
        exact = asked.support.plane is not None
        assert again.margin / unit == pytest.approx(
            asked.margin, rel=1e-6 if exact else 0.15, abs=1e-5
        )
        if asked.load_factor is not None:
            assert again.load_factor == pytest.approx(asked.load_factor, rel=2e-3)


def reordered(generator, state, wrench, compliance):
    order = generator.permutation(state.contact_count)
    given = [
        None if values is None else values[order]
        for values in (compliance.normal_stiffness, compliance.preload)
    ]
    return (
        ContactState([state.contacts[index] for index in order]),
        wrench,
        Compliance(given[0], compliance.tangential_share, given[1]),
    )


def turned(generator, state, wrench, compliance):
    rotation = np.linalg.qr(generator.normal(size=(3, 3)))[0]
    frame = RigidTransform(rotation * np.linalg.det(rotation), generator.normal(size=3))
    contacts = [
        ContactPoint(
            frame.transform_point(c.contact_position),
            frame.transform_direction(c.contact_normal),
            c.friction,
        )
        for c in state.contacts
    ]
    return ContactState(contacts), frame.force_transform @ wrench, compliance


def in_millimetres(state, wrench, compliance):
    contacts = [
        ContactPoint(1e3 * c.contact_position, c.contact_normal, c.friction)
        for c in state.contacts
    ]
    return ContactState(contacts), wrench * ((1.0,) * 3 + (1e3,) * 3), compliance


def in_kilonewtons(state, wrench, compliance):
    preload = None if compliance.preload is None else 1e-3 * compliance.preload
    return (
        state,
        1e-3 * wrench,
        Compliance(compliance.normal_stiffness, compliance.tangential_share, preload),
    )


def test_the_margin_is_continuous_in_the_wrench():
    generator = np.random.default_rng(5)
    for _ in range(rounds(2, 5)):
        state, first = supported(generator, 5)
        _, second = supported(generator, 5)
        problem = support_problem(state)
        margins = [
            will_resist(problem, first + share * (second - first)).margin
            for share in np.linspace(0.0, 1.0, 51)
        ]
        steps = np.abs(np.diff(margins))
        assert steps.max() < 0.2 * (np.abs(margins).max() + np.abs(first).max())


@pytest.mark.parametrize('model', MODELS, ids=lambda model: type(model).__name__)
def test_load_factor_is_the_optimum_of_clarabel(model):
    generator = np.random.default_rng(6)
    for _ in range(CASES // 3):
        state, wrench = supported(generator, int(generator.choice((3, 4, 8))), model)
        will = will_resist(state, wrench)
        normal_forces = spring_forces_by_clarabel(state, wrench)
        assert will.load_factor == pytest.approx(
            factor_by_clarabel(state, wrench, normal_forces), rel=1e-5
        )


def solve(cost, equations, cones, quadratic=None):
    """Minimise over x: equations (A, b), and (G, h, cone) rows h - G x in the cone."""
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    matrix, right = [equations[0]], [equations[1]]
    kinds = [clarabel.ZeroConeT(len(equations[1]))]
    for rows, bound, kind in cones:
        matrix.append(rows)
        right.append(bound)
        kinds.append(kind)
    size = len(cost)
    quadratic = sparse.csc_matrix((size, size)) if quadratic is None else quadratic
    return np.array(
        clarabel.DefaultSolver(
            quadratic,
            cost,
            sparse.csc_matrix(np.vstack(matrix)),
            np.concatenate(right),
            kinds,
            settings,
        )
        .solve()
        .x
    )


def spring_forces_by_clarabel(state, wrench):
    count = state.contact_count
    matrix = wrench_matrix(state)[:, [part.start for part in component_slices(state)]]
    rows = [2, 3, 4]  # the force along z and the moments about x and y, about the plane's height
    about = np.cross((0.0, 0.0, -0.04), wrench[:3])
    target = -(wrench - np.concatenate((np.zeros(3), about)))[rows]
    positive = (-np.eye(count), np.zeros(count), clarabel.NonnegativeConeT(count))
    energy = sparse.eye(count, format='csc')
    return solve(np.zeros(count), (matrix[rows], target), [positive], energy)


def factor_by_clarabel(state, wrench, normal_forces):
    """Return the largest factor on what shears, over the models' facets and cones directly."""
    matrix, slices = wrench_matrix(state), component_slices(state)
    total = matrix.shape[1]
    about = np.cross((0.0, 0.0, -0.04), wrench[:3])
    shear = np.array((wrench[0], wrench[1], wrench[5] - about[2]))
    plane = matrix[[0, 1, 5]]
    starts = [part.start for part in slices]
    fixed = np.zeros((len(starts), total + 1))
    fixed[np.arange(len(starts)), starts] = 1.0
    balance = np.column_stack((plane, shear))
    equations = (
        np.vstack((fixed, balance)),
        np.concatenate((np.maximum(normal_forces, 0.0), np.zeros(3))),
    )
    cones = []
    for contact, part in zip(state.contacts, slices, strict=True):
        facets = contact.friction.facets(6)
        flat = np.zeros((len(facets), total + 1))
        flat[:, part] = -facets
        cones.append((flat, np.zeros(len(facets)), clarabel.NonnegativeConeT(len(facets))))
        limits = contact.friction.round_limits(6)
        turning = contact.friction.round_torsion(6)
        if turning:
            ball = np.zeros((4, total + 1))
            ball[np.arange(4), np.arange(part.start, part.start + 4)] = (
                -1.0,
                -1.0 / limits[0],
                -1.0 / limits[1],
                -1.0 / turning,
            )
            cones.append((ball, np.zeros(4), clarabel.SecondOrderConeT(4)))
        elif limits is not None:
            disc = np.zeros((3, total + 1))
            disc[[0, 1, 2], [part.start + place for place in range(3)]] = (
                -1.0,
                -1.0 / limits[0],
                -1.0 / limits[1],
            )
            cones.append((disc, np.zeros(3), clarabel.SecondOrderConeT(3)))
    cost = np.zeros(total + 1)
    cost[-1] = -1.0
    return solve(cost, equations, [cone for cone in cones if len(cone[1])])[-1]


def test_verdict_on_the_opposite_sign_is_produce():
    state, wrench = supported(np.random.default_rng(7), 4)
    assert produce(state, -wrench).feasible == resist(state, wrench).feasible
