# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A finger pushes what lies on feet: every motion that obeys the laws is among those found."""

from effort import rounds
import numpy as np
import pytest

from frictioncone_ros.analysis.motions import (
    find_spatial_motions,
    find_spatial_quasistatic_motions,
    SearchLimits,
    Verdict,
)
from frictioncone_ros.contact import (
    CircularCone,
    contact_jacobian,
    ContactPoint,
    ContactState,
    FrictionPyramid,
    wrench_matrix,
)
from frictioncone_ros.spatial import Inertia

PUSHES = rounds(12, 100)
ENOUGH = SearchLimits(seconds=20.0)
"""Longer than any search takes, so that a busy machine ends none."""
UP = np.array([0.0, 0.0, 1.0])


def pushed_body(random, feet):
    """
    Return a body on feet with a finger beside, a twist in the plane, and the contacts' forces.

    Each contact slides, or holds with a force inside its cone: the finger in one draw of two, the
    first foot in one of four. The forces obey Coulomb's law for the twist.
    """
    angles = 2.0 * np.pi * (np.arange(feet) + random.uniform(-0.3, 0.3, feet)) / feet
    radii = random.uniform(0.04, 0.1, feet)
    places = np.column_stack((radii * np.cos(angles), radii * np.sin(angles), 0.0 * angles))
    turn = random.uniform(0.0, 2.0 * np.pi)
    normal = np.array([np.cos(turn), np.sin(turn), 0.0])
    across = np.cross(UP, normal)
    finger = -0.07 * normal + random.uniform(-0.05, 0.05) * across + 0.01 * UP
    spin = random.uniform(-1.0, 1.0)
    middle = places[0] if random.random() < 0.25 else random.normal(size=3) * (0.1, 0.1, 0.0)
    twist = np.concatenate((-np.cross(spin * UP, middle), spin * UP))
    slip = across * random.choice((0.0, random.uniform(-0.1, 0.1)))
    surface = twist[:3] + np.cross(twist[3:], finger) - slip
    friction = random.uniform(0.2, 0.8, feet + 1)
    contacts = [
        ContactPoint(place, UP, CircularCone(mu))
        for place, mu in zip(places, friction[1:], strict=True)
    ]
    last = ContactPoint(finger, normal, CircularCone(friction[0]), surface_velocity=surface)
    state = ContactState([*contacts, last])
    return state, twist, laws_forces(random, state, twist)


def laws_forces(random, state, twist):
    """Return forces (k, 3) of Coulomb's law, and the letters of the contacts."""
    velocity = (contact_jacobian(state) @ twist).reshape(-1, 3)
    velocity -= np.einsum('kij,kj->ki', state.frames, state.surface_velocities)
    forces, letters = np.zeros((state.contact_count, 3)), ''
    for index, contact in enumerate(state.contacts):
        slip, pressed = velocity[index, 1:], random.uniform(0.5, 5.0)
        speed, limit = np.hypot(*slip), contact.friction.friction_coefficient * pressed
        angle = random.uniform(0.0, 2.0 * np.pi)
        held = random.uniform(0.0, 0.9) * np.array([np.cos(angle), np.sin(angle)])
        slides = speed > 1e-9
        letters += 'd' if slides else 'f'
        forces[index] = pressed, *(limit * (-slip / speed if slides else held))
    return forces, letters


def letters_of(motion):
    return ''.join(interaction.kind.value for interaction in motion.mode)


@pytest.mark.parametrize('feet', [3, 4])
def test_the_mode_of_forces_that_obey_the_laws_is_found(feet):
    random = np.random.default_rng(feet)
    exhaustive = 0
    for _ in range(PUSHES):
        state, _, (forces, letters) = pushed_body(random, feet)
        found = find_spatial_quasistatic_motions(
            state, -wrench_matrix(state) @ forces.ravel(), limits=ENOUGH
        )
        exhaustive += found.exhaustive
        if found.exhaustive:
            assert letters in [letters_of(motion) for motion in found]
        for motion in found:
            assert motion.certificate.holds(), motion.certificate
    assert exhaustive >= 0.97 * PUSHES


def test_the_mode_is_found_with_inertia_too():
    """What slides there begins to: the same forces, and what they lack of a wrench accelerates."""
    random = np.random.default_rng(5)
    inertia = Inertia.spatial_body(1.0, 0.01 * np.eye(3))
    exhaustive = 0
    for _ in range(PUSHES):
        state, rate, _ = pushed_body(random, 4)
        feet = [
            ContactPoint(foot.contact_position, UP, foot.friction) for foot in state.contacts[:4]
        ]
        state = ContactState(feet, inertia)
        forces, letters = laws_forces(random, state, rate)
        wrench = inertia.matrix @ rate - wrench_matrix(state) @ forces.ravel()
        found = find_spatial_motions(state, wrench, limits=ENOUGH)
        exhaustive += found.exhaustive
        if found.exhaustive:
            assert letters in [letters_of(motion) for motion in found]
    assert exhaustive >= 0.97 * PUSHES


def test_polyhedral_pushes_are_exhaustive():
    random = np.random.default_rng(6)
    for _ in range(PUSHES):
        state, _, (forces, _) = pushed_body(random, 3)
        pyramids = ContactState(
            [
                ContactPoint(
                    c.contact_position,
                    c.contact_normal,
                    FrictionPyramid(c.friction.friction_coefficient),
                    surface_velocity=c.surface_velocity,
                )
                for c in state.contacts
            ]
        )
        assert find_spatial_quasistatic_motions(
            pyramids, -wrench_matrix(state) @ forces.ravel(), limits=ENOUGH
        ).exhaustive


def test_where_cones_are_cut_too_coarsely_it_says_so_and_never_that_there_is_none():
    random, coarse = np.random.default_rng(8), SearchLimits(seconds=20.0, sectors=2)
    undecided = 0
    for _ in range(PUSHES):
        state, _, (forces, _) = pushed_body(random, 4)
        wrench = -wrench_matrix(state) @ forces.ravel()
        found = find_spatial_quasistatic_motions(state, wrench, limits=coarse)
        assert found.verdict is not Verdict.NONE
        if not found.exhaustive:
            undecided += 1
            assert found.stopped_because.endswith('undecided with 2 sectors')
    assert undecided
