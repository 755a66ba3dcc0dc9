# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Kinematic modes of a planar body: every string of interactions that some twist realises.

No forces yet. The zero motion (all fixed) counts where no surface moves. Contact velocities are
linear forms on the twist; the search follows the faces of the polyhedron of legal twists
(planar_cells), so it costs what it finds and not 4^n.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.modes.generated_cone import (
    AmbiguousSignError,
    Arithmetic,
    FLOATS,
    FRACTIONS,
    make_row,
    Row,
)
from frictioncone_ros.analysis.modes.planar_cells import ContactRows, mode_strings
from frictioncone_ros.contact import contact_jacobian, ContactMode, ContactState, require_state
from frictioncone_ros.spatial.arrays import Array, largest_magnitude, PLANAR

Table = NDArray[Any]
"""Floats, or fractions in an array of objects."""


def planar_kinematic_modes(state: ContactState) -> tuple[ContactMode, ...]:
    """
    Return every contact mode of a planar state that some twist realises, in order of letters.

    Letters are s, f, l, r. With moving surfaces the velocities are relative to them: a twist that
    keeps every contact may then not exist, and surfaces that close in on the body leave no mode.
    The state's own twist plays no part.
    """
    return tuple(ContactMode.parse(letters) for letters in planar_mode_strings(state))


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
    rows, surface = _exact_forms(state) if arithmetic is FRACTIONS else _forms(state)
    # Both components of one surface velocity are as large as the vector they came from.
    surface_size = np.repeat(np.abs(surface).reshape(-1, 2).max(axis=1), 2)[:, None]
    columns = np.array([1.0, 1.0, 1.0 / state.characteristic_length])
    sizes: Table = jacobian_sizes(state) * columns
    if arithmetic is FRACTIONS:
        columns, sizes = as_fractions(columns), as_fractions(sizes)
    forms = [
        make_row(row, size, arithmetic)
        for row, size in zip(
            np.hstack((rows * columns, -surface)).tolist(),
            np.hstack((sizes, surface_size)).tolist(),
            strict=True,
        )
    ]
    return tuple(_pairs(forms))


def _forms(state: ContactState) -> tuple[Table, Table]:
    """Return the contact Jacobian (2 k, 3) and the surfaces' speeds (2 k, 1) in their unit."""
    surface = np.einsum('kij,kj->ki', state.frames, state.surface_velocities).reshape(-1, 1)
    return contact_jacobian(state), surface / speed_unit(state)


def _exact_forms(state: ContactState) -> tuple[Table, Table]:
    """
    Return the same in fractions, from the positions and normals themselves.

    A rounded moment moves the contact: by 1e-16 of the way to the reference point, and that over
    the angle between two contacts nearly alike is where they were found to meet.
    """
    frames, places = as_fractions(state.frames), as_fractions(state.positions)
    moments = places[:, :1] * frames[..., 1] - places[:, 1:] * frames[..., 0]
    rows: Table = np.concatenate((frames, moments[..., None]), axis=2)
    speeds = as_fractions(state.surface_velocities / speed_unit(state))[:, None, :]
    surface: Table = (frames * speeds).sum(axis=2)
    return rows.reshape(-1, 3), surface.reshape(-1, 1)


def speed_unit(state: ContactState) -> float:
    """Return the largest component of a surface velocity [m/s], 1 where none moves."""
    return largest_magnitude(state.surface_velocities) or 1.0


def _pairs(forms: list[Row]) -> list[ContactRows]:
    return [ContactRows(*pair) for pair in zip(forms[0::2], forms[1::2], strict=True)]


def jacobian_sizes(state: ContactState) -> Array:
    """
    Return the sizes beside which an entry of the contact Jacobian may be rounding, (2 k, 3).

    A component of a unit normal is as exact as the whole of it, a moment as exact as the arm.
    """
    sizes = np.ones((2 * state.contact_count, 3))
    sizes[:, 2] = np.repeat(np.abs(state.positions).sum(axis=1), 2)
    return sizes


def as_fractions(values: Table) -> Table:
    """Return the same floats as exact fractions, in an array of objects."""
    exact = [Fraction(float(value)) for value in values.flat]
    return np.array(exact, dtype=object).reshape(values.shape)
