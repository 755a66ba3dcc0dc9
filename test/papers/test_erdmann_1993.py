# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Erdmann 1993: the worked numbers of several contacts, and the claims of his case analysis."""

import numpy as np
import pytest

from frictioncone_ros.analysis.motions import (
    find_motions,
    project_onto_composite_cone,
    Verdict,
)
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.spatial import Inertia

UNIT = Inertia.planar_body(1.0, 1.0)


def three_contacts(friction=0.25, twist=(0.0, 0.0, 0.0)):
    """Section 5.2: r = (1, 1), (-1, 1), (0, 1) to the reference point, normals upwards."""
    contacts = [
        ContactPoint((place, -1.0), (0.0, 1.0), CircularCone(friction))
        for place in (-1.0, 1.0, 0.0)
    ]
    return ContactState(contacts, UNIT, np.array(twist))


@pytest.mark.parametrize(
    ('wrench', 'mode', 'acceleration'),
    [
        ((1.0, -1.0, 0.0), 'rrr', (0.75, 0.0, 0.0)),
        ((0.0, -1.0, 2.0), 'fss', (-1 / 3, 1 / 3, 1 / 3)),
        ((0.0, -1.0, 0.0), 'fff', (0.0, 0.0, 0.0)),
    ],
)
def test_worked_numbers_of_section_5_2(wrench, mode, acceleration):
    found = find_motions(three_contacts(), wrench)
    assert found.verdict is Verdict.ONE
    assert found.modes == (mode,)
    assert found[mode].twist_rate == pytest.approx(acceleration, abs=1e-12)


def test_a_force_without_torque_slides_and_single_contact_is_impossible():
    """Section 5.3: rotation about one contact would push through the table at the others."""
    found = find_motions(three_contacts(), (1.0, -1.0, 0.0), with_reasons=True)
    refused = {str(entry.mode) for entry in found.impossible}
    assert {'rss', 'srs', 'fss', 'sfs'} <= refused


def test_a_large_torque_rotates_about_an_extreme_contact():
    assert find_motions(three_contacts(1.0), (0.0, -1.0, 5.0)).modes == ('fss',)
    assert find_motions(three_contacts(1.0), (0.0, -1.0, -5.0)).modes == ('sfs',)


def test_small_friction_gives_one_motion_whatever_the_load():
    """Section 5.3: all cones above their tangent planes, the middle one the sum of the others."""
    for angle in np.linspace(0.0, 2.0 * np.pi, 24, endpoint=False):
        for torque in (-2.0, -0.4, 0.0, 0.4, 2.0):
            wrench = (np.cos(angle), np.sin(angle), torque)
            assert find_motions(three_contacts(0.2), wrench).verdict is Verdict.ONE


def test_equation_7_has_minus_m_h():
    """A spinning start: the reaction is -F_A - m h' + c t_c, not + m h' as 5.5.3 prints once."""
    # A pusher from the left and a floor; vertices of the body, so that h_i = omega^2 n . r.
    spin = 0.5
    places = [((-1.0, -0.5), (1.0, 0.0)), ((-0.5, -1.0), (0.0, 1.0))]
    contacts = [
        ContactPoint(
            place,
            normal,
            CircularCone(1.0),
            surface_velocity=spin * np.array([-place[1], place[0]]),
        )
        for place, normal in places
    ]
    state = ContactState(contacts, UNIT, (0.0, 0.0, spin))
    line = project_onto_composite_cone(state, (-1.0, -1.0, 0.0))
    for parameter in (-1.0, 0.0, 2.0):
        rate = line.twist_rate(parameter)
        for place, normal in places:
            centripetal = -(spin**2) * np.array(place)
            point = rate[:2] + rate[2] * np.array([-place[1], place[0]]) + centripetal
            assert point @ normal == pytest.approx(0.0, abs=1e-12)


def test_zero_reaction_and_zero_net_force_of_section_5_4_3():
    up = find_motions(three_contacts(), (0.0, 1.0, 0.0))
    assert up.modes == ('sss',)
    assert not up['sss'].contact_forces.minimum_norm.any()
    held = find_motions(three_contacts(), (0.25, -1.0, 0.0))
    assert held.modes == ('fff',)
    reaction = held['fff'].contact_forces.minimum_norm.reshape(3, 2).sum(axis=0)
    # Normals add up along y, tangents (-1, 0) along -x.
    assert (-reaction[1], reaction[0]) == pytest.approx((-0.25, 1.0))
