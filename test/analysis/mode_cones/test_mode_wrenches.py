# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Wrenches of modes with round friction, soft fingers and moving bodies, judged by the motions."""

from effort import rounds
import numpy as np
import pytest
from spatial_scenes import box, GRAVITY, UP

from frictioncone_ros.analysis.mode_cones import mode_cone, ModeWrenches
from frictioncone_ros.analysis.motions import find_motions
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    EllipticCone,
    FrictionPyramid,
    SoftFinger,
    wrench_matrix,
)
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Inertia

DRAWS = rounds(25, 200)
ROUND = [CircularCone(0.5), EllipticCone(0.5, 0.3), SoftFinger(0.5, 0.1)]
THREE = [(1.0, 0.0, -0.5), (-0.5, 0.8, -0.5), (-0.5, -0.8, -0.5)]


def moving(twist=(0.4, 0.3, 0.0, 0.0, 0.0, 0.0), friction=None):
    return box(friction or CircularCone(0.5), twist=twist, points=THREE)


def laws_hold(state, wrench, answer):
    """Whether Newton's law holds, and every force is in its friction set."""
    products = state.inertia.velocity_wrench(state.twist)
    missing = state.inertia.matrix @ answer.twist_rate + products - wrench
    missing = missing - wrench_matrix(state) @ answer.contact_forces
    forces = np.split(answer.contact_forces, state.contact_count)
    inside = all(
        contact.friction.contains(force, 1e-7)
        for contact, force in zip(state.contacts, forces, strict=True)
    )
    return inside and np.abs(missing).max() <= 1e-7 * np.abs(wrench).max()


@pytest.mark.parametrize('friction', ROUND, ids=str)
def test_what_rests_is_told_from_what_cannot_as_the_motions_do(friction):
    """Round sets, no polygon: verdicts of random wrenches are those of the search of motions."""
    state, random = box(friction, points=THREE), np.random.default_rng(2)
    held, both = ModeWrenches.of(state, 'fff'), 0
    for _ in range(DRAWS):
        push = random.normal(size=6) * (3.0, 3.0, 0.0, 0.3, 0.3, 0.6)
        wrench = push - np.array([0, 0, GRAVITY, 0, 0, 0])
        answer = held.answer(wrench)
        if isinstance(friction, SoftFinger):
            expected = answer.consistent  # motions take slip and spin as independent
        else:
            expected = 'fff' in find_motions(state, wrench).modes
        assert answer.consistent == expected == held.contains_strictly(wrench)
        assert not answer.consistent or laws_hold(state, wrench, answer)
        both += answer.consistent
    assert 0 < both < DRAWS


def test_a_limit_surface_holds_less_than_friction_and_torsion_apart():
    down = -np.array([0.0, 0.0, GRAVITY, 0.0, 0.0, 0.0])
    pushed = down + 0.8 * np.array([0.5 * GRAVITY, 0, 0, 0, -0.25 * GRAVITY, 0.1 * GRAVITY])
    finger = [(0.0, 0.0, -0.5)]
    coupled = ModeWrenches.of(box(SoftFinger(0.5, 0.1), points=finger), 'f')
    apart = ModeWrenches.of(box(SoftFinger(0.5, 0.1, independent=True), points=finger), 'f')
    assert apart.contains(pushed)
    assert not coupled.contains(pushed)
    assert coupled.contains(down + 0.7 / 0.8 * (pushed - down))


def test_the_separating_twist_does_work_on_no_wrench_of_the_mode():
    state, random = box(CircularCone(0.5), points=THREE), np.random.default_rng(3)
    held = ModeWrenches.of(state, 'fff')
    answer = held.answer([8.0, 0.0, -GRAVITY, 0.0, 0.0, 0.0])
    assert not answer.consistent
    assert answer.separating_twist @ [8.0, 0.0, -GRAVITY, 0.0, 0.0, 0.0] > 0.0
    for _ in range(DRAWS):
        pressed = random.uniform(0.0, 5.0, 3)
        angles = random.uniform(0.0, 2 * np.pi, 3)
        sideways = 0.5 * pressed[:, None] * np.column_stack((np.cos(angles), np.sin(angles)))
        inside = -wrench_matrix(state) @ np.column_stack((pressed, sideways)).ravel()
        assert answer.separating_twist @ inside <= 1e-9


