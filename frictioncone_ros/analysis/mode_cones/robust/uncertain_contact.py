# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The rows and wrenches of one contact in a mode, with bounds on their errors.

What every truth allows one contact in one interaction, at most: rows and extreme forces.

What is not known exactly of contacts, and how far their Jacobian rows may be off.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, pi, sin

import numpy as np

from frictioncone_ros.analysis.mode_cones.spatial_modes import CellsOfContact
from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.constraints import contact_conditions
from frictioncone_ros.contact import (
    APPROACHING,
    contact_jacobian,
    ContactMode,
    ContactPoint,
    ContactState,
    FIXED,
    Interaction,
    InteractionKind,
    SEPARATING,
    SLIDING_LEFT,
    SLIDING_RIGHT,
)
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, as_non_negative, PLANAR
from frictioncone_ros.spatial.arguments import checked, checked_fields


@checked_fields
@dataclass(frozen=True)
class ContactUncertainty:
    """
    Bounds on what may be wrong, at each contact by itself.

    friction_factors: (low, high), the true friction limits are between low and high times the
    stated ones [-]. normal_angle: the true contact frame is turned by at most this, in space
    about any axis [rad]. position_error: the true contact is at most this far from where it is
    thought to be [m].
    """

    friction_factors: tuple[float, float] = (1.0, 1.0)
    normal_angle: float = 0.0
    position_error: float = 0.0

    def __post_init__(self) -> None:
        """Check the bounds."""
        low, high = (as_non_negative(value, 'friction factor') for value in self.friction_factors)
        if low > high:
            raise InvalidInputError('friction factors', (low, high), 'low <= high')
        object.__setattr__(self, 'friction_factors', (low, high))
        angle = as_non_negative(self.normal_angle, 'normal angle')
        if angle > pi / 2.0:
            raise InvalidInputError('normal angle', angle, 'at most pi / 2')
        object.__setattr__(self, 'normal_angle', angle)
        as_non_negative(self.position_error, 'position error')

    @checked
    def row_errors(self, state: ContactState) -> Array:
        """Return how far each entry of the contact Jacobian may be off, (k, 2 or 3, d)."""
        return self._planar(state) if state.dimension == PLANAR else self._spatial(state)

    def _planar(self, state: ContactState) -> Array:
        """
        Return the bounds (k, 2, 3) of frames that turn in the plane.

        A normal turned by delta is cos(delta) n + sin(delta) t, the tangent alike, and their
        moments turn along; a contact moved by e adds e x n, at most |e|.
        """
        axes, positions = state.frames, state.positions
        moments = positions[:, None, 0] * axes[..., 1] - positions[:, None, 1] * axes[..., 0]
        rows = np.abs(np.concatenate((axes, moments[..., None]), axis=2))
        turned: Array = (1.0 - cos(self.normal_angle)) * rows + sin(self.normal_angle) * rows[
            :, ::-1
        ]
        turned[..., 2] += self.position_error
        return turned

    def _spatial(self, state: ContactState) -> Array:
        """
        Return the bounds (k, 3, 6) of frames that turn about any axis.

        A unit vector moves by at most the chord 2 sin(angle / 2), its moment by |p| times that; a
        contact moved by e adds e x n, at most |e|.
        """
        chord = 2.0 * sin(0.5 * self.normal_angle)
        arms = np.linalg.norm(state.positions, axis=1)
        errors = np.full((state.contact_count, 3, 6), chord)
        errors[..., 3:] = (chord * arms + self.position_error)[:, None, None]
        return errors


@dataclass(frozen=True, eq=False)
class Rows:
    """Rows (n, d), or columns (d, n), and bounds on the errors of their entries."""

    nominal: Array
    errors: Array


@dataclass(frozen=True, eq=False)
class UncertainContact:
    """
    One contact's part of the mode.

    zero, signed: rows on the twist rate that the mode wants zero, and positive or not negative.
    moves: whether a positive one is among them. edges: columns, wrenches of extreme forces that
    are sure to be allowed. basis: columns, as many as zero rows where that can be; combinations
    of them by x with force_rows @ x >= 0 are the same forces.
    """

    zero: Rows
    signed: Rows
    moves: bool
    edges: Rows
    basis: Rows
    force_rows: Array


def uncertain_contacts(
    state: ContactState, mode: ContactMode, uncertainty: ContactUncertainty
) -> list[UncertainContact]:
    """Return every contact's part, nominal and bounds."""
    errors = uncertainty.row_errors(state)
    rows = contact_jacobian(state).reshape(errors.shape)
    return [
        _uncertain_contact(contact, one, Rows(rows[i], errors[i]), uncertainty.friction_factors)
        for i, (contact, one) in enumerate(zip(state.contacts, mode, strict=True))
    ]


