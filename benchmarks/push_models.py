# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What models say of a planar push: this library with two kinds of support, and an ellipsoid."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from push_data import Push, SIDE

from frictioncone_ros.analysis.motions import find_spatial_quasistatic_motions, SearchLimits
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState, SoftFinger
from frictioncone_ros.spatial import Array

FINGER_FRICTION, SUPPORT_FRICTION = 0.3, 0.35
"""Coefficients that the publishers of the square's pushes state [-]."""

MEAN_ARM = 0.382598 * SIDE
"""Mean distance of a square's points from its middle [m]: moment over force when it turns."""

WEIGHT = 8.0
"""Any will do: without inertia only its friction counts, and that only as a scale [N]."""

UP = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True)
class Predicted:
    """Every motion a model finds, (3,) each [m, rad], and whether the finger slides in it."""

    motions: tuple[Array, ...]
    slides: tuple[bool, ...]
    exhaustive: bool = True


def ellipsoid(push: Push) -> Predicted:
    """Return the motion by the ellipsoidal limit surface, in closed form."""
    x, y = push.place
    to_finger = np.array([[1.0, 0.0, -y], [0.0, 1.0, x]])
    compliance = np.diag([1.0, 1.0, MEAN_ARM**-2])
    mobility = to_finger @ compliance @ to_finger.T
    force = np.linalg.solve(mobility, push.way)
    slides = abs(force[1]) > FINGER_FRICTION * force[0]
    if slides:
        edge = np.array([1.0, np.copysign(FINGER_FRICTION, force[1])])
        force = edge * push.way[0] / (mobility @ edge)[0]
    return Predicted((compliance @ to_finger.T @ force,), (bool(slides),))


def on_points(push: Push, seconds: float) -> Predicted:
    """Return this library's motions of a square on four points, as far out as uniform pressure."""
    reach = MEAN_ARM / np.sqrt(2.0)
    feet = [
        ContactPoint(np.array([x, y, 0.0]), UP, CircularCone(SUPPORT_FRICTION))
        for x in (-reach, reach)
        for y in (-reach, reach)
    ]
    return _by_library(feet, push, seconds)


def on_patch(push: Push, seconds: float) -> Predicted:
    """Return this library's motions of a square on one soft finger with the patch's torsion."""
    patch = SoftFinger(SUPPORT_FRICTION, SUPPORT_FRICTION * MEAN_ARM)
    return _by_library([ContactPoint(np.zeros(3), UP, patch)], push, seconds)


def _by_library(support: list[ContactPoint], push: Push, seconds: float) -> Predicted:
    finger = ContactPoint(
        np.append(push.place, 0.0),
        np.array([1.0, 0.0, 0.0]),
        CircularCone(FINGER_FRICTION),
        'finger',
        surface_velocity=np.append(push.way, 0.0),
    )
    weight = np.array([0.0, 0.0, -WEIGHT, 0.0, 0.0, 0.0])
    found = find_spatial_quasistatic_motions(
        ContactState([*support, finger]), weight, limits=SearchLimits(seconds=seconds)
    )
    # A motion with the finger gone is none of a push; what certificates refute is no motion.
    kept = [
        one
        for one in found.motions
        if one.certificate.holds() and one.mode.interactions[-1].keeps_contact
    ]
    return Predicted(
        tuple(one.twist_rate[[0, 1, 5]] for one in kept),
        tuple(one.mode.interactions[-1].slides for one in kept),
        found.exhaustive,
    )
