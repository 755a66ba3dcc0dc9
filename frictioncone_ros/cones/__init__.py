# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Sets of forces: convex cones, polyhedral and round, and the wrench cones of contacts.

A polyhedral cone has faces and equalities on one side, generators and lineality on the other;
flat, lineal, whole-space and zero cones are ordinary members.
"""

from frictioncone_ros.cones.composite_cone import (
    composite_edge_wrenches,
    composite_wrench_bounds,
    composite_wrench_cone,
    ConeBounds,
    contact_wrench_cone,
)
from frictioncone_ros.cones.coulomb_cone import CoulombCone
from frictioncone_ros.cones.ellipsoidal_cone import EllipsoidalCone
from frictioncone_ros.cones.friction_cone import ConvexCone, friction_cone
from frictioncone_ros.cones.nearest_point import metric_factor
from frictioncone_ros.cones.nonnegative import (
    adds_nothing,
    largest_entry,
    nonnegative_weights,
    proposed_weights,
)
from frictioncone_ros.cones.polyhedral_cone import PolyhedralCone
from frictioncone_ros.cones.soft_finger_cone import SoftFingerCone, SoftFingerDualCone

__all__ = [
    'ConeBounds',
    'ConvexCone',
    'CoulombCone',
    'EllipsoidalCone',
    'PolyhedralCone',
    'SoftFingerCone',
    'SoftFingerDualCone',
    'adds_nothing',
    'composite_edge_wrenches',
    'composite_wrench_bounds',
    'composite_wrench_cone',
    'contact_wrench_cone',
    'friction_cone',
    'largest_entry',
    'metric_factor',
    'nonnegative_weights',
    'proposed_weights',
]