@pytest.mark.parametrize('friction', [*ROUND, SoftFinger(0.5, 0.1, 6)], ids=str)
def test_a_body_that_starts_to_slide_along_a_direction(friction):
    """3 m/s^2 along 30 degrees: friction against it, of an ellipse not along it; no spin."""
    state = box(friction, points=THREE)
    angle = np.radians(30.0)
    along = np.array([np.cos(angle), np.sin(angle)])
    frame = state.frames[0]
    pressed = GRAVITY / 3.0
    force = friction.opposing_force(along, 6)[1:3]
    forces = np.tile(np.concatenate(((pressed,), pressed * force)), 3)
    rate = np.append(frame[1:].T @ along * 3.0, np.zeros(3))
    matrix = np.hstack(
        [wrench_matrix(state.with_friction([CircularCone(0.5)] * 3))[:, 3 * i : 3 * i + 3]
         for i in range(3)]
    )  # fmt: skip
    wrench = state.inertia.matrix @ rate - matrix @ forces
    sliding = ModeWrenches.of(state, 'd[30]d[30]d[30]')
    assert sliding.is_possible
    if friction.force_edges(6) is None:
        assert sliding.contains_strictly(wrench)
    assert not ModeWrenches.of(state, 'd[40]d[40]d[40]').contains(wrench)
    assert not sliding.contains_strictly([0.0, 0.0, -GRAVITY, 0.0, 0.0, 0.0])


@pytest.mark.parametrize('friction', [CircularCone(0.5), FrictionPyramid(0.5)], ids=str)
def test_a_body_that_slides_already_keeps_its_direction_or_lifts(friction):
    state = moving(friction=friction)
    weight = np.array([0.0, 0.0, -GRAVITY, 0.0, 0.0, 0.0])
    kept, opened = ModeWrenches.of(state, 'ddd'), ModeWrenches.of(state, 'sss')
    pushed, tipped = np.array([5.0, 0, 0, 0, 0, 0]), np.array([0, 0, 0, 0, 9.0, 0])
    for wrench in (weight, weight + pushed, -weight, weight + tipped):
        modes = [''.join(one.kind.value for one in m.mode) for m in find_motions(state, wrench)]
        assert kept.contains_strictly(wrench) == ('ddd' in modes)
        assert opened.contains_strictly(wrench) == ('sss' in modes)
    assert not ModeWrenches.of(state, 'fff').is_possible
    assert not ModeWrenches.of(state, 'fff').contains(weight)
    back = np.degrees(np.arctan2(*(state.frames[0, 2:0:-1] @ state.twist[:3])))
    assert ModeWrenches.of(state, f'd[{back}]' * 3).contains(weight)
    assert not ModeWrenches.of(state, f'd[{back + 180}]' * 3).contains(weight)


def test_a_body_that_slides_and_turns_is_judged_as_the_motions_judge_it():
    """Its contacts' accelerations and Newton's law have products of velocities."""
    state, random = moving(twist=(0.3, 0.1, 0.0, 0.0, 0.0, 2.0)), np.random.default_rng(6)
    wanted = {mode: ModeWrenches.of(state, mode) for mode in ('ddd', 'sss', 'dds', 'sdd')}
    seen = set()
    for _ in range(DRAWS):
        wrench = random.normal(size=6) * (3, 3, 6, 3, 3, 1) - np.array([0, 0, 6.0, 0, 0, 0])
        modes = [''.join(one.kind.value for one in m.mode) for m in find_motions(state, wrench)]
        for mode, wrenches in wanted.items():
            assert wrenches.contains_strictly(wrench) == (mode in modes), (mode, wrench)
        seen |= set(modes)
    assert len(seen) > 2


