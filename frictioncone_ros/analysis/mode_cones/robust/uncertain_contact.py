# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The rows and wrenches of one contact in a mode, with bounds on their errors."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frictioncone_ros.analysis.mode_cones.robust.uncertainty import ContactUncertainty
from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.constraints import contact_conditions
from frictioncone_ros.contact import (
    contact_jacobian,
    ContactMode,
    ContactPoint,
    ContactState,
    Interaction,
)
from frictioncone_ros.spatial import Array


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
