# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The question of spatial motion analysis, posed as linear maps, before anything is searched."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from frictioncone_ros.analysis.modes.rows import ModeRows, scaled_rows
from frictioncone_ros.analysis.motions.spatial_balance import ForceCone
from frictioncone_ros.analysis.motions.spatial_friction import ForceOption, FrictionLaw, Signs
from frictioncone_ros.contact import (
    acceleration_bias,
    component_slices,
    contact_jacobian,
    contact_velocities,
    ContactState,
    resting_speed,
    wrench_matrix,
)
from frictioncone_ros.exceptions import (
    InconsistentStateError,
    InvalidInputError,
    LimitExceededError,
)
from frictioncone_ros.spatial import Array, as_wrench, SPATIAL, wrench_scaling
from frictioncone_ros.tolerances import CONTACT_SPEED, SAME_MOTION


@dataclass(frozen=True, eq=False)
class TouchingContact:
    """
    A contact that can carry force now.

    index: in the state. law: its friction. known: sign of each line that the velocity decides, 0
    where the motion to come decides it; free: the lines of the latter kind, from row `first_row`
    of the sliding rows on. direction: unit slip (2,) of a circular cone already sliding, or empty.
    """

    index: int
    law: FrictionLaw
    known: Signs
    free: tuple[int, ...]
    first_row: int
    slip: Array
    direction: Array
    options: dict[Signs, ForceOption] = field(default_factory=dict)

    @property
    def starts_anywhere(self) -> bool:
        """Whether it is at rest on a circular cone, so that it may start in any direction."""
        return self.law.circular and not self.direction.size

    def option(self, signs: Signs) -> ForceOption:
        """Return the forces for given signs of the free lines; zeros stand for all forces."""
        if signs not in self.options:
            self.options[signs] = self._new_option(signs)
        return self.options[signs]

    def _new_option(self, signs: Signs) -> ForceOption:
        every = list(self.known)
        for line, sign in zip(self.free, signs, strict=True):
            every[line] = sign
        if not self.direction.size:
            return self.law.option(tuple(every))
        torsion = self.law.torsion_range(every[-1] if self.law.torsion > 0.0 else 0)
        return self.law.sliding_option(self.direction, torsion)


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
            return _bias(self.state)
        return -np.einsum('kij,kj->ki', self.state.frames, self.state.surface_velocities)

    def force_cone(self, place: int, signs: Signs | None) -> ForceCone:
        """Return the forces of a touching contact for signs of its free lines, None for none."""
        key = (place, signs)
        if key not in self._force_cones:
            contact = self.touching[place]
            option = (ForceOption(np.zeros((1, contact.law.component_count))) if signs is None
                      else contact.option(signs))
            self._force_cones[key] = ForceCone.of(place, option, self.force_maps[place])
        return self._force_cones[key]

    @cached_property
    def rest(self) -> float:
        """Size below which an acceleration is what rounding leaves of zero [m/s^2]; 0 if slow."""
        size = float(np.linalg.norm(self.motion_map[:SPATIAL, :SPATIAL], 2))
        return SAME_MOTION / size if size > 0.0 else 0.0

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

        They are those of the present velocity, of the motion where there is none. What rounding leaves of a zero slip is removed, for it
        would have a direction like any other.
        """
        indices = [contact.index for contact in self.touching]
        contact_motion = self.contact_motion(motion)
        spins = self.state.normals[indices] @ motion[3:]
        slips = np.column_stack((contact_motion[indices, 1:], spins))
        sizes = np.hypot(slips[:, 0], slips[:, 1])
        size = max(SAME_MOTION * float(np.abs(contact_motion).max(initial=0.0)), self.rest)
        slips[sizes <= size, :2] = 0.0
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


def dynamic_problem(
    state: ContactState, external_wrench: Array, contact_limit: int, sector_count: int
) -> SpatialProblem:
    """Pose the dynamic question: which twist rates does this wrench bring about?"""
    _check(state)
    if state.inertia is None:
        raise InvalidInputError('inertia', None, 'an Inertia of the moving body')
    velocities, resting = contact_velocities(state), resting_speed(state)
    _refuse_approach(state, velocities, resting)
    indices = np.flatnonzero(velocities[:, 0] <= resting)
    _check_limit(len(indices), contact_limit)
    slips = np.column_stack((velocities[:, 1:], state.normals @ state.twist[3:]))
    spin_rest = CONTACT_SPEED * float(np.linalg.norm(state.twist[3:]))
    moving = np.hypot(slips[:, 0], slips[:, 1]) > resting
    slips[~moving, :2] = 0.0
    slips[np.abs(slips[:, 2]) <= spin_rest, 2] = 0.0
    touching = _touching(state, indices, slips, sector_count)
    rows = _rows(state, touching, _bias(state))
    whitening = np.linalg.inv(np.linalg.cholesky(state.inertia.matrix))
    wrench = as_wrench(external_wrench, SPATIAL)
    needed = wrench - state.inertia.velocity_wrench(state.twist)
    return _posed(state, wrench, touching, rows, (whitening, state.inertia.matrix, needed))


def quasistatic_problem(
    state: ContactState, external_wrench: Array, contact_limit: int, sector_count: int
) -> SpatialProblem:
    """Pose the quasi-static question: which twists go with forces that balance this wrench?"""
    _check(state)
    _check_limit(state.contact_count, contact_limit)
    slips = np.zeros((state.contact_count, 3))
    touching = _touching(state, np.arange(state.contact_count), slips, sector_count)
    surface = -np.einsum('kij,kj->ki', state.frames, state.surface_velocities)
    rows = _rows(state, touching, surface)
    whitening = np.diag(wrench_scaling(SPATIAL, state.characteristic_length))
    wrench = as_wrench(external_wrench, SPATIAL)
    no_inertia = np.zeros((SPATIAL, SPATIAL))
    return _posed(state, wrench, touching, rows, (whitening, no_inertia, wrench))


def _posed(
    state: ContactState,
    wrench: Array,
    touching: tuple[TouchingContact, ...],
    rows: ModeRows,
    balance: tuple[Array, Array, Array],
) -> SpatialProblem:
    whitening, inertia, needed = balance
    motion_map = whitening @ inertia @ rows.basis
    target = whitening @ needed
    size = float(np.linalg.norm(target))
    scale = size if size > 0.0 else max(rows.drift_scale * float(np.abs(motion_map).max()), 1.0)
    slices, wrenches = component_slices(state), whitening @ wrench_matrix(state) / scale
    force_maps = [-wrenches[:, slices[contact.index]] for contact in touching]
    motion_map, target = motion_map / scale, target / scale
    if rows.moves:
        motion_map = np.block([
            [motion_map, np.zeros((SPATIAL, 1))],
            [np.zeros((1, SPATIAL)), np.full((1, 1), 1.0 / rows.drift_scale)],
        ])
        target = np.append(target, 1.0)
        force_maps = [np.vstack((block, np.zeros(block.shape[1]))) for block in force_maps]
    dynamic = bool(np.any(inertia))
    return SpatialProblem(
        state, wrench, touching, rows, dynamic, motion_map, tuple(force_maps), target,
        whitening / scale,
    )


def _touching(
    state: ContactState, indices: Array, slips: Array, sector_count: int
) -> tuple[TouchingContact, ...]:
    touching: list[TouchingContact] = []
    first_row = 0
    for index in indices.tolist():
        law = FrictionLaw.of(state.contacts[index].friction, sector_count)
        contact = _touching_contact(index, law, slips[index], first_row)
        first_row += len(contact.free)
        touching.append(contact)
    return tuple(touching)


def _touching_contact(
    index: int, law: FrictionLaw, slip: Array, first_row: int
) -> TouchingContact:
    speed = float(np.hypot(slip[0], slip[1]))
    values = law.lines @ slip
    size = np.abs(law.lines) @ np.abs(slip)
    signs = np.where(np.abs(values) <= CONTACT_SPEED * size, 0.0, np.sign(values))
    known = tuple(int(sign) for sign in signs)
    sliding = law.circular and speed > 0.0
    undecided = [line for line, sign in enumerate(known) if sign == 0]
    if sliding:  # the direction is known: only a soft finger's spin may be undecided
        undecided = [line for line in undecided if law.lines[line, 2] != 0.0]
    direction = slip[:2] / speed if sliding else np.zeros(0)
    return TouchingContact(index, law, known, tuple(undecided), first_row, slip, direction)


def _rows(
    state: ContactState, touching: tuple[TouchingContact, ...], drift: Array
) -> ModeRows:
    jacobian = contact_jacobian(state).reshape(-1, 3, SPATIAL)
    separation = np.array([jacobian[c.index, 0] for c in touching]).reshape(-1, SPATIAL)
    sliding, constant, owner = [], [drift[c.index, 0] for c in touching], []
    for place, contact in enumerate(touching):
        spin = np.concatenate((np.zeros(3), state.normals[contact.index]))
        slip_rows = np.vstack((jacobian[contact.index, 1:], spin))
        slip_drift = np.append(drift[contact.index, 1:], 0.0)
        for line in contact.free:
            sliding.append(contact.law.lines[line] @ slip_rows)
            constant.append(contact.law.lines[line] @ slip_drift)
            owner.append(place)
    rows = (separation, np.array(sliding).reshape(-1, SPATIAL))
    return scaled_rows(state, rows, np.array(constant), tuple(owner))


def _bias(state: ContactState) -> Array:
    """Return the acceleration bias (k, 3) without what rounding leaves of sums that are zero."""
    bias = acceleration_bias(state)
    linear, angular = np.linalg.norm(state.twist[:3]), np.linalg.norm(state.twist[3:])
    arms = np.linalg.norm(state.positions, axis=1)
    surfaces = np.linalg.norm(state.surface_velocities, axis=1)
    curved = [float(np.abs(contact.curvature).max()) for contact in state.contacts]
    speeds = linear + angular * arms + surfaces
    terms = angular * (angular * arms + speeds) + np.array(curved) * speeds**2
    bias[np.abs(bias) <= CONTACT_SPEED * terms[:, None]] = 0.0
    return bias


def _check(state: ContactState) -> None:
    if state.dimension != SPATIAL:
        raise InvalidInputError('dimension of the state', state.dimension, '6 (spatial)')


def _check_limit(count: int, limit: int) -> None:
    if count > limit:
        raise LimitExceededError('number of touching contacts', count, limit)


def _refuse_approach(state: ContactState, velocities: Array, resting: Array) -> None:
    for contact, velocity, threshold in zip(state.contacts, velocities, resting, strict=True):
        if velocity[0] < -threshold:
            expected = '>= 0: a contact that approaches is about to collide'
            raise InconsistentStateError(
                'normal velocity', float(velocity[0]), expected, contact.label
            )
