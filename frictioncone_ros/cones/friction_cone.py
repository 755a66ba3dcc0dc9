# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The force set of a friction model, in contact components.

What every closed convex cone of this room can be asked, polyhedral or round.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from numpy.typing import ArrayLike

from frictioncone_ros.cones.coulomb_cone import CoulombCone
from frictioncone_ros.cones.ellipsoidal_cone import EllipsoidalCone
from frictioncone_ros.cones.polyhedral_cone import PolyhedralCone
from frictioncone_ros.cones.soft_finger_cone import SoftFingerCone
from frictioncone_ros.contact import FrictionModel
from frictioncone_ros.spatial.arguments import checked
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.spatial.converters import SpaceDimension
from frictioncone_ros.tolerances import CONE_MEMBERSHIP


@runtime_checkable
class ConvexCone(Protocol):
    """A closed convex cone in R^d; its dual answers the same questions."""

    @property
    def space_dimension(self) -> int:
        """The number d of components of a point."""

    @property
    def dim(self) -> int:
        """The dimension of the linear span of the cone, 0 to d."""

    def contains(self, point: ArrayLike, tolerance: float = CONE_MEMBERSHIP) -> bool:
        """Tell whether the (d,) point is in the cone, up to a relative tolerance."""

    def project(self, point: ArrayLike) -> Array:
        """Return the nearest point of the cone in the Euclidean metric of its components."""

    def dual(self) -> ConvexCone:
        """Return {y : y . x >= 0 for every x of the cone}."""


@checked
def friction_cone(friction: FrictionModel, dimension: SpaceDimension) -> ConvexCone:
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
