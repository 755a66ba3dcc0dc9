# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Sixteen contacts: every motion, judged by linear programmes and by fewer contacts."""

import numpy as np
import pytest
from scipy.optimize import linprog
from spatial_scenes import box, GRAVITY

from frictioncone_ros.analysis.modes import contact_separate_modes
from frictioncone_ros.analysis.motions import find_spatial_motions
from frictioncone_ros.contact import CircularCone, FrictionPyramid, wrench_matrix

ANGLES = 2.0 * np.pi * np.arange(16) / 16
RING = [(np.cos(angle), np.sin(angle), -0.5) for angle in ANGLES]
GRID = [(x, y, -0.5) for x in np.linspace(-1, 1, 4) for y in np.linspace(-1, 1, 4)]
CORNERS = [(x, y, -0.5) for x in (1.0, -1.0) for y in (1.0, -1.0)]
HELD, PULLED, TURNED, TIPPED = (
    np.array([x, y, -GRAVITY, 0.0, tip, turn])
    for x, y, tip, turn in ((2, 1, 0, 0), (6, 3, 0, 0), (1, 3, 0, 9), (6, 0, 12, 0))
)


def letters(motion):
    return ''.join(interaction.kind.value for interaction in motion.mode)


@pytest.mark.parametrize('friction', [CircularCone(0.5), FrictionPyramid(0.5)], ids=str)
@pytest.mark.parametrize('points', [RING, GRID], ids=['ring', 'grid'])
@pytest.mark.parametrize(('wrench', 'mode'), [(HELD, 'f' * 16), (PULLED, 'd' * 16)])
def test_a_body_on_sixteen_contacts_moves_as_on_its_four_corners(friction, points, wrench, mode):
    motions = find_spatial_motions(box(friction, points=points), wrench)
    assert motions.exhaustive
    assert [letters(motion) for motion in motions] == [mode]
    assert motions.motions[0].certificate.holds()
    few = find_spatial_motions(box(friction, points=CORNERS), wrench).motions[0]
    np.testing.assert_allclose(motions.motions[0].twist_rate, few.twist_rate, atol=1e-7)


def test_contacts_inside_the_hull_of_a_patch_add_no_way_to_part():
    many = contact_separate_modes(box(CircularCone(0.5), points=GRID))
    few = contact_separate_modes(box(CircularCone(0.5), points=CORNERS))
    assert len(many) == len(few) == 10
    tipped = find_spatial_motions(box(CircularCone(0.9), points=GRID), TIPPED)
    four = find_spatial_motions(box(CircularCone(0.9), points=CORNERS), TIPPED)
    assert tipped.exhaustive
    assert letters(tipped.motions[0]).count('f') == 4
    np.testing.assert_allclose(tipped.motions[0].twist_rate, four.motions[0].twist_rate, atol=1e-7)


def reach(state, wrench, motion, direction):
    """Return how far along a direction the twist rates of a sliding mode go, by the laws alone."""
    matrix, slip = wrench_matrix(state), motion.slip
    limits = np.array([contact.friction.coefficients for contact in state.contacts])
    rays = np.column_stack((np.ones(len(slip)), -limits * np.sign(slip[:, :2])))
    columns = np.column_stack([matrix[:, 3 * i : 3 * i + 3] @ ray for i, ray in enumerate(rays)])
    inverse = np.linalg.inv(state.inertia.matrix)
    rates, fixed = inverse @ columns, inverse @ wrench
    kept = np.array([contact.contact_position for contact in state.contacts])
    opening = np.column_stack(
        (np.zeros((16, 2)), np.ones(16), kept[:, 1], -kept[:, 0], np.zeros(16))
    )
    slides = np.vstack(
        [
            np.array([*axis, *np.cross(place, axis)]) * sign
            for place, frame, signs in zip(kept, state.frames, np.sign(slip[:, :2]), strict=True)
            for axis, sign in zip(frame[1:], signs, strict=True)
        ]
    )
    answer = linprog(
        -direction @ rates,
        A_ub=-slides @ rates,
        b_ub=slides @ fixed,
        A_eq=opening @ rates,
        b_eq=-opening @ fixed,
    )
    assert answer.status == 0
    return direction @ fixed - answer.fun


def test_the_set_of_motions_of_sixteen_redundant_contacts_is_whole():
    """Forces that are not unique leave the motion free: its extremes are those of the laws."""
    state, random = box(FrictionPyramid(0.5), points=RING), np.random.default_rng(3)
    motions = find_spatial_motions(state, TURNED)
    assert motions.exhaustive
    wide = [
        motion
        for motion in motions
        if motion.polytope.dimension and (motion.slip[:, :2] != 0.0).all()
    ]
    assert wide
    for motion in wide[:4]:
        assert motion.certificate.holds()
        for _ in range(3):
            direction = random.normal(size=6)
            found = float((motion.polytope.vertices @ direction).max())
            assert found == pytest.approx(reach(state, TURNED, motion, direction), abs=1e-6)
