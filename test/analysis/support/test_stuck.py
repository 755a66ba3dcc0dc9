# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The quick answer where nothing slips is the answer of the springs."""

import numpy as np
import pytest

from frictioncone_ros.analysis.support import (
    Compliance,
    is_carried,
    support_problem,
    will_produce,
)
from frictioncone_ros.analysis.support.kept_wrench import kept_margin
from frictioncone_ros.contact import (
    CircularCone,
    ContactState,
    Frictionless,
    FrictionPolygon,
    SoftFinger,
)

MODELS = [CircularCone(0.5), FrictionPolygon(0.5, 8), SoftFinger(0.5, 0.02), Frictionless()]


def loads(model, lean, seed, count=5):
    """Return supports and contact wrenches [N, Nm] from well inside to beyond the limit."""
    generator = np.random.default_rng(seed)
    for _ in range(30):
        places = 0.1 * generator.normal(size=(count, 3)) * (1.0, 1.0, 0.0)
        normals = np.append(lean * generator.normal(size=(count, 2)), np.ones((count, 1)), axis=1)
        normals /= np.linalg.norm(normals, axis=1)[:, None]
        support = support_problem(ContactState.from_points(places, normals, model))
        weights = generator.dirichlet(np.full(count, 3.0))
        # Shear of friction that is there, so that no wrench leaves the span of the contacts.
        shear = 0.0 if isinstance(model, Frictionless) else 6.0
        force = np.append(shear * generator.normal(size=2), 0.0)
        pressing = 20.0 * weights @ support.problem.force_matrix[:, normal_columns(support)].T
        wrench = pressing / support.problem.scaling
        yield support, wrench + np.append(force, np.cross(weights @ places, force))


def normal_columns(support):
    return [columns.start for columns in support.problem.slices]


@pytest.mark.parametrize('model', MODELS)
@pytest.mark.parametrize('lean', [0.0, 0.2])
@pytest.mark.parametrize('depth', [0.0, 0.3])
def test_it_agrees_with_the_verdict(model, lean, depth):
    answers = []
    for support, wrench in loads(model, lean, 4):
        deeper = wrench - depth * support.problem.depth_wrench / support.problem.scaling
        verdict = will_produce(support, deeper)
        answers.append(verdict.carried)
        assert is_carried(support, wrench, depth) == verdict.carried
        if support.stuck.hold(support.problem.scaling * wrench, depth):
            assert verdict.carried
    assert any(answers)


