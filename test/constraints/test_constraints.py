# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Constraint and free-motion bases: what interactions hold, rank, redundancy, given bases."""

from dataclasses import replace

import numpy as np
import pytest

from frictioncone_ros.constraints import (
    constrained_components,
    constraint_from_bases,
    constraint_from_motions,
    constraint_from_wrenches,
    contact_constraint,
)
from frictioncone_ros.constraints.basis import SHORTEST
from frictioncone_ros.contact import (
    APPROACHING,
    CircularCone,
    ContactMode,
    ContactPoint,
    ContactState,
    FIXED,
    Frictionless,
    FrictionPolygon,
    FrictionPyramid,
    SEPARATING,
    SLIDING,
    SLIDING_LEFT,
    SoftFinger,
    UNSPECIFIED,
)
from frictioncone_ros.exceptions import InconsistentStateError, InvalidInputError
from frictioncone_ros.spatial import Inertia, RigidTransform

UP = (0.0, 0.0, 1.0)


def floor(positions):
    return ContactState([ContactPoint(position, UP, CircularCone(0.5)) for position in positions])


@pytest.mark.parametrize(('friction', 'interaction', 'desired'), [
    (CircularCone(0.5), FIXED, (0, 1, 2)),
    (CircularCone(0.0), FIXED, (0,)),
    (Frictionless(), FIXED, (0,)),
    (FrictionPyramid(0.5), FIXED, (0, 1, 2)),
    (FrictionPyramid(0.5, 0.0), FIXED, (0, 1)),
    (FrictionPyramid(0.0, 0.5), FIXED, (0, 2)),
    (FrictionPolygon(0.5, 3), FIXED, (0, 1, 2)),
    (SoftFinger(0.5, 0.1), FIXED, (0, 1, 2, 3)),
    (SoftFinger(0.5, 0.1, 4), FIXED, (0, 1, 2, 3)),
    (SoftFinger(0.5, 0.0), FIXED, (0, 1, 2)),
    (SoftFinger(0.0, 0.1), FIXED, (0, 3)),
    (SoftFinger(0.5, 0.1), SLIDING, (0,)),
    (CircularCone(0.5), SLIDING, (0,)),
    (CircularCone(0.5), UNSPECIFIED, (0,)),
    (CircularCone(0.5), SEPARATING, ()),
    (CircularCone(0.5), APPROACHING, ()),
])  # fmt: skip
def test_what_an_interaction_holds(friction, interaction, desired):
    assert constrained_components(friction, interaction, 6) == desired


@pytest.mark.parametrize(
    ('interaction', 'desired'), [(FIXED, (0, 1)), (SLIDING_LEFT, (0,)), (SEPARATING, ())]
)
def test_what_a_planar_interaction_holds(interaction, desired):
    assert constrained_components(CircularCone(0.5), interaction, 3) == desired


def test_a_sliding_block_keeps_height_and_tilt_and_moves_in_the_plane():
    corners = [(x, y, -0.1) for x in (-0.2, 0.2) for y in (-0.1, 0.1)]
    found = contact_constraint(floor(corners), ContactMode.parse('dddd'))
    assert (found.rank, found.redundancy) == (3, 1)
    held = np.eye(6)[:, [2, 3, 4]]
    assert np.allclose(found.free_motion_basis.T @ held, 0.0, atol=1e-12)
    assert found.redundant_owners == ('contact_0', 'contact_1', 'contact_2', 'contact_3')
    assert not found.is_nearly_singular


def test_independent_columns_stay_the_contacts_own():
    state = floor([(0.1, 0.2, 0.3)])
    found = contact_constraint(state, ContactMode.parse('d'))
    assert np.allclose(found.constraint_force_basis[:, 0], (0, 0, 1, 0.2, -0.1, 0))
    assert np.allclose(found.force_coordinates(7.0 * found.constraint_force_basis[:, 0]), 7.0)


def test_only_the_contacts_in_a_dependency_are_named():
    state = floor([(0.1, 0.0, 0.0), (0.1, 0.0, 0.0), (-0.1, 0.3, 0.0)])
    found = contact_constraint(state, ContactMode.parse('ddd'))
    assert (found.rank, found.redundant_owners) == (2, ('contact_0', 'contact_1'))


def test_nearly_parallel_contacts_are_reported_and_the_tolerance_decides():
    slant = np.array([1e-5, 0.0, 1.0])
    twins = ContactState([
        ContactPoint((0.1, 0.0, 0.0), UP, Frictionless(), name='straight'),
        ContactPoint((0.1, 0.0, 0.0), slant / np.linalg.norm(slant), Frictionless(), name='bent'),
        ContactPoint((-0.1, 0.0, 0.0), UP, Frictionless(), name='far'),
    ])  # fmt: skip
    mode = ContactMode.parse('***')
    exact = contact_constraint(twins, mode)
    assert exact.rank == 3
    assert exact.condition > 1e4
    assert exact.is_nearly_singular
    assert exact.nearly_dependent_owners == ('straight', 'bent')
    tolerant = contact_constraint(twins, mode, rank_tolerance=1e-3)
    assert (tolerant.rank, tolerant.redundancy, tolerant.is_nearly_singular) == (2, 1, False)


