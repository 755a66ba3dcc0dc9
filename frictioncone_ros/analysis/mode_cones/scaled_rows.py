# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Face rows in the metric in which margins are stated.

The metric: |w|^2 = |force|^2 + |moment / length|^2 [N], with the state's characteristic length.
In scaled coordinates x = scale * w it is the Euclidean one, and with unit rows the value of a row
is the distance to its plane.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.spatial import Array, wrench_scaling


@dataclass(frozen=True, eq=False)
class ScaledRows:
    """Unit rows on the scaled wrench x: faces (f, d) with row @ x <= 0, equalities (e, d)."""

    scale: Array
    faces: Array
    equalities: Array

    @classmethod
    def of_cone(cls, cone: PolyhedralCone, characteristic_length: float) -> ScaledRows:
        """Return the minimal rows of a cone of wrenches."""
        scale = wrench_scaling(cone.space_dimension, characteristic_length)
        minimal = cone.minimal()
        return cls(scale, _unit(minimal.faces / scale), _unit(minimal.equalities / scale))

    def clearances(self) -> Array:
        """Return the rows (n, d) one of which is positive at every point outside the cone."""
        return np.vstack((self.faces, self.equalities, -self.equalities))


def _unit(rows: Array) -> Array:
    lengths: Array = np.sqrt(np.einsum('ij,ij->i', rows, rows))
    return rows / lengths[:, None]
