# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The question prepared: what depends on the contacts only, computed once per contact set.

The ray along which the margin is measured, made a single least squares problem.

The margin of w is the largest t with w - t w0 = edges @ x, x >= 0. Along u, the direction of w0,
space is shrunk by a small factor s; then the combination nearest to w - T w0, T above any
margin, meets w across u but for s^2 (T - t), and reaches as far along u as it can. Its edges are
those of the face through which the ray leaves, and what it leaves open, once more shrunk, is
normal to that face.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import sqrt
from typing import NamedTuple

import numpy as np

from frictioncone_ros.analysis.feasibility.force_layout import force_layout
from frictioncone_ros.analysis.feasibility.nearest_forces import nearest_forces
from frictioncone_ros.analysis.feasibility.round_sets import RoundSets, TINY
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.contact import ContactState
from frictioncone_ros.spatial import shift_wrench
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import CONE_INCIDENCE, CONE_RANK, FEASIBLE_RESIDUAL, ROUNDING

RAY_SHRINK = 1e-3
"""Factor by which space is shrunk along the depth wrench: far above the square root of rounding,
and its square far below the share of an edge that is in use [-]."""
RAY_REACH = 30.0
"""How far below a wrench the shot along the ray is aimed, in sizes of the wrench [-]."""

HIDDEN = 1e-6
"""What forces may miss of the wrench, however hard they squeeze [-]."""
SUM_ROUNDING = 5e-17
"""What rounding may leave of a sum of contact forces, beside the largest of them [-]."""


@dataclass(frozen=True, eq=False)
class DepthRay:
    """The depth wrench as unit direction (d,) and length, and the shrunk edge wrenches (d, n)."""

    direction: Array
    length: float
    edges: Array

    def far_target(self, wrench: Array) -> Array:
        """Return the shrunk scaled wrench far below `wrench` (d,), beyond its margin."""
        along = float(self.direction @ wrench)
        beyond = RAY_REACH * largest_entry(wrench)
        aim: Array = wrench + (RAY_SHRINK * (along - beyond) - along) * self.direction
        return aim

    def normal(self, target: Array, remainder: Array) -> Array | None:
        """Return the face normal (d,) of product -1 with the depth wrench, or None.

        remainder: what of the shrunk target the edges leave open. None where they leave nothing.
        """
        along = float(self.direction @ remainder)
        # Stretched by as much as space was shrunk, a remainder is mostly along the ray.
        if not along < -FEASIBLE_RESIDUAL * largest_entry(target):
            return None
        normal: Array = remainder + (RAY_SHRINK - 1.0) * along * self.direction
        return normal / (-RAY_SHRINK * along * self.length)


def depth_ray(edge_wrenches: Array, depth_wrench: Array) -> DepthRay:
    """Prepare the ray for the scaled edge wrenches (d, n) and depth wrench (d,)."""
    length = sqrt(depth_wrench @ depth_wrench)
    direction = depth_wrench / (length + TINY)
    return DepthRay(direction, length, shrunk(edge_wrenches, direction))


def shrunk(wrenches: Array, direction: Array) -> Array:
    """Return wrenches (d, n) with their part along the unit `direction` shrunk."""
    along: Array = (RAY_SHRINK - 1.0) * direction
    return wrenches + along[:, None] * (direction @ wrenches)


ON_FACE = 1e-12
"""What the edges of a face may leave of a wrench on it, beside the wrench: rounding [-]."""
INDEPENDENT = 1e-6
"""Singular value of a face's edges, beside the largest, from which on loads are exact [-]."""

SHORT_DEPTH_WRENCH = 1e-6
"""
A depth wrench this short beside the forces that add up to it points nowhere [-].

As of two fingers that face each other: it may be what rounding leaves of them.
"""


@dataclass(frozen=True, eq=False)
class CompositeFaces:
    """Faces of the composite cone in scaled wrench space.

    rows: (f, d), rows @ w <= 0. depth_rows: (f, d), each row divided by its product with the
    depth wrench, so that the least entry of depth_rows @ w is the margin of w.
    """

    rows: Array
    depth_rows: Array


class FaceEdges(NamedTuple):
    """
    The edges of one face, where they are independent: a wrench on it has one choice of loads.

    wrenches: (d, n) scaled. forces: (c, n) contact forces of these. loads: (n, d) pseudo-inverse.
    """

    wrenches: Array
    forces: Array
    loads: Array

    def forces_of(self, wrench: Array) -> Array | None:
        """Return forces (c,) of a scaled wrench (d,) on the face; None where it is none of it."""
        loads = self.loads.dot(wrench)
        if min(loads.tolist()) < 0.0:
            return None
        left = largest_entry(self.wrenches.dot(loads) - wrench)
        return self.forces.dot(loads) if left <= ON_FACE * largest_entry(wrench) else None


class Rays(NamedTuple):
    """Edges as `ContactWrenchProblem` names them, and its round sets."""

    edge_forces: Array
    edge_wrenches: Array
    round_sets: RoundSets | None


