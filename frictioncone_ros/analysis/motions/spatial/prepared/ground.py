# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What a state alone decides in the question of spatial motions: the same for every wrench."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from frictioncone_ros.analysis.modes.rows import ModeRows
from frictioncone_ros.analysis.motions.spatial.balance import ForceCone
from frictioncone_ros.analysis.motions.spatial.laws.friction import FrictionLaw, Signs
from frictioncone_ros.analysis.motions.spatial.touching import TouchingContact
from frictioncone_ros.contact import (
    component_slices,
    contact_jacobian,
    ContactState,
    wrench_matrix,
)
from frictioncone_ros.spatial import Array, SPATIAL, wrench_scaling


@dataclass(frozen=True)
class GroundContent:
    """All that the candidate modes of a ground depend on; states of equal numbers are equal."""

    numbers: bytes
    laws: tuple[tuple[int, FrictionLaw, Signs], ...]
    dynamic: bool
    ground: Ground = field(compare=False)


@dataclass(frozen=True, eq=False)
class Ground:
    """
    A state's part of Newton's law, whitened: one unit for forces and moments.

    touching: contacts that may carry force; rows: their separation and sliding rows. dynamic:
    whether the motion is a twist rate; otherwise it is a twist, and inertia does not enter.
    drift: (k, 3) velocity-product part of contact accelerations, rounding removed; relative
    speeds of surfaces without inertia. whitening: (6, 6) from wrenches to the balance's rows.
    inertia: (6, 6), zero where it plays no part; bias: (6,) wrench that it needs at the state's
    twist without any twist rate [N, Nm]. outer_columns: (r, n) of polygons around the forces of
    a contact (its place) for some signs, as far as they were asked for.
    """

    state: ContactState
    touching: tuple[TouchingContact, ...]
    rows: ModeRows
    dynamic: bool
    drift: Array
    whitening: Array
    inertia: Array
    bias: Array
    outer_columns: dict[tuple[int, Signs], Array] = field(default_factory=dict)
    _force_cones: dict[tuple[int, Signs], ForceCone] = field(default_factory=dict)

    @property
    def row_count(self) -> int:
        """Number r of the balance's rows: one more where it fixes the size of the motion."""
        return SPATIAL + self.rows.moves

    @property
    def sized_by_wrench(self) -> bool:
        """Whether motions beside a drift of given size look other for every wrench."""
        return self.dynamic and self.rows.moves

    @cached_property
    def motion_map(self) -> Array:
        """Map (6, 6) from scaled coordinates to the whitened wrenches that inertia needs."""
        return self.whitening.dot(self.inertia).dot(self.rows.basis)

    @cached_property
    def motion_map_size(self) -> float:
        """Largest singular value of the motion map."""
        return float(np.linalg.norm(self.motion_map, 2))

    @cached_property
    def force_maps(self) -> tuple[Array, ...]:
        """Maps (r, c) from each touching contact's components to the balance, r = 6 or 7."""
        wrenches = np.zeros((self.row_count, self.component_count))
        wrenches[:SPATIAL] = -self.whitening.dot(wrench_matrix(self.state))
        return tuple([wrenches[:, own] for own in self.components])

    @cached_property
    def indices(self) -> list[int]:
        """Places of the touching contacts in the state."""
        return [contact.index for contact in self.touching]

    @cached_property
    def components(self) -> list[slice]:
        """Where each touching contact's components stand among those of all contacts."""
        slices = component_slices(self.state)
        return [slices[index] for index in self.indices]

    @cached_property
    def component_count(self) -> int:
        """Number of force components of all contacts of the state."""
        slices = component_slices(self.state)
        return slices[-1].stop if slices else 0

    @cached_property
    def strict_rows(self) -> Array:
        """Separation and sliding rows (k + m, w) with the true values of scaled coordinates."""
        rows = self.rows
        return np.concatenate((rows.separation, rows.sliding)) * rows.lengths[:, None]

    @cached_property
    def unit_force(self) -> float:
        """Force that has size one in the whitened balance at most [N]."""
        scaling = wrench_scaling(SPATIAL, self.state.characteristic_length)
        return 1.0 / float(np.linalg.norm(self.whitening / scaling, 2))

    @cached_property
    def reach(self) -> float:
        """Largest distance of a contact from the reference point [m]."""
        return float(np.linalg.norm(self.state.positions, axis=1).max(initial=0.0))

    @cached_property
    def spin_scale(self) -> float:
        """Largest entry that turns scaled coordinates into rates of rotation [1/m]."""
        return float(np.abs(self.rows.basis[3:, 3:]).max())

    @cached_property
    def content(self) -> GroundContent:
        """The numbers of this ground, to be compared with those of others."""
        slips = [contact.slip for contact in self.touching]
        arrays = (self.contact_jacobian, self.rows.basis, self.drift, self.whitening, self.inertia)
        numbers = b''.join([array.tobytes() for array in (*arrays, *slips)])
        laws = tuple([(c.index, c.law, c.known) for c in self.touching])
        return GroundContent(numbers, laws, self.dynamic, self)

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
    def contact_jacobian(self) -> Array:
        """The (3 k, 6) matrix that maps a twist to contact velocities."""
        return contact_jacobian(self.state)

    @cached_property
    def spin_rows(self) -> Array:
        """Normals (touching, 3), which map rates of rotation to spins about them."""
        return self.state.normals[self.indices]

    @cached_property
    def slip_maps(self) -> Array:
        """Maps (touching, 2, w) from scaled coordinates to the slips of touching contacts."""
        slips = self.contact_jacobian.reshape(-1, 3, SPATIAL)[self.indices, 1:] @ self.rows.basis
        if not self.rows.moves:
            return np.asarray(slips)
        drift = self.drift[self.indices, 1:] / self.rows.drift_scale
        return np.concatenate((slips, drift[:, :, None]), axis=2)

    @cached_property
    def stretched_slip_maps(self) -> Array:
        """Slip maps (touching, 2, w) to the slips of circles in place of ellipses."""
        maps = self.slip_maps.copy()
        maps[:, 1] *= self.aspects[:, None]
        return maps

    @cached_property
    def spins(self) -> bool:
        """Whether some touching contact bears a moment about its normal."""
        return any(contact.law.torsion > 0.0 for contact in self.touching)

    @cached_property
    def spins_from_rest(self) -> bool:
        """Whether nothing moves yet and some touching contact bears a moment about its normal."""
        at_rest = not (np.any(self.state.twist) or np.any(self.state.surface_velocities))
        return at_rest and self.spins

    @cached_property
    def flat_surfaces(self) -> tuple[int, ...]:
        """Places of touching contacts on limit surfaces of flat sides."""
        return tuple(
            place
            for place, contact in enumerate(self.touching)
            if contact.law.arm and not contact.law.circular
        )

    @cached_property
    def arms(self) -> Array:
        """Torsion over friction of limit surfaces (touching,) [m], 0 of other sets."""
        return np.array([contact.law.arm for contact in self.touching])

    @cached_property
    def surface_slip_maps(self) -> Array:
        """Stretched slip maps (touching, 3, w) with spin as a third slip of limit surfaces."""
        spins = self.arms[:, None] * (self.spin_rows @ self.rows.basis[3:])
        if self.rows.moves:
            spins = np.column_stack((spins, np.zeros(len(spins))))
        return np.concatenate((self.stretched_slip_maps, spins[:, None]), axis=1)

    @cached_property
    def surface_maps(self) -> Array:
        """Tangential maps (touching, r, 3) with torsion, in units of arms, of limit surfaces."""
        turning = [
            arm * force_map[:, 3] if arm else np.zeros(self.row_count)
            for arm, force_map in zip(self.arms.tolist(), self.force_maps, strict=True)
        ]
        turned = np.array(turning).reshape(-1, self.row_count, 1)
        return np.concatenate((self.tangential_maps, turned), axis=2)

    @cached_property
    def present_slips(self) -> tuple[tuple[int, Array], ...]:
        """Places of touching contacts that move already, with their slips (3,) of now."""
        return tuple(
            (place, contact.slip)
            for place, contact in enumerate(self.touching)
            if np.any(contact.slip)
        )

    def force_cone(self, place: int, signs: Signs) -> ForceCone:
        """Return the forces of a touching contact for signs of its free lines."""
        key = (place, signs)
        if key not in self._force_cones:
            option = self.touching[place].option(signs)
            self._force_cones[key] = ForceCone.of(place, option, self.force_maps[place])
        return self._force_cones[key]
