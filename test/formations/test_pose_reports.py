# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What is said of one pose: edges, overlap, forces, contact state, adapter."""

import math

import numpy as np
import pytest
from random_formations import random_formation, random_system, raw_gap
from three_needles import HELD, needles, THREE

from frictioncone_ros.contact import (
    CircularCone,
    contact_velocities,
    ContactKind,
    Frictionless,
    normal_wrench_matrix,
    tangential_wrench_matrix,
)
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.formations import (
    constraint_wrenches,
    contact_state,
    ContactFormation,
    describe_pose,
    FormationAdapter,
    FormationPlacement,
    ManipulationSystem,
    placements,
    Polygon,
    vertex_contact,
)


def test_the_triangle_held_at_60_degrees():
    reports = [describe_pose(each) for each in placements(THREE, HELD, needles(0.8))]
    assert [report.admissible for report in reports] == [True, True]
    for report, sign in zip(reports, (-1, 1), strict=True):
        angle = sign * math.acos(0.5 / 0.8)
        assert report.pose.angle == pytest.approx(angle)
        # det W_n = dE/dtheta of E = 3 sin(120 deg) (radius cos(theta) - 0.5).
        assert report.branch.normal_determinant == pytest.approx(
            -3 * math.sqrt(0.75) * 0.8 * math.sin(angle)
        )
        assert report.branch.controlled
        for contact in report.contacts:
            assert contact.along_edge == pytest.approx(
                math.sqrt(0.75) - sign * math.sqrt(0.64 - 0.25), abs=1e-9
            )
            assert contact.margin > 0.0


def test_beyond_the_edges_and_overlapping():
    beyond = describe_pose(placements(THREE, HELD, needles(1.2))[0])
    assert not beyond.on_edges
    assert not beyond.admissible
    assert all(contact.margin < 0.0 for contact in beyond.contacts)
    turned_round = [(x, y, angle + math.pi) for x, y, angle in needles(0.8)]
    inside = describe_pose(placements(THREE, HELD, turned_round)[0])
    assert inside.on_edges
    assert inside.overlapping
    assert min(inside.overlaps) > 0.1


def test_at_the_branch_point():
    (only,) = placements(THREE, HELD, needles(0.5))
    report = describe_pose(only)
    assert not report.branch.controlled
    assert abs(report.branch.normal_determinant) < 1e-8
    assert report.branch.tangential_determinant == pytest.approx(-3 * math.sqrt(0.75) * 0.5)


@pytest.mark.parametrize('name', ['3A', '2AB', '2BA', '3B', 'ARA', 'ARB', 'BRA', 'BRB'])
def test_contacts_normals_and_wrenches_are_those_of_the_contact_room(name):
    generator = np.random.default_rng(7)
    seen = 0
    while seen < 20:
        system, poses = random_system(generator)
        formation = random_formation(generator, system, name)
        for placement in placements(system, formation, poses):
            seen += 1
            state = contact_state(placement, CircularCone(0.4))
            wrenches = constraint_wrenches(placement.equations, placement.pose)
            rolling = [contact.rolling for contact in formation.contacts]
            columns = np.cumsum([0] + [1 + each for each in rolling])[:-1]
            np.testing.assert_allclose(
                normal_wrench_matrix(state), wrenches[:, columns], atol=1e-9
            )
            for index in np.flatnonzero(rolling):
                np.testing.assert_allclose(
                    tangential_wrench_matrix(state)[:, index],
                    wrenches[:, columns[index] + 1],
                    atol=1e-9,
                )
            assert_contacts_are_real(system, formation, placement, state)


def assert_contacts_are_real(system, formation, placement, state):
    pose = (placement.pose.x, placement.pose.y, placement.pose.angle)
    for contact, point in zip(formation.contacts, state.contacts, strict=True):
        assert point.kind is contact.kind
        assert point.body == 'workpiece'
        assert point.other_body == f'finger {contact.manipulator}'
        assert abs(raw_gap(system, contact, placement.manipulator_poses, pose)) < 1e-9
        # Moving the workpiece along the normal opens the contact at unit speed.
        opened = (pose[0] + point.contact_normal[0], pose[1] + point.contact_normal[1], pose[2])
        gap = raw_gap(system, contact, placement.manipulator_poses, opened)
        assert gap == pytest.approx(1.0, abs=1e-9)
    np.testing.assert_array_equal(state.reference_point, pose[:2])
    if formation.contacts[0].kind is ContactKind.ENVIRONMENT_VERTEX:
        first = formation.contacts[0]
        manipulator = system.manipulators[first.manipulator]
        vertex = manipulator.vertices[first.manipulator_element]
        np.testing.assert_allclose(
            state.positions[0] + state.reference_point,
            placement.manipulator_poses[first.manipulator].point_in_world(vertex),
        )


