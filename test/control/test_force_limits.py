# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Least and greatest forces by hand, and what compliant contacts keep beside a load."""

import numpy as np
import pytest

from frictioncone_ros.analysis.support import will_resist
from frictioncone_ros.contact import CircularCone, ContactMode, ContactPoint, ContactState
from frictioncone_ros.control import FilterSettings, prepared_contacts
from frictioncone_ros.control.forces.compliant_forces import compliant_point
from frictioncone_ros.control.forces.force_limits import with_least_normals, within_limits
from frictioncone_ros.control.settings import MarginOf

UP = (0.0, 0.0, 1.0)


def points(count, mode=None, **settings):
    state = ContactState(
        [
            ContactPoint((0.1 * place, 0.0, 0.0), UP, CircularCone(0.5), name=f'c{place}')
            for place in range(count)
        ]
    )
    twist = np.array((0.1, 0.0, 0.0, 0.0, 0.0, 0.0))
    asked = None if mode is None else ContactMode.parse(mode)
    return prepared_contacts(state, asked, twist, FilterSettings(**settings))


@pytest.mark.parametrize(
    ('settings', 'depth', 'expected'),
    [
        # The way from (4, 0) to (20, 8) meets a normal force of ten at 6 / 16 of it.
        ({'max_normal_force': 10.0}, 4.0, (10.0, 3.0)),
        ({'max_normal_force': 10.0}, 0.0, (10.0, 4.0)),
        ({'max_normal_force': 20.0}, 4.0, (20.0, 8.0)),
        # Along the cone where there is no depth: sqrt(20^2 + 8^2) shortened to a half.
        ({'max_force': 0.5 * 464.0**0.5}, 0.0, (10.0, 4.0)),
        ({'max_force': 0.5 * 464.0**0.5, 'max_normal_force': 5.0}, 0.0, (5.0, 2.0)),
        ({'max_force': 0.1 * 464.0**0.5, 'max_normal_force': 5.0}, 0.0, (2.0, 0.8)),
        # More depth than a limit allows: as much of it as keeps the way to it open.
        ({'max_normal_force': 10.0}, 15.0, (10.0, 0.0)),
        ({'max_force': 10.0}, 15.0, (10.0, 0.0)),
    ],
)
def test_forces_are_moved_towards_those_as_deep_as_the_margin_until_limits_hold(
    settings, depth, expected
):
    prepared = points(1, **settings)
    forces = np.array((20.0, 8.0, 0.0))
    found = within_limits(prepared, forces, np.array((depth, 0.0, 0.0)))
    # Twelve bisections of the depth: what is left across is below a thousandth.
    assert found == pytest.approx((*expected, 0.0), abs=0.04 if depth == 15.0 else 1e-9)
    assert (found is forces) == (expected == (20.0, 8.0))
    if depth == 15.0:
        assert found[1] > 0.0


def test_a_limit_holds_at_the_contact_that_presses_most():
    prepared = points(2, max_normal_force=10.0)
    forces = np.array((8.0, 0.0, 2.0, 16.0, 4.0, 0.0))
    found = within_limits(prepared, forces, np.zeros(6))
    assert found == pytest.approx(10.0 / 16.0 * forces)
    depth = np.array((4.0, 0.0, 0.0, 4.0, 0.0, 0.0))
    found = within_limits(prepared, forces, depth)
    assert found == pytest.approx(depth + 0.5 * (forces - depth))


def test_normal_forces_are_raised_to_their_least_each_by_itself():
    prepared = points(2, min_normal_force=3.0)
    raised = with_least_normals(prepared, np.array((1.0, 0.4, 0.0, 5.0, 0.0, 1.0)))
    assert raised == pytest.approx((3.0, 0.4, 0.0, 5.0, 0.0, 1.0))
    enough = np.array((3.0, 0.4, 0.0, 5.0, 0.0, 1.0))
    assert with_least_normals(prepared, enough) is enough
    little = np.array((0.5, 0.0, 0.0, 0.5, 0.0, 0.0))
    assert with_least_normals(points(2), little) is little


@pytest.mark.parametrize(('margin', 'least'), [(4.0, 4.0), (2.0, 3.0)])
def test_what_slides_presses_at_least_as_hard_as_the_margin_with_its_friction(margin, least):
    prepared = points(2, 'dd', min_normal_force=3.0, margin=margin)
    forces = np.array((1.0, 0.0, 0.0, 1.0, 0.0, 0.0))
    raised = with_least_normals(prepared, forces).reshape(2, 3)
    # It slides along x, and friction acts on it along -x.
    against = prepared.state.frames[0] @ (-1.0, 0.0, 0.0)
    expected = np.eye(3)[0] + (least - 1.0) * (np.eye(3)[0] + 0.5 * against)
    assert raised == pytest.approx(np.array((expected, expected)))


FEET = [(0.1, 0.0, 0.0), (-0.1, 0.1, 0.0), (-0.1, -0.1, 0.0), (0.1, 0.2, 0.0)]


@pytest.mark.parametrize('pull', [(6.0, 1.0), (-3.0, 8.0), (20.0, 0.0)])
def test_what_compliant_contacts_keep_of_a_command_carries_it_with_the_load(pull):
    """The forces that prove it are of the sum, which springs carry by themselves."""
    state = ContactState.from_points(FEET, UP, 0.5)
    prepared = prepared_contacts(state, None, None, FilterSettings(margin_of=MarginOf.WILL))
    assert prepared.acts_on_will
    load = np.array((1.0, -0.5, -3.0, 0.1, 0.2, 0.0))
    wrench = np.array((*pull, -9.0, -0.4, 0.2, 0.3))
    found = compliant_point(prepared, wrench, load)
    carried = -(prepared.physical.wrench_matrix @ found.contact_forces)
    assert carried == pytest.approx(found.vector + load, abs=1e-9)
    assert will_resist(state, (1.0 - 1e-6) * carried).carried
    # What presses is kept.
    assert found.vector[2] == pytest.approx(-9.0) and np.hypot(*found.vector[:2]) < np.hypot(*pull)
    # Nothing is asked of it where all is carried, or nothing commanded.
    assert compliant_point(prepared, np.array((1.0, 0, -9.0, 0, 0, 0)), load) is None
    assert compliant_point(prepared, np.zeros(6), load) is None
    alone = compliant_point(prepared, wrench)
    assert -(prepared.physical.wrench_matrix @ alone.contact_forces) == pytest.approx(alone.vector)
