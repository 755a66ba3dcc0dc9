# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The rows and wrenches of one planar contact in a mode, with bounds on their errors."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frictioncone_ros.analysis.mode_cones.uncertainty import ContactUncertainty
from frictioncone_ros.constraints import contact_conditions
from frictioncone_ros.contact import (
    contact_jacobian,
    ContactMode,
    ContactState,
    Interaction,
)
from frictioncone_ros.spatial import Array


@dataclass(frozen=True, eq=False)
class UncertainContact:
    """
    One contact's part of the mode.

    zero_rows, signed_rows: rows (n, 3) on the twist rate that the mode wants zero, and positive
    or not negative. moves: whether a positive one is among them. wrenches: (3, m) of the
    extreme forces, which are sure to be allowed. *_errors: bounds on their entries.
    """

    zero_rows: Array
    zero_errors: Array
    signed_rows: Array
    signed_errors: Array
    wrenches: Array
    wrench_errors: Array
    moves: bool


def uncertain_contacts(
    state: ContactState, mode: ContactMode, uncertainty: ContactUncertainty
) -> list[UncertainContact]:
    """Return every contact's part, nominal and bounds."""
    rows = contact_jacobian(state).reshape(-1, 2, 3)
    errors = uncertainty.row_errors(state).reshape(-1, 2, 3)
    low, high = uncertainty.friction_interval(state)
    return [
        _uncertain_contact(state, index, interaction, (
            rows[index], errors[index], (float(low[index]), float(high[index]))
        ))
        for index, interaction in enumerate(mode)
    ]


def _uncertain_contact(
    state: ContactState,
    index: int,
    interaction: Interaction,
    known: tuple[Array, Array, tuple[float, float]],
) -> UncertainContact:
    rows, errors, friction = known
    contact = state.contacts[index]
    conditions = contact_conditions(contact, interaction)
    edges, spread = _edges(conditions.force_edges, interaction, friction)
    # A force (1, c) is off by its rows' errors; c itself by `spread`, along rows that are off too.
    off = errors.T @ np.abs(edges.T) + np.outer(np.abs(rows[1]) + errors[1], spread)
    return UncertainContact(
        conditions.equalities @ rows,
        np.abs(conditions.equalities) @ errors,
        conditions.inequalities @ rows,
        np.abs(conditions.inequalities) @ errors,
        rows.T @ edges.T,
        off,
        any(conditions.strict),
    )


def _edges(
    edges: Array, interaction: Interaction, friction: tuple[float, float]
) -> tuple[Array, Array]:
    """
    Return extreme forces (m, 2) allowed for every friction, and how far their c_t may be off.

    A contact that sticks uses the least friction. One that slides uses the true one, of which
    the middle is taken and half the interval is the error.
    """
    low, high = friction
    if not len(edges):
        return edges, np.zeros(0)
    signs = np.sign(edges[:, 1])
    if interaction.slides:
        return np.column_stack((edges[:, 0], signs * 0.5 * (low + high))), np.array(
            (0.5 * (high - low),))
    return np.column_stack((edges[:, 0], signs * low)), np.zeros(len(edges))
