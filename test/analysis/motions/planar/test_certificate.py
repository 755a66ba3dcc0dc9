# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The certificate of a planar motion sees every kind of lie."""

import numpy as np
import pytest

from frictioncone_ros.analysis.motions import find_motions
from frictioncone_ros.analysis.motions.planar.answer import (
    planar_certificate,
    slowest_strict_speed,
)
from frictioncone_ros.analysis.motions.planar.scene import planar_scene
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState
from frictioncone_ros.spatial import Inertia

# A foot below the centre of a unit body: t = (-1, 0).
FOOT = ContactState(
    [ContactPoint((0.0, -1.0), (0.0, 1.0), CircularCone(0.5))], Inertia.planar_body(1.0, 1.0)
)


def certificate(mode, rate, forces, wrench):
    return planar_certificate(planar_scene(FOOT, wrench), mode, np.array(rate), np.array(forces))


def test_a_true_motion_has_no_residual():
    assert certificate('f', (0, 0, 0), (1.0, 0.0), (0, -1, 0)).worst == 0.0
    assert certificate('s', (0, 1, 0), (0.0, 0.0), (0, 1, 0)).worst == 0.0


@pytest.mark.parametrize(
    ('mode', 'rate', 'forces', 'wrench', 'law', 'size'),
    [
        ('f', (0, 0, 0), (1.0, 0.0), (0, -3, 0), 'newton', 2.0),
        ('f', (0, 0, 0), (1.0, 0.8), (0.8, -1, 0.8), 'coulomb', 0.3),
        ('f', (0, 0, 0), (-1.0, 0.0), (0, 1, 0), 'coulomb', 1.0),
        ('s', (0, 1, 0), (1.0, 0.0), (0, 0, 0), 'coulomb', 1.0),
        ('l', (0, 0, 0), (1.0, 0.5), (0.5, -1, 0.5), 'coulomb', 1.0),
        ('s', (0, -2, 0), (0.0, 0.0), (0, -2, 0), 'penetration', 2.0),
        ('f', (0, 3, 0), (1.0, 0.0), (0, 2, 0), 'complementarity', 3.0),
        ('f', (2, 0, 0), (1.0, 0.0), (2, -1, 0), 'complementarity', 2.0),
        ('l', (2, 0, 0), (1.0, -0.5), (1.5, -1, -0.5), 'complementarity', 2.0),
    ],
)
def test_each_law_has_its_residual(mode, rate, forces, wrench, law, size):
    found = certificate(mode, rate, forces, wrench)
    assert getattr(found, law) == pytest.approx(size)
    assert not found.holds()


@pytest.mark.parametrize('tilt', [1e-13, 1e-12, 2e-12, 1e-11, 1e-9])
@pytest.mark.parametrize('friction', [0.0, 1e-3, 0.3])
def test_a_peg_whose_walls_are_nearly_parallel_obeys_the_laws(tilt, friction):
    """It wedges with huge forces or falls: never with forces that do not hold it."""
    places = [(-0.1, -1.0), (-0.1, 1.0), (0.1, -1.0), (0.1, 1.0)]
    cosine, sine = np.cos(tilt), np.sin(tilt)
    normals = [(1.0, 0.0), (cosine, sine), (-1.0, 0.0), (-cosine, sine)]
    body = Inertia.planar_body(1.0, 0.5, (0.1, 0.05))
    found = find_motions(ContactState.from_points(places, normals, friction, body), (0, -1, 0))
    assert found.modes
    for motion in found:
        assert motion.certificate.holds(), motion.certificate


def test_the_slowest_of_what_opens_or_slides_is_of_these_contacts_alone():
    feet = [ContactPoint((x, -1.0), (0.0, 1.0), CircularCone(0.5)) for x in (-1.0, 0.0, 2.0)]
    scene = planar_scene(ContactState(feet, Inertia.planar_body(1.0, 1.0)), (0.0, -1.0, 0.0))
    # Of a turn by 0.1 about (-1, -1): the first foot is fixed, the others rise by 0.1 and 0.3.
    turn = np.array((0.1 * -1.0, 0.1 * 1.0, 0.1))
    assert slowest_strict_speed(scene, 'fss', turn) == pytest.approx(0.1)
    assert slowest_strict_speed(scene, 'ffs', turn) == pytest.approx(0.3)
    assert slowest_strict_speed(scene, 'fff', turn) == np.inf
    # Sliding left along t = (-1, 0) is counted so; the other way it is against the letter.
    left = np.array((-0.2, 0.0, 0.0))
    assert slowest_strict_speed(scene, 'lll', left) == pytest.approx(0.2)
    assert slowest_strict_speed(scene, 'rrr', left) == 0.0
    assert slowest_strict_speed(scene, 'rrr', -left) == pytest.approx(0.2)