@dataclass(frozen=True, eq=False)
class ContactWrenchProblem:
    """Everything about a contact state that questions about wrenches share.

    Scaled wrenches have moments divided by the state's characteristic length [N throughout].
    state: the contacts. slices: force components of each contact. force_matrix: (d, c) scaled
    wrench of each force component, contact-major. scaling: (d,) scaled = scaling * wrench.
    depth_forces: (c,) the forces one newton inside every friction set nearest to the apex;
    depth_wrench: (d,) their scaled wrench. faces: of the composite cone, or None where not
    computed. in_span: its rays where it is a part of another problem; None: those of its contacts.
    centred: the same contacts about their centre and over their spread, where the reference point
    is far from all of them or the characteristic length from their spread; None where neither is.
    What only some questions need is computed when it is first asked for.
    """

    state: ContactState
    slices: tuple[slice, ...]
    force_matrix: Array
    scaling: Array
    depth_forces: Array
    depth_wrench: Array
    faces: CompositeFaces | None = None
    in_span: Rays | None = None
    centred: ContactWrenchProblem | None = None

    @property
    def dimension(self) -> int:
        """Number of wrench components: 3 planar, 6 spatial."""
        return self.state.dimension

    @property
    def judged(self) -> ContactWrenchProblem:
        """The problem by which questions are judged: about the centre where that is needed."""
        return self if self.centred is None else self.centred

    def about_centre(self, wrench: Array) -> Array:
        """Return a wrench (d,) of these contacts as `centred` has it [N, Nm]."""
        return shift_wrench(wrench, self.state.centre)

    @cached_property
    def _rays(self) -> Rays:
        if self.in_span is not None:
            return self.in_span
        layout = force_layout(self.state.frictions, self.dimension)
        edges = self.force_matrix @ layout.edge_forces
        lengths = np.sqrt(np.einsum('ij,ij->j', edges, edges))
        sets = layout.round_sets(self.force_matrix)
        return Rays(layout.edge_forces / lengths, edges / lengths, sets)

    @property
    def edge_forces(self) -> Array:
        """Extreme forces (c, n) of one contact each, whose scaled wrenches have unit length."""
        return self._rays.edge_forces

    @property
    def edge_wrenches(self) -> Array:
        """Their scaled wrenches (d, n)."""
        return self._rays.edge_wrenches

    @property
    def round_sets(self) -> RoundSets | None:
        """The contacts whose edges are not finite in number; None where there are none."""
        return self._rays.round_sets

    @cached_property
    def unreachable(self) -> Array:
        """Orthonormal scaled directions (d, u) in which no contact can push."""
        edges = self.edge_wrenches
        left, values, _ = np.linalg.svd(edges, full_matrices=edges.shape[1] < edges.shape[0])
        rank = sum(value > CONE_RANK * values[0] for value in values.tolist())
        return left[:, rank:]

    @cached_property
    def within_span(self) -> tuple[Array, ContactWrenchProblem]:
        """Orthonormal columns (d, r) of what the contacts reach, and the problem in them.

        Wrenches of that problem have r components; its state and scaling are as they were.
        """
        basis = np.linalg.svd(self.unreachable)[0][:, self.unreachable.shape[1] :]
        sets = self.round_sets
        rays = Rays(
            self.edge_forces,
            basis.T @ self.edge_wrenches,
            None if sets is None else sets.transformed(basis.T),
        )
        return basis, replace(
            self,
            force_matrix=basis.T @ self.force_matrix,
            depth_wrench=basis.T @ self.depth_wrench,
            in_span=rays,
        )

    def face_edges(self, face: int) -> FaceEdges | None:
        """Return the edges of one of the faces; None where they are not independent by far."""
        if face not in self._known_faces:
            self._known_faces[face] = self._edges_on(face)
        return self._known_faces[face]

    @cached_property
    def _known_faces(self) -> dict[int, FaceEdges | None]:
        return {}

    def _edges_on(self, face: int) -> FaceEdges | None:
        assert self.faces is not None
        heights = np.abs(self.faces.rows[face] @ self.edge_wrenches)
        wrenches = self.edge_wrenches[:, heights <= CONE_INCIDENCE]
        if not 0 < wrenches.shape[1] < self.dimension:
            return None
        values = np.linalg.svd(wrenches, compute_uv=False)
        if values[-1] <= INDEPENDENT * values[0]:
            return None
        forces = self.edge_forces[:, heights <= CONE_INCIDENCE]
        return FaceEdges(wrenches, forces, np.asarray(np.linalg.pinv(wrenches), dtype=np.float64))

    @cached_property
    def depth_ray(self) -> DepthRay:
        """The ray along the depth wrench."""
        return depth_ray(self.edge_wrenches, self.depth_wrench)

    @cached_property
    def has_depth_ray(self) -> bool:
        """Whether the depth wrench is long beside the depth forces, so that it has a direction."""
        return largest_entry(self.depth_wrench) > SHORT_DEPTH_WRENCH * self._depth_terms

    @cached_property
    def _depth_terms(self) -> float:
        """Size of the forces that add up to the depth wrench [N]."""
        return largest_entry(np.abs(self.force_matrix) @ np.abs(self.depth_forces))

    @cached_property
    def ceiling(self) -> Array | None:
        """Scaled twist (d,) whose power on a wrench is never below the wrench's margin.

        Of non-negative power on every admissible force and of power one on the depth wrench; None
        where the contacts can press on each other without limit, the composite cone being a
        subspace. It comes from the forces nearest to the opposite of the depth wrench: what they
        leave, r, is normal to the cone and r . w0 = -|r|^2.
        """
        opposite = -self.depth_wrench
        forces, remainder = nearest_forces(self, opposite)
        wanted, gap = largest_entry(opposite), largest_entry(remainder)
        # In opposed fingers the depth forces cancel: what they leave may be rounding of them.
        if gap <= FEASIBLE_RESIDUAL * wanted + ROUNDING * self._depth_terms:
            return None
        # Walls that hardly lean inwards hold a body by squeezing it a million times harder: what
        # that leaves is rounding, and points nowhere.
        if gap <= HIDDEN * wanted:
            squeeze = largest_entry(forces)
            if gap <= ROUNDING * squeeze and gap + SUM_ROUNDING * squeeze <= HIDDEN * wanted:
                return None
        ceiling: Array = -remainder / (remainder @ remainder)
        return ceiling
