# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Wrenches that give a mode for every friction, normal and position within stated bounds.

Why it holds for all of them, and not only for the corners of the bounds: a mode is a square
linear system for (twist rate, edge forces, accelerations that have a sign), A x = (w, 0), and
asks x_i >= 0 of all but the twist rate. With |A(true) - A| <= E entry by entry the true inverse
is within B of the nominal one, for all truths at once (`interval_inverse`). So x_i(true) >= 0 is
sure where (row_i of A^-1) . w >= (row_i of B) . |w|: a convex cone, whose |w| is written out by
the 2^3 signs of w. Where contacts share the load in more than one way the system is singular;
then the body must rest, and the same argument is made for its force balance alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from frictioncone_ros.analysis.mode_cones.compute import as_mode, mode_cone, resting_inertia
from frictioncone_ros.analysis.mode_cones.interval_inverse import inverse_with_bound, series_sum
from frictioncone_ros.analysis.mode_cones.mode_cone import ModeCone
from frictioncone_ros.analysis.mode_cones.uncertain_contact import (
    uncertain_contacts,
    UncertainContact,
)
from frictioncone_ros.analysis.mode_cones.uncertainty import ContactUncertainty
from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.contact import ContactMode, ContactState
from frictioncone_ros.spatial import Array, wrench_scaling


@dataclass(frozen=True, eq=False)
class RobustCone:
    """
    A cone of wrenches that give the mode for all truths within the bounds.

    cone: None where the argument finds no such wrench, with the reason. It is an inner bound:
    wrenches outside it may still do.
    """

    mode: ContactMode
    cone: ModeCone | None
    reason: str


def robust_mode_cone(
    state: ContactState, mode: ContactMode | str, uncertainty: ContactUncertainty
) -> RobustCone:
    """Return planar wrenches sure to be consistent with the mode, whatever the truth is."""
    wanted = as_mode(state, mode)
    nominal = mode_cone(state, wanted)
    if not nominal.is_possible:
        return RobustCone(wanted, None, 'kinematically impossible')
    contacts = uncertain_contacts(state, wanted, uncertainty)
    closed = _moving(state, contacts)
    if closed is None and not any(one.moves for one in contacts):
        closed = _resting(state, contacts)
    if closed is None:
        return RobustCone(wanted, None, 'needs an exact geometry: errors may rule the mode out')
    if closed.is_flat:
        return RobustCone(wanted, None, 'no wrench has enough margin for these errors')
    # All conditions are fulfilled strictly inside the cone, so its interior is the strict answer.
    inner = closed.interior_point()[:, None]
    cone = ModeCone(wanted, closed, True, state.characteristic_length, (inner,))
    return RobustCone(wanted, cone, '')


def _moving(state: ContactState, contacts: list[UncertainContact]) -> PolyhedralCone | None:
    """Return the cone from the square system, or None where it may be singular."""
    system, errors = _system(state, contacts)
    solved = inverse_with_bound(system, errors)
    if solved is None:
        return None
    inverse, bound = (table[3:, :3] for table in solved)
    signs = np.array(list(product((1.0, -1.0), repeat=3)))
    rows = inverse[:, None, :] - signs[None, :, :] * bound[:, None, :]
    return PolyhedralCone.from_faces(-rows.reshape(-1, 3)).minimal()


def _system(state: ContactState, contacts: list[UncertainContact]) -> tuple[Array, Array]:
    """
    Return A and the bounds on its errors, for x = (twist rate, edge forces, signed accelerations).

    Rows: Newton M a - W c = w; no acceleration where the mode has none; y - row . a = 0.
    """
    forces = np.hstack([one.wrenches for one in contacts])
    kept = np.vstack([one.zero_rows for one in contacts])
    signed = np.vstack([one.signed_rows for one in contacts])
    size = 3 + forces.shape[1] + len(signed)
    system, errors = np.zeros((size, size)), np.zeros((size, size))
    middle, last = 3 + len(kept), 3 + forces.shape[1]
    if middle != last:  # a contact without friction cannot hold its tangent
        return np.zeros((1, 1)), np.zeros((1, 1))
    system[:3, :3] = resting_inertia(state).matrix
    system[:3, 3:last], errors[:3, 3:last] = -forces, _wrench_errors(contacts)
    system[3:middle, :3] = kept
    errors[3:middle, :3] = np.vstack([one.zero_errors for one in contacts])
    system[middle:, :3], system[middle:, last:] = -signed, np.eye(len(signed))
    errors[middle:, :3] = np.vstack([one.signed_errors for one in contacts])
    return system, errors


def _resting(state: ContactState, contacts: list[UncertainContact]) -> PolyhedralCone | None:
    """
    Return the cone of wrenches that contact forces balance, whatever the truth is.

    w = G z with z >= 0 nominally. With a right inverse R of G the true G + D is met by
    z - R (I + D R)^-1 D z, which stays >= 0 where z >= H z, H = |R| (I - |D| |R|)^-1 |D|. These
    z are generated by the columns of (I - H)^-1.
    """
    scale = wrench_scaling(3, state.characteristic_length)[:, None]
    forces = -scale * np.hstack([one.wrenches for one in contacts])
    errors = scale * _wrench_errors(contacts)
    if np.linalg.matrix_rank(forces) < 3:
        return None
    right = np.abs(np.linalg.pinv(forces))
    series = series_sum(errors @ right)
    if series is None:
        return None
    correction = series_sum(right @ (errors + series @ errors))
    if correction is None:
        return None
    generators = forces @ (np.eye(len(correction)) + correction)
    return PolyhedralCone.from_generators(generators / scale).minimal()


def _wrench_errors(contacts: list[UncertainContact]) -> Array:
    return np.hstack([one.wrench_errors for one in contacts])
