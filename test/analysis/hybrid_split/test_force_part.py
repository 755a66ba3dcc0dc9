# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Forces of a split: in equilibrium, inside the cones with the margin, no larger than need be."""

import numpy as np
import pytest

from frictioncone_ros.analysis.hybrid_split import (
    force_split,
    ForceLimits,
    Manipulation,
    split_motion,
    SplitRefusal,
)
from frictioncone_ros.contact import (
    CircularCone,
    ContactMode,
    ContactPoint,
    ContactState,
    EllipticCone,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.scenario import load_scenario

SCENES = ('block_tilting', 'flip_against_corner', 'bottle_rotation')


def asked(name):
    scene = load_scenario(name)
    motion = scene.motion
    about = Manipulation(scene.required_state(), scene.mode, motion.hand, motion.hand_turns)
    return about, split_motion(about.twist_problem(motion.twist)), scene.required_wrench()


def forces_on_body(about, found):
    """Return the sum of contact wrenches on the body, written out again."""
    total = np.zeros(about.body_size)
    for index, force in zip(about.kept, found.contact_forces, strict=True):
        contact = about.state.contacts[index]
        pushed = force @ np.asarray(contact.frame)
        place = contact.contact_position
        planar = len(place) == 2
        moment = (
            [place[0] * pushed[1] - place[1] * pushed[0]] if planar else np.cross(place, pushed)
        )
        total += np.concatenate([pushed, moment])
    return total


@pytest.mark.parametrize('name', SCENES)
@pytest.mark.parametrize('margin', [0.0, 0.2, 2.0])
def test_bodies_are_in_equilibrium_inside_the_cones(name, margin):
    about, split, wrench = asked(name)
    found = force_split(about, split, wrench, ForceLimits(margin))
    assert found.found
    np.testing.assert_allclose(forces_on_body(about, found) + wrench, 0.0, atol=1e-7)
    assert found.margins.min() >= margin - 1e-9
    for index, force in zip(about.kept, found.contact_forces, strict=True):
        friction = about.state.contacts[index].friction.friction_coefficient
        tangential = np.linalg.norm(force[1:])
        if str(about.mode[index]) == 'f':
            assert tangential <= friction * force[0] + 1e-9
        else:
            assert tangential == pytest.approx(friction * force[0], abs=1e-9)
            slip = (about.contact_rows(index) @ split.velocity)[1:]
            assert force[1:] @ slip <= 1e-12  # friction opposes it
    # Along the force-controlled directions the robot presses as stated.
    np.testing.assert_allclose(split.force_directions @ found.robot_force, found.forces, atol=1e-9)


@pytest.mark.parametrize('name', SCENES)
def test_normal_forces_obey_their_limits(name):
    about, split, wrench = asked(name)
    least = force_split(about, split, wrench, ForceLimits(0.5)).contact_forces[:, 0]
    found = force_split(about, split, wrench, ForceLimits(0.5, least_normal=4.0))
    assert found.contact_forces[:, 0].min() >= 4.0 - 1e-9
    assert found.contact_forces[:, 0].sum() >= least.sum() - 1e-9
    assert force_split(about, split, wrench, ForceLimits(0.5, 0.0, least.max() + 1e-6)).found
    tight = force_split(about, split, wrench, ForceLimits(0.5, 0.0, 0.6))
    assert not tight.found
    assert tight.robot_force is tight.contact_forces is tight.margins is None


def test_a_finger_presses_as_hard_as_statics_says():
    """One finger on a block on two edge points: the judge tries every press of the finger."""
    about, split, wrench = asked('block_tilting')
    found = force_split(about, split, wrench, ForceLimits(1.0))
    best = np.inf
    for press in np.linspace(0.0, 30.0, 301):
        for push in np.linspace(-20.0, 20.0, 401):
            force = np.array([push, 0.0, -press])  # on the body
            # About the edge: weight and finger hold each other.
            turning = -force[0] * 0.075 * -1.0 - force[2] * 0.03
            if abs(turning + wrench[4]) > 2e-3:
                continue
            edge = 0.5 * -(force + wrench[:3])
            inside = [
                0.8 * normal - np.hypot(*tangential) >= np.sqrt(1.64)
                for normal, tangential in ((press, force[:2]), (edge[2], edge[:2]))
            ]
            if all(inside):
                best = min(best, press + 2.0 * edge[2])
    assert found.contact_forces[:, 0].sum() == pytest.approx(best, rel=0.02)


def test_a_body_in_the_hand_is_pressed_where_it_slides():
    feet = [ContactPoint((x, 0.0), (0.0, 1.0), CircularCone(0.5)) for x in (-0.1, 0.1)]
    about = Manipulation(ContactState(feet), ContactMode.parse('ll'))
    split = split_motion(about.twist_problem((-0.1, 0.0, 0.0)))
    # Left is +t = (-1, 0) here: along it by velocity, across it by force.
    np.testing.assert_allclose(split.velocity_directions, [[1.0, 0.0, 0.0]], atol=1e-12)
    found = force_split(about, split, np.zeros(3), ForceLimits(3.0))
    np.testing.assert_allclose(found.robot_force, [-3.0, -6.0, 0.0], atol=1e-9)
    assert found.contact_forces.sum(axis=0) == pytest.approx([6.0, -3.0])


def test_what_does_not_fit_is_refused():
    about, split, wrench = asked('flip_against_corner')
    state = about.state
    for hand, mode, words in (
        (('thumb',), 'frl', 'finger, table, wall'),
        ((), 'fr', 'one letter'),
        ((), 'fdd', 'f, s, l or r'),
        ((), 'faf', 'f, s, l or r'),
    ):
        with pytest.raises(InvalidInputError, match=words):
            Manipulation(state, ContactMode.parse(mode), hand)
    with pytest.raises(InvalidInputError, match='margin'):
        ForceLimits(-1.0)
    with pytest.raises(InvalidInputError, match='least_normal'):
        ForceLimits(1.0, 2.0, 2.0)
    with pytest.raises(InvalidInputError, match='external wrench'):
        force_split(about, split, np.zeros(6))
    impossible = split_motion(about.twist_problem((0.0, -0.1, 0.0)))
    assert not impossible.found
    with pytest.raises(InvalidInputError, match='one that is found'):
        force_split(about, impossible, wrench)
    back = split_motion(about.twist_problem((None, None, -0.5)))
    with pytest.raises(InvalidInputError, match='table to slip as the motion has it'):
        force_split(about, back, wrench)


def flat_table(friction, mode, **values):
    """Return a block on two feet in space, held by the robot, in a mode."""
    points = [(-0.1, 0.0, 0.0), (0.1, 0.0, 0.0)]
    state = ContactState(
        [ContactPoint(point, (0.0, 0.0, 1.0), friction, **values) for point in points]
    )
    return Manipulation(state, ContactMode.parse(mode))


def force_of(manipulation, twist):
    split = split_motion(manipulation.twist_problem(twist))
    return force_split(manipulation, split, np.zeros(6), ForceLimits(margin=0.5))


@pytest.mark.parametrize(
    'friction', [EllipticCone(0.8, 0.05), FrictionPyramid(0.8, 0.05), FrictionPolygon(0.8, 3)]
)
def test_forces_that_stick_are_inside_the_real_friction_set(friction):
    manipulation = flat_table(friction, 'ff')
    found = force_of(manipulation, (0.0,) * 6)
    assert found.found
    for force in found.contact_forces:
        assert friction.contains(force)
    assert found.margins.min() >= 0.5 - 1e-9


def test_what_slides_must_have_the_same_friction_all_around():
    manipulation = flat_table(EllipticCone(0.8, 0.05), 'd[0]d[0]')
    with pytest.raises(InvalidInputError, match='a circular cone, for contact_0 slides'):
        force_of(manipulation, (0.1, 0.0, 0.0, 0.0, 0.0, 0.0))


def test_a_contact_that_is_to_open_is_not_driven_into_its_surface():
    feet = ContactState.from_points([(-0.1, 0.0), (0.1, 0.0)], (0.0, 1.0), 0.5)
    for mode, twist in (('ss', (0.0, -0.1, 0.0)), ('fs', (0.0, -0.05, -0.5))):
        manipulation = Manipulation(feet, ContactMode.parse(mode))
        split = split_motion(manipulation.twist_problem(twist))
        with pytest.raises(InvalidInputError, match='to open, and the motion closes it'):
            force_split(manipulation, split, np.zeros(3))
        away = split_motion(manipulation.twist_problem(tuple(-value for value in twist)))
        force_split(manipulation, away, np.zeros(3))


def test_conveyors_are_refused():
    with pytest.raises(InvalidInputError, match='a split knows no conveyors'):
        flat_table(CircularCone(0.5), 'ff', surface_velocity=(0.2, 0.0, 0.0))


def pinched(model, hand_turns=True):
    """Return a rod between two fingers that stick, and how it is lifted without turning."""
    fingers = [
        ContactPoint((side * 0.02, 0.0, 0.0), (-side, 0.0, 0.0), model, name=name)
        for side, name in ((-1.0, 'left'), (1.0, 'right'))
    ]
    about = Manipulation(
        ContactState(fingers), ContactMode.parse('ff'), ('left', 'right'), hand_turns
    )
    return about, split_motion(about.twist_problem((0.0, 0.0, 0.1, 0.0, 0.0, 0.0)))


def test_soft_fingers_that_stick_do_not_let_a_rod_turn_between_them():
    _, hard = pinched(CircularCone(0.5))
    assert hard.refusal is SplitRefusal.LOOSE and hard.certificate_holds()
    _, soft = pinched(SoftFinger(0.5, 0.01))
    assert soft.found and soft.certificate_holds()


@pytest.mark.parametrize(
    'model',
    [
        SoftFinger(0.5, 0.01),
        SoftFinger(0.5, 0.01, 16),
        SoftFinger(0.5, 0.01, independent=True),
    ],
)
@pytest.mark.parametrize('margin', [0.0, 0.5])
def test_soft_fingers_carry_a_moment_about_their_normals(model, margin):
    """3 N, 5 mm off the axis: the fingers bear the weight and 15 Nmm of torsion."""
    about, split = pinched(model)
    weight = np.array((0.0, 0.0, -3.0, 0.015, 0.0, 0.0))
    found = force_split(about, split, weight, ForceLimits(margin))
    assert found.found and found.margins.min() >= margin - 1e-9
    total = forces_on_body(about, found)
    for index, torsion in zip(about.kept, found.torsions, strict=True):
        contact = about.state.contacts[index]
        total[3:] += torsion * np.asarray(contact.contact_normal)
        assert contact.friction.contains((*found.contact_forces[index], torsion), 1e-7)
    np.testing.assert_allclose(total + weight, 0.0, atol=1e-7)
    # By symmetry each finger has half; on a limit surface slip and spin share the friction.
    slip, spin = 1.5 / 0.5, 0.0075 / 0.01
    least = max(slip, spin) if model.independent else np.hypot(slip, spin)
    press = found.contact_forces[:, 0].sum() / 2.0 - margin * np.sqrt(1.25) / 0.5
    # The polyhedron of 16 edges has an ellipsoid inside that is an eighth smaller.
    assert least * (1.0 - 1e-9) <= press <= least * (1.02 if model.edge_count is None else 1.2)


@pytest.mark.parametrize('moment', [0.02, -0.02])
@pytest.mark.parametrize('model', [SoftFinger(0.5, 0.01), SoftFinger(0.5, 0.01, 16)])
def test_one_soft_finger_bears_a_moment_of_either_sign(model, moment):
    """Beside a hard one: half of 3 N and all of the torsion are on it."""
    fingers = [
        ContactPoint((-0.02, 0.0, 0.0), (1.0, 0.0, 0.0), model, name='left'),
        ContactPoint((0.02, 0.0, 0.0), (-1.0, 0.0, 0.0), CircularCone(0.5), name='right'),
    ]
    about = Manipulation(ContactState(fingers), ContactMode.parse('ff'), ('left', 'right'), True)
    split = split_motion(about.twist_problem((0.0, 0.0, 0.1, 0.0, 0.0, 0.0)))
    load = np.array((0.0, 0.0, -3.0, moment, 0.0, 0.0))
    found = force_split(about, split, load, ForceLimits(0.0))
    assert found.found
    torsion = np.array(found.torsions)[np.abs(found.torsions) > 1e-9]
    np.testing.assert_allclose(torsion, [-moment], atol=1e-9)
    least = np.hypot(1.5 / 0.5, 0.02 / 0.01)
    press = found.contact_forces[:, 0].min()
    assert least * (1.0 - 1e-9) <= press <= least * (1.02 if model.edge_count is None else 1.2)
    assert model.contains((*found.contact_forces[0], *torsion), 1e-7)
