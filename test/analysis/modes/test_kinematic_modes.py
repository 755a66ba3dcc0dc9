# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Kinematic modes against one linear programme per string, Euler's relation and known counts."""

from itertools import product

from effort import rounds
from hypothesis import given, settings
from hypothesis import strategies as st
import numpy as np
import pytest
from scipy.optimize import linprog, nnls

from frictioncone_ros.analysis.modes import (
    contact_separate_modes,
    kinematic_mode_table,
    KinematicModes,
)
from frictioncone_ros.analysis.modes.arrangement import rays_of_cells
from frictioncone_ros.analysis.modes.faces import AdmissibleMotions
from frictioncone_ros.analysis.modes.rows import velocity_rows
from frictioncone_ros.contact import contact_velocities, ContactPoint, ContactState, Frictionless
from frictioncone_ros.exceptions import InvalidInputError

UP = (0.0, 0.0, 1.0)
SQUARE = [(x, y, 0.0) for x in (1.0, -1.0) for y in (1.0, -1.0)]
WALL = [(-1.0, y, z) for y in (1.0, -1.0) for z in (0.0, 2.0)]
AXES = [
    (1.0, 0.0, 0.0),
    (0.0, 1.0, 0.0),
    UP,
    (-1.0, 0.0, 0.0),
    (0.0, -1.0, 0.0),
    (0.0, 0.0, -1.0),
    (0.6, 0.8, 0.0),
    (0.0, 0.6, 0.8),
]


def state_of(*contacts, surfaces=None):
    speeds = surfaces or [np.zeros(len(contacts[0][0]))] * len(contacts)
    return ContactState(
        [
            ContactPoint(point, normal, Frictionless(), surface_velocity=speed)
            for (point, normal), speed in zip(contacts, speeds, strict=True)
        ]
    )


def feasible(rows, kinds):
    """Is there a motion with rows @ motion > 0, = 0 or < 0 as told? One linear programme."""
    equal = np.array([row for row, kind in zip(rows, kinds, strict=True) if kind == 0])
    above = np.array([-kind * row for row, kind in zip(rows, kinds, strict=True) if kind])
    answer = linprog(
        np.zeros(rows.shape[1]),
        above if len(above) else None,
        -np.ones(len(above)) if len(above) else None,
        equal if len(equal) else None,
        np.zeros(len(equal)) if len(equal) else None,
        bounds=(None, None),
    )
    return answer.status == 0


def brute_force(state, tangents):
    rows = velocity_rows(state, tangents)
    found = set()
    for letters in product('cs', repeat=state.contact_count):
        kept = [j for j, owner in enumerate(rows.owner) if letters[owner] == 'c']
        for signs in product((-1, 0, 1), repeat=len(kept)):
            kinds = [int(letter == 's') for letter in letters] + list(signs)
            matrix = np.vstack((rows.separation, rows.sliding[kept]))
            if rows.moves:  # the last coordinate is 1 for a true motion
                matrix, kinds = np.vstack((matrix, rows.hyperplanes[-1])), [*kinds, 1]
            if feasible(matrix, kinds):
                found.add((''.join(letters), signs))
    return found


def enumerated(state, tangents):
    return [
        (
            mode.separation,
            tuple(
                int(sign)
                for letter, row in zip(mode.separation, mode.signs, strict=True)
                if letter == 'c'
                for sign in row
            ),
        )
        for mode in KinematicModes(state, tangents)
    ]


@pytest.mark.parametrize(
    ('contacts', 'separations', 'modes'),
    [
        ([((1.0, 0.0, 0.0), UP)], 2, 10),
        ([(point, UP) for point in SQUARE], 10, 196),
        (
            [(point, UP) for point in SQUARE] + [(point, (1.0, 0.0, 0.0)) for point in WALL],
            46,
            228,
        ),
    ],
)
def test_known_counts(contacts, separations, modes):
    state = state_of(*contacts)
    table = kinematic_mode_table(state)
    assert (len(table.separations), len(table)) == (separations, modes)
    assert contact_separate_modes(state) == table.separations


@settings(max_examples=rounds(8, 15))
@given(st.data())
def test_two_contacts_agree_with_one_programme_per_string(data):
    grid = st.tuples(*[st.integers(-2, 2).map(float)] * 3)
    contacts = [(data.draw(grid), data.draw(st.sampled_from(AXES))) for _ in range(2)]
    speeds = [np.array(data.draw(grid)) * data.draw(st.sampled_from([0.0, 1.0])) for _ in contacts]
    state = state_of(*contacts, surfaces=speeds)
    tangents = state.frames[:, 1:].copy()
    if data.draw(st.booleans()):
        tangents[0] = tangents[0, :1]  # two parallel tangents at one contact
    found = enumerated(state, tangents)
    assert len(found) == len(set(found))
    assert set(found) == brute_force(state, tangents)


