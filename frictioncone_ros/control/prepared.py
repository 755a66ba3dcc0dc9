# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Everything about a contact state that does not depend on the command, worked out once.

Contacts change more slowly than commands: the filter keeps this from one tick to the next and
makes it anew only when the contact state, the mode or the settings of the split change.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from frictioncone_ros.analysis.projections import projector_pair, ProjectorPair
from frictioncone_ros.analysis.support import has_few_parts, support_problem, SupportProblem
from frictioncone_ros.constraints import (
    constrained_columns,
    Constraint,
    contact_constraint,
    require_fitting_mode,
    wrench_weighing,
)
from frictioncone_ros.contact.body_load import body_load
from frictioncone_ros.contact.interaction import InteractionKind, UNSPECIFIED
from frictioncone_ros.contact.mode import ContactMode
from frictioncone_ros.contact.state import ContactState
from frictioncone_ros.contact.wrench_matrix import component_slices, wrench_matrix
from frictioncone_ros.control.forces.contact_rays import sliding_direction
from frictioncone_ros.control.forces.force_set import ForceSet
from frictioncone_ros.control.forces.mode_forces import (
    mode_force_set,
    published_force_set,
    restricts_force,
    span_projector,
)
from frictioncone_ros.control.settings import FilterSettings, MarginOf
from frictioncone_ros.control.split_metric import metric_scale, split_metric
from frictioncone_ros.spatial.arrays import Array, largest_magnitude
from frictioncone_ros.spatial.products import linear_size, twist_norm, wrench_scaling
from frictioncone_ros.tolerances import CONTACT_SPEED

MOST_PARTS = 64
"""Segments and discs of friction up to which compliant contacts are judged: pairs take time."""


@dataclass(frozen=True, eq=False)
class PreparedContacts:
    """
    A contact state made ready for commands in one mode.

    physical: every reaction the contacts can carry, whatever they do; carried: those of the
        desired mode (the same object where the mode restricts nothing).
    carried_projector: (d, d) onto the span of the carried reactions, along motion forces.
    directions: unit slip per contact, None where a contact does not slide in a known direction.
    carried_along: (d,) the twist that surfaces in motion make of what the contacts constrain;
        zero where none moves.
    length: [m], makes moments and forces comparable.
    motion_scaling: (d,) factors that make all components of a twist speeds.
    """

    state: ContactState
    mode: ContactMode | None
    settings: FilterSettings
    constraint: Constraint
    projectors: ProjectorPair
    carried_projector: Array
    physical: ForceSet
    carried: ForceSet
    directions: tuple[Array | None, ...]
    length: float
    motion_scaling: Array
    carried_along: Array

    @property
    def lacks_direction(self) -> bool:
        """Whether a contact desired to slide has no direction of slip; it is treated as kept."""
        return self.mode is not None and any(
            interaction.slides and direction is None
            for interaction, direction in zip(self.mode, self.directions, strict=True)
        )

    @cached_property
    def surfaces_move(self) -> bool:
        """Whether surfaces in motion take the body along."""
        return any(self.carried_along.tolist())

    @cached_property
    def slides(self) -> bool:
        """Whether some contact slides in a known direction, so that friction is added."""
        return any(direction is not None for direction in self.directions)

    def load(self, acceleration: Array) -> Array | None:
        """
        Return what the body itself loads the contacts with (d,), None where that is nothing.

        acceleration: (d,) that is sent, read where none was measured. What no contact carries is
        left out: it moves the body, and that is the arm's to control. The contacts take all the
        force they span, and of the moment about their middle what they span of it.
        """
        if self.state.acceleration is not None or not any(acceleration.tolist()):
            return self._standing_load
        return self._load(acceleration)

    @cached_property
    def _standing_load(self) -> Array | None:
        """What the body loads the contacts with whatever is sent, or where nothing accelerates."""
        return self._load(None)

    def _load(self, acceleration: Array | None) -> Array | None:
        if self.state.inertia is None or not self.state.contact_count:
            return None
        load = body_load(self.state, acceleration, not self.settings.arm_carries_inertia)
        return None if load is None else self._load_projector.dot(load)

    @cached_property
    def _load_projector(self) -> Array:
        """
        Return the map (d, d) from a load to its part on the span of what the contacts carry.

        Nearest about the contacts' centre, whatever the reference point. Not along motion forces
        as `carried_projector`: who drives the body need not push it where it accelerates.
        """
        scaled = wrench_weighing(self.state.dimension, self.length, self.state.centre)
        rank = round(float(np.trace(self.carried_projector)))
        basis = np.linalg.svd(scaled.dot(self.carried_projector))[0][:, :rank]
        return np.asarray(
            np.linalg.solve(scaled, basis.dot(basis.T.dot(scaled))), dtype=np.float64
        )

    @cached_property
    def with_full_friction(self) -> ForceSet:
        """
        The reactions of the desired mode as they are published: what slides has its full friction.

        Their depth is that of the others inside their sets, and the normal force of what slides.
        """
        if not self.slides or self.mode is None:
            return self.carried
        return published_force_set(self.state, self.mode, self.directions, self.physical)

    @cached_property
    def support(self) -> SupportProblem:
        """The contacts as equal springs, for what will be carried; made when first asked for."""
        return support_problem(self.state)

    @cached_property
    def judges_will(self) -> bool:
        """
        Whether it is known what will be carried.

        Not where the desired mode restricts what contacts apply, where contacts can squeeze each
        other by forces nobody stated, or where friction has too many edges.
        """
        if self.carried is not self.physical or self.physical.is_empty:
            return False
        if not has_few_parts(self.state, MOST_PARTS):
            return False
        support = self.support
        squeezed = support.plane is None and bool(support.springs.preload.any())
        return support.plane is not None or squeezed or not self.physical.is_unbounded

    @cached_property
    def acts_on_will(self) -> bool:
        """Whether what is sent is what will be carried."""
        return self.settings.margin_of is MarginOf.WILL and self.judges_will

    @cached_property
    def depth(self) -> tuple[Array, Array]:
        """Contact forces (c,) as deep as the margin asks for, and their reaction (d,)."""
        forces = self.settings.margin * self.carried.depth_forces
        return forces, self.carried.wrench_matrix.dot(forces)


