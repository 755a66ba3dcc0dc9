# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What a mode demands of accelerations and forces where friction is round or the body moves.

A contact that slides already keeps its direction or opens, and friction opposes the velocity it
has; one that opens already carries nothing. A soft finger that slides in a direction does not
spin; one that is fixed neither slides nor spins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from frictioncone_ros.analysis.mode_cones.mode_forces import (
    forces_along,
    opposing_rays,
    SectionForces,
)
from frictioncone_ros.analysis.modes.rows import contact_rows, spin_rows
from frictioncone_ros.analysis.motions.refused_states import refuse_approaching
from frictioncone_ros.analysis.motions.spatial.balance import ForceCone
from frictioncone_ros.constraints import contact_conditions, refuse_thin_friction
from frictioncone_ros.contact import (
    acceleration_bias,
    component_slices,
    contact_velocities,
    ContactMode,
    ContactPoint,
    ContactState,
    Interaction,
    InteractionKind,
    resting_speed,
)
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, Inertia, linear_size, PLANAR
from frictioncone_ros.spatial.arrays import largest_magnitude
from frictioncone_ros.tolerances import CONTACT_SPEED, ROUNDING

SAME_ANGLE = 1e-6
"""Angle up to which a mode names the direction in which a contact slides already [rad]."""


@dataclass(frozen=True, eq=False)
class ContactDemands:
    """
    What one contact's interaction demands, in contact components (normal, tangents[, spin]).

    equalities, inequalities: rows on its acceleration, = 0 and >= 0; strict: which are > 0.
    rays: (m, c) extreme forces; None where the whole round set of its friction is allowed.
    possible: False where the contact's velocity rules the interaction out.
    """

    equalities: Array
    inequalities: Array
    strict: tuple[bool, ...] = ()
    rays: Array | None = field(default_factory=lambda: np.zeros((0, 0)))
    possible: bool = True


@dataclass(frozen=True, eq=False)
class ModeConditions:
    """
    The conditions of all contacts on (acceleration's coordinates, drift), (d + 1,) [m/s^2].

    Linear in both, so that no unit of length or time counts. Where nothing drifts the last
    coordinate is left out, (d,).

    equalities, inequalities: unit rows; strict: (i,) flags. demands: of each contact.
    drift: largest part of the contacts' accelerations that velocities bring [m/s^2], or 0.
    """

    state: ContactState
    drift: float
    equalities: Array
    inequalities: Array
    strict: Array
    demands: tuple[ContactDemands, ...]

    @property
    def possible(self) -> bool:
        """Whether no contact's velocity rules its interaction out."""
        return all(one.possible for one in self.demands)

    def force_cones(self, wrenches: Array) -> list[ForceCone]:
        """Return the forces of all contacts; wrenches (d, c): columns of their components."""
        rows = np.pad(wrenches, ((0, int(self.drift > 0.0)), (0, 0)))
        cones: list[ForceCone] = []
        for index, (one, columns) in enumerate(
            zip(self.demands, component_slices(self.state), strict=True)
        ):
            if one.rays is None:
                friction = self.state.contacts[index].friction
                cones.append(SectionForces.whole(index, friction, rows[:, columns]))
            elif len(one.rays):
                cones.append(forces_along(index, one.rays, rows[:, columns]))
        return cones


def moving_inertia(state: ContactState) -> Inertia:
    """Return the inertia of a state, or refuse: accelerations follow from it."""
    if state.inertia is None:
        raise InvalidInputError('inertia', None, 'an Inertia, for accelerations follow from it')
    return state.inertia


def conditions_of(state: ContactState, mode: ContactMode) -> ModeConditions:
    """Return the conditions of a mode, of a body at rest or moving."""
    moving_inertia(state)
    size = 2 if state.dimension == PLANAR else 3
    velocities, resting = contact_velocities(state), resting_speed(state)
    refuse_approaching(state, velocities[:, 0], resting)
    _refuse_spinning(state)
    demands = []
    for contact, wanted, velocity, rest in zip(
        state.contacts, mode, velocities, resting, strict=True
    ):
        if float(velocity[0]) > rest:
            demands.append(_opening(wanted, size))
        elif float(np.linalg.norm(velocity[1:])) > rest:
            demands.append(_sliding(contact, wanted, velocity[1:], size))
        else:
            demands.append(_resting(contact, wanted, size))
    return _stacked(state, demands)


def _refuse_spinning(state: ContactState) -> None:
    """Refuse soft fingers that spin already: their friction turns with the spin."""
    if state.dimension == PLANAR:
        return
    limit = CONTACT_SPEED * float(np.linalg.norm(state.twist[3:]))
    for contact in state.contacts:
        spin = float(contact.contact_normal @ state.twist[3:])
        if contact.friction.torsion_limit(state.dimension) > 0.0 and abs(spin) > limit:
            expected = 'a soft finger that does not spin yet; find_motions takes any'
            raise InvalidInputError('spin', spin, expected, contact.label)


