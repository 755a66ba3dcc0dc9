# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What depends on the contacts only is worked out once, and anew when it must be."""

from dataclasses import replace

import numpy as np
import pytest

from frictioncone_ros.contact import CircularCone, ContactMode, ContactPoint, ContactState
from frictioncone_ros.control import FilterSettings, prepared_contacts, SplitMetric
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Inertia

STATE = ContactState(
    [ContactPoint((0.2, 0, 0), (0, 0, 1), CircularCone(0.5))], Inertia.spatial_body(2.0, np.eye(3))
)
SETTINGS = FilterSettings()
ALONG = np.array([0.1, 0, 0, 0, 0, 0])


def test_the_same_contacts_are_prepared_once():
    first = prepared_contacts(STATE, None, ALONG, SETTINGS)
    assert prepared_contacts(STATE, None, -ALONG, SETTINGS, first) is first
    fixed = ContactMode.parse('f')
    held = prepared_contacts(STATE, fixed, ALONG, SETTINGS, first)
    assert held is not first
    assert prepared_contacts(STATE, ContactMode.parse('f'), ALONG, SETTINGS, held) is held


@pytest.mark.parametrize('changed', ['state', 'settings'])
def test_new_contacts_or_settings_are_prepared_anew(changed):
    first = prepared_contacts(STATE, None, ALONG, SETTINGS)
    state = ContactState(STATE.contacts) if changed == 'state' else STATE
    settings = FilterSettings(margin=1.0) if changed == 'settings' else SETTINGS
    second = prepared_contacts(state, None, ALONG, settings, first)
    assert (second.state, second.settings) == (state, settings)


def test_the_slip_follows_the_commanded_motion_and_nothing_else_is_made_anew():
    mode = ContactMode.parse('d')
    first = prepared_contacts(STATE, mode, ALONG, SETTINGS)
    second = prepared_contacts(STATE, mode, -ALONG, SETTINGS, first)
    assert np.allclose(first.directions[0], -second.directions[0])
    assert second.physical is first.physical
    assert second.constraint is first.constraint
    at_rest = prepared_contacts(STATE, mode, 0.0 * ALONG, SETTINGS, first)
    assert at_rest.directions == (None,)


def test_the_metric_is_the_inertia_where_there_is_one_and_it_is_wanted():
    by_inertia = prepared_contacts(STATE, None, None, SETTINGS)
    by_length = prepared_contacts(
        STATE, None, None, FilterSettings(metric=SplitMetric.LENGTH, characteristic_length=0.5)
    )
    weighed = np.linalg.inv(by_inertia.physical.scale.T @ by_inertia.physical.scale)
    assert np.allclose(weighed, STATE.inertia.matrix)
    weighed = np.linalg.inv(by_length.physical.scale.T @ by_length.physical.scale)
    assert np.allclose(weighed, np.diag([1, 1, 1, 0.25, 0.25, 0.25]))


def test_a_mode_for_other_contacts_is_refused():
    with pytest.raises(InvalidInputError, match='one letter a contact'):
        prepared_contacts(STATE, ContactMode.parse('ff'), None, SETTINGS)


def test_a_body_that_touches_nothing_loads_nothing_and_one_of_no_known_mass_neither():
    falling = {'gravity': (0.0, 0.0, -9.81), 'acceleration': (1.0, 0, 0, 0, 0, 0)}
    body = Inertia.spatial_body(2.0, np.eye(3))
    for state in (
        ContactState([], body, dimension=6, **falling),
        ContactState(STATE.contacts, None, **falling),
    ):
        assert prepared_contacts(state, None, None, SETTINGS).load(ALONG) is None
    pressed = prepared_contacts(
        ContactState(STATE.contacts, body, gravity=(0.0, 0.0, -9.81)), None, None, SETTINGS
    )
    assert pressed.load(np.zeros(6))[:3] == pytest.approx((0.0, 0.0, -19.62))


def test_what_is_kept_of_friction_for_all_who_ask_cannot_be_written():
    forces = prepared_contacts(STATE, None, None, SETTINGS).physical
    for kept in (forces.depth_forces, forces.raising, forces.normal_rows, forces.round_axes):
        with pytest.raises(ValueError, match='read-only'):
            kept[0] = 0.0


def test_what_a_load_leaves_on_the_contacts_does_not_know_the_unit_of_length():
    """Of two contacts in space, which carry no turn about their line: in metres and in mm."""
    loads = []
    for unit in (1.0, 1e3):
        body = Inertia.spatial_body(
            2.0, 0.01 * unit**2 * np.eye(3), unit * np.array((0.2, 0.1, 0))
        )
        points = [(0.1 * unit, 0.02 * unit, 0.0), (-0.1 * unit, 0.0, 0.05 * unit)]
        contacts = ContactState.from_points(points, (0.0, 0.0, 1.0), 0.5, body)
        state = replace(contacts, gravity=(0.0, 0.0, -9.81 * unit))
        prepared = prepared_contacts(state, None, None, FilterSettings())
        load = prepared.load(np.zeros(6))
        loads.append(load / unit / np.array((1.0, 1.0, 1.0, unit, unit, unit)))
    np.testing.assert_allclose(loads[1], loads[0], atol=1e-9)