def test_in_the_plane_moving_bodies_are_judged_as_the_motions_judge_them():
    random = np.random.default_rng(4)
    contacts = [ContactPoint((x, -0.5), (0, 1), CircularCone(0.4)) for x in (-0.6, 0.6)]
    inertia = Inertia.planar_body(1.0, 0.5)
    for twist in ((0.3, 0.0, 0.0), (0.0, 0.0, 0.0)):
        state = ContactState(contacts, inertia, twist=twist)
        for mode in ('ll', 'rr', 'ss', 'ff', 'sl', 'ls'):
            wrenches = ModeWrenches.of(state, mode)
            for _ in range(DRAWS):
                wrench = random.normal(size=3) * (3.0, 6.0, 2.0)
                assert wrenches.contains_strictly(wrench) == (
                    mode in find_motions(state, wrench).modes
                ), (twist, mode, wrench)


def test_of_polygons_at_rest_it_agrees_with_the_polyhedral_cone():
    random = np.random.default_rng(5)
    state = box(FrictionPyramid(0.5), points=THREE)
    for mode in ('fff', 'd[45]d[45]d[45]', 'fss', 'sss'):
        cone, wrenches = mode_cone(state, mode), ModeWrenches.of(state, mode)
        assert cone.is_possible == wrenches.is_possible
        for _ in range(DRAWS):
            wrench = random.normal(size=6) * (3, 3, 9, 1, 1, 1) - [0, 0, 5.0, 0, 0, 0]
            assert cone.contains(wrench) == wrenches.contains(wrench)


def test_what_it_cannot_say_is_refused_in_words():
    with pytest.raises(InvalidInputError, match='find_motions tells'):
        ModeWrenches.of(box(CircularCone(0.5), points=THREE), 'ddd')
    spinning = moving((0.0, 0.0, 0.0, 0.0, 0.0, 1.0), SoftFinger(0.5, 0.1))
    with pytest.raises(InvalidInputError, match='does not spin yet'):
        ModeWrenches.of(spinning, 'ddd')
    with pytest.raises(InvalidInputError, match='inertia'):
        ModeWrenches.of(ContactState([ContactPoint((0, 0, 0), UP, CircularCone(0.5))]), 'f')


@pytest.mark.parametrize('degrees', [-180.0, -135.0, -90.0, 0.0, 30.0, 90.0, 179.0, 180.0])
@pytest.mark.parametrize('off', [0.0, 1e-12, -1e-12])
def test_a_slip_has_its_own_name_and_no_other_all_the_way_round(degrees, off):
    """Either side of a half turn too, where one angle is written in two ways."""
    frame = moving().frames[0]
    slip = (
        np.cos(np.radians(degrees) + off) * frame[1]
        + np.sin(np.radians(degrees) + off) * (frame[2])
    )
    state = moving((*(0.3 * slip), 0.0, 0.0, 0.0))
    for turn, is_named in ((0.0, True), (360.0, True), (1.0, False), (-90.0, False), (180, False)):
        mode = f'd[{degrees + turn}]' * 3
        assert ModeWrenches.of(state, mode).is_possible == is_named, mode


def test_the_separating_twist_of_one_steep_cone_does_no_work_on_any_ray_of_it():
    body = Inertia.spatial_body(0.1, np.diag([1.2e-4, 2.5e-4, 3.2e-4]))
    state = ContactState.from_points([(0.0, 0.0, 0.0)], (0.0, 0.0, 1.0), CircularCone(3.0), body)
    wrench = np.array([0.152, 0.114, -0.0193, 6.5e-3, -1.3e-3, -3.1e-3])
    twist = ModeWrenches.of(state, 'f').answer(wrench).separating_twist
    angles = np.linspace(0.0, 2.0 * np.pi, 721)
    rays = -np.column_stack((3.0 * np.cos(angles), 3.0 * np.sin(angles), np.ones(721)))
    assert twist @ wrench > 0.0
    assert (rays @ twist[:3]).max() < 1e-6 * np.linalg.norm(twist[:3])