@pytest.mark.parametrize('dimension', [3, 6])
@pytest.mark.parametrize('distance', [1.0, 5.0, 20.0])
def test_the_rank_does_not_know_the_reference_point(dimension, distance):
    """Seen from twenty lengths away the same directions count, and the spaces are the same."""
    size = 2 if dimension == 3 else 3
    body = 1.0  # kg
    rng = np.random.default_rng(20261120)
    for _ in range(60):
        count = int(rng.integers(1, 5))
        normals = rng.normal(size=(count, size))
        normals /= np.linalg.norm(normals, axis=1)[:, None]
        near = ContactState.from_points(rng.uniform(-1, 1, (count, size)), normals, 0.5, body)
        mode = ContactMode(tuple(rng.choice([FIXED, UNSPECIFIED], count)))
        offset = rng.normal(size=size)
        offset *= distance / np.linalg.norm(offset)
        here = contact_constraint(near, mode, rank_tolerance=1e-3)
        far = contact_constraint(near.with_reference_point(offset), mode, rank_tolerance=1e-3)
        assert far.rank == here.rank and far.condition == pytest.approx(here.condition, rel=1e-6)
        assert far.redundant_owners == here.redundant_owners
        back = RigidTransform(np.eye(size), -offset)  # to the first reference point
        moved = here.constraint_force_basis.T @ back.motion_transform @ far.free_motion_basis
        assert np.abs(moved).max(initial=0.0) < 1e-9 * distance


def test_contacts_on_a_speck_hold_no_turns():
    """As in one place: a millionth of the body's size decides no direction, and no error."""
    corners = [(x, y, 0.0) for x in (-1e-7, 1e-7) for y in (-1e-7, 1e-7)]
    wide = [(1e3 * x, 1e3 * y, z) for x, y, z in corners]
    body = Inertia.spatial_body(1.0, 0.01 * np.eye(3))
    mode = ContactMode.parse('dddd')
    ranks = [
        contact_constraint(
            ContactState.from_points(places, UP, 0.5, body), mode, rank_tolerance=1e-3
        ).rank
        for places in (corners, wide)
    ]
    assert ranks == [1, 3]


def test_nothing_touched_leaves_everything_free():
    found = contact_constraint(ContactState(dimension=6), ContactMode(()))
    assert (found.rank, found.condition, found.redundant_owners) == (0, 1.0, ())
    assert abs(np.linalg.det(found.free_motion_basis)) > 0.5


def test_skew_screws_given_as_motions():
    # A cone in a groove: rotation about its axis and translation along the groove, skew.
    axis = np.array([0.0, 0.6, 0.8])
    motions = np.array([np.r_[np.cross((0.3, 0, 0), axis), axis], np.r_[0, 1.0, 0, 0, 0, 0]]).T
    found = constraint_from_motions(motions, characteristic_length=0.2)
    assert found.rank == 4
    assert np.allclose(found.free_motion_basis, motions)
    assert np.abs(found.constraint_force_basis.T @ motions).max() < 1e-12


def test_given_bases_must_do_no_work_on_each_other():
    forces = np.eye(6)[:, :2]
    good = constraint_from_bases(forces, np.eye(6)[:, 2:])
    assert good.rank == 2
    with pytest.raises(InconsistentStateError, match='power of constraint force 1'):
        constraint_from_bases(forces, np.eye(6)[:, [1, 2, 3, 4]])
    with pytest.raises(InvalidInputError, match='shape of free motion basis'):
        constraint_from_bases(forces, np.eye(6)[:, 3:])
    with pytest.raises(InvalidInputError, match='rank of constraint force basis'):
        constraint_from_bases(np.eye(6)[:, [0, 0]], np.eye(6)[:, 2:])


@pytest.mark.parametrize('columns', [np.zeros((6, 1)), np.full((6, 1), np.nan), np.eye(4)])
def test_unusable_columns_are_refused(columns):
    with pytest.raises(InvalidInputError):
        constraint_from_wrenches(columns)


def test_a_mode_of_another_length_is_refused():
    with pytest.raises(InvalidInputError, match='one letter a contact'):
        contact_constraint(floor([(0, 0, 0)]), ContactMode.parse('ff'))


def test_lengths_whose_square_is_no_float_are_refused():
    held = constraint_from_wrenches(np.eye(6)[:, :2])
    for length in (SHORTEST, 1.0, 1.0 / SHORTEST):
        assert replace(held, characteristic_length=length).characteristic_length == length
    for length in (0.5 * SHORTEST, 1.5 / SHORTEST):
        with pytest.raises(InvalidInputError, match='characteristic length'):
            replace(held, characteristic_length=length)
