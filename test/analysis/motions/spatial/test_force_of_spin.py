# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A soft finger that spins without sliding pushes with all of its torsion, not with less."""

import numpy as np
from numpy.testing import assert_allclose
import pytest

from frictioncone_ros.analysis.motions import find_motions
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState, SoftFinger
from frictioncone_ros.spatial import Inertia


@pytest.mark.parametrize('unit', [1.0, 1e-3])
def test_two_opposed_fingers_that_spin(unit):
    finger = SoftFinger(2.0, 0.1 * unit, independent=True)
    fingers = [
        ContactPoint(unit * np.array((0.0, 0.0, -1.0)), (0.0, 0.0, 1.0), finger),
        ContactPoint(unit * np.array((-1.0, 1.0, 0.0)), (0.0, 0.0, -1.0), finger),
    ]
    body = Inertia.spatial_body(1.0, unit**2 * np.eye(3))
    wrench = np.array((1.0, 0.0, 0.0, 0.5 * unit, unit, 0.0))
    found = find_motions(ContactState(fingers, body), wrench)
    assert all(motion.certificate.holds() for motion in found)
    (spinning,) = [motion for motion in found if motion.slip.any()]
    forces = spinning.contact_forces.minimum_norm.reshape(2, 4)
    spins = np.sign(spinning.slip[:, 2])
    assert_allclose(forces[:, 3], -0.1 * unit * spins * forces[:, 0], atol=1e-9)


@pytest.mark.parametrize('spin', [2.0, -2.0])
def test_one_that_slides_and_spins_already_has_all_of_both(spin):
    """2 kg that slide at (3, 4) m/s on a finger at the centre of mass, pressed with 20 N."""
    finger = ContactPoint((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), SoftFinger(0.5, 0.1, independent=True))
    body = Inertia.spatial_body(2.0, np.diag((0.5, 0.5, 0.4)))
    state = ContactState([finger], body, twist=(3.0, 4.0, 0.0, 0.0, 0.0, spin))
    (found,) = find_motions(state, (0.0, 0.0, -20.0, 0.0, 0.0, 0.0))
    # 10 N of friction against the slip, 2 Nm of torsion against the spin.
    slowed = (-3.0, -4.0, 0.0, 0.0, 0.0, -np.sign(spin) * 2.0 / 0.4)
    assert_allclose(found.twist_rate, slowed, atol=1e-9)
    assert_allclose(found.contact_forces.minimum_norm[[0, 3]], (20.0, -np.sign(spin) * 2.0))


@pytest.mark.parametrize('size', [2.0**-30, 1.0, 2.0**20])
def test_a_weaker_push_moves_as_much_slower_the_same_way(size):
    feet = [
        ContactPoint((x, y, -0.5), (0.0, 0.0, 1.0), CircularCone(0.5))
        for x, y in ((0.3, 0.4), (-0.5, 0.1), (0.2, -0.6))
    ]
    body = Inertia.spatial_body(1.0, np.diag((0.7, 0.8, 0.9)))
    wrench = np.array((7.0, 0.05, -10.0, 0.0, -3.0, 0.4))
    (plain,) = find_motions(ContactState(feet, body), wrench)
    (found,) = find_motions(ContactState(feet, body), size * wrench)
    assert str(found.mode) == str(plain.mode) and plain.slip.any()
    assert_allclose(found.slip, size * plain.slip, rtol=1e-6)
    assert_allclose(found.twist_rate, size * plain.twist_rate, rtol=1e-6, atol=1e-9 * size)
