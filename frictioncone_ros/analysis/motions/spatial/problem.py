# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The question of spatial motion analysis, posed as linear maps, before anything is searched."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from frictioncone_ros.analysis.modes.rows import ModeRows
from frictioncone_ros.analysis.motions.spatial.balance import ForceCone
from frictioncone_ros.analysis.motions.spatial.friction import ForceOption, Signs
from frictioncone_ros.analysis.motions.spatial.touching import clean_bias, TouchingContact
from frictioncone_ros.contact import contact_jacobian, ContactState
from frictioncone_ros.spatial import Array, SPATIAL, wrench_scaling
from frictioncone_ros.tolerances import SAME_MOTION


@dataclass(frozen=True, eq=False)
class SpatialProblem:
    """
    Newton's law as motion_map @ motion + sum of force_maps @ contact components = target.

    The rows are whitened (one unit for forces and moments) and divided by the size of the
    target; where accelerations have a constant part, a last row fixes the scale of the motion.
    whitening: (6, 6) from wrenches to the first six rows.
    rows: separation and sliding rows of the touching contacts. dynamic: whether the motion is a
    twist rate; otherwise it is a twist, and inertia does not enter.
    """

    state: ContactState
    external_wrench: Array
    touching: tuple[TouchingContact, ...]
    rows: ModeRows
    dynamic: bool
    motion_map: Array
    force_maps: tuple[Array, ...]
    target: Array
    whitening: Array
    _force_cones: dict[tuple[int, Signs | None], ForceCone] = field(default_factory=dict)

    @cached_property
    def drift(self) -> Array:
        """Velocity-product part of contact accelerations (k, 3); relative speeds of surfaces."""
        if self.dynamic:
            return clean_bias(self.state)
        return -np.einsum('kij,kj->ki', self.state.frames, self.state.surface_velocities)

    @cached_property
    def aspects(self) -> Array:
        """Second half axes of round friction sets over their first ones (touching,)."""
        return np.array([contact.law.aspect for contact in self.touching])

    @cached_property
    def tangential_maps(self) -> Array:
        """Maps (touching, r, 2) of tangential contact forces, the second in units of aspects."""
        maps = np.array([force_map[:, 1:3] for force_map in self.force_maps])
        maps[:, :, 1] *= self.aspects[:, None]
        return maps

    @cached_property
    def stretched_slip_maps(self) -> Array:
        """Slip maps (touching, 2, w) to the slips of circles in place of ellipses."""
        maps = self.slip_maps.copy()
        maps[:, 1] *= self.aspects[:, None]
        return maps

    def force_cone(self, place: int, signs: Signs | None) -> ForceCone:
        """Return the forces of a touching contact for signs of its free lines, None for none."""
        key = (place, signs)
        if key not in self._force_cones:
            contact = self.touching[place]
            option = (
                ForceOption(np.zeros((1, contact.law.component_count)))
                if signs is None
                else contact.option(signs)
            )
            self._force_cones[key] = ForceCone.of(place, option, self.force_maps[place])
        return self._force_cones[key]

    @cached_property
    def rest(self) -> float:
        """Size below which an acceleration (or speed) is what rounding leaves of zero."""
        size = float(np.linalg.norm(self.motion_map[:SPATIAL, :SPATIAL], 2))
        natural = 1.0 / size if size > 0.0 else 0.0
        return SAME_MOTION * max(natural, self.rows.drift_scale if self.rows.moves else 0.0)

    @cached_property
    def natural_force(self) -> float:
        """
        Force that the balance counts as one [N]; not above the wrench, where there is one.

        Without a wrench and with contacts that carry nothing, forces are rounding and have no
        other size.
        """
        scaling = wrench_scaling(SPATIAL, self.state.characteristic_length)
        return 1.0 / float(np.linalg.norm(self.whitening / scaling, 2))

    def resting(self, motion: Array) -> float:
        """
        Return the size below which a contact's part of a motion is what rounding leaves of zero.

        Without inertia a motion has no size of its own, and a body may turn about all its
        contacts at once: then their motion is nothing but rounding, and large beside itself.
        """
        size = float(np.abs(self.contact_motion(motion)).max(initial=0.0))
        if not self.dynamic:
            arms = np.linalg.norm(self.state.positions, axis=1)
            turning = float(np.linalg.norm(motion[3:])) * float(arms.max(initial=0.0))
            size = max(size, float(np.linalg.norm(motion[:3])), turning)
        return max(SAME_MOTION * size, self.rest)

    def motion(self, coordinates: Array) -> Array:
        """Return the twist rate (or twist) of scaled coordinates."""
        return np.asarray(self.rows.basis @ coordinates[:SPATIAL])

    @cached_property
    def contact_jacobian(self) -> Array:
        """The (3 k, 6) matrix that maps a twist to contact velocities, worked out once."""
        return contact_jacobian(self.state)

    @cached_property
    def slip_maps(self) -> Array:
        """Maps (touching, 2, w) from scaled coordinates to the slips of touching contacts."""
        indices = [contact.index for contact in self.touching]
        slips = self.contact_jacobian.reshape(-1, 3, SPATIAL)[indices, 1:] @ self.rows.basis
        if not self.rows.moves:
            return np.asarray(slips)
        drift = self.drift[indices, 1:] / self.rows.drift_scale
        return np.concatenate((slips, drift[:, :, None]), axis=2)

    def twist_of(self, residual: Array) -> Array:
        """Return the twist that pairs with wrenches as a residual pairs with the balance."""
        return np.asarray(self.whitening.T @ residual[:SPATIAL])

    def slips(self, motion: Array) -> Array:
        """
        Return slips (touching, 3) along t1, t2 and about the normal.

        They are those of the present velocity, of the motion where there is none. What rounding
        leaves of a zero slip is removed, for it would have a direction like any other.
        """
        indices = [contact.index for contact in self.touching]
        contact_motion = self.contact_motion(motion)
        spins = self.state.normals[indices] @ motion[3:]
        slips = np.column_stack((contact_motion[indices, 1:], spins))
        sizes = np.hypot(slips[:, 0], slips[:, 1])
        slips[sizes <= self.resting(motion), :2] = 0.0
        slips[:, :2][np.abs(slips[:, :2]) <= SAME_MOTION * sizes[:, None]] = 0.0
        spin_size = SAME_MOTION * float(np.abs(motion[3:]).max(initial=0.0))
        rest = self.rest * float(np.abs(self.rows.basis[3:, 3:]).max())
        slips[np.abs(spins) <= max(spin_size, rest), 2] = 0.0
        for row, contact in zip(slips, self.touching, strict=True):
            if np.any(contact.slip[:2]):
                row[:2] = contact.slip[:2]
            if contact.slip[2]:
                row[2] = contact.slip[2]
        return slips

    def contact_motion(self, motion: Array) -> Array:
        """Return accelerations (or velocities) (k, 3) of all contacts along their frames."""
        return (self.contact_jacobian @ motion).reshape(-1, 3) + self.drift
