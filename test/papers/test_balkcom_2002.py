# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Balkcom, Trinkle and Gottlieb: the worked example to the printed digits, and their algorithm."""

from itertools import product

from balkcom_pipeline import (
    constraints,
    Fixel,
    jacobian,
    matrices,
    newton_euler,
    reduced,
    wrench_cone,
)
import numpy as np
import pytest

from frictioncone_ros.analysis.mode_cones import mode_cone
from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.spatial import Inertia

DISC = (Fixel((0, -1), (0, 1), 0.2), Fixel((1, 0), (-1, 0), 0.2))
UNIT = np.eye(3)


def state_of(fixels, inertia):
    contacts = [ContactPoint(f.position, f.normal, CircularCone(f.friction)) for f in fixels]
    return ContactState(contacts, Inertia(inertia))


def test_jacobian_and_newton_euler_of_section_4():
    expected = [[0, -1, -1, 0], [1, 0, 0, -1], [0, 0, -1, -1]]
    assert np.array_equal(jacobian(DISC), expected)
    c_matrix, b_matrix = newton_euler(DISC, UNIT)
    assert np.array_equal(
        c_matrix,
        [
            [1, 0, 0, 0, -1, 0, 0, 1],
            [0, 1, 0, 0, 0, -1, -1, 0],
            [0, 0, 1, 0, 0, -1, -2, -1],
            [0, 0, 0, 1, 1, 0, -1, -2],
        ],
    )
    assert np.array_equal(b_matrix, [[0, 1, 0], [-1, 0, 0], [-1, 0, -1], [0, -1, -1]])


def test_index_sets_and_r_of_section_5():
    sets = constraints('na')  # the paper counts from one
    assert (sets.free, sets.negative, sets.rolling) == ([3], [1], [6])
    assert sorted(sets.zero) == [0, 2, 5, 7]
    r_matrix = matrices('na', (0.2, 0.2))[2]
    assert (r_matrix[6, 4], r_matrix[4, 6], r_matrix[6, 6]) == (-0.2, 1.0, 0.2)


def test_reduced_equation_of_section_4():
    k_matrix, p_matrix = reduced(DISC, UNIT, 'na')
    # As printed; of z = (-a_2n, .., ..) the second is the force along (1, -mu), not (1, mu).
    printed = np.array([[0, -1, -1], [-1, 0.2, -0.2], [0, 0.4, -0.4]])
    assert np.allclose(k_matrix, printed, rtol=0, atol=1e-15)
    assert np.array_equal(p_matrix, [[0, 1, 0], [-1, 0, 0], [-1, 0, -1]])


def test_generators_of_section_4():
    k_matrix, p_matrix = reduced(DISC, UNIT, 'na')
    generators = np.linalg.inv(p_matrix) @ k_matrix
    printed = np.array([[1, -0.2, 0.2], [0, -1, -1], [-1, -0.2, 0.2]])
    assert np.allclose(generators, printed, rtol=0, atol=1e-15)
    ours = mode_cone(state_of(DISC, UNIT), 'na').closed
    assert ours.equals(PolyhedralCone.from_generators(printed))


SCENES = {
    'disc': (DISC, UNIT),
    'fixture': (
        (
            Fixel((-1, -1), (0, 1), 0.25),
            Fixel((1, -1), (0, 1), 0.25),
            Fixel((1.5, 0), (-1, 0), 0.4),
        ),
        np.diag((1, 1, 2 / 3)),
    ),
    'wedge': (
        (Fixel((-1, -1), (0.6, 0.8), 1 / 3), Fixel((1, -1), (-0.6, 0.8), 0.5)),
        np.diag((2, 2, 0.5)),
    ),
    'peg': (
        (
            Fixel((1, -1), (-0.8, -0.6), 0.8),
            Fixel((-1, -2), (1, 0), 0.8),
            Fixel((0, -3), (0, 1), 0.8),
        ),
        np.diag((1, 1, 1.5)),
    ),
}


@pytest.mark.parametrize('name', SCENES)
def test_table_driven_cones_equal_the_papers_algorithm(name):
    fixels, inertia = SCENES[name]
    state = state_of(fixels, np.array(inertia, dtype=float))
    for letters in product('asnlr', repeat=len(fixels)):
        mode = ''.join(letters)
        assert mode_cone(state, mode).closed.equals(wrench_cone(fixels, inertia, mode)), mode


def test_signs_of_s_as_printed_give_another_cone():
    fixels, inertia = SCENES['wedge']
    state = state_of(fixels, inertia)
    mirrored = [fixel._replace(friction=-fixel.friction) for fixel in fixels]
    assert not mode_cone(state, 'rr').closed.equals(wrench_cone(mirrored, inertia, 'rr'))