def _uncertain_contact(
    contact: ContactPoint, interaction: Interaction, rows: Rows, factors: tuple[float, float]
) -> UncertainContact:
    conditions = contact_conditions(contact, interaction)
    forces, spread = sure_forces(conditions.force_edges, interaction, factors)
    edges = _wrenches(rows, forces, spread)
    basis, force_rows = edges, np.eye(len(forces))
    if len(forces) > len(conditions.equalities) and not interaction.slides:
        # More edges than components: take the components, and the faces of the friction set.
        size = forces.shape[1]
        basis = _wrenches(rows, np.eye(size), np.zeros((size, size)))
        force_rows = -PolyhedralCone.from_generators(forces.T).faces
    return UncertainContact(
        combined(conditions.equalities, rows),
        combined(conditions.inequalities, rows),
        any(conditions.strict),
        edges,
        basis,
        force_rows,
    )


def combined(table: Array, rows: Rows) -> Rows:
    """Return combinations of rows, with the bounds that follow."""
    return Rows(table @ rows.nominal, np.abs(table) @ rows.errors)


def sure_forces(
    edges: Array, interaction: Interaction, factors: tuple[float, float]
) -> tuple[Array, Array]:
    """
    Return extreme forces (m, c) allowed for every friction, and how far they may be off.

    A contact that sticks uses the least friction. One that slides uses the true one, of which
    the middle is taken and half the interval is the error.
    """
    low, high = factors
    tangential = edges.copy()
    tangential[:, :1] = 0.0
    factor, half = (0.5 * (low + high), 0.5 * (high - low)) if interaction.slides else (low, 0.0)
    return edges + (factor - 1.0) * tangential, half * np.abs(tangential)


def _wrenches(rows: Rows, forces: Array, spread: Array) -> Rows:
    """
    Return the wrenches (d, m) of forces (m, c) that may be off by `spread`.

    The true one is true rows times true force; its error is at most that of the rows on the
    nominal force, and the largest true rows times the error of the force.
    """
    largest = np.abs(rows.nominal) + rows.errors
    errors = rows.errors.T @ np.abs(forces).T + largest.T @ spread.T
    return Rows(rows.nominal.T @ forces.T, errors)


@dataclass(frozen=True, eq=False)
class RelaxedContact:
    """
    One contact's part of the relaxed laws.

    signed: rows (n, d) on the twist rate, not negative up to their errors. forces: columns
    (d, m), wrenches of extreme forces, with their errors; they hold every force of every truth.
    """

    signed: Rows
    forces: Rows


@dataclass(frozen=True, eq=False)
class RelaxedContacts:
    """The relaxed parts of all contacts of a state, made when first asked for."""

    state: ContactState
    uncertainty: ContactUncertainty
    open_contacts: frozenset[int]
    _made: dict[tuple[int, Interaction | None], RelaxedContact] = field(default_factory=dict)

    def interactions(self, index: int) -> tuple[Interaction, ...]:
        """Return what a contact may do."""
        if index in self.open_contacts:
            return APPROACHING, SEPARATING
        if self.state.dimension == PLANAR:
            return SLIDING_RIGHT, SLIDING_LEFT, FIXED, SEPARATING
        cells = CellsOfContact.of(self.state.contacts[index])
        slides = tuple(
            Interaction(InteractionKind.SLIDING, angle) for angle in cells.directions.values()
        )
        return (*slides, FIXED, SEPARATING) if len(cells.edges) > 2 else (*slides, SEPARATING)

    def part(self, index: int, interaction: Interaction | None) -> RelaxedContact:
        """Return one contact's part; None is undecided, anything that does not penetrate."""
        key = (index, interaction)
        if key not in self._made:
            self._made[key] = self._relaxed(index, interaction)
        return self._made[key]

    def _relaxed(self, index: int, interaction: Interaction | None) -> RelaxedContact:
        errors = self.uncertainty.row_errors(self.state)[index]
        rows = Rows(contact_jacobian(self.state).reshape(-1, *errors.shape)[index], errors)
        table, edges = self._conditions(index, interaction)
        forces = self._widest(edges, interaction)
        wrenches = Rows(rows.nominal.T @ forces.T, rows.errors.T @ np.abs(forces).T)
        return RelaxedContact(combined(table, rows), wrenches)

    def _conditions(self, index: int, interaction: Interaction | None) -> tuple[Array, Array]:
        """Return rows on the contact acceleration that are not negative, and extreme forces."""
        contact = self.state.contacts[index]
        if interaction is None:
            opened = index in self.open_contacts
            size = contact.frame.shape[0]
            table = np.zeros((0, size)) if opened else np.eye(size)[:1]
            return table, contact_conditions(contact, SEPARATING if opened else FIXED).force_edges
        conditions = contact_conditions(contact, interaction)
        flat = conditions.equalities
        return np.vstack((flat, -flat, conditions.inequalities)), conditions.force_edges

    def _widest(self, edges: Array, interaction: Interaction | None) -> Array:
        """Return forces (m, c) whose combinations hold those of every friction."""
        low, high = self.uncertainty.friction_factors
        tangential = edges.copy()
        tangential[:, :1] = 0.0
        widest = edges + (high - 1.0) * tangential
        if interaction is None or not interaction.slides or low == high:
            return widest
        return np.vstack((widest, edges + (low - 1.0) * tangential))
