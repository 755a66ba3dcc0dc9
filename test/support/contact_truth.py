# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Planar contacts as they may truly be, drawn from stated bounds, and other random states."""

import numpy as np

from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState, FrictionPyramid
from frictioncone_ros.spatial import Inertia


def draw_truth(state, bounds, random, extreme=False):
    """A state within the bounds; extreme: every error at the end of its interval."""
    def part():
        return random.choice((-1.0, 1.0)) if extreme else random.uniform(-1.0, 1.0)

    contacts = []
    for contact in state.contacts:
        angle = bounds.normal_angle * part()
        normal = contact.contact_normal
        tangent = np.array((-normal[1], normal[0]))
        around = random.uniform(0.0, 2.0 * np.pi)
        shift = bounds.position_error * part() * np.array((np.cos(around), np.sin(around)))
        low, high = bounds.friction_factors
        factor = 0.5 * (low + high) + 0.5 * (high - low) * part()
        contacts.append(ContactPoint(
            contact.contact_position + shift, np.cos(angle) * normal + np.sin(angle) * tangent,
            contact.friction.scaled(factor)))
    return ContactState(contacts, state.inertia)


def random_planar_state(random, count, friction=(0.1, 1.5)):
    """Contacts anywhere in a square of two metres, normals any way."""
    contacts = []
    for _ in range(count):
        angle = random.uniform(0.0, 2.0 * np.pi)
        contacts.append(ContactPoint(
            random.uniform(-1.0, 1.0, 2), (np.cos(angle), np.sin(angle)),
            CircularCone(random.uniform(*friction))))
    return ContactState(contacts, Inertia.planar_body(1.5, 0.6, (0.1, -0.2)))


def box_on_table(friction=0.4):
    """A unit cube on its four lower corners, pyramids along x and y."""
    contacts = [
        ContactPoint((x, y, -0.5), (0, 0, 1), FrictionPyramid(friction), tangent_hint=(1, 0, 0))
        for x in (-0.5, 0.5) for y in (-0.5, 0.5)
    ]
    return ContactState(contacts, Inertia.spatial_body(2.0, np.diag((0.3, 0.4, 0.5))))