@settings(max_examples=rounds(12, 25))
@given(st.integers(0, 10**6), st.integers(1, 7), st.integers(1, 4))
def test_every_sampled_motion_is_in_a_listed_mode(seed, count, tangent_count):
    random = np.random.default_rng(seed)
    points = random.integers(-2, 3, (count, 3)).astype(float)
    normals = np.array(AXES)[random.integers(0, len(AXES), count)]
    state = state_of(*zip(points, normals, strict=True))
    angles = np.pi * np.arange(tangent_count) / tangent_count
    tangents = (
        np.cos(angles)[:, None] * state.frames[:, 1:2]
        + np.sin(angles)[:, None] * state.frames[:, 2:3]
    )
    rows = velocity_rows(state, tangents)
    listed = set(enumerated(state, tangents))
    cone = AdmissibleMotions.of(rows).cone
    for _ in range(40):  # random points of random faces of the cone of admissible motions
        weights = random.random(len(cone.rays)) * (random.random(len(cone.rays)) < 0.4)
        motion = weights @ cone.ray_vectors + random.integers(-1, 2, len(cone.lines)) @ (
            cone.line_vectors
        )
        opening, sliding = rows.separation @ motion, rows.sliding @ motion
        letters = ''.join('s' if value > 1e-7 else 'c' for value in opening)
        signs = tuple(
            int(np.sign(value)) if abs(value) > 1e-7 else 0
            for value, owner in zip(sliding, rows.owner, strict=True)
            if letters[owner] == 'c'
        )
        assert (letters, signs) in listed


@settings(max_examples=rounds(12, 25))
@given(st.integers(0, 10**6), st.integers(1, 8), st.booleans())
def test_cells_of_a_face_obey_eulers_relation(seed, count, degenerate):
    """Cells that divide an open m-cell count to (-1)^m with alternating signs: none is missing."""
    random = np.random.default_rng(seed)
    points = random.normal(size=(count, 3))
    normals = random.normal(size=(count, 3))
    if degenerate:
        points = random.integers(-1, 2, (count, 3)).astype(float)
        normals = np.array(AXES)[random.integers(0, len(AXES), count)]
    normals = normals / np.linalg.norm(normals, axis=1)[:, None]
    rows = velocity_rows(state_of(*zip(points, normals, strict=True)))
    for face in AdmissibleMotions.of(rows).divided_faces():
        cone, member = face.cone, rays_of_cells(face.cone, face.cells)
        lines = len(cone.lines)
        sizes = [
            lines + np.linalg.matrix_rank(cone.ray_vectors[chosen], 1e-7)
            if chosen.any()
            else lines
            for chosen in member
        ]
        whole = lines + np.linalg.matrix_rank(cone.ray_vectors, 1e-7) if len(cone.rays) else lines
        assert sum((-1) ** size for size in sizes) == (-1) ** whole


def test_a_moving_surface_carries_or_leaves_the_body():
    """A conveyor: the body stays (all slide back), goes with it, or lifts; it cannot be still."""
    state = state_of(*[(point, UP) for point in SQUARE], surfaces=[(1.0, 0.0, 0.0)] * 4)
    table = kinematic_mode_table(state)
    assert (
        table.separations
        == kinematic_mode_table(state_of(*[(point, UP) for point in SQUARE])).separations
    )
    assert {(0, 0), (-1, 0), (1, 1)} <= {tuple(signs[0]) for signs in table.of_separation('cccc')}
    rising = state_of(*[(point, UP) for point in SQUARE], surfaces=[(0.0, 0.0, 0.3)] * 4)
    for mode in KinematicModes(rising):
        opening = contact_velocities(rising.with_twist(mode.motion))[:, 0]
        assert [letter == 's' for letter in mode.separation] == [gap > 1e-9 for gap in opening]


def test_surfaces_that_close_in_leave_no_mode():
    squeezed = state_of(
        ((0.0, 0.0, 0.0), UP),
        ((0.0, 0.0, 1.0), (0.0, 0.0, -1.0)),
        surfaces=[(0.0, 0.0, 1.0), (0.0, 0.0, -1.0)],
    )
    assert contact_separate_modes(squeezed) == ()
    assert len(kinematic_mode_table(squeezed)) == 0


