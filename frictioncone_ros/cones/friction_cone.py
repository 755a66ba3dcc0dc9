# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The force set of a friction model, in contact components."""

from __future__ import annotations

from frictioncone_ros.cones.convex_cone import ConvexCone
from frictioncone_ros.cones.coulomb_cone import CoulombCone
from frictioncone_ros.cones.ellipsoidal_cone import EllipsoidalCone
from frictioncone_ros.cones.polyhedral_cone import PolyhedralCone
from frictioncone_ros.cones.soft_finger_cone import SoftFingerCone
from frictioncone_ros.contact import FrictionModel


def friction_cone(friction: FrictionModel, dimension: int) -> ConvexCone:
    """Return the forces one contact can transmit, components normal first.

    `dimension` is that of the wrench: 3 planar, 6 spatial. Polyhedral wherever the model has a
    finite number of edges, else the circular or elliptic cone or the soft finger's set, which is
    a limit surface unless friction and torsion are independent.
    """
    edges = friction.force_edges(dimension)
    if edges is not None:
        return PolyhedralCone.from_generators(edges.T)
    turning = friction.round_torsion(dimension)
    if turning:
        return EllipsoidalCone((*friction.coefficients, turning))
    if friction.component_count(dimension) > 3:
        return SoftFingerCone(friction.friction_coefficient, friction.torsion_limit(dimension))
    first, second = friction.coefficients
    return CoulombCone(first) if first == second else EllipsoidalCone((first, second))