def _opening(wanted: Interaction, size: int) -> ContactDemands:
    """Return what is demanded of a contact that opens already: nothing, and it must separate."""
    none = np.zeros((0, size))
    return ContactDemands(none, none, possible=wanted.kind is InteractionKind.SEPARATING)


def _sliding(contact: ContactPoint, wanted: Interaction, slip: Array, size: int) -> ContactDemands:
    """Return what is demanded of a contact that slides: a_n = 0, friction against its slip."""
    none, normal = np.zeros((0, size)), np.eye(size)[:1]
    if wanted.kind is InteractionKind.SEPARATING:
        return ContactDemands(none, normal, (True,))
    refuse_thin_friction(contact)
    force = opposing_rays(contact.friction, slip, contact.dimension)
    named = wanted.slides and _names(wanted, slip)
    kept = named or wanted.kind is InteractionKind.UNSPECIFIED
    return ContactDemands(normal, none, (), force, possible=kept)


def _names(wanted: Interaction, slip: Array) -> bool:
    """Whether an interaction is sliding in the direction of a slip (1,) or (2,)."""
    if len(slip) == 1:
        left = wanted.kind is InteractionKind.SLIDING_LEFT
        return left == bool(slip[0] > 0.0)
    if wanted.direction is None:
        return True
    past = wanted.direction - np.arctan2(slip[1], slip[0])
    return bool(abs((past + np.pi) % (2.0 * np.pi) - np.pi) <= SAME_ANGLE)


def _resting(contact: ContactPoint, wanted: Interaction, size: int) -> ContactDemands:
    """Return what is demanded of a contact at rest: the table, with round sets as they are."""
    friction, dimension = contact.friction, contact.dimension
    parts = friction.component_count(dimension)
    table_applies = friction.force_edges(dimension) is not None and parts == size
    loaded = wanted.kind not in (InteractionKind.SEPARATING, InteractionKind.APPROACHING)
    if table_applies or not loaded:
        row = contact_conditions(contact, wanted, opens_strictly=True)
        return ContactDemands(row.equalities, row.inequalities, row.strict, row.force_edges)
    axes = np.eye(parts)
    if wanted.kind is InteractionKind.SLIDING:
        return _starting(contact, wanted, axes)
    kept = axes if wanted.kind is InteractionKind.FIXED else axes[:1]
    edges = friction.force_edges(dimension)
    return ContactDemands(kept, np.zeros((0, parts)), (), edges)


def _starting(contact: ContactPoint, wanted: Interaction, axes: Array) -> ContactDemands:
    """Return what is demanded of a contact that starts to slide on a round set, not to spin."""
    if wanted.direction is None:
        expected = 'd[degrees]: sliding in any direction is no convex set; find_motions tells'
        raise InvalidInputError('interaction', str(wanted), expected, contact.label)
    refuse_thin_friction(contact)
    along = np.array([np.cos(wanted.direction), np.sin(wanted.direction)])
    across = np.array([-along[1], along[0]]) @ axes[1:3]
    force = opposing_rays(contact.friction, along, contact.dimension)
    equalities = np.vstack((axes[:1], across, axes[3:]))
    return ContactDemands(equalities, (along @ axes[1:3])[None], (True,), force)


def _stacked(state: ContactState, demands: Sequence[ContactDemands]) -> ModeConditions:
    blocks, (bias, drift) = contact_rows(state), _bias(state)
    if drift > 0.0:
        blocks = np.concatenate((blocks, (bias / drift)[:, :, None]), axis=2)
    if state.dimension != PLANAR:
        # How fast it spins about the normal: of soft fingers at rest only.
        spins = np.pad(spin_rows(state), ((0, 0), (0, int(drift > 0.0))))
        blocks = np.concatenate((blocks, spins[:, None, :]), axis=1)
    width = state.dimension + int(drift > 0.0)
    return ModeConditions(
        state,
        drift,
        _rows([one.equalities for one in demands], blocks, width),
        _rows([one.inequalities for one in demands], blocks, width),
        np.array([flag for one in demands for flag in one.strict], dtype=bool),
        tuple(demands),
    )


def _bias(state: ContactState) -> tuple[Array, float]:
    """Return what velocities bring of each contact's acceleration [m/s^2], and the largest."""
    bias, size = acceleration_bias(state), linear_size(state.dimension)
    drift = largest_magnitude(bias)
    spin = float(np.linalg.norm(state.twist[size:]))
    reach = largest_magnitude(state.positions)
    # A top between two points: rounding is all that moves them, and they would not agree.
    rounding = ROUNDING * spin * (spin * reach + float(np.linalg.norm(state.twist[:size])))
    return bias, drift if drift > rounding else 0.0


def _rows(tables: Sequence[Array], blocks: Array, width: int) -> Array:
    """Return each contact's rows on its acceleration as unit rows."""
    every = [table @ block[: table.shape[1]] for table, block in zip(tables, blocks, strict=True)]
    rows = np.vstack([np.zeros((0, width)), *every])
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / np.where(lengths > 0.0, lengths, 1.0)