@pytest.mark.parametrize('speed', [0.0, 0.3])
def test_generators_span_the_mode(speed):
    """Any mixture of a mode's generators, all of them taken, moves as the mode says."""
    random = np.random.default_rng(3)
    state = state_of(*[(point, UP) for point in SQUARE], surfaces=[(speed, 0.0, 0.0)] * 4)
    for mode in KinematicModes(state):
        weights = random.uniform(0.5, 1.0, len(mode.vertices))
        twist = (
            weights @ mode.vertices / weights.sum()
            + random.uniform(0.5, 1.0, len(mode.rays)) @ mode.rays
            + random.normal(size=len(mode.lines)) @ mode.lines
        )
        velocities = contact_velocities(state.with_twist(twist))
        assert ['s' if gap > 1e-9 else 'c' for gap in velocities[:, 0]] == list(mode.separation)
        signs = np.sign(np.where(np.abs(velocities[:, 1:]) < 1e-9, 0.0, velocities[:, 1:]))
        kept = np.array([[letter == 'c'] for letter in mode.separation])
        np.testing.assert_array_equal(signs * kept, mode.signs)


def test_no_generator_of_a_mode_is_redundant():
    for mode in KinematicModes(state_of(*[(point, UP) for point in [*SQUARE, (2.0, 0.5, 0.0)]])):
        for index, ray in enumerate(mode.rays):
            others = np.vstack((np.delete(mode.rays, index, axis=0), mode.lines, -mode.lines))
            assert not len(others) or nnls(others.T, ray)[1] > 1e-6


@pytest.mark.parametrize('name', ['box', 'wall'])
@given(seed=st.integers(0, 10**6))
@settings(max_examples=10)
def test_turning_moving_and_scaling_the_scene_changes_nothing(name, seed):
    """Coincidences of the scene survive the rounding of a random rotation."""
    random = np.random.default_rng(seed)
    turn = np.linalg.qr(random.normal(size=(3, 3)))[0]
    contacts = [(point, UP) for point in SQUARE]
    contacts += [(point, (1.0, 0.0, 0.0)) for point in WALL] if name == 'wall' else []
    size, offset = 10.0 ** random.uniform(-3.0, 2.0), random.normal(size=3)
    points = [size * (turn @ point + offset) for point, _ in contacts]
    state = state_of(
        *[(point, turn @ normal) for point, (_, normal) in zip(points, contacts, strict=True)]
    )
    plain = state_of(*contacts)
    tangents = plain.frames[:, 1:] @ turn.T
    turned, table = kinematic_mode_table(state, tangents), kinematic_mode_table(plain)
    assert turned.separations == table.separations
    assert turned.counts == table.counts


def test_no_contact_has_the_one_empty_mode():
    table = kinematic_mode_table(ContactState(dimension=6))
    assert table.separations == ('',)
    assert len(table) == 1


def test_planar_states_list_the_planar_modes():
    floor = state_of(((-1.0, 0.0), (0.0, 1.0)), ((1.0, 0.0), (0.0, 1.0)))
    letters = sorted(str(mode.contact_mode) for mode in KinematicModes(floor))
    assert letters == ['ff', 'fs', 'll', 'ls', 'rr', 'rs', 'sf', 'sl', 'sr', 'ss']


def test_iterating_can_stop_early_and_says_so():
    modes = KinematicModes(state_of(*[(point, UP) for point in SQUARE]))
    assert str(next(modes)) == '(00)(00)(00)(00)'
    assert not modes.exhaustive
    assert len(modes.separations) == 10
    assert len(list(modes)) == 195
    assert modes.exhaustive


def test_a_limit_leaves_out_whole_groups():
    state = state_of(*[(point, UP) for point in SQUARE])
    assert kinematic_mode_table(state, limit=196).exhaustive
    table = kinematic_mode_table(state, limit=100)
    assert not table.exhaustive
    assert len(table) <= 100
    with pytest.raises(InvalidInputError):
        kinematic_mode_table(state, limit=0)


def test_units_and_reference_point_do_not_change_modes():
    contacts = [(0.004 * np.array(point), UP) for point in SQUARE]
    far = state_of(*contacts).with_reference_point([30.0, -20.0, 10.0])
    assert len(kinematic_mode_table(far)) == 196


def test_tangents_of_the_wrong_shape_are_refused():
    with pytest.raises(InvalidInputError, match='tangents'):
        kinematic_mode_table(state_of(((0.0, 0.0, 0.0), UP)), np.zeros((2, 2, 3)))
