# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Planar kinematic modes: growth, redundancy, moving surfaces."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from scipy.optimize import linprog

from frictioncone_ros.analysis.modes import planar_kinematic_modes
from frictioncone_ros.analysis.modes.generated_cone import FRACTIONS
from frictioncone_ros.analysis.modes.planar import planar_mode_strings, twist_rows
from frictioncone_ros.analysis.modes.planar_cells import mode_strings
from frictioncone_ros.contact import contact_jacobian, ContactPoint, ContactState, Frictionless
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Inertia


def state(*contacts):
    return ContactState(
        [
            ContactPoint(
                np.array(position, dtype=float),
                normal,
                Frictionless(),
                surface_velocity=np.array(velocity, dtype=float),
            )
            for position, normal, velocity in contacts
        ]
    )


def on_floor(count, velocity=(0.0, 0.0)):
    return [((float(place), 0.0), (0.0, 1.0), velocity) for place in range(count)]


def around(count, seed=0):
    """Contacts around a disc that leave it free to move upwards."""
    generator = np.random.default_rng(seed)
    angles = np.pi + np.pi * (np.arange(count) + generator.uniform(0.2, 0.8, count)) / count
    tilt = angles + generator.uniform(-0.3, 0.3, count)
    return state(
        *[
            ((np.cos(a), np.sin(a)), (-np.cos(b), -np.sin(b)), (0.0, 0.0))
            for a, b in zip(angles, tilt, strict=True)
        ]
    )


def by_programmes(contacts):
    """One linear programme for each of 4^n strings."""
    jacobian = contact_jacobian(contacts)
    surfaces = np.einsum('kij,kj->ki', contacts.frames, contacts.surface_velocities).ravel()
    found = []
    for letters in product('sflr', repeat=contacts.contact_count):
        equal, above = [], []
        for index, letter in enumerate(letters):
            normal, tangential = 2 * index, 2 * index + 1
            (above if letter == 's' else equal).append((normal, 1.0))
            if letter == 'f':
                equal.append((tangential, 1.0))
            elif letter != 's':
                above.append((tangential, 1.0 if letter == 'l' else -1.0))
        rows = [np.append(-sign * jacobian[row], 1.0) for row, sign in above]
        result = linprog(
            [0.0, 0.0, 0.0, -1.0],
            bounds=[(None, None)] * 3 + [(None, 1.0)],
            A_ub=rows or None,
            b_ub=[-sign * surfaces[row] for row, sign in above] or None,
            A_eq=[np.append(jacobian[row], 0.0) for row, _ in equal] or None,
            b_eq=[surfaces[row] for row, _ in equal] or None,
        )
        if result.status == 0 and -result.fun > 1e-7:
            found.append(''.join(letters))
    return sorted(found)


def test_one_contact_has_four_modes():
    assert planar_mode_strings(state(*on_floor(1))) == ['f', 'l', 'r', 's']


def test_modes_are_contact_modes_that_print_as_their_strings():
    modes = planar_kinematic_modes(state(*on_floor(2)))
    assert [str(mode) for mode in modes] == planar_mode_strings(state(*on_floor(2)))


@pytest.mark.parametrize('seed', range(4))
def test_three_contacts_anywhere_agree_with_one_programme_a_string(seed):
    generator = np.random.default_rng(seed)
    contacts = []
    for _ in range(3):
        angle = generator.uniform(0.0, 2.0 * np.pi)
        contacts.append((generator.uniform(-1, 1, 2), (np.cos(angle), np.sin(angle)), (0, 0)))
    assert planar_mode_strings(state(*contacts)) == by_programmes(state(*contacts))


@pytest.mark.parametrize(
    'velocities',
    [
        [(1, 0), (0, 0)],
        [(1, 1), (1, 1)],
        [(0, 1), (0, -1)],
        [(1, 1), (0, 0.5)],
    ],
)
def test_moving_surfaces_agree_with_one_programme_a_string(velocities):
    places = [((-1.0, 0.0), (0.0, 1.0)), ((1.0, 0.0), (0.6, 0.8))]
    contacts = state(
        *[(*place, velocity) for place, velocity in zip(places, velocities, strict=True)]
    )
    assert planar_mode_strings(contacts) == by_programmes(contacts)


def test_surfaces_that_close_in_leave_no_mode():
    squeezed = state(((-1, 0), (1, 0), (0.1, 0)), ((1, 0), (-1, 0), (0, 0)))
    assert planar_mode_strings(squeezed) == []


def test_surfaces_that_carry_the_body_along_keep_it_fixed():
    assert 'ff' in planar_mode_strings(state(*on_floor(2, (1.0, 0.0))))
    apart = [((0, 0), (0, 1), (1.0, 0)), ((1, 0), (0, 1), (2.0, 0))]
    assert 'ff' not in planar_mode_strings(state(*apart))


def test_redundant_contacts_move_together():
    twice = [*on_floor(2), ((0.0, 0.0), (0.0, 1.0), (0.0, 0.0))]
    assert all(letters[0] == letters[2] for letters in planar_mode_strings(state(*twice)))
    assert len(planar_mode_strings(state(*twice))) == 10


@pytest.mark.parametrize('length', [0.3, 1.0, 2.0])
def test_a_contact_given_twice_has_one_letter_whatever_rounds(length):
    """Tilted normals leave rounding remainders that must not be read as sliding."""
    slanted, steep = ((0.5, 0.0), (0.8, -0.6), (0.0, 0.0)), ((0.0, 0.0), (0.6, 0.8), (0.0, 0.0))
    contacts = replace(state(slanted, steep, steep), inertia=Inertia.planar_body(1.0, length))
    once = replace(contacts, contacts=contacts.contacts[:2])
    found = sorted(str(mode) for mode in planar_kinematic_modes(contacts))
    assert found == sorted(f'{mode}{mode[1]}' for mode in planar_kinematic_modes(once))


def test_many_contacts_on_a_floor_have_ten_modes():
    """Inner ones part whenever the body tips: the count does not grow at all."""
    for count in (2, 3, 6, 12):
        assert len(planar_mode_strings(state(*on_floor(count)))) == 10


def test_the_number_of_modes_grows_like_the_number_of_contacts():
    counts = [len(planar_mode_strings(around(count))) for count in range(3, 13)]
    assert max(counts[i] / (i + 3) for i in range(len(counts))) < 10.0
    assert counts[-1] < 120


def test_fractions_find_the_same_modes():
    contacts = around(5)
    assert mode_strings(twist_rows(contacts, FRACTIONS)) == planar_mode_strings(contacts)


def test_spatial_states_are_refused():
    with pytest.raises(InvalidInputError, match='planar'):
        planar_kinematic_modes(ContactState(dimension=6))
