# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
One support plane: wrenches that press and wrenches that shear do not mix.

With equal normals at points of one plane, normal forces give a force along the normal and moments
along the plane; friction gives forces along the plane and a moment about the normal. So the
normal forces follow from what presses alone, and what shears is judged with them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from frictioncone_ros.analysis.feasibility import ContactWrenchProblem
from frictioncone_ros.analysis.support.force_parts import ForceParts
from frictioncone_ros.analysis.support.limit_ray import Kinks, kinks
from frictioncone_ros.analysis.support.springs import SpringSet
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.cones.hulls import convex_corners
from frictioncone_ros.spatial.arrays import Array, PLANAR
from frictioncone_ros.tolerances import FEASIBLE_RESIDUAL

SPATIAL_PRESSES = 3
"""Directions in which a spatial body is pressed: a force and two moments."""
EQUAL_NORMALS = 1e-10
"""Differences of unit normals, and of heights beside the contacts' distances, that are none."""
CLEAR_RANK = 1e-10
"""Eigenvalue of what friction reaches, beside the largest, from which no closer look is taken."""


@dataclass(frozen=True, eq=False)
class SupportPlane:
    """
    Both kinds of wrench about a point of the plane, in scaled directions.

    pressing: (p, d) the part along the normal and the moments along the plane. shearing: (s, d)
    of the rest what friction reaches; unreached: (n, d) what it does not, as the moment about the
    only contact that has any. presses: (k, p) of unit normal forces. shears: friction alone, with
    s directions. springs: along the normals.
    """

    pressing: Array
    shearing: Array
    unreached: Array
    presses: Array
    shears: ForceParts
    springs: SpringSet

    @cached_property
    def kinks(self) -> Kinks:
        """The slips that leave a contact at rest."""
        return kinks(self.shears.friction)

    @cached_property
    def tipping_rows(self) -> Array:
        """Rows (f, p), rows @ pressing <= 0 where pressing forces carry it without tipping."""
        corners = self._corners
        if corners is None:
            return self._line[0]
        # Outward across each side of the support polygon, in wrenches: a load outside it tips.
        ahead = np.roll(corners, -1, axis=0)
        return np.column_stack(
            (
                corners[:, 1] * ahead[:, 0] - corners[:, 0] * ahead[:, 1],
                ahead[:, 1] - corners[:, 1],
                corners[:, 0] - ahead[:, 0],
            )
        )

    @cached_property
    def astray_rows(self) -> Array:
        """Rows (n, p), rows @ pressing = 0 where normal forces of any sign add up to it."""
        return self._line[1] if self._corners is None else np.zeros((0, self.presses.shape[1]))

    def is_astray(self, press: Array) -> bool:
        """Tell whether no normal forces, of any sign, add up to what presses (p,)."""
        beyond = largest_entry(self.astray_rows.dot(press))
        return beyond > FEASIBLE_RESIDUAL * largest_entry(press)

    @cached_property
    def _line(self) -> tuple[Array, Array]:
        """
        Return the tipping and the astray rows where the contacts stand in a line or in one place.

        Written down, and not of the cone of their normal forces: by rounding that one is a thin
        wedge about them, whose sides say nothing of where the line ends.
        """
        points = self.presses[:, 1:]
        middle = points.mean(axis=0)
        arms = points - middle
        _, lengths, axes = np.linalg.svd(arms)
        if not lengths[0] > EQUAL_NORMALS:
            ends, astray = -np.eye(1, 1 + middle.size), axes
        else:
            along, astray = axes[0], axes[1:]
            places = points.dot(along)
            ends = np.array(((places.min(), *-along), (-places.max(), *along)))
        return ends, np.column_stack((-astray.dot(middle), astray))

    @cached_property
    def _corners(self) -> Array | None:
        """Corners (m, 2) of the support polygon, counter-clockwise, as moments of unit forces.

        None in the plane, and where the contacts stand in a line but for rounding.
        """
        if self.presses.shape[1] != SPATIAL_PRESSES:
            return None
        points = self.presses[:, 1:]
        corners = points[convex_corners([(x, y) for x, y in points.tolist()])]
        if len(corners) < 3:
            return None
        (x, y), extent = (corners[1:] - corners[0]).T, largest_entry(np.ptp(corners, axis=0))
        doubled_area = float(x[:-1].dot(y[1:]) - y[:-1].dot(x[1:]))
        return corners if doubled_area > EQUAL_NORMALS * max(extent, 1.0) * extent else None


def support_plane(
    problem: ContactWrenchProblem, parts: ForceParts, stiffness: Array
) -> SupportPlane | None:
    """Return the plane the contacts (k,) support the body in; None where they share none."""
    state = problem.state
    if not state.contact_count:
        return None
    normal = state.normals[0]
    if np.abs(state.normals - normal).max() > EQUAL_NORMALS:
        return None
    centre = state.centre
    arms = state.positions - centre
    heights = np.abs(arms.dot(normal))
    size = max(float(np.abs(arms).max()), state.characteristic_length)
    if heights.max() > EQUAL_NORMALS * size:
        return None
    pressing, shearing = _directions(problem, normal, centre)
    shears, unreached = parts.mapped(shearing), shearing[:0]
    reach = _reach(shears.flat)
    if reach is not None:
        # By rounding friction would bear a little there, and limits would be what rounding is.
        shearing, unreached = reach[0].dot(shearing), reach[1].dot(shearing)
        shears = parts.mapped(shearing)
    rest = replace(shears, normals=np.zeros_like(shears.normals))
    presses = parts.normals.dot(pressing.T)
    springs = SpringSet(presses, stiffness)
    return SupportPlane(pressing, shearing, unreached, presses, rest, springs)


def _reach(flat: Array) -> tuple[Array, Array] | None:
    """Return orthonormal rows of the directions friction (n, s) reaches, and of the others.

    None where it reaches all of them, or there is none.
    """
    if not flat.size:
        return None
    sizes = np.linalg.eigvalsh(flat.T.dot(flat))
    if sizes[0] > CLEAR_RANK * sizes[-1]:
        return None
    _, lengths, rows = np.linalg.svd(flat)
    rank = int((lengths > FEASIBLE_RESIDUAL * lengths[0]).sum())
    return None if rank == rows.shape[0] else (rows[:rank], rows[rank:])


def _directions(
    problem: ContactWrenchProblem, normal: Array, centre: Array
) -> tuple[Array, Array]:
    """Return the rows of pressing and of shearing scaled wrenches about the centre."""
    axes = problem.state.contacts[0].frame
    offset = centre * problem.scaling[-1]
    if problem.dimension == PLANAR:
        turned = np.array((offset[1], -offset[0], 1.0))
        return np.array(((*normal, 0.0), turned)), np.array(((*axes[1], 0.0),))
    forces = np.column_stack((axes, np.zeros((3, 3))))
    x, y, z = offset
    across = np.array(((0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0)))
    moments = np.column_stack((axes @ across.T, axes))
    return (np.vstack((forces[:1], moments[1:])), np.vstack((forces[1:], moments[:1])))
