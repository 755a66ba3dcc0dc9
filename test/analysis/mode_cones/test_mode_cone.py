# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""One mode's cone: its shapes, closed and strict, and what is refused."""

from dataclasses import replace

from contact_truth import box_on_table
import numpy as np
import pytest

from frictioncone_ros.analysis.mode_cones import mode_cone, possible_mode_cones
from frictioncone_ros.analysis.mode_cones.mode_forces import opposing_rays
from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.contact import (
    CircularCone,
    ContactMode,
    ContactPoint,
    ContactState,
    EllipticCone,
    Frictionless,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Inertia

BODY = Inertia.planar_body(2.0, 0.5)


def planar(*contacts, inertia=BODY):
    points = [ContactPoint(place, normal, CircularCone(mu)) for place, normal, mu in contacts]
    return ContactState(points, inertia, dimension=3)


FLOOR = ((-1, -1), (0, 1), 0.5), ((1, -1), (0, 1), 0.5)
VISE = ((-1, 0), (1, 0), 0.5), ((1, 0.25), (-1, 0), 0.5), ((0, -1), (0, 1), 0.5)


@pytest.mark.parametrize(
    ('contacts', 'mode', 'shape'),
    [
        ((), '', 'whole space'),  # nothing touches: any push accelerates it somehow
        (FLOOR[:1], 'f', 'full lineal'),  # it may turn about the foot, either way
        (FLOOR[:1], 's', 'full lineal'),
        (FLOOR, 'ff', 'full'),
        (FLOOR, 'll', 'full'),
        (FLOOR, 'lr', 'impossible'),
        (FLOOR, 'aa', 'full lineal'),
        (VISE, 'fff', 'whole space'),
        (VISE, 'lrf', 'impossible'),
    ],
)
def test_shapes(contacts, mode, shape):
    assert mode_cone(planar(*contacts), mode).shape == shape


def test_a_flat_cone_keeps_its_equality():
    # Without friction a body is fixed on the floor only while no force pulls it along.
    state = planar(((-1, -1), (0, 1), 0.0), ((1, -1), (0, 1), 0.0))
    cone = mode_cone(state, 'ff')
    assert cone.shape == 'flat'
    assert cone.contains_strictly((0, -1, 0.3))
    assert not cone.contains((1e-3, -1, 0.3))
    assert not cone.contains((0, -1, 1.3))


def test_an_impossible_mode_has_a_closed_cone_but_no_wrench():
    impossible = mode_cone(planar(*FLOOR), 'lr')
    assert impossible.contains((0, -1, 0))
    assert not impossible.contains_strictly((0, -1, 0))
    assert not impossible.contains_strictly((0, 0, 0))


def test_closed_and_strict_differ_on_the_boundary():
    cone = mode_cone(planar(*FLOOR), 'll')
    at_rest = (-0.5, -1.0, 0.5)  # friction just holds it: no acceleration to the left
    assert cone.contains(at_rest)
    assert not cone.contains_strictly(at_rest)
    assert cone.contains_strictly((-0.6, -1.0, 0.5))
    # On another face of the same cone the mode is strict: all weight on the left foot, whose
    # friction (0.5, 1) makes the moment 0.5 about the centre, while the body slides left.
    left_foot = BODY.matrix @ (-1.0, 0.0, 0.0) - np.array((0.5, 1.0, -1.0 + 0.5))
    assert cone.contains_strictly(left_foot)
    assert not cone.contains(left_foot + np.array((0, 0, 0.01)))


def test_two_strict_conditions_met_on_two_faces_but_not_where_they_cross():
    # Free body, two feet lifting strictly: each face of the cone lifts one foot only.
    state = planar(*FLOOR)
    cone = mode_cone(state, 'ss', strictly_opening=(0, 1))
    inertia = BODY.matrix
    turn_left = inertia @ (0.0, 1.0, 1.0)  # lifts the right foot about the left one
    turn_right = inertia @ (0.0, 1.0, -1.0)
    assert cone.contains(turn_left) and not cone.contains_strictly(turn_left)
    assert cone.contains_strictly(turn_left + turn_right)
    assert mode_cone(state, 'ss').contains_strictly(turn_left)  # Table 2 has a_n >= 0


def test_the_reference_point_does_not_matter():
    state = planar(*VISE[:2])
    moved = state.with_reference_point((0.7, -1.9))
    wrench = np.array((0.3, -0.8, 0.4))
    about_moved = wrench - np.array((0, 0, 0.7 * wrench[1] + 1.9 * wrench[0]))
    for mode in ('ff', 'sf', 'll', 'lr', 'rs', 'as'):
        here, there = mode_cone(state, mode), mode_cone(moved, mode)
        assert here.is_possible == there.is_possible
        assert here.contains(wrench) == there.contains(about_moved)
        assert here.shape == there.shape


def test_far_from_the_reference_point_modes_stay_what_they_are():
    near = planar(*FLOOR)
    far = near.with_reference_point((3e4, -2e4))
    found = {str(cone.mode) for cone in possible_mode_cones(near)}
    assert found == {str(cone.mode) for cone in possible_mode_cones(far)}


def test_fixed_box_in_space_holds_its_weight_and_slides_with_friction():
    state = box_on_table(0.4)
    fixed = mode_cone(state, 'ffff')
    weight = np.array((0, 0, -19.62, 0, 0, 0))
    assert fixed.contains_strictly(weight)
    push = np.array((8.0, 0, 0, 0, -4.0, 0))  # at the floor: no tilting moment
    assert not fixed.contains(weight + push)
    sliding = mode_cone(state, 'd[0]' * 4)  # along x; friction along y holds what it can
    assert sliding.contains_strictly(weight + push)
    assert sliding.contains_strictly(weight + push + (0, 5, 0, 2.5, 0, 0))
    assert not sliding.contains(weight + push + (0, 9, 0, 4.5, 0, 0))
    quadrant = mode_cone(state, 'd[45]' * 4)
    both = weight + np.array((9.0, 9.0, 0, 4.5, -4.5, 0))
    assert quadrant.shape == 'full'
    assert quadrant.contains_strictly(both)
    assert not quadrant.contains(weight)


def test_eight_spatial_contacts_with_polygons():
    state = box_on_table()
    above = [
        replace(
            contact,
            contact_position=contact.contact_position * (1, 1, -1),
            contact_normal=-contact.contact_normal,
            name='',
        )
        for contact in state.contacts
    ]
    vise = ContactState([*state.contacts, *above], state.inertia).with_friction(
        FrictionPolygon(0.5, 8)
    )
    assert vise.contact_count == 8
    assert mode_cone(vise, 'f' * 8).shape == 'whole space'
    assert mode_cone(vise, 'ffffssss', strictly_opening=range(8)).shape == 'impossible'


def test_the_unspecified_interaction_covers_its_meanings():
    state = planar(*FLOOR)
    outer = mode_cone(state, 's*').closed
    for mode in ('sf', 'sl', 'sr'):
        assert outer.contains_cone(mode_cone(state, mode).closed)


def test_faces_and_generators_are_the_same_cone():
    for cone in possible_mode_cones(planar(*FLOOR)):
        faces = PolyhedralCone.from_faces(cone.closed.faces, cone.closed.equalities)
        assert faces.equals(cone.closed)


def test_modes_are_counted_once():
    modes = [str(cone.mode) for cone in possible_mode_cones(planar(*FLOOR))]
    assert len(modes) == len(set(modes))
    assert {'ff', 'll', 'rr', 'ss', 'fs', 'sf', 'ls', 'sl', 'rs', 'sr'} == set(modes)


def test_spatial_modes_are_those_of_the_kinematics():
    cones = possible_mode_cones(box_on_table())
    assert len(cones) == 196
    assert all(cone.is_possible for cone in cones)


def test_frictionless_spatial_contacts_slide_in_one_cell():
    state = box_on_table().with_friction(Frictionless())
    modes = {str(cone.mode) for cone in possible_mode_cones(state)}
    assert 'd[0]' * 4 in modes
    assert len(modes) == 10  # as many as contact-separate modes
    lifted = mode_cone(state, 'd[0]' * 4)
    assert lifted.contains_strictly((3, -2, -19.62, 0, 0, 0.1))


def test_an_open_contact_approaches_or_does_not():
    state = box_on_table()
    stop = ContactPoint((0.5, 0, 0), (-1, 0, 0), state.contacts[0].friction, name='stop')
    with_stop = ContactState([*state.contacts, stop], state.inertia)
    modes = {str(cone.mode) for cone in possible_mode_cones(with_stop, (4,))}
    assert 'd[45]d[45]d[45]d[45]a' in modes
    assert 'ffffs' in modes and 'ffffa' not in modes


@pytest.mark.parametrize(
    ('state', 'mode', 'message'),
    [
        (planar(*FLOOR), 'l', 'one letter a contact'),
        (planar(*FLOOR, inertia=None), 'll', 'inertia is None'),
        (planar(*FLOOR).with_twist((1, 0, 0)), 'll', 'at rest'),
        (planar(*FLOOR), ContactMode.parse('dd'), 'in the plane'),
        (box_on_table().with_friction(CircularCone(0.4)), 'ffff', 'pyramid or polygon'),
        (box_on_table().with_friction(SoftFinger(0.4, 0.1, 8)), 'ffff', 'hard finger'),
    ],
)
def test_what_cannot_be_answered_is_refused(state, mode, message):
    with pytest.raises(InvalidInputError, match=message):
        mode_cone(state, mode)


@pytest.mark.parametrize('wrench', [(1, 2), (1, 2, float('nan')), (1, float('inf'), 0), 'abc', 3])
def test_a_bad_wrench_is_refused(wrench):
    cone = mode_cone(planar(*FLOOR), 'll')
    with pytest.raises(InvalidInputError, match='wrench'):
        cone.contains(wrench)


@pytest.mark.parametrize('angle', [0.0, 0.7, 3.0])
def test_forces_that_oppose_a_slip_without_spin(angle):
    """Torsion of a limit of its own may be any up to that; on one surface with friction none."""
    slip = np.array((np.cos(angle), np.sin(angle)))
    against = np.array((1.0, *(-0.5 * slip)))
    assert np.allclose(opposing_rays(CircularCone(0.5), slip, 6), [against])
    assert np.allclose(opposing_rays(SoftFinger(0.5, 0.02), slip, 6), [[*against, 0.0]])
    apart = opposing_rays(SoftFinger(0.5, 0.02, independent=True), slip, 6)
    assert np.allclose(apart, [[*against, 0.02], [*against, -0.02]])


@pytest.mark.parametrize('edges', [3, 4, 5, 8])
def test_a_polygon_has_a_cell_for_each_corner_and_each_side_even_or_odd(edges):
    body = Inertia.spatial_body(1.0, np.eye(3))
    friction = FrictionPolygon(0.5, edges)
    state = ContactState.from_points([(0.0, 0.0, 0.0)], (0.0, 0.0, 1.0), friction, body)
    assert len(possible_mode_cones(state)) == 2 + 2 * edges


@pytest.mark.parametrize('thinness', [1e-3, 1e-6])
def test_a_long_thin_polygon_of_friction_is_answered(thinness):
    body = Inertia.spatial_body(1.0, np.eye(3))
    friction = EllipticCone(0.5, 0.5 * thinness, 8)
    state = ContactState.from_points([(0.0, 0.0, 0.0)], (0.0, 0.0, 1.0), friction, body)
    cones = possible_mode_cones(state)
    for wrench in np.random.default_rng(2).normal(size=(5, 6)):
        assert any(cone.contains_strictly(wrench) for cone in cones)


@pytest.mark.parametrize('model', [Frictionless(), FrictionPyramid(0.0, 0.0)])
def test_without_friction_the_normal_force_alone_goes_with_every_slip(model):
    for slip in np.eye(2):
        rays = opposing_rays(model, slip, 6)
        assert len(rays) and (rays[:, 1:] == 0.0).all() and (rays[:, 0] == 1.0).all()
    assert opposing_rays(model, np.ones(1), 3).tolist() == [[1.0, 0.0]]
