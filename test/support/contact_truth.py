# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Planar contacts as they may truly be, drawn from stated bounds, and other random states."""

import numpy as np
from scipy.spatial.transform import Rotation

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState, FrictionPyramid
from frictioncone_ros.spatial import Inertia


def draw_truth(state, bounds, random, extreme=False):
    """A state within the bounds; extreme: every error at the end of its interval."""
    contacts = [_true_contact(contact, bounds, random, extreme) for contact in state.contacts]
    return ContactState(contacts, state.inertia)


def _true_contact(contact, bounds, random, extreme):
    def part():
        return random.choice((-1.0, 1.0)) if extreme else random.uniform(-1.0, 1.0)

    size = contact.contact_normal.size
    angle, hint = bounds.normal_angle * part(), None
    if size == 2:
        normal, tangent = contact.frame
        turned = np.cos(angle) * normal + np.sin(angle) * tangent
    else:
        turn = Rotation.from_rotvec(angle * _direction(random, 3)).as_matrix()
        turned, hint = turn @ contact.frame[0], turn @ contact.frame[1]
    shift = bounds.position_error * part() * _direction(random, size)
    low, high = bounds.friction_factors
    factor = 0.5 * (low + high) + 0.5 * (high - low) * part()
    return ContactPoint(
        contact.contact_position + shift,
        turned,
        contact.friction.scaled(factor),
        tangent_hint=hint,
    )


def _direction(random, size):
    vector = random.normal(size=size)
    return vector / np.linalg.norm(vector)


def random_planar_state(random, count, friction=(0.1, 1.5)):
    """Contacts anywhere in a square of two metres, normals any way."""
    contacts = []
    for _ in range(count):
        angle = random.uniform(0.0, 2.0 * np.pi)
        contacts.append(
            ContactPoint(
                random.uniform(-1.0, 1.0, 2),
                (np.cos(angle), np.sin(angle)),
                CircularCone(random.uniform(*friction)),
            )
        )
    return ContactState(contacts, Inertia.planar_body(1.5, 0.6, (0.1, -0.2)))


def box_on_table(friction=0.4):
    """A unit cube on its four lower corners, pyramids along x and y."""
    contacts = [
        ContactPoint((x, y, -0.5), (0, 0, 1), FrictionPyramid(friction), tangent_hint=(1, 0, 0))
        for x in (-0.5, 0.5)
        for y in (-0.5, 0.5)
    ]
    return ContactState(contacts, Inertia.spatial_body(2.0, np.diag((0.3, 0.4, 0.5))))


def tripod(friction=0.5):
    """A body on three feet, pyramids along x and y."""
    angles = np.radians((90.0, 210.0, 330.0))
    contacts = [
        ContactPoint(
            (np.cos(a), np.sin(a), -0.5),
            (0, 0, 1),
            FrictionPyramid(friction),
            tangent_hint=(1, 0, 0),
        )
        for a in angles
    ]
    return ContactState(contacts, Inertia.spatial_body(1.0, np.diag((0.3, 0.4, 0.5))))
