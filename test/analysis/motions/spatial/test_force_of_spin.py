# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A soft finger that spins without sliding pushes with all of its torsion, not with less."""

import numpy as np
from numpy.testing import assert_allclose
import pytest

from frictioncone_ros.analysis.motions import find_motions
from frictioncone_ros.contact import ContactPoint, ContactState, SoftFinger
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
