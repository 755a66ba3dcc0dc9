# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Slow motions in space: certificates hold, and a contact that carries force is kept."""

from dataclasses import replace

from effort import rounds
import numpy as np
import pytest

from frictioncone_ros.analysis.motions import find_motions, find_spatial_quasistatic_motions
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    Frictionless,
    FrictionPolygon,
    FrictionPyramid,
    wrench_matrix,
)
from frictioncone_ros.spatial import Inertia

MODELS = {
    'pyramid': FrictionPyramid,
    'polygon': lambda mu: FrictionPolygon(mu, 5),
    'circle': CircularCone,
}
SCENES = rounds(8, 25)
CARRIED = 1e-6
"""A force this small beside the largest is none [-]."""


def scene(random, model, count, size):
    """Return contacts anywhere and a wrench that forces inside their cones balance."""
    normals = random.normal(size=(count, 3))
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    friction = random.uniform(0.2, 1.0, count)
    state = ContactState(
        [
            ContactPoint(random.normal(size=3) * size, normal, MODELS[model](mu))
            for normal, mu in zip(normals, friction, strict=True)
        ]
    )
    pressed, angles = random.uniform(1.0, 10.0, count), random.uniform(0.0, 2 * np.pi, count)
    sideways = pressed * friction * random.uniform(0.0, 0.3, count)
    forces = np.column_stack((pressed, sideways * np.cos(angles), sideways * np.sin(angles)))
    return state, -wrench_matrix(state) @ forces.ravel()


@pytest.mark.parametrize('model', MODELS)
@pytest.mark.parametrize('count', [1, 2, 3])
@pytest.mark.parametrize(('size', 'moved'), [(0.1, 0.0), (1e-3, 0.0), (0.1, 3.0)])
def test_what_carries_is_kept_and_the_laws_hold(model, count, size, moved):
    random = np.random.default_rng(7)
    for _ in range(SCENES):
        state, wrench = scene(random, model, count, size)
        offset = random.normal(size=3) * moved
        state = state.with_reference_point(offset)
        wrench = np.append(wrench[:3], wrench[3:] - np.cross(offset, wrench[:3]))
        found = find_spatial_quasistatic_motions(state, wrench)
        assert 'f' * count in found.modes
        for motion in found:
            assert motion.certificate.holds(), motion.certificate
            forces = np.abs(motion.contact_forces.minimum_norm.reshape(count, 3)).max(axis=1)
            separating = [str(one) == 's' for one in motion.mode]
            assert (forces[separating] <= CARRIED * forces.max()).all()


@pytest.mark.parametrize('model', MODELS)
@pytest.mark.parametrize('count', [1, 2])
def test_without_a_wrench_nothing_is_carried_and_the_laws_hold(model, count):
    random = np.random.default_rng(8)
    for belt in (0.0, 0.1, 0.1):
        state, _ = scene(random, model, count, 0.1)
        state = ContactState(
            [
                replace(contact, surface_velocity=random.normal(size=3) * belt)
                for contact in state.contacts
            ]
        )
        for motion in find_spatial_quasistatic_motions(state, np.zeros(6)):
            assert motion.certificate.holds(), motion.certificate
            assert not motion.contact_forces.minimum_norm.any()


def test_a_body_that_slides_along_without_load_obeys_the_laws():
    """No force acts anywhere: what rounding leaves of forces has nothing to be compared with."""
    random = np.random.default_rng(9)
    for model in (*MODELS.values(), lambda _: Frictionless()):
        for _ in range(10):
            feet = [
                ContactPoint((*random.normal(size=2) * 0.1, -0.1), (0, 0, 1), model(0.5))
                for _ in range(3)
            ]
            state = ContactState(
                feet,
                Inertia.spatial_body(1.0, 0.01 * np.eye(3)),
                (*random.normal(size=2) * 0.1, 0, 0, 0, 0),
            )
            for motion in find_motions(state, np.zeros(6)):
                assert motion.certificate.holds(), motion.certificate
