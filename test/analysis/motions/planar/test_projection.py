# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Erdmann's projection gives the motions that keep all contacts, and no other."""

from math import inf

from effort import rounds
from hypothesis import assume, given, settings
from hypothesis import strategies as st
import numpy as np
from planar_states import FRICTIONS, HALVES, touching_contacts, WRENCHES
import pytest

from frictioncone_ros.analysis.motions import find_motions, project_onto_composite_cone
from frictioncone_ros.analysis.motions.planar.projection import validity_interval
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState, observed_mode
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Inertia

UNIT = Inertia.planar_body(1.0, 1.0)
SETTINGS = settings(deadline=None, derandomize=True, max_examples=rounds(40, 150))


def floor(places, frictions, velocity=0.0):
    contacts = [
        ContactPoint((float(place), -1.0), (0.0, 1.0), CircularCone(mu))
        for place, mu in zip(places, frictions, strict=True)
    ]
    return ContactState(contacts, UNIT, (velocity, 0.0, 0.0))


@st.composite
def floor_states(draw):
    places = draw(st.lists(HALVES, min_size=2, max_size=4, unique=True))
    frictions = [min(draw(FRICTIONS), 4.0) for _ in places]
    return floor(places, frictions, draw(st.sampled_from([0.0, 0.0, 1.0, -1.0])))


@st.composite
def two_contact_states(draw):
    twist = np.array([draw(HALVES) for _ in range(3)])
    contacts = [draw(touching_contacts(twist)) for _ in range(2)]
    contacts = [
        c.with_friction(CircularCone(min(c.friction.friction_coefficient, 4.0))) for c in contacts
    ]
    return ContactState(contacts, UNIT, twist)


def agree(state, wrench):
    """Compare the segments of the line with the kept modes of the general search."""
    try:
        line = project_onto_composite_cone(state, wrench)
    except InvalidInputError:
        assume(False)
    general = {
        str(motion.mode): motion
        for motion in find_motions(state, wrench)
        if 's' not in str(motion.mode)
    }
    segments = {}
    for segment in line.segments:
        segments.setdefault(segment.letters, []).append(segment)
    for letters, motion in general.items():
        assert any(same_set(line, segment, motion) for segment in segments.get(letters, []))
    closed = {str(motion.mode): motion for motion in find_motions(state, wrench, closed=True)}
    for letters, several in segments.items():
        assert letters in closed
        assert any(same_set(line, segment, closed[letters]) for segment in several)


def same_set(line, segment, motion):
    """Whether a segment's accelerations are those of a mode."""
    ends = [end for end in (segment.lowest, segment.highest) if abs(end) < inf]
    if len(ends) < 2:
        return not motion.polytope.bounded
    rates = np.array([line.twist_rate(end) for end in ends])
    expected = motion.polytope.ranges
    return bool(
        motion.polytope.bounded
        and np.allclose(
            np.column_stack((rates.min(axis=0), rates.max(axis=0))), expected, atol=1e-8
        )
    )


@SETTINGS
@given(floor_states(), WRENCHES)
def test_on_a_floor_projection_and_search_agree(state, wrench):
    agree(state, wrench)


@SETTINGS
@given(two_contact_states(), WRENCHES)
def test_of_two_contacts_projection_and_search_agree(state, wrench):
    assume('s' not in str(observed_mode(state)))
    agree(state, wrench)


def test_the_reaction_lies_on_the_line():
    line = project_onto_composite_cone(floor((-1, 0, 1), (0.25,) * 3), (1.0, -1.0, 0.0))
    (sliding,) = [segment for segment in line.segments if segment.letters == 'rrr']
    assert sliding.lowest == pytest.approx(sliding.highest)
    assert line.twist_rate(sliding.lowest) == pytest.approx([0.75, 0.0, 0.0])
    assert line.reaction(sliding.lowest) == pytest.approx([-0.25, 1.0, 0.0])


@pytest.mark.parametrize(
    ('speed', 'slope', 'offset', 'positive', 'negative'),
    [
        (1.0, 2.0, 3.0, (inf, -inf), (-inf, inf)),
        (-1.0, 2.0, 3.0, (-inf, inf), (inf, -inf)),
        (0.0, 2.0, 3.0, (-inf, -1.5), (-1.5, inf)),
        (0.0, -2.0, 3.0, (1.5, inf), (-inf, 1.5)),
        (0.0, 0.0, 3.0, (inf, -inf), (-inf, inf)),
        (0.0, 0.0, -3.0, (-inf, inf), (inf, -inf)),
        (0.0, 0.0, 0.0, (-inf, inf), (-inf, inf)),
    ],
)
def test_validity_intervals_are_those_of_table_1(speed, slope, offset, positive, negative):
    assert validity_interval(speed, slope, offset, True) == positive
    assert validity_interval(speed, slope, offset, False) == negative


def test_what_the_construction_does_not_cover_is_refused():
    with pytest.raises(InvalidInputError, match='normal space'):
        project_onto_composite_cone(floor((0,), (0.5,)), np.zeros(3))
    shifted = floor((-1, 1), (0.5, 0.5)).with_reference_point((0.5, 0.0))
    with pytest.raises(InvalidInputError, match='centre of mass'):
        project_onto_composite_cone(shifted, np.zeros(3))
    opening = floor((-1, 1), (0.5, 0.5)).with_twist((0.0, 1.0, 0.0))
    with pytest.raises(InvalidInputError, match='kept'):
        project_onto_composite_cone(opening, np.zeros(3))
