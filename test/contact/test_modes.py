# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Interactions and modes: written, read back, observed."""

from math import pi

from hypothesis import given, settings
from hypothesis import strategies as st
import numpy as np
import pytest

from frictioncone_ros.contact import (
    CircularCone,
    ContactMode,
    ContactPoint,
    ContactState,
    FIXED,
    Interaction,
    InteractionKind,
    observed_mode,
    SLIDING_LEFT,
)
from frictioncone_ros.exceptions import InvalidInputError

PLAIN = st.sampled_from(list(InteractionKind)).map(Interaction)
ANGLED = st.floats(-pi, pi, exclude_min=True).map(
    lambda angle: Interaction(InteractionKind.SLIDING, angle)
)


@settings(derandomize=True, database=None)
@given(st.lists(st.one_of(PLAIN, ANGLED), max_size=6))
def test_a_mode_reads_back_what_it_writes(interactions):
    mode = ContactMode(tuple(interactions))
    assert ContactMode.parse(str(mode)).interactions == tuple(
        nearly(read, written)
        for read, written in zip(ContactMode.parse(str(mode)), interactions, strict=True)
    )


def nearly(read, written):
    """Return what was read where it is what was written, angles to the last bits."""
    assert read.kind is written.kind
    assert (read.direction is None) == (written.direction is None)
    if written.direction is not None:
        assert abs(read.direction - written.direction) <= 1e-15 * max(1, abs(written.direction))
    return read


def test_letters():
    mode = ContactMode.parse('fsd[45]l')
    assert str(mode) == 'fsd[45]l'
    assert mode[0] is not None and mode[0] == FIXED
    assert mode[2] == Interaction(InteractionKind.SLIDING, pi / 4)
    assert len(mode) == 4
    assert ContactMode.parse('n') == ContactMode.parse('f')
    assert ContactMode.parse('d[270]') == ContactMode.parse('d[-90]')
    assert [i.keeps_contact for i in ContactMode.parse('sfa*r')] == [
        False,
        True,
        False,
        True,
        True,
    ]


def test_observed_modes_in_the_plane():
    """Sliding along the tangent (-1, 0) of a floor is sliding left."""
    floor = ContactPoint([0.0, -1.0], [0.0, 1.0], CircularCone(0.5))
    wall = ContactPoint([-1.0, 0.0], [1.0, 0.0], CircularCone(0.5))

    def seen(twist):
        return str(observed_mode(ContactState([floor, wall], twist=np.array(twist))))

    assert seen([0, 0, 0]) == 'ff'
    assert seen([-1, 0, 0]) == 'la'
    assert seen([1, 0, 0]) == 'rs'
    assert seen([0, 1, 0]) == 'sl'
    assert seen([0, 1e-9, 0]) == 'sl'
    # What rounding leaves of a body that was stopped by subtraction is no motion.
    assert seen([1e-19, -2e-19, 3e-20]) == 'ff'
    assert observed_mode(ContactState([floor], twist=[-1, 0, 0]))[0] == SLIDING_LEFT


def test_observed_modes_in_space_carry_the_direction():
    floor = ContactPoint([0, 0, -1.0], [0, 0, 1.0], CircularCone(0.5))
    state = ContactState([floor], twist=[1.0, 1.0, 0, 0, 0, 0])
    assert str(observed_mode(state)) == 'd[45]'
    # Turning about the vertical through the contact moves nothing at the contact.
    assert str(observed_mode(ContactState([floor], twist=[0, 0, 0, 0, 0, 3.0]))) == 'f'
    # A fast common motion leaves rounding errors at a contact at rest; they are no motion.
    rolling = ContactState([floor], twist=[0.1 * 3, 0, 0, 0, 0.3, 0])
    assert str(observed_mode(rolling)) == 'f'


@pytest.mark.parametrize('degrees', [0.0, 30.0, 90.0, 135.0, 180.0, -60.0, -90.0, -150.0])
@pytest.mark.parametrize('speed', [3.0, 1.0, 1e-4])
def test_an_observed_slip_has_the_direction_it_goes_in(degrees, speed):
    # On a floor the tangents are x and y of some right-handed frame: turned by the contact's own.
    floor = ContactPoint([0.2, 0.1, -1.0], [0, 0, 1.0], CircularCone(0.5))
    along = np.array((np.cos(np.radians(degrees)), np.sin(np.radians(degrees))))
    twist = [*(speed * along @ floor.frame[1:]), 0.0, 0.0, 0.0]
    seen = observed_mode(ContactState([floor], twist=twist))[0]
    assert seen.kind is InteractionKind.SLIDING
    assert np.cos(seen.direction - np.radians(degrees)) == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize('along', [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)])
@pytest.mark.parametrize(('part', 'kind'), [(0.1, 'f'), (10.0, 'd')])
def test_a_slip_beside_a_fast_belt_counts_from_its_rounding_on(along, part, kind):
    # Both go at 3 m/s; a billionth of what makes up their difference is rest.
    slip = part * 6e-9
    belt = ContactPoint(
        [0.0, 0.0, 0.0], [0, 0, 1.0], CircularCone(0.5), surface_velocity=(0.0, 3.0, 0.0)
    )
    twist = [slip * along[0], 3.0 + slip * along[1], 0.0, 0.0, 0.0, 0.0]
    assert observed_mode(ContactState([belt], twist=twist))[0].kind.value == kind


@pytest.mark.parametrize(
    ('call', 'words'),
    [
        (lambda: ContactMode.parse('fx'), "mode string at character 1 is 'fx'"),
        (lambda: ContactMode.parse('d[e]'), 'sliding direction'),
        (lambda: ContactMode(('f',)), r"interactions\[0\] is 'f'"),
        (
            lambda: Interaction(InteractionKind.FIXED, 1.0),
            'direction of a FIXED interaction is 1.0',
        ),
        (lambda: Interaction(InteractionKind.SLIDING, np.inf), 'sliding direction is inf'),
    ],
)
def test_refusals(call, words):
    with pytest.raises(InvalidInputError, match=words):
        call()


@pytest.mark.parametrize(
    ('degrees', 'wrapped'),
    [
        (180.0, 180.0),
        (-180.0, 180.0),
        (540.0, 180.0),
        (-540.0, 180.0),
        (190.0, -170.0),
        (-190.0, 170.0),
        (720.0, 0.0),
        (-179.0, -179.0),
        (0.1, 0.1),
        (-45.0, -45.0),
    ],
)
def test_a_direction_is_kept_between_minus_half_a_turn_and_half_a_turn(degrees, wrapped):
    interaction = Interaction(InteractionKind.SLIDING, np.radians(degrees))
    assert interaction.direction == pytest.approx(np.radians(wrapped), abs=1e-12)
    assert -np.pi < interaction.direction <= np.pi
    if -180.0 < degrees <= 180.0:
        # To the last bit: what is written is read back.
        assert interaction.direction == np.radians(degrees)
