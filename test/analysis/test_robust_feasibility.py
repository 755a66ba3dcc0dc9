# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Uncertain friction, normals and positions."""

import numpy as np
import pytest

from frictioncone_ros.analysis.feasibility import can_produce, contact_wrench_problem
from frictioncone_ros.analysis.robust_feasibility import (
    _largest_moment_error,
    IntervalVerdict,
    produce_over_friction,
    produce_under_noise,
)
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    Frictionless,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.exceptions import InvalidInputError

SQUARE = [(0.1 * x, 0.1 * y, 0.0) for x in (1, -1) for y in (1, -1)]


def block(friction):
    return ContactState([ContactPoint(c, (0.0, 0.0, 1.0), friction) for c in SQUARE])


def disturbed(state, tilt, offset, generator):
    """Return the state with every normal tilted by up to `tilt` and position moved by `offset`."""
    contacts = []
    for contact in state.contacts:
        across = np.cross(contact.contact_normal, generator.normal(size=3))
        angle = tilt * generator.random()
        normal = np.cos(angle) * contact.contact_normal + np.sin(angle) * across / np.linalg.norm(
            across
        )
        shift = generator.normal(size=3)
        shift *= offset * generator.random() / np.linalg.norm(shift)
        contacts.append(
            ContactPoint(
                contact.contact_position + shift, normal / np.linalg.norm(normal), contact.friction
            )
        )
    return ContactState(contacts)


@pytest.mark.parametrize(
    ('lowest', 'highest', 'verdict', 'critical'),
    [
        (0.9, 1.2, IntervalVerdict.ALWAYS, None),
        (0.5, 1.2, IntervalVerdict.DEPENDS, 0.8),
        (0.0, 0.7, IntervalVerdict.NEVER, None),
        (0.8, 0.8, IntervalVerdict.ALWAYS, None),
    ],
)
def test_interval_of_friction(lowest, highest, verdict, critical):
    answer = produce_over_friction(block(CircularCone(0.5)), (0.4, 0, 1, 0, 0, 0), lowest, highest)
    assert answer.verdict == verdict
    assert answer.critical_factor == (critical if critical is None else pytest.approx(critical))


def test_interval_must_be_ordered():
    with pytest.raises(InvalidInputError, match='highest factor'):
        produce_over_friction(block(CircularCone(0.5)), np.ones(6), 2.0, 1.0)


@pytest.mark.parametrize(
    'friction', [CircularCone(0.5), FrictionPyramid(0.5), SoftFinger(0.5, 0.02)]
)
def test_a_yes_under_noise_holds_for_every_disturbance(friction):
    state, tilt, offset = block(friction), 0.05, 0.01
    wrench = np.array((0.35, 0.1, 1.0, 0.01, -0.02, 0.0))
    assert produce_under_noise(state, wrench, tilt, offset)
    generator = np.random.default_rng(4)
    for _ in range(60):
        truth = disturbed(state, tilt, offset, generator)
        assert can_produce(contact_wrench_problem(truth), wrench)


def test_noise_beyond_the_friction_angle_or_the_support_is_refused():
    state, push = block(CircularCone(0.5)), (0.4, 0.0, 1.0, 0.0, 0.0, 0.0)
    assert produce_under_noise(state, push, 0.0, 0.0)
    assert not produce_under_noise(state, push, 0.1, 0.0)
    assert not produce_under_noise(state, push, 0.0, 0.2)
    assert not produce_under_noise(state, push, 0.6, 0.0)
    assert not produce_under_noise(block(Frictionless()), (0, 0, 1, 0, 0, 0), 0.01, 0.0)


def test_planar_support_shrinks_by_the_position_error():
    state = ContactState(
        [ContactPoint((x, 0.0), (0.0, 1.0), CircularCone(0.5)) for x in (-1.0, 1.0)]
    )
    assert produce_under_noise(state, (0.0, 1.0, 0.85), 0.0, 0.1)
    assert not produce_under_noise(state, (0.0, 1.0, 0.95), 0.0, 0.1)


@pytest.mark.parametrize('offset', [0.001, 0.005, 0.02])
def test_moments_give_room_to_positions_that_are_not_known(offset):
    """Two feet 0.2 m apart under 10 N hold 1 Nm less what moved feet may make of it."""
    feet = ContactState.from_points([(-0.1, 0.0), (0.1, 0.0)], (0.0, 1.0), 0.5)
    # Both moments of the corners add up to the force times the offset.
    least = 10.0 * offset
    for moment, sure in ((1.0 - 1.5 * least, True), (1.0 - 0.5 * least, False)):
        assert can_produce(contact_wrench_problem(feet), (0.0, 10.0, moment))
        assert produce_under_noise(feet, (0.0, 10.0, moment), 0.0, offset) is sure
    assert produce_under_noise(feet, (0.0, 10.0, 0.0), 0.0, offset)


def test_torsion_of_tilted_soft_fingers_leaks_into_the_other_moments():
    finger = ContactState([ContactPoint((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), SoftFinger(0.5, 0.02))])
    hold = (0.0, 0.0, 10.0, 0.0, 0.0, 0.15)
    assert can_produce(contact_wrench_problem(finger), hold)
    assert produce_under_noise(finger, hold, 0.0, 0.0)
    # A single finger has no moment about other axes to give back what a tilt makes of torsion.
    assert not produce_under_noise(finger, hold, 0.05, 0.0)
    assert not produce_under_noise(finger, hold, 0.0, 0.001)


def test_the_largest_moment_error_is_that_of_forces_at_other_places_and_torsions_about_others():
    """A force of 13 N, 1 mm away, and a torsion of 0.2 Nm, 0.1 rad turned: 13 and 20 mNm."""
    finger = ContactPoint((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), SoftFinger(0.5, 0.1))
    frame = finger.frame
    problem = contact_wrench_problem(ContactState([finger]))
    wrench = np.concatenate((frame.T @ (12.0, 3.0, 4.0), 0.2 * frame[0]))
    for errors, expected in (((0.1, 0.0), 0.02), ((0.0, 1e-3), 0.013), ((0.1, 1e-3), 0.033)):
        found = _largest_moment_error(problem, wrench, 0.0, errors)
        assert found == pytest.approx(expected)
    # What no force of it gives has none.
    assert _largest_moment_error(problem, wrench, 0.1, (0.1, 0.0)) is None
