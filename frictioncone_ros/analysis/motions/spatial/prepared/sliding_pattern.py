# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The balance of a sliding pattern as one matrix: motion, sliding forces, forces of the others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from frictioncone_ros.analysis.motions.spatial.balance import ForceCone
from frictioncone_ros.analysis.motions.spatial.prepared.ground import Ground
from frictioncone_ros.spatial.arrays import Array, numerical_rank
from frictioncone_ros.tolerances import SAME_MOTION


@dataclass(frozen=True, eq=False)
class SlidingPattern:
    """
    Which contacts start to slide on circular cones, s of them, and what the others do.

    vectors: (m, w) generators of the motions of the pattern. sliding: places of the contacts
    whose direction is sought, with least and largest moment about the normal per unit normal
    force [m]; other: forces of the rest. Where friction turns with the slip the balance is one
    matrix: columns of the motions' span, of the sliding contacts' rays and moments, of the rest.
    """

    ground: Ground
    vectors: Array
    sliding: dict[int, tuple[float, float]]
    other: tuple[ForceCone, ...]

    @cached_property
    def places(self) -> list[int]:
        """Places of the sliding contacts, in the order of all rows."""
        return list(self.sliding)

    @cached_property
    def torsion(self) -> Array:
        """Least and largest moment of each sliding contact (s, 2)."""
        return np.array(list(self.sliding.values())).reshape(-1, 2)

    @cached_property
    def span(self) -> Array:
        """Orthonormal basis (w, n) of the span of the motions."""
        _, values, right = np.linalg.svd(self.vectors)
        return np.asarray(right[: numerical_rank(values, SAME_MOTION)].T)

    @cached_property
    def slip_maps(self) -> Array:
        """Map (2 s, n) from coordinates on the span to stretched slips."""
        maps = self.slips_of_motions @ self.span
        return np.asarray(maps.reshape(-1, self.span.shape[1]))

    @cached_property
    def slips_of_motions(self) -> Array:
        """Maps (s, 2, w) from scaled coordinates to stretched slips."""
        return np.asarray(self.ground.stretched_slip_maps[self.places])

    @cached_property
    def contact_slip_maps(self) -> Array:
        """The same (s, 2, n), contact by contact."""
        return self.slip_maps.reshape(*self.slips_of_motions.shape[:2], -1)

    def sized_slips(self, motion: Array) -> tuple[Array, Array]:
        """Return stretched slips (s, 2) of coordinates on the span, and their sizes (s,)."""
        slips = self.slip_maps.dot(motion).reshape(-1, 2)
        return slips, np.hypot(slips[:, 0], slips[:, 1])

    @cached_property
    def radii(self) -> Array:
        """Friction coefficients (s,) along the first tangent."""
        return np.array([self.ground.touching[place].law.radius for place in self.places])

    @cached_property
    def stretches(self) -> Array:
        """Tangential force (s, 2) per unit normal force and unit component of the direction."""
        return np.column_stack((self.radii, self.radii * self.ground.aspects[self.places]))

    @cached_property
    def tangential_maps(self) -> Array:
        """Maps (s, r, 2) of what unit normal forces bring about along stretched directions."""
        return self.ground.tangential_maps[self.places] * self.radii[:, None, None]

    @cached_property
    def moments(self) -> Array:
        """Moments (s,) per unit normal force of the rays, zero where the moment is free."""
        return np.where(self.free_moments, 0.0, self.torsion[:, 0])

    @cached_property
    def normal_columns(self) -> Array:
        """What unit normal forces with the rays' moments supply (s, r)."""
        columns = []
        for place, moment in zip(self.places, self.moments.tolist(), strict=True):
            force_map = self.ground.force_maps[place]
            turning = moment * force_map[:, 3] if moment else 0.0
            columns.append(force_map[:, 0] + turning)
        return np.array(columns)

    @cached_property
    def free_moments(self) -> Array:
        """Which sliding contacts (s,) bear any moment between two limits."""
        return np.asarray(self.torsion[:, 0] < self.torsion[:, 1])

    @cached_property
    def moment_columns(self) -> Array:
        """Columns (r, t) of the free moments."""
        free = [
            place for place, is_free in zip(self.places, self.free_moments, strict=True) if is_free
        ]
        columns = [self.ground.force_maps[place][:, 3] for place in free]
        return np.array(columns).reshape(-1, self.ground.row_count).T

    @cached_property
    def blocks(self) -> list[Array]:
        """Orthonormal bases (components, n) of the spans of the other contacts' forces."""
        return [cone.option.span for cone in self.other]

    @cached_property
    def fixed_columns(self) -> Array:
        """Columns (r, t + n) that no direction changes: free moments, the others' forces."""
        columns = [c.force_map.dot(b) for c, b in zip(self.other, self.blocks, strict=True)]
        return np.concatenate([self.moment_columns, *columns], axis=1)

    @cached_property
    def motion_columns(self) -> Array:
        """What coordinates on the span bring to the balance (r, n), where no drift has a size."""
        return self.ground.motion_map.dot(self.span)

    def turned(self, directions: Array) -> Array:
        """Return friction (s, r, 2) of unit normal forces along unit slips (s, 2), and across."""
        turn = np.empty((len(directions), 2, 2))
        turn[:, :, 0] = directions
        turn[:, 0, 1], turn[:, 1, 1] = -directions[:, 1], directions[:, 0]
        return np.asarray(self.tangential_maps @ turn)

    def turning_pushes(self, directions: Array, turned: Array, rates: Array, maps: Array) -> Array:
        """
        Return how friction turns with the motion (r, n), to first order.

        directions, turned: unit slips and friction along and across them; rates: (s,) normal
        forces over the sizes of slips; maps: (s, 2, n) of the slips.
        """
        across = directions[:, None, ::-1] * (-1.0, 1.0)
        pushes: Array = (turned[:, :, 1] * rates[:, None]).T.dot((across @ maps)[:, 0])
        return pushes

    def ray_cones(self, directions: Array, turned: Array) -> list[ForceCone]:
        """Return the forces against unit slips (s, 2); turned: friction for these (s, r, 2)."""
        columns = self.normal_columns - turned[:, :, 0]
        lengths = np.sqrt(np.einsum('ij,ij->i', columns, columns))
        units, cones = columns / np.where(lengths > 0.0, lengths, 1.0)[:, None], []
        for row, (place, torsion) in enumerate(self.sliding.items()):
            option = self.ground.touching[place].law.sliding_option(directions[row], torsion)
            force_map = self.ground.force_maps[place]
            if len(option.corners) > 1 or lengths[row] == 0.0:
                cones.append(ForceCone.of(place, option, force_map))
            else:
                unit = units[row, :, None]
                size = lengths[row : row + 1]
                cones.append(ForceCone(place, option, force_map, unit, size, unit))
        return cones

    def ray_lengths(self, directions: Array) -> Array:
        """Return the lengths (s,) of the rays of unit normal force against unit slips (s, 2)."""
        if self._ray_length is not None:
            return self._ray_length
        forces = self.stretches * directions
        return np.sqrt(1.0 + self.moments**2 + np.einsum('ij,ij->i', forces, forces))

    @cached_property
    def _ray_length(self) -> Array | None:
        """Return these lengths where no friction is elliptic: the same in every direction."""
        if np.any(self.stretches[:, 0] != self.stretches[:, 1]):
            return None
        return np.sqrt(1.0 + self.moments**2 + self.radii**2)