@pytest.mark.parametrize('name', ['3A', '2AB', '2BA', '3B', 'ARA', 'ARB', 'BRA', 'BRB'])
def test_moving_manipulators_keep_every_contact_closed(name):
    """The workpiece's twist leaves no normal speed; a rolling contact has no speed at all."""
    generator = np.random.default_rng(8)
    seen = 0
    while seen < 20:
        system, poses = random_system(generator)
        formation = random_formation(generator, system, name)
        twists = generator.uniform(-1, 1, (len(poses), 3))
        for placement in placements(system, formation, poses):
            if describe_pose(placement).branch.condition_number > 1e4:
                continue
            seen += 1
            velocities = contact_velocities(contact_state(placement, Frictionless(), twists))
            np.testing.assert_allclose(velocities[:, 0], 0.0, atol=1e-8)
            for contact, velocity in zip(formation.contacts, velocities, strict=True):
                if contact.rolling:
                    np.testing.assert_allclose(velocity, 0.0, atol=1e-8)


def test_no_velocity_is_invented_at_a_branch_point():
    (only,) = placements(THREE, HELD, needles(0.5))
    assert contact_state(only, Frictionless()).twist.tolist() == [0.0, 0.0, 0.0]
    with pytest.raises(InvalidInputError, match='branch point'):
        contact_state(only, Frictionless(), np.ones((3, 3)))


@pytest.mark.parametrize(
    ('friction', 'twists', 'message'),
    [
        ([Frictionless()] * 2, None, r'one per contact \(3\)'),
        (Frictionless(), np.ones((2, 3)), r'shape \(3, 3\)'),
    ],
)
def test_snapshot_input_is_checked(friction, twists, message):
    placement = placements(THREE, HELD, needles(0.8))[0]
    with pytest.raises(InvalidInputError, match=message):
        contact_state(placement, friction, twists)


def test_the_adapter_follows_the_previous_pose():
    adapter = FormationAdapter(THREE, HELD, CircularCone(0.3))
    undecided = adapter.read(needles(0.8))
    assert undecided.contacts is None
    assert 'no previous pose' in undecided.reason
    for sign in (-1, 1):
        reading = adapter.read(needles(0.8), previous_pose=(0.0, 0.0, sign * 1.0))
        assert reading.reason == ''
        assert reading.report.pose.angle * sign > 0.0
        assert reading.contacts.names == ('A e0-m0v0', 'A e1-m1v0', 'A e2-m2v0')
    moving = adapter.read(needles(0.8), np.eye(3), (0.0, 0.0, 1.0))
    assert np.abs(moving.contacts.twist).max() > 0.1


def test_the_adapter_says_why_there_is_no_contact_state():
    adapter = FormationAdapter(THREE, HELD, CircularCone(0.3))
    assert 'none' in adapter.read(needles(0.4)).reason
    assert 'none of them admissible' in adapter.read(needles(1.2)).reason
    branch = adapter.read(needles(0.5), np.eye(3))
    assert branch.contacts is not None
    assert 'branch point' in branch.reason


def test_the_adapter_needs_no_previous_pose_where_one_pose_is_admissible():
    floor = Polygon('floor', [(-3.0, -1.0), (3.0, -1.0), (3.0, 0.0), (-3.0, 0.0)])
    wall = Polygon('wall', [(2.0, -1.0), (2.5, -1.0), (2.5, 3.0), (2.0, 3.0)])
    square = Polygon('square', [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    corner = ContactFormation(
        (vertex_contact(0, 0, 2), vertex_contact(1, 0, 2), vertex_contact(1, 1, 3))
    )
    adapter = FormationAdapter(ManipulationSystem(square, (floor, wall)), corner, Frictionless())
    reading = adapter.read([(0.0, 0.0, 0.0), (0.0, 0.0, 0.0)])
    assert reading.reason == ''
    assert (reading.report.pose.x, reading.report.pose.y) == pytest.approx((1.0, 0.0))
    np.testing.assert_allclose(
        reading.contacts.normals, [(0.0, 1.0), (0.0, 1.0), (-1.0, 0.0)], atol=1e-12
    )


def test_placements_accept_numbers_and_check_them():
    placement = FormationPlacement(THREE, HELD, tuple(needles(0.8)), (0.0, 0.0, 0.1))
    assert placement.pose.angle == 0.1
    with pytest.raises(InvalidInputError, match='workpiece'):
        FormationPlacement(THREE, HELD, tuple(needles(0.8)), (0.0, math.nan, 0.1))
