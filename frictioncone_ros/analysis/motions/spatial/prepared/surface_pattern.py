# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Patterns in which contacts start to slip and spin on limit surfaces: three slips each."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from frictioncone_ros.analysis.motions.spatial.prepared.sliding_pattern import SlidingPattern
from frictioncone_ros.spatial import Array


class SurfacePattern(SlidingPattern):
    """
    A sliding pattern whose slips have three components: two slips, and spin in units of length.

    The third is zero at contacts without a limit surface. Directions (s, 3) lie on a sphere, so
    that friction turns both ways across a slip.
    """

    @cached_property
    def slips_of_motions(self) -> Array:
        """Maps (s, 3, w) from scaled coordinates to stretched slips."""
        return np.asarray(self.ground.surface_slip_maps[self.places])

    def sized_slips(self, motion: Array) -> tuple[Array, Array]:
        """Return stretched slips (s, 3) of coordinates on the span, and their sizes (s,)."""
        slips = self.slip_maps.dot(motion).reshape(-1, 3)
        return slips, np.sqrt(np.einsum('ij,ij->i', slips, slips))

    @cached_property
    def stretches(self) -> Array:
        """Friction (s, 3) per unit normal force and unit component of the direction."""
        axes = (np.ones(len(self.places)), self.ground.aspects[self.places], self._arms)
        return np.column_stack([self.radii * axis for axis in axes])

    @cached_property
    def _arms(self) -> Array:
        return np.asarray(self.ground.arms[self.places])

    @cached_property
    def tangential_maps(self) -> Array:
        """Maps (s, r, 3) of what unit normal forces bring about along stretched directions."""
        return np.asarray(self.ground.surface_maps[self.places] * self.radii[:, None, None])

    def turned(self, directions: Array) -> Array:
        """Return friction (s, r, 1) of unit normal forces along unit slips (s, 3)."""
        return np.asarray(self.tangential_maps @ directions[:, :, None])

    def turning_pushes(self, directions: Array, turned: Array, rates: Array, maps: Array) -> Array:
        """Return how friction turns with the motion (r, n), to first order; maps: (s, 3, n)."""
        along = directions[:, None] @ maps
        across = maps - directions[:, :, None] * along
        pushes = (self.tangential_maps * rates[:, None, None]) @ across
        return np.asarray(pushes.sum(axis=0))

    @property
    def _ray_length(self) -> Array | None:
        return None
