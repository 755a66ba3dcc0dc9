# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The balance of a sliding pattern as one matrix: motion, sliding forces, forces of the others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from frictioncone_ros.analysis.motions.spatial.balance import ForceCone
from frictioncone_ros.analysis.motions.spatial.ground import Ground
from frictioncone_ros.spatial import Array
from frictioncone_ros.tolerances import SAME_MOTION

COMPONENTS = 4
"""Normal, two tangential components and the moment about the normal: absent ones are zero."""


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
        return np.asarray(right[: int((values > SAME_MOTION * values.max(initial=0.0)).sum())].T)

    @cached_property
    def slip_maps(self) -> Array:
        """Maps (s, 2, w) from coordinates to stretched slips."""
        return self.ground.stretched_slip_maps[self.places]

    @cached_property
    def span_slip_maps(self) -> Array:
        """The same (s, 2, n) from coordinates on the span."""
        return np.asarray(self.slip_maps @ self.span)

    @cached_property
    def force_maps(self) -> Array:
        """Maps (s, r, 4) from contact components to the balance."""
        maps = np.zeros((len(self.places), self.ground.row_count, COMPONENTS))
        for row, place in zip(maps, self.places, strict=True):
            own = self.ground.force_maps[place]
            row[:, : own.shape[1]] = own
        return maps

    @cached_property
    def tangential_maps(self) -> Array:
        """Maps (s, r, 2) of tangential components, the second in units of aspects."""
        return self.ground.tangential_maps[self.places]

    @cached_property
    def radii(self) -> Array:
        """Friction coefficients (s,) along the first tangent."""
        return np.array([self.ground.touching[place].law.radius for place in self.places])

    @cached_property
    def stretches(self) -> Array:
        """Tangential force (s, 2) per unit normal force and unit component of the direction."""
        return np.column_stack((self.radii, self.radii * self.ground.aspects[self.places]))

    @cached_property
    def moments(self) -> Array:
        """Moments (s,) per unit normal force of the rays, zero where the moment is free."""
        return np.where(self.free_moments, 0.0, self.torsion[:, 0])

    @cached_property
    def free_moments(self) -> Array:
        """Which sliding contacts (s,) bear any moment between two limits."""
        return np.asarray(self.torsion[:, 0] < self.torsion[:, 1])

    @cached_property
    def moment_columns(self) -> Array:
        """Columns (r, t) of the free moments."""
        return np.asarray(self.force_maps[self.free_moments, :, 3].T)

    @cached_property
    def blocks(self) -> list[Array]:
        """Orthonormal bases (components, n) of the spans of the other contacts' forces."""
        return [cone.option.span for cone in self.other]

    @cached_property
    def other_columns(self) -> Array:
        """Columns (r, n) of the other contacts' forces along their bases."""
        columns = [c.force_map.dot(b) for c, b in zip(self.other, self.blocks, strict=True)]
        return np.hstack([np.zeros((self.ground.row_count, 0)), *columns])

    def rays(self, directions: Array) -> Array:
        """Return unit force rays (s, 4) against stretched unit slips (s, 2)."""
        rays = np.empty((len(directions), COMPONENTS))
        rays[:, 0] = 1.0
        rays[:, 1:3] = -self.stretches * directions
        rays[:, 3] = self.moments
        rays /= np.sqrt(np.einsum('ij,ij->i', rays, rays))[:, None]
        return rays
