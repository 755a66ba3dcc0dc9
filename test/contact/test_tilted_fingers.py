# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A soft finger narrowed for a tilt: inside every tilted one, and not much smaller."""

from math import cos, sin

import numpy as np
import pytest

from frictioncone_ros.contact import SoftFinger
from frictioncone_ros.contact.narrowing import narrowed_friction

FRICTION, TORSION = 0.6, 0.02


def used(force, normal):
    """Return how much of the true ellipsoid a force and a torsion about its axis use, 1: all."""
    along = force[:3] @ normal
    across = force[:3] - along * normal
    torsion = force[3]
    return np.hypot(np.linalg.norm(across) / FRICTION, torsion / TORSION) / along


@pytest.mark.parametrize('tilt', [0.01, 0.05, 0.2])
def test_its_surface_lies_in_every_tilted_one_and_reaches_near_one(tilt):
    narrowed = narrowed_friction(SoftFinger(FRICTION, TORSION), 6, tilt)
    assert 0.0 < narrowed.friction_coefficient < FRICTION
    assert 0.0 < narrowed.torsional_friction < TORSION
    worst, sharing = [], []
    for share in np.linspace(0.0, 1.0, 41):
        tangential = share * narrowed.friction_coefficient
        torsion = np.sqrt(1.0 - share**2) * narrowed.torsional_friction
        for turn in np.linspace(0.0, 2.0 * np.pi, 24, endpoint=False):
            normal = np.array((sin(tilt) * cos(turn), sin(tilt) * sin(turn), cos(tilt)))
            worst.append(used(np.array((tangential, 0.0, 1.0, torsion)), normal))
            if share <= 0.9:
                sharing.append(worst[-1])
    assert max(worst) <= 1.0 + 1e-9
    assert max(worst) >= 0.97
    # Torsion is taken no further back than that some force of both reaches the true surface.
    assert max(sharing) >= 0.97
