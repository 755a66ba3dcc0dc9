# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Raibert and Craig's selection matrix as a special case of a constraint.

Six booleans in one Cartesian frame describe a constraint only if its forces are spanned by some
of that frame's basis wrenches. Two skew contact normals, for example, have no such frame.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frictioncone_ros.constraints.basis import Constraint
from frictioncone_ros.spatial.arrays import Array, PLANAR, SPATIAL
from frictioncone_ros.spatial.products import cross_matrix, wrench_scaling
from frictioncone_ros.spatial.transforms import RigidTransform

SELECTION_FRAME = 1e-9
"""Residual, relative to unit directions, up to which a constraint fits one Cartesian frame [-]."""

_PLANAR_ROWS = [0, 1, 5]


@dataclass(frozen=True, eq=False)
class SelectionFrame:
    """
    One frame and which of its axes are force-controlled: a constraint in Raibert-Craig form.

    frame: pose of the constraint frame in the frame of the constraint.
    selection: (d,) booleans, True where the wrench component along that axis is a constraint
        force; the others are free motions.
    """

    frame: RigidTransform
    selection: tuple[bool, ...]

    @property
    def constraint_force_projector(self) -> Array:
        """Return X_f^-1 S X_f (d, d): select in the frame, expressed outside it."""
        force_map = self.frame.force_transform
        back = self.frame.inverse().force_transform
        return np.asarray(back @ np.diag(np.array(self.selection, dtype=float)) @ force_map)

    @property
    def free_motion_projector(self) -> Array:
        """Return X_m^-1 (I - S) X_m (d, d), the complementary selection of motions."""
        return np.eye(len(self.selection)) - self.constraint_force_projector.T


def find_selection_frame(constraint: Constraint) -> SelectionFrame | None:
    """
    Return a frame in which the constraint is a selection of axes, or None: there is no such one.

    With N_c the couples among the constraint forces (their force part zero) and N_f the force
    directions, a frame exists exactly if (1) one orthonormal triad spans both N_f and N_c, that
    is, their projectors commute, and (2) some origin lies on the lines of action: its moment arm
    gives every force direction the moment it has in N, up to couples of N_c.
    """
    wrenches = _orthonormal_wrenches(constraint)
    length = constraint.characteristic_length
    forces, couples, moments = _split(wrenches)
    force_part, couple_part = forces @ forces.T, couples @ couples.T
    if np.abs(force_part @ couple_part - couple_part @ force_part).max() > SELECTION_FRAME:
        return None
    origin = _common_origin(forces, moments, np.eye(3) - couple_part)
    if origin is None:
        return None
    return _frame(force_part, couple_part, origin * length, constraint.dimension)


def _orthonormal_wrenches(constraint: Constraint) -> Array:
    """Return an orthonormal basis (6, r) of the forces, moments over the length."""
    dimension = constraint.dimension
    scaling = wrench_scaling(dimension, constraint.characteristic_length)
    scaled = scaling[:, None] * constraint.constraint_force_basis
    left = np.linalg.svd(scaled, full_matrices=False)[0] if constraint.rank else scaled
    spatial = np.zeros((SPATIAL, constraint.rank))
    spatial[_PLANAR_ROWS if dimension == PLANAR else slice(None)] = left
    return spatial


def _split(wrenches: Array) -> tuple[Array, Array, Array]:
    """Return force directions (3, f), couples (3, c), and the moments (3, f) of the directions."""
    if not wrenches.shape[1]:
        return np.zeros((3, 0)), np.zeros((3, 0)), np.zeros((3, 0))
    directions, sizes, rows = np.linalg.svd(wrenches[:3])
    rank = int(np.count_nonzero(sizes > SELECTION_FRAME))
    moments = wrenches[3:] @ rows.T
    # Combinations in the null space of the force part are the couples, already orthonormal.
    return directions[:, :rank], moments[:, rank:], moments[:, :rank] / sizes[:rank]


def _common_origin(forces: Array, moments: Array, outside_couples: Array) -> Array | None:
    """Return the point P nearest the origin with Q (P x e) = Q m for all directions, or None."""
    if not forces.shape[1]:
        return np.zeros(3)
    system = np.vstack([-outside_couples @ cross_matrix(force) for force in forces.T])
    desired = np.concatenate([outside_couples @ moment for moment in moments.T])
    origin = np.linalg.lstsq(system, desired, rcond=None)[0]
    error = float(np.abs(system @ origin - desired).max())
    fits = error <= SELECTION_FRAME * max(1.0, float(np.abs(desired).max()))
    return np.asarray(origin) if fits else None


def _frame(force_part: Array, couple_part: Array, origin: Array, dimension: int) -> SelectionFrame:
    # Commuting projectors share eigenvectors; distinct weights keep their four cases apart.
    vertical = np.diag([0.0, 0.0, 4.0 if dimension == PLANAR else 0.0])
    axes = np.linalg.eigh(force_part + 2.0 * couple_part + vertical)[1].T
    if dimension == PLANAR:
        axes[2] = (0.0, 0.0, 1.0)
    if np.linalg.det(axes) < 0.0:
        axes[0] = -axes[0]
    held = [bool(axis @ force_part @ axis > 0.5) for axis in axes]
    turned = [bool(axis @ couple_part @ axis > 0.5) for axis in axes]
    if dimension == PLANAR:
        frame = RigidTransform(axes[:2, :2], origin[:2])
        return SelectionFrame(frame, (held[0], held[1], turned[2]))
    return SelectionFrame(RigidTransform(axes, origin), (*held, *turned))