def prepared_contacts(
    state: ContactState,
    mode: ContactMode | None,
    twist: Array | None,
    settings: FilterSettings,
    previous: PreparedContacts | None = None,
) -> PreparedContacts:
    """
    Return the prepared contacts, the previous ones where they still hold.

    twist: (d,) commanded; it gives contacts that slide without a stated direction theirs.
    """
    if (
        previous is not None
        and previous.state is state
        and previous.settings is settings
        and previous.mode == mode
    ):
        if mode is None or all(item.kind is not InteractionKind.SLIDING for item in mode):
            return previous
        return _directed(previous, mode, twist)
    desired = ContactMode((UNSPECIFIED,) * state.contact_count) if mode is None else mode
    require_fitting_mode(state, desired)
    return _directed(_prepare(state, mode, desired, settings), desired, twist)


def _prepare(
    state: ContactState, mode: ContactMode | None, desired: ContactMode, settings: FilterSettings
) -> PreparedContacts:
    """Prepare all that does not depend on the command; sliding directions are still open."""
    length = settings.characteristic_length or state.characteristic_length
    metric = split_metric(state, settings, length)
    given = settings.characteristic_length or None
    constraint = contact_constraint(state, desired, given, settings.rank_tolerance)
    scale = metric_scale(metric)
    nowhere = (None,) * state.contact_count
    free = desired if mode is None else ContactMode((UNSPECIFIED,) * state.contact_count)
    physical = mode_force_set(state, free, nowhere, wrench_matrix(state), scale)
    projectors = projector_pair(constraint, metric)
    return PreparedContacts(
        state=state,
        mode=mode,
        settings=settings,
        constraint=constraint,
        projectors=projectors,
        carried_projector=span_projector(physical),
        physical=physical,
        carried=physical,
        directions=nowhere,
        length=length,
        motion_scaling=wrench_scaling(state.dimension, 1.0 / length),
        carried_along=_carried_along(state, desired, constraint, projectors),
    )


def _carried_along(
    state: ContactState, desired: ContactMode, constraint: Constraint, projectors: ProjectorPair
) -> Array:
    """
    Return the constrained part (d,) of the motion that moving surfaces impose.

    Each constrained component of a contact moves with its surface; where surfaces contradict each
    other, the least-squares motion is taken.
    """
    if not constraint.rank or not state.surfaces_move:
        return np.zeros(state.dimension)
    columns, _ = constrained_columns(state, desired)
    speeds = _surface_speeds(state)[columns]
    # A belt moves across its normal: what is left along it is rounding.
    if np.abs(speeds).max() <= CONTACT_SPEED * np.abs(state.surface_velocities).max():
        return np.zeros(state.dimension)
    motion = constraint.imposed_motion(speeds)
    return motion - projectors.free_motion.dot(motion)


def _surface_speeds(state: ContactState) -> Array:
    """Return the velocity of each surface in contact components (c,), contact-major [m/s]."""
    parts = component_slices(state)
    speeds = np.zeros(parts[-1].stop if parts else 0)
    size = linear_size(state.dimension)
    for contact, part in zip(state.contacts, parts, strict=True):
        speeds[part.start : part.start + size] = contact.frame.dot(contact.surface_velocity)
    return speeds


def _directed(
    prepared: PreparedContacts, desired: ContactMode, twist: Array | None
) -> PreparedContacts:
    """Return the contacts with the forces of their mode, sliding as the free motion has them."""
    if not any(restricts_force(item) for item in desired):
        return prepared
    state, physical = prepared.state, prepared.physical
    moving = state.twist
    if twist is not None:
        moving = prepared.projectors.free_motion.dot(twist) + prepared.carried_along
    rest = CONTACT_SPEED * twist_norm(moving, prepared.length)
    directions = _directions(state, desired, physical.wrench_matrix.T.dot(moving), rest)
    carried = mode_force_set(state, desired, directions, physical.wrench_matrix, physical.scale)
    return replace(
        prepared,
        carried=carried,
        carried_projector=span_projector(carried),
        directions=directions,
    )


def _directions(
    state: ContactState, mode: ContactMode, velocities: Array, rest: float
) -> tuple[Array | None, ...]:
    """
    Return each contact's unit slip over its surface.

    velocities: (c,) of the body in contact components [m/s]. rest: the speed [m/s] below which a
    slip is rounding, as at the point that a body turns on.
    """
    size = linear_size(state.dimension)
    surfaces = _surface_speeds(state)
    slips = velocities - surfaces
    rest = max(rest, CONTACT_SPEED * largest_magnitude(surfaces))
    tangents = [slice(part.start + 1, part.start + size) for part in component_slices(state)]
    return tuple(
        sliding_direction(interaction, slips[part], rest)
        for interaction, part in zip(mode, tangents, strict=True)
    )
