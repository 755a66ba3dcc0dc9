# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The question prepared: what depends on the contacts only, computed once per contact set."""

from __future__ import annotations

from dataclasses import dataclass

from frictioncone_ros.analysis.feasibility.friction_edges import RoundSets
from frictioncone_ros.contact import ContactState
from frictioncone_ros.spatial.arrays import Array


@dataclass(frozen=True, eq=False)
class CompositeFaces:
    """Faces of the composite cone in scaled wrench space.

    rows: (f, d), rows @ w <= 0. depth_rows: (f, d), each row divided by its product with the
    depth wrench, so that the least entry of depth_rows @ w is the margin of w.
    """

    rows: Array
    depth_rows: Array


@dataclass(frozen=True, eq=False)
class ContactWrenchProblem:
    """Everything about a contact state that questions about wrenches share.

    Scaled wrenches have moments divided by the state's characteristic length [N throughout].
    state: the contacts. slices: force components of each contact. force_matrix: (d, c) scaled
    wrench of each force component, contact-major. edge_forces: (c, n) extreme forces of one
    contact each; edge_wrenches: (d, n) their scaled wrenches, of unit length. round_sets: the
    contacts whose edges are not finite in number. scaling: (d,) scaled = scaling * wrench.
    depth_forces: (c,) the forces one newton inside every friction set nearest to the apex;
    depth_wrench: (d,) their scaled wrench. unreachable: (d, u) orthonormal scaled directions in
    which no contact can push. ceiling: (d,) scaled twist of non-negative power on every
    admissible force and of power one on the depth wrench, so that its power on a wrench is never
    below the wrench's margin; None where the contacts can press on each other without limit, the
    composite cone being a subspace. faces: of the composite cone, or None where not computed.
    """

    state: ContactState
    slices: tuple[slice, ...]
    force_matrix: Array
    edge_forces: Array
    edge_wrenches: Array
    round_sets: RoundSets | None
    scaling: Array
    depth_forces: Array
    depth_wrench: Array
    unreachable: Array
    ceiling: Array | None = None
    faces: CompositeFaces | None = None

    @property
    def dimension(self) -> int:
        """Number of wrench components: 3 planar, 6 spatial."""
        return self.state.dimension
