# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The wrenches that are consistent with one contact mode: a cone, closed and strict.

Face rows in the metric in which margins are stated, and membership by them.

The metric: |w|^2 = |force|^2 + |moment / length|^2 [N], with the state's characteristic length.
In scaled coordinates x = scale * w it is the Euclidean one, and with unit rows the value of a row
is the distance to its plane.
Membership takes plain floats, for a call into NumPy costs more than the sums. A row counts as zero
at a wrench up to a small part of what its terms could be, moments measured in units of force
times the characteristic length.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import isfinite

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.contact import ContactMode
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, as_wrench, wrench_scaling
from frictioncone_ros.spatial.arguments import checked_fields
from frictioncone_ros.tolerances import CONE_MEMBERSHIP


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
        if not (type(wrench) is np.ndarray and wrench.dtype == float and wrench.shape == (size,)):
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


@checked_fields
@dataclass(frozen=True, eq=False)
class ModeCone:
    """
    The external wrenches (d,) [N, Nm] under which a body at rest can move in one contact mode.

    A wrench acts on the moving body about the reference point, gravity included: it is what is
    left when the contact forces of the environment are taken away.

    mode: as asked for. closed: all conditions weak; the set of wrenches of the mode and its limit.
    is_possible: whether some wrench fulfils the strict conditions; where it is False the closed
    cone holds no wrench that gives the mode, however large it is.
    characteristic_length: what makes moments and forces comparable [m].
    strict_wrenches: for each strict condition of the mode the inertial wrenches (d, n), columns,
    of those accelerations that fulfil it.
    """

    mode: ContactMode
    closed: PolyhedralCone
    is_possible: bool
    characteristic_length: float
    strict_wrenches: tuple[Array, ...]

    @property
    def dimension(self) -> int:
        """Number of components of a wrench: 3 planar, 6 spatial."""
        return self.closed.space_dimension

    @property
    def shape(self) -> str:
        """
        Say what kind of cone it is: 'impossible', 'whole space', 'zero', or 'full' or 'flat'.

        'flat lineal' and 'full lineal' hold a line; 'impossible' modes have an empty strict cone.
        """
        if not self.is_possible:
            return 'impossible'
        if self.closed.is_whole_space:
            return 'whole space'
        if self.closed.is_zero:
            return 'zero'
        fullness = 'flat' if self.closed.is_flat else 'full'
        return fullness if self.closed.is_pointed else f'{fullness} lineal'

    def contains(self, wrench: ArrayLike) -> bool:
        """Whether the wrench is in the closed cone."""
        return self._tests.active_faces(wrench) is not None

    def contains_strictly(self, wrench: ArrayLike) -> bool:
        """
        Whether the wrench gives the mode with all its strict conditions.

        A wrench in the relative interior of a face of the cone is a sum of all generators on that
        face and of no others. So it can fulfil a strict condition if and only if one of the
        accelerations that do so has its wrench on every face that the given wrench is on.
        """
        if not self.is_possible:
            return False
        active = self._tests.active_faces(wrench)
        if active is None:
            return False
        return active == 0 or all(
            any(active & on_faces == active for on_faces in condition)
            for condition in self._faces_of_strict_wrenches
        )

    @cached_property
    def rows(self) -> ScaledRows:
        """The closed cone's rows in the metric of margins."""
        return ScaledRows.of_cone(self.closed, self.characteristic_length)

    @cached_property
    def _tests(self) -> RowTests:
        return RowTests.of_rows(self.rows)

    @cached_property
    def _faces_of_strict_wrenches(self) -> tuple[tuple[int, ...], ...]:
        """Return for each strict condition the faces that each of its wrenches is on, as bits."""
        return tuple(
            tuple(self._tests.faces_at(column) for column in wrenches.T)
            for wrenches in self.strict_wrenches
        )
