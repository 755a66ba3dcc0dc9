# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contact velocities of a planar body as linear forms on its twist, and the modes they allow."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.analysis.modes.generated_cone import (
    AmbiguousSignError,
    Arithmetic,
    FLOATS,
    FRACTIONS,
    make_row,
    Row,
)
from frictioncone_ros.analysis.modes.planar_cells import ContactRows, mode_strings
from frictioncone_ros.analysis.motions.planar.problem import as_fractions, Table
from frictioncone_ros.analysis.motions.planar.scene import jacobian_sizes
from frictioncone_ros.contact import contact_jacobian, ContactState, require_state
from frictioncone_ros.spatial.arrays import PLANAR


def planar_mode_strings(state: ContactState) -> list[str]:
    """Return the strings of all modes that some twist realises, sorted."""
    try:
        return mode_strings(twist_rows(state, FLOATS))
    except AmbiguousSignError:
        return mode_strings(twist_rows(state, FRACTIONS))


def twist_rows(state: ContactState, arithmetic: Arithmetic = FLOATS) -> tuple[ContactRows, ...]:
    """
    Return the contact velocities as forms on (vx, vy, L omega, 1), L the characteristic length.

    Velocities are measured in speed_unit(state).
    """
    require_state(state, PLANAR)
    surface = np.einsum('kij,kj->ki', state.frames, state.surface_velocities).reshape(-1, 1)
    surface = surface / speed_unit(state)
    # Both components of one surface velocity are as large as the vector they came from.
    surface_size = np.repeat(np.abs(surface).reshape(-1, 2).max(axis=1), 2)[:, None]
    columns = np.array([1.0, 1.0, 1.0 / state.characteristic_length])
    rows: Table = np.hstack((contact_jacobian(state) * columns, -surface))
    sizes: Table = np.hstack((jacobian_sizes(state) * columns, surface_size))
    if arithmetic is FRACTIONS:
        rows, sizes = as_fractions(rows), as_fractions(sizes)
    forms = [
        make_row(row, size, arithmetic)
        for row, size in zip(rows.tolist(), sizes.tolist(), strict=True)
    ]
    return tuple(_pairs(forms))


def speed_unit(state: ContactState) -> float:
    """Return the largest component of a surface velocity [m/s], 1 where none moves."""
    return float(np.abs(state.surface_velocities).max(initial=0.0)) or 1.0


def _pairs(forms: list[Row]) -> list[ContactRows]:
    return [ContactRows(*pair) for pair in zip(forms[0::2], forms[1::2], strict=True)]
