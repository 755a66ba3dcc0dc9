# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Wrenches that give the desired mode and no other.

Rigid bodies with friction may do several things under one wrench. What is safe to push are the
wrenches of the desired mode's cone that are in no other possible mode's cone: a cone minus a union
of cones, which is a union of cones.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.analysis.mode_cones.clearance_search import (
    Bounds,
    distance_from_cone,
    nearest_point,
)
from frictioncone_ros.analysis.mode_cones.mode_cone import ModeCone
from frictioncone_ros.analysis.mode_cones.possible_modes import possible_mode_cones
from frictioncone_ros.analysis.mode_cones.spatial_modes import expanded_modes
from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.constraints import as_mode
from frictioncone_ros.contact import ContactMode, ContactState, InteractionKind
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, as_wrench
from frictioncone_ros.spatial.arguments import checked, checked_fields

MODE_LIMIT = 6000
"""Modes that wrenches are told apart from; eight feet of eight edges have less than 5000."""


@checked_fields
@dataclass(frozen=True, eq=False)
class ExclusiveWrenches:
    """
    The wrenches (d,) [N, Nm] under which the desired mode is the only consistent one.

    desired: the mode as asked for. cones: its cone; several where an unspecified interaction (*)
    stands for several modes, none where the mode is impossible. others: the cones of all other
    possible modes. open_contacts: indices of contacts that are yet to be made.
    """

    desired: ContactMode
    cones: tuple[ModeCone, ...]
    others: tuple[ModeCone, ...]
    open_contacts: frozenset[int] = frozenset()

    @property
    def is_possible(self) -> bool:
        """Whether some acceleration realises the desired mode at all."""
        return bool(self.cones)

    def contains(self, wrench: ArrayLike) -> bool:
        """Whether the wrench gives the desired mode strictly, and no other mode strictly."""
        return any(cone.contains_strictly(wrench) for cone in self.cones) and not any(
            cone.contains_strictly(wrench) for cone in self.others
        )

    def consistent_modes(self, wrench: ArrayLike) -> tuple[ContactMode, ...]:
        """Return every possible mode that the wrench is strictly consistent with."""
        every = (*self.cones, *self.others)
        return tuple(cone.mode for cone in every if cone.contains_strictly(wrench))

    def margin(self, wrench: ArrayLike) -> float:
        """
        Return how much the wrench may change and still give the desired mode only [N].

        The distance in |w|^2 = |force|^2 + |moment / length|^2 to the nearest wrench outside the
        desired cone or in that of another mode. Not positive outside or on a flat cone.
        """
        return max(
            (self._margin_in(index, wrench) for index in range(len(self.cones))), default=-np.inf
        )

    @checked
    def overlapping(self, index: int = 0) -> tuple[ModeCone, ...]:
        """Return the other modes that share wrenches with the interior of one desired cone."""
        self._require_cone(index)
        return self._overlaps[index]

    @checked
    def pieces(self, index: int = 0) -> tuple[PolyhedralCone, ...]:
        """
        Return disjoint cones whose union is one desired cone without the others, closed.

        Only their boundaries are added: a wrench with a positive margin is in one of them, and
        a wrench inside one of them is in no other mode's cone.
        """
        self._require_cone(index)
        cone = self.cones[index]
        whole = [PolyhedralCone.from_faces(cone.closed.faces, cone.closed.equalities)]
        for other in self.overlapping(index):
            whole = [rest for piece in whole for rest in _without(piece, other.closed)]
        return tuple(whole)

    def _require_cone(self, index: int) -> None:
        if not 0 <= index < len(self.cones):
            raise InvalidInputError(
                'index of a desired cone', index, f'0 to {len(self.cones) - 1}'
            )

    def _margin_in(self, index: int, wrench: ArrayLike) -> float:
        rows = self.cones[index].rows
        point = rows.scale * as_wrench(wrench, self.cones[index].dimension)
        if rows.equalities.size:
            return float(
                -max((rows.faces @ point).max(initial=0.0), np.abs(rows.equalities @ point).max())
            )
        margin = float(-(rows.faces @ point).max(initial=-np.inf))
        for other in self.overlapping(index):
            if margin <= 0.0:
                break
            margin = min(margin, distance_from_cone(other.rows, point))
        return margin

    @cached_property
    def _overlaps(self) -> tuple[tuple[ModeCone, ...], ...]:
        return tuple(
            tuple(other for other in self.others if _meets_interior(cone, other))
            for cone in self.cones
        )


@checked
def exclusive_wrenches(
    state: ContactState, mode: ContactMode | str, open_contacts: Collection[int] | None = None
) -> ExclusiveWrenches:
    """
    Return the wrenches that give a mode and no other.

    open_contacts: indices of contacts yet to be made; by default those the mode approaches.
    More modes than are told apart within seconds raise a LimitExceededError.
    """
    desired = as_mode(state, mode)
    if open_contacts is None:
        open_contacts = [
            index for index, one in enumerate(desired) if one.kind is InteractionKind.APPROACHING
        ]
    modes = expanded_modes(state, desired)
    cones = possible_mode_cones(state, open_contacts, MODE_LIMIT)
    return ExclusiveWrenches(
        desired,
        tuple(cone for cone in cones if cone.mode in modes),
        tuple(cone for cone in cones if cone.mode not in modes),
        frozenset(open_contacts),
    )


def _meets_interior(cone: ModeCone, other: ModeCone) -> bool:
    """Tell whether the other cone holds a point of the first one's relative interior."""
    rows, flat = cone.rows, np.vstack((cone.rows.equalities, -cone.rows.equalities))
    bounds = Bounds(-rows.faces, np.ones(len(rows.faces)))
    bounds = bounds.and_also(np.vstack((flat, -other.rows.clearances())), 0.0)
    return not nearest_point(bounds, np.zeros(cone.dimension)).is_empty


def _without(piece: PolyhedralCone, other: PolyhedralCone) -> list[PolyhedralCone]:
    """Return disjoint cones that make up a piece minus the other cone, boundaries added."""
    rows = [*other.faces, *other.equalities, *-other.equalities]
    inside: list[Array] = []
    rest = []
    for row in rows:
        beyond = PolyhedralCone.from_faces(
            np.vstack((piece.faces, *inside, -row)), piece.equalities
        ).minimal()
        if beyond.dim == piece.dim:
            rest.append(beyond)
        inside.append(row[None, :])
    return rest
