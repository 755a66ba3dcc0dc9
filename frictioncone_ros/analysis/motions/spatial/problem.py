# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The question of spatial motion analysis, posed as linear maps, before anything is searched."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from frictioncone_ros.analysis.modes.rows import ModeRows
from frictioncone_ros.analysis.motions.spatial.balance import BALANCE_RESIDUAL
from frictioncone_ros.analysis.motions.spatial.prepared.ground import Ground
from frictioncone_ros.analysis.motions.spatial.touching import TouchingContact
from frictioncone_ros.contact import ContactState
from frictioncone_ros.spatial import Array, SPATIAL
from frictioncone_ros.tolerances import MOTION_RESIDUAL, SAME_MOTION

STRICT_SHIFT = 1e-6
"""How far inside its mode a motion must lie to be strict, relative to wrench over inertia [-]."""
NEAR_SHIFT, NEAR_RESIDUAL = 1e-10, 0.5 * MOTION_RESIDUAL
"""The same near a limit, and what may be missing there: more, so that nothing is between [-]."""


@dataclass(frozen=True, eq=False)
class SpatialProblem:
    """
    Newton's law as motion_map @ coordinates + sum of force_maps @ components = target.

    All of it is divided by the size of the whitened wrench: components times `scale` are those of
    the body, coordinates times `motion_scale`, and the maps are the ground's, whatever the
    wrench. Where accelerations have a constant part, a last row fixes the size of the motion.

    ground: what the state decides. external_wrench: (6,) on the body [N, Nm]. target: (r,),
    r = 6 or 7. scale: size of the wrench that is divided by. near_limit: whether modes are told
    apart as finely as rounding allows, for a wrench so close to the border of two that neither
    holds clear of it.
    """

    ground: Ground
    external_wrench: Array
    target: Array
    scale: float
    near_limit: bool = False

    @property
    def state(self) -> ContactState:
        """The state asked about."""
        return self.ground.state

    @property
    def touching(self) -> tuple[TouchingContact, ...]:
        """The contacts that may carry force."""
        return self.ground.touching

    @property
    def rows(self) -> ModeRows:
        """Separation and sliding rows of the touching contacts."""
        return self.ground.rows

    @property
    def dynamic(self) -> bool:
        """Whether the motion is a twist rate; otherwise it is a twist."""
        return self.ground.dynamic

    @property
    def force_maps(self) -> tuple[Array, ...]:
        """Maps (r, c) of the touching contacts' components."""
        return self.ground.force_maps

    @property
    def strict_shift(self) -> float:
        """How far inside its mode a motion must lie to be strict [-]."""
        return NEAR_SHIFT if self.near_limit else STRICT_SHIFT

    @property
    def balance_residual(self) -> float:
        """Residual, relative to the wrench, up to which motions and forces balance it [-]."""
        return NEAR_RESIDUAL if self.near_limit else BALANCE_RESIDUAL

    @property
    def motion_scale(self) -> float:
        """
        Size of a motion of coordinates one.

        Without inertia the wrench does not decide it but how fast the surfaces move, whatever the
        unit of length: a body of a millimetre on surfaces of a millimetre a second is like one of
        a metre.
        """
        return self.scale if self.dynamic else self.rows.drift_scale

    @property
    def drift_coordinate(self) -> float:
        """Last coordinate of every true motion, where motions have a constant part."""
        return self.rows.drift_scale / self.motion_scale

    @cached_property
    def motion_map(self) -> Array:
        """Map (r, w) of coordinates."""
        if not self.rows.moves:
            return self.ground.motion_map
        joined = np.zeros((SPATIAL + 1, SPATIAL + 1))
        joined[:SPATIAL, :SPATIAL] = self.ground.motion_map
        joined[SPATIAL, SPATIAL] = 1.0 / self.drift_coordinate
        return joined

    @cached_property
    def rest(self) -> float:
        """Size below which an acceleration (or speed) is what rounding leaves of zero."""
        size = self.ground.motion_map_size
        natural = self.scale / size if size > 0.0 else 0.0
        return SAME_MOTION * max(natural, self.rows.drift_scale if self.rows.moves else 0.0)

    @property
    def natural_force(self) -> float:
        """
        Force that the balance counts as one [N]; not above the wrench, where there is one.

        Without a wrench and with contacts that carry nothing, forces are rounding and have no
        other size.
        """
        return self.scale * self.ground.unit_force

    def motion(self, coordinates: Array) -> Array:
        """Return the twist rate (or twist) of scaled coordinates."""
        return self.motion_scale * self.rows.basis.dot(coordinates[:SPATIAL])

    def twist_of(self, residual: Array) -> Array:
        """Return the twist that pairs with wrenches as a residual pairs with the balance."""
        return self.ground.whitening.T.dot(residual[:SPATIAL]) / self.scale

    def contact_motion(self, motion: Array) -> Array:
        """Return accelerations (or velocities) (k, 3) of all contacts along their frames."""
        ground = self.ground
        return ground.contact_jacobian.dot(motion).reshape(-1, 3) + ground.drift
