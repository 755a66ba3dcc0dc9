# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Wrenches of modes say the same in every unit: newton or kilonewton, metre or millimetre."""

import numpy as np
import pytest

from frictioncone_ros.analysis.mode_cones import mode_cone, ModeWrenches
from frictioncone_ros.contact import (
    CircularCone,
    ContactState,
    Frictionless,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.spatial import Inertia

FORCES = [1e-15, 1e-9, 1e-6, 1e-3, 1.0, 1e3, 1e9]
"""A newton in other units."""

UP = (0.0, 0.0, 1.0)
THREE = np.array([(1.0, 0.0, -0.5), (-0.5, 0.8, -0.5), (-0.5, -0.8, -0.5)])
STILL = (0.0,) * 6
TURNING = (0.3, 0.1, 0.0, 0.0, 0.0, 0.9)


def plate(friction, twist=STILL, mass=1.0, length=1.0):
    """Three feet; mass: kilograms in the unit of mass, length: metres in that of length."""
    body = Inertia.spatial_body(2.0 * mass, mass * length**2 * np.diag([0.5, 0.7, 0.9]))
    state = ContactState.from_points(length * THREE, UP, friction, body)
    return state.with_twist(np.repeat((length, 1.0), 3) * twist)


def wrenches(seed, count=15):
    return np.random.default_rng(seed).normal(size=(count, 6)) * (3, 3, 6, 1, 1, 1) - (
        0,
        0,
        5,
        0,
        0,
        0,
    )


def slides(twist):
    """The mode of three feet that slide as the twist says, in contact components of a plate."""
    state = plate(CircularCone(0.5), twist)
    velocities = twist[:3] + np.cross(twist[3:], THREE)
    angles = [
        np.degrees(np.arctan2(frame[2] @ velocity, frame[1] @ velocity))
        for frame, velocity in zip(state.frames, velocities, strict=True)
    ]
    return ''.join(f'd[{float(angle)!r}]' for angle in angles)


@pytest.mark.parametrize('force', FORCES)
def test_answers_at_rest_do_not_depend_on_the_unit_of_force(force):
    for friction in (CircularCone(0.5), SoftFinger(0.5, 0.1), FrictionPyramid(0.4)):
        held = ModeWrenches.of(plate(friction), 'fff')
        for wrench in wrenches(1):
            answer, other = held.answer(wrench), held.answer(force * wrench)
            assert answer.consistent == other.consistent
            assert other.residual == pytest.approx(answer.residual, rel=1e-5, abs=1e-9)
            assert held.contains_strictly(wrench) == held.contains_strictly(force * wrench)


@pytest.mark.parametrize('force', FORCES)
def test_answers_of_a_moving_body_do_not_depend_on_the_unit_of_mass(force):
    mode = slides(TURNING)
    one = ModeWrenches.of(plate(CircularCone(0.5), TURNING), mode)
    other = ModeWrenches.of(plate(CircularCone(0.5), TURNING, mass=force), mode)
    verdicts = [one.contains_strictly(wrench) for wrench in wrenches(2)]
    assert 0 < sum(verdicts) < len(verdicts)
    assert verdicts == [other.contains_strictly(force * wrench) for wrench in wrenches(2)]


@pytest.mark.parametrize('length', [1e-9, 1e-3, 1e3, 1e6])
@pytest.mark.parametrize('twist', [STILL, TURNING])
def test_answers_do_not_depend_on_the_unit_of_length(twist, length):
    mode = slides(TURNING) if any(twist) else 'fff'
    one = ModeWrenches.of(plate(CircularCone(0.5), twist), mode)
    other = ModeWrenches.of(plate(CircularCone(0.5), twist, length=length), mode)
    units = np.repeat((length, length**2), 3)
    for wrench in wrenches(3):
        assert one.contains_strictly(wrench) == other.contains_strictly(units * wrench)
        assert one.answer(wrench).residual == pytest.approx(
            other.answer(units * wrench).residual, rel=1e-5, abs=1e-9
        )


def test_the_residual_is_relative_to_the_wrench():
    state = ContactState.from_points(
        [(0.0, 0.0, 0.0)], UP, Frictionless(), Inertia.spatial_body(1.0, np.eye(3))
    )
    held = ModeWrenches.of(state, '*')
    for size in FORCES:
        # A lift: a contact that is kept carries no pull, and nothing else takes it.
        answer = held.answer(size * np.array([0.0, 0.0, 0.4, 0.0, 0.0, -(0.84**0.5)]))
        assert not answer.consistent
        assert answer.residual == pytest.approx(0.4)


def test_nothing_meets_a_strict_condition_without_a_wrench():
    state, none = plate(FrictionPyramid(0.4)), np.zeros(6)
    for mode in ('fff', 'sss', 'd[45]d[45]d[45]'):
        strict = mode_cone(state, mode, strictly_opening=range(3)).contains_strictly(none)
        assert ModeWrenches.of(state, mode).contains_strictly(none) == strict == (mode == 'fff')
        assert ModeWrenches.of(state, mode).contains(none)


@pytest.mark.parametrize('size', [1e-12, 1e-6, 1.0])
def test_a_separating_twist_spares_every_wrench_of_a_mode_of_polygons(size):
    state = plate(FrictionPyramid(0.4))
    for mode in ('fff', 'sss', 'd[45]d[45]d[45]'):
        cone, held = mode_cone(state, mode), ModeWrenches.of(state, mode)
        for wrench in size * wrenches(4):
            answer = held.answer(wrench)
            if not answer.consistent:
                twist = answer.separating_twist / np.linalg.norm(answer.separating_twist)
                generators = np.hstack(
                    (cone.closed.generators, cone.closed.lineality, -cone.closed.lineality)
                )
                generators = generators / np.linalg.norm(generators, axis=0)
                assert (twist @ generators).max() < 1e-8
                assert twist @ wrench > 0.0


def test_a_top_between_two_points_is_held_although_they_are_rounded_apart():
    axis = np.array([0.36, 0.48, 0.8])
    body = Inertia.spatial_body(1.0, np.eye(3))
    state = ContactState.from_points(
        [-0.7 * axis, 0.7 * axis], [axis, -axis], CircularCone(0.5), body
    ).with_twist((0.0, 0.0, 0.0, *(30.0 * axis)))
    held = ModeWrenches.of(state, 'ff')
    assert held.is_possible
    assert held.contains_strictly((1.0, 2.0, 3.0, 0.0, 0.0, 0.0))
