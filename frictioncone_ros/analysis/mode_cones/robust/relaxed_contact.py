# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What every truth allows one contact in one interaction, at most: rows and extreme forces."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from frictioncone_ros.analysis.mode_cones.robust.uncertain_contact import combined, Rows
from frictioncone_ros.analysis.mode_cones.robust.uncertainty import ContactUncertainty
from frictioncone_ros.analysis.mode_cones.spatial_modes import CellsOfContact
from frictioncone_ros.constraints import contact_conditions
from frictioncone_ros.contact import (
    APPROACHING,
    contact_jacobian,
    ContactState,
    FIXED,
    Interaction,
    InteractionKind,
    SEPARATING,
    SLIDING_LEFT,
    SLIDING_RIGHT,
)
from frictioncone_ros.spatial import Array, PLANAR


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
