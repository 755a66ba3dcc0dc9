# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Spatial states with contacts, and wrenches made from motions and forces that obey the laws."""

import numpy as np

from frictioncone_ros.contact import (
    component_slices,
    contact_jacobian,
    ContactPoint,
    ContactState,
    wrench_matrix,
)
from frictioncone_ros.spatial import Inertia

UP = (0.0, 0.0, 1.0)
SQUARE = [(x, y, -0.5) for x in (1.0, -1.0) for y in (1.0, -1.0)]
GRAVITY = 9.81


def box(friction, twist=(0.0,) * 6, points=SQUARE):
    """1 kg on a horizontal table; its centre of mass is the reference point, 0.5 m above."""
    contacts = [ContactPoint(point, UP, friction) for point in points]
    return ContactState(contacts, Inertia.spatial_body(1.0, 0.5 * np.eye(3)), twist=twist)


def random_state(random, models):
    """One to four contacts at rest, coplanar or anywhere, with an inertia about any point."""
    count = int(random.integers(1, 5))
    points = random.normal(size=(count, 3))
    normals = random.normal(size=(count, 3))
    if random.random() < 0.5:
        points = random.integers(-2, 3, (count, 3)) / 2.0
    if random.random() < 0.4:
        points[:, 2], normals = -0.5, np.tile(UP, (count, 1))
    normals = normals / np.linalg.norm(normals, axis=1)[:, None]
    root = random.normal(size=(3, 3))
    inertia = Inertia.spatial_body(
        random.uniform(0.5, 3.0), 0.2 * (root @ root.T + np.eye(3)), 0.2 * random.normal(size=3)
    )
    return ContactState(
        [
            ContactPoint(point, normal, models[i % len(models)])
            for i, (point, normal) in enumerate(zip(points, normals, strict=True))
        ],
        inertia,
    )


def opposing_forces(random, state, twist_rate):
    """Random contact forces of Coulomb's law for a twist rate of a body at rest."""
    forces = np.zeros(wrench_matrix(state).shape[1])
    motion = (contact_jacobian(state) @ twist_rate).reshape(-1, 3)
    size = np.abs(motion).max(initial=0.0)
    motion[np.abs(motion) < 1e-9 * size] = 0.0
    spins = state.normals @ twist_rate[3:]
    spins[np.abs(spins) < 1e-9 * np.abs(twist_rate).max(initial=0.0)] = 0.0
    slices = component_slices(state)
    for index, contact in enumerate(state.contacts):
        if motion[index, 0] == 0.0 and contact.friction.round_torsion(6):
            moving = np.append(motion[index, 1:], spins[index])
            forces[slices[index]] = _on_limit_surface(random, contact.friction, moving)
        elif motion[index, 0] == 0.0:
            normal = random.uniform(0.2, 2.0)
            law = _tangential(random, contact.friction, motion[index, 1:])
            torsion = getattr(contact.friction, 'torsional_friction', None)
            moment = (
                []
                if torsion is None
                else [
                    torsion
                    * (-np.sign(spins[index]) if spins[index] else random.uniform(-0.9, 0.9))
                ]
            )
            forces[slices[index]] = normal * np.array([1.0, *law, *moment])
    return forces


def _on_limit_surface(random, friction, moving):
    """Return a force (4,) against slip and spin (3,) together, any inside where there is none."""
    axes = np.array((*friction.coefficients, friction.torsional_friction))
    stretched = -axes * moving
    if not stretched.any():
        stretched = random.normal(size=3)
    direction = stretched / np.linalg.norm(stretched)
    if not moving.any():
        direction *= random.uniform(0.0, 0.95)
    return random.uniform(0.2, 2.0) * np.append(1.0, axes * direction)


def _tangential(random, friction, slip):
    edges = friction.force_edges(6)
    speed = np.hypot(*slip)
    if edges is None:
        angle, mu = random.uniform(0.0, 2.0 * np.pi), friction.friction_coefficient
        if speed == 0.0:
            return mu * random.uniform(0.0, 0.95) * np.array([np.cos(angle), np.sin(angle)])
        return -mu * slip / speed
    corners = edges[:, 1:3]
    power = -corners @ slip
    weights = random.random(len(power)) * (power >= power.max() - 1e-9 * speed)
    return weights @ corners / weights.sum()
