# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The wrenches that are consistent with one contact mode: a cone, closed and strict."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from numpy.typing import ArrayLike

from frictioncone_ros.analysis.mode_cones.scaled_rows import RowTests, ScaledRows
from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.contact import ContactMode
from frictioncone_ros.spatial import Array


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
