# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What every closed convex cone of this room can be asked, polyhedral or round."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from numpy.typing import ArrayLike

from frictioncone_ros.spatial.arrays import Array
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
