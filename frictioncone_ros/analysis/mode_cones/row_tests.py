# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Membership in a cone with few rows: plain floats, for a call into NumPy costs more than the sums.

A row counts as zero at a wrench up to a small part of what its terms could be, moments measured
in units of force times the characteristic length.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.analysis.mode_cones.scaled_rows import ScaledRows
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import as_wrench
from frictioncone_ros.tolerances import CONE_MEMBERSHIP

Row = tuple[float, ...]


@dataclass(frozen=True)
class RowTests:
    """
    Face rows (row . w <= 0) and equality rows (row . w = 0) of a cone, in scaled coordinates.

    scale: one factor a component, 1 for forces and 1 / length for moments; rows are of unit
    length on the scaled wrench.
    """

    scale: Row
    faces: tuple[Row, ...]
    equalities: tuple[Row, ...]

    @classmethod
    def of_rows(cls, rows: ScaledRows) -> RowTests:
        """Return the tests of the same rows."""
        return cls(
            tuple(rows.scale.tolist()),
            tuple(map(tuple, rows.faces.tolist())),
            tuple(map(tuple, rows.equalities.tolist())),
        )

    def active_faces(self, wrench: ArrayLike) -> int | None:
        """Return the faces the wrench is on, bit i for face i, or None where it is outside."""
        values, slack = self._scaled(wrench)
        for row in self.equalities:
            if abs(_product(row, values)) > slack:
                return None
        active = 0
        for index, row in enumerate(self.faces):
            product = _product(row, values)
            if product > slack:
                return None
            if product >= -slack:
                active |= 1 << index
        return active

    def faces_at(self, wrench: ArrayLike) -> int:
        """Return the faces that a generator of the cone is on; one just outside is on it."""
        values, slack = self._scaled(wrench)
        return sum(
            1 << index for index, row in enumerate(self.faces) if _product(row, values) >= -slack
        )

    def _scaled(self, wrench: ArrayLike) -> tuple[list[float], float]:
        """Return the scaled wrench and what counts as zero beside it."""
        size = len(self.scale)
        if not (isinstance(wrench, np.ndarray) and wrench.dtype == float
                and wrench.shape == (size,)):
            wrench = as_wrench(wrench, size)
        given = wrench.tolist()
        values = [a * b for a, b in zip(given, self.scale, strict=True)]
        largest = max(*values, -min(values))
        if not isfinite(sum(values)):
            raise InvalidInputError('wrench', given, 'finite numbers')
        return values, CONE_MEMBERSHIP * largest


def _product(row: Row, values: list[float]) -> float:
    if len(row) == 3:
        return row[0] * values[0] + row[1] * values[1] + row[2] * values[2]
    return sum(a * b for a, b in zip(row, values, strict=True))
