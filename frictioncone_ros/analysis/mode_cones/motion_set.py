# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The accelerations that a mode allows, as rays, with the strict conditions each ray fulfils.

Those of a spatial mode come from its conditions by the double description.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.modes.rows import motion_basis
from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.constraints import ContactConditions
from frictioncone_ros.contact import contact_jacobian, ContactState
from frictioncone_ros.spatial import Array

KINEMATIC_INCIDENCE = 1e-8
"""Unit rows of contact motion closer to parallel than this, and motions this close to a row's
plane, count as parallel and as lying in it [-]."""

Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class MotionSet:
    """
    A cone of twist rates {rays a + lines b, a >= 0} and what it fulfils strictly.

    rays (d, n) and lines (d, l) [m/s^2, rad/s^2]. strict (c, n): which ray makes the c-th strict
    condition of the mode positive; on all other rays and on the lines it is zero.
    """

    rays: Array
    lines: Array
    strict: Flags

    @property
    def is_possible(self) -> bool:
        """Whether one acceleration fulfils all strict conditions: the sum of the rays does."""
        return bool(self.strict.any(axis=1).all())


def spatial_motions(state: ContactState, conditions: Sequence[ContactConditions]) -> MotionSet:
    """Return the twist rates (6, n) that obey every contact's conditions."""
    basis = motion_basis(state)
    jacobian = (contact_jacobian(state) @ basis).reshape(-1, 3, 6)
    equalities = _rows([c.equalities for c in conditions], jacobian)
    inequalities = _rows([c.inequalities for c in conditions], jacobian)
    cone = PolyhedralCone.from_faces(-inequalities, equalities)
    flags = np.array([flag for c in conditions for flag in c.strict], dtype=bool)
    strict = inequalities[flags] @ cone.generators > KINEMATIC_INCIDENCE
    return MotionSet(basis @ cone.generators, basis @ cone.lineality, strict)


def _rows(tables: Sequence[Array], jacobian: Array) -> Array:
    """Return each contact's rows on its acceleration as unit rows on the basis' coordinates."""
    blocks = [table @ block for table, block in zip(tables, jacobian, strict=True)]
    rows = np.vstack([np.zeros((0, 6)), *blocks])
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)