def test_squeezed_contacts_are_stuck_by_their_preload():
    fingers = ContactState.from_points(
        [(0.0, 0.0, 0.02), (0.0, 0.0, -0.02)], [(0.0, 0.0, -1.0), (0.0, 0.0, 1.0)], 0.5
    )
    squeezed = support_problem(fingers, Compliance(preload=(10.0, 10.0)))
    lifted = squeezed.problem.scaling * np.array((8.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    # Each bears 4 N of 5: the set may move by 2 N along its axis.
    depth = 2.0 / (np.sqrt(1.25) / 0.5)
    assert squeezed.stuck.margin(lifted) == pytest.approx(depth)
    assert squeezed.stuck.hold(lifted, 0.99 * depth)
    assert not squeezed.stuck.hold(lifted, 1.01 * depth)
    assert squeezed.stuck.margin(1.3 * lifted) < 0.0
    assert not support_problem(fingers).stuck.hold(lifted, 0.0)


@pytest.mark.parametrize('model', MODELS)
@pytest.mark.parametrize('lean', [0.0, 0.2])
def test_the_margin_of_stuck_contacts_is_where_they_cease_to_hold(model, lean):
    for support, wrench in loads(model, lean, 4):
        scaled = support.problem.scaling * wrench
        margin = support.stuck.margin(scaled)
        if margin == -np.inf:
            continue
        rounding = 1e-6 * np.abs(scaled).max()
        assert support.stuck.hold(scaled, margin - rounding)
        assert not support.stuck.hold(scaled, margin + rounding)


@pytest.mark.parametrize('model', MODELS[:3])
def test_the_margin_that_is_said_is_never_less_than_that_of_contacts_that_stick(model):
    """Where what was asked for is not there, what is there is said, and not nothing."""
    told = 0
    for support, wrench in loads(model, 0.2, 4):
        scaled = support.problem.scaling * wrench
        stuck = support.stuck.margin(scaled)
        if stuck <= 0.0:
            continue
        for asked in (0.5 * stuck, 1.5 * stuck, 20.0 * stuck):
            margin, _ = kept_margin(support, wrench, asked)
            assert margin >= stuck * (1.0 - 1e-9)
            told += margin < asked
    assert told


def test_it_is_not_asked_where_there_is_no_contact():
    nothing = support_problem(ContactState(dimension=6))
    assert nothing.stuck is None
    assert not is_carried(nothing, np.array((0.0, 0.0, 5.0, 0.0, 0.0, 0.0)), 0.0)


def test_a_wrench_that_no_contact_spans_is_not_held():
    pair = support_problem(
        ContactState.from_points([(0.1, 0, 0), (-0.1, 0, 0)], (0.0, 0.0, 1.0), MODELS[0])
    )
    assert is_carried(pair, np.array((0.5, 0.0, 20.0, 0.0, 0.0, 0.0)), 0.1)
    assert not is_carried(pair, np.array((0.5, 0.0, 20.0, 0.3, 0.0, 0.0)), 0.1)


def test_contacts_do_not_pull():
    corners = 0.1 * np.array([(1, 1, 0), (-1, 1, 0), (-1, -1, 0), (1, -1, 0)])
    table = support_problem(ContactState.from_points(corners, (0.0, 0.0, 1.0), MODELS[0]))
    for beside, holds in ((0.05, True), (0.09, True), (0.11, False)):
        wrench = np.array((0.0, 0.0, 20.0, 0.0, -20.0 * beside, 0.0))
        assert is_carried(table, wrench, 0.0) == holds


@pytest.mark.filterwarnings('error')
@pytest.mark.parametrize('spin', [0.0, 1.0])
def test_fingers_that_squeeze_nothing_hold_nothing(spin):
    normals = [(0.0, 1.0, 0.0), (0.0, -1.0, 0.0)]
    fingers = support_problem(
        ContactState.from_points([(0, -0.05, 0), (0, 0.05, 0)], normals, MODELS[0], mass=1.0)
    )
    wrench = np.array((0.0, 0.0, 5.0, 0.0, 0.0, spin))
    assert fingers.stuck.margin(fingers.problem.scaling * wrench) == -np.inf


@pytest.mark.parametrize('bits', range(9))
def test_friction_that_falls_as_fast_as_what_presses_has_no_limit_only_from_inside(bits):
    """The last bits of places decide whether it does; the wall slips with this wrench."""
    wall = (0.3 * (1.0 + 2.0**-52 * (bits % 3 - 1)), 0.0)
    floor = (0.0, -0.3 * (1.0 + 2.0**-52 * (bits // 3 - 1)))
    corner = support_problem(
        ContactState.from_points([wall, floor], [(-1.0, 0.0), (0.0, 1.0)], CircularCone(0.5))
    )
    scaled = corner.problem.scaling * (-0.30642088, 1.40317306, 0.24347729)
    assert not corner.stuck.hold(scaled, 0.0)
    assert corner.stuck.margin(scaled) == -np.inf


@pytest.mark.parametrize('bits', range(9))
def test_friction_at_its_limit_all_the_way_has_the_margin_of_what_presses(bits):
    """The wrench of depth itself: each force is on its limit, down to none at all."""
    wall = (0.3 * (1.0 + 2.0**-52 * (bits % 3 - 1)), 0.1)
    floor = (0.1, -0.3 * (1.0 + 2.0**-52 * (bits // 3 - 1)))
    corner = support_problem(
        ContactState.from_points([wall, floor], [(-1.0, 0.0), (0.0, 1.0)], CircularCone(0.5))
    )
    depth_wrench = corner.problem.depth_wrench
    falls = corner.stuck.falls[0]
    assert corner.stuck.margin(depth_wrench / falls) == pytest.approx(1.0 / falls, rel=1e-6)
