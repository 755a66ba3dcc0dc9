# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Laws of infeasible_policy scale: never harder than commanded, carried, and without jumps."""

import numpy as np
import pytest

from frictioncone_ros.contact import CircularCone, ContactState
from frictioncone_ros.control import FilterSettings, Setpoints
from frictioncone_ros.pipeline import assess

UP = np.array((0.0, 0.0, 1.0))
FEET = np.array([(0.1, 0.1), (-0.1, 0.1), (-0.1, -0.1), (0.1, -0.1), (0.13, 0.0)])


def settings(**values):
    return FilterSettings(infeasible_policy='scale', max_removed_fraction=1.0, **values)


def floor(random, count=None):
    """
    Return feet on one plane below or above the reference point, and their friction.

    Three of them span every wrench.
    """
    count = int(random.integers(3, 6)) if count is None else count
    height = random.uniform(-0.1, 0.1)
    feet = np.column_stack((FEET[:count], np.full(count, height)))
    friction = float(random.uniform(0.2, 0.9))
    return ContactState.from_points(feet, UP, CircularCone(friction)), friction


def adds_up(state, friction, wrench, forces):
    """Tell by plain sums whether contact forces (k, 3) lie in their cones and carry a wrench."""
    pressed = forces @ UP
    across = np.linalg.norm(forces - np.outer(pressed, UP), axis=1)
    size = max(np.abs(wrench).max(), 1.0)
    moments = np.cross(state.positions, forces).sum(axis=0)
    total = np.concatenate((forces.sum(axis=0), moments))
    inside = (across <= friction * pressed + 1e-6 * size).all()
    return bool(inside) and np.abs(total + wrench).max() <= 1e-6 * size


@pytest.mark.parametrize('margin', [0.0, 0.3])
@pytest.mark.parametrize('margin_of', ['will', 'can'])
def test_on_one_plane_it_never_presses_harder_than_commanded(margin, margin_of):
    random = np.random.default_rng(3)
    changed = 0
    for _ in range(25):
        state, friction = floor(random)
        wrench = random.normal(size=6) * np.repeat((8.0, 0.3), 3)
        wrench[2] = random.uniform(-15.0, 1.0)
        answer = assess(state, Setpoints(wrench), settings(margin=margin, margin_of=margin_of))
        # As deep as the margin every foot presses by so much, however little is commanded.
        needed = margin * state.contact_count * np.hypot(1.0, friction) / friction
        most = max(-wrench[2], needed)
        assert -answer.command.wrench[2] <= most * (1.0 + 1e-6)
        forces = np.array([report.force for report in answer.contacts])
        assert adds_up(state, friction, answer.command.wrench, forces)
        changed += answer.removed_fraction > 0.0
    assert changed > 15


def test_in_corners_it_presses_no_harder_along_what_its_normal_forces_press():
    random = np.random.default_rng(4)
    pressing = 0
    for _ in range(25):
        count = int(random.integers(4, 7))
        normals = np.eye(3)[random.permutation([0, 1, 2, *random.integers(0, 3, count - 3)])]
        state = ContactState.from_points(random.uniform(-0.1, 0.1, (count, 3)), normals, 0.4)
        wrench = random.normal(size=6) * np.repeat((8.0, 0.1), 3)
        answer = assess(state, Setpoints(wrench), settings(margin_of='can'))
        if answer.feasible:
            continue
        prepared = answer.prepared
        nearest = prepared.carried.nearest(-wrench)
        shared = prepared.carried.balanced(nearest)[prepared.carried.normal_rows]
        along = shared @ normals
        commanded, sent = -along @ wrench[:3], -along @ answer.command.wrench[:3]
        assert sent <= max(commanded, 0.0) + 1e-6 * np.linalg.norm(along)
        pressing += sent > 0.0
    assert pressing > 5


@pytest.mark.parametrize('seed', range(3))
def test_it_does_not_jump_where_a_command_leaves_the_cones(seed):
    """At the edge about which a foot lifts, where what shears was lost at once before."""
    random = np.random.default_rng(seed)
    state, friction = floor(random, 4)
    height, press = state.positions[0, 2], random.uniform(5.0, 20.0)
    pull = 0.5 * friction * press
    for excess in (1e-6, 1e-5, 1e-4):
        # By hand: the resultant passes the edge x = 0.1 by this share of the arm.
        arm = 0.1 * (1.0 + excess)
        wrench = np.array((0.0, pull, -press, -height * pull, arm * press, arm * pull))
        answer = assess(state, Setpoints(wrench), settings(margin_of='can'))
        assert not answer.feasible
        assert answer.removed_fraction <= 20.0 * excess
