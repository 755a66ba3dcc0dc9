# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Contact forces whose wrench is nearest to a desired one: the solver under every question.

Round friction sets solved by edges that are added where they are needed, with curvature.

Every solve is one non-negative least squares problem over the edges so far. Edges alone halve the
angle to the true contact force at each round. So the curvature of the circles enters as in
Newton's method: with the remainder r, the sliding contact i bears N_i, and its support function
z_n + mu |z_t|, z the components of r, has the second derivative mu / |z_t| across z_t. The solver
then minimises |r|^2/2 + r' Q r/2 - r . target over the polar cone of the edges,
Q = sum of N_i mu / |z_t| u_i u_i', u_i the wrench of the tangential force across z_t.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import NamedTuple, TYPE_CHECKING

import numpy as np

from frictioncone_ros.analysis.feasibility.round_sets import EDGE_GAIN, RoundSets, TINY
from frictioncone_ros.cones import largest_entry, nonnegative_weights
from frictioncone_ros.exceptions import NumericalError
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.spatial.compiled import lapack
from frictioncone_ros.tolerances import ROUNDING

if TYPE_CHECKING:
    from frictioncone_ros.analysis.feasibility.problem import ContactWrenchProblem


SLIDING_PART = 0.9
"""Part of its friction from which a contact is taken to slide where curvature is modelled [-]."""
STIFFEST_BEND = 1e6
"""Largest curvature of a circle that enters the solver, so that it stays well conditioned [-]."""
CLOSE_BEND = 1e8
"""The same once next to nothing is left open: it ends at about the inverse, beside the forces."""


class NearestForces(NamedTuple):
    """Forces (c,) inside their friction sets and what their scaled wrench leaves open (d,).

    The negative remainder is a scaled twist on which no admissible force does negative work.
    """

    contact_forces: Array
    remainder: Array


class _Surface(NamedTuple):
    """
    Curvature of limit surfaces: two directions across the slip and spin of each such contact.

    across: (d, s) wrenches. stiffness: (s,). forces: (c, s) contact forces of the directions.
    """

    across: Array
    stiffness: Array
    forces: Array


class _Bend(NamedTuple):
    """Curvature of the m circles at the last remainder.

    root: (d, d), root' root = (1 + Q)^-1. across: (d, m) wrenches u. stiffness: (m,) N mu / |z_t|.
    directions: (2, m) unit tangential force components of u. surface: of limit surfaces, if any.
    """

    root: Array
    across: Array
    stiffness: Array
    directions: Array
    surface: _Surface | None = None


@dataclass(eq=False)
class EdgeSearch:
    """Edges in use: wrenches (d, n), forces (c, n); the sets they approach; the curvature."""

    sets: RoundSets
    edges: Array
    forces: Array
    bend: _Bend | None = None

    def solve(self, target: Array, bent: bool = True) -> NearestForces:
        """Return the forces of the edges in use (and of the curvature) nearest to `target`."""
        bend = self.bend
        if bend is None or not bent:
            weights, remainder = nonnegative_weights(self.edges, target)
            return NearestForces(self.forces @ weights, remainder)
        edges, aim = bend.root @ self.edges, bend.root @ target
        weights, bent_remainder = nonnegative_weights(edges, aim)
        remainder = bend.root.T @ bent_remainder
        forces = self.forces @ weights
        # 1 + Q leaves target - Q r - edges: Q r is tangential force across the last direction.
        sideways = bend.stiffness * (bend.across.T @ remainder) * bend.directions
        forces[self.sets.starts + 1] += sideways[0]
        across = sideways[1] * self.sets.aspects if self.sets.is_elliptic else sideways[1]
        forces[self.sets.starts + 2] += across
        if bend.surface is not None:
            surface = bend.surface
            forces += surface.forces @ (surface.stiffness * (surface.across.T @ remainder))
        return NearestForces(forces, remainder)

    def refine(self, found: NearestForces, stiffest: float = STIFFEST_BEND) -> Array:
        """
        Add each circle's edge of largest product with the remainder; return those products.

        stiffest: largest curvature that enters the next solve [-].
        """
        sets = self.sets
        edges, support, slip = sets.extreme_edges(found.remainder)
        wrenches, forces = sets.as_columns(edges, self.forces.shape[0])
        self.edges = np.concatenate((self.edges, wrenches), axis=1)
        self.forces = np.concatenate((self.forces, forces), axis=1)
        surface = None
        if sets.is_coupled:
            surface = self._surface(found, stiffest)
        self.bend = self._bent(found.contact_forces, slip, surface, stiffest)
        return support

    def _surface(self, found: NearestForces, stiffest: float) -> _Surface:
        """Return the curvature of limit surfaces whose force is about on them."""
        sets = self.sets
        count = self.forces.shape[0]
        across, stiffness, forces = [], [], []
        for index in sets.coupled.tolist():
            columns, start = sets.columns[1:, :, index], int(sets.starts[index])
            units = np.array((1.0, sets.aspects[index], sets.arms[index]))
            force = found.contact_forces[start : start + 4]
            slip = columns @ found.remainder
            length = float(np.linalg.norm(slip)) + TINY
            reach = float(sets.friction_limits[index]) * float(force[0])
            used = float(np.linalg.norm(force[1:] / units))
            slides = force[0] > 0.0 and used >= SLIDING_PART * reach
            for direction in np.linalg.svd(slip[None] / length)[2][1:]:
                across.append(direction @ columns)
                stiffness.append(slides * min(reach / length, stiffest))
                forces.append(np.zeros(count))
                forces[-1][start + 1 : start + 4] = direction * units
        return _Surface(np.array(across).T, np.array(stiffness), np.array(forces).T)

    def _bent(
        self, forces: Array, slip: Array, surface: _Surface | None, stiffest: float
    ) -> _Bend:
        """Return the curvature at contacts whose force is about on its circle; slip is (2, m)."""
        sets = self.sets
        normal = forces[sets.starts]
        across_force = forces[sets.starts + 2]
        if sets.is_elliptic:
            across_force = across_force / sets.aspects
        tangential = np.hypot(forces[sets.starts + 1], across_force)
        length = np.hypot(slip[0], slip[1]) + TINY
        reach = sets.friction_limits * normal
        sliding = (normal > 0.0) & (tangential >= SLIDING_PART * reach) & (sets.arms == 0.0)
        stiffness = sliding * np.minimum(reach / length, stiffest)
        directions = np.array((-slip[1], slip[0])) / length
        across = sets.columns[1] * directions[0] + sets.columns[2] * directions[1]
        hessian = (across * stiffness) @ across.T
        if surface is not None:
            hessian += (surface.across * surface.stiffness) @ surface.across.T
        hessian.flat[:: hessian.shape[0] + 1] += 1.0
        # Straight to LAPACK: numpy's wrappers cost more than the six by six matrix.
        root = lapack.dtrtri(lapack.dpotrf(hessian, lower=1)[0], lower=1)[0]
        return _Bend(root, across, stiffness, directions, surface)

    def newest_lengths(self) -> Array:
        """Return how long the wrench of each edge added last is for unit normal force (m,).

        Rounding grows with it: a friction of 100 makes it 100, torsion on a small body more.
        """
        count = self.sets.starts.size
        lengths: Array = 1.0 / self.forces[self.sets.starts, np.arange(-count, 0)]
        return lengths


EDGE_ROUNDS = 60
"""Rounds of adding edges after which the solver gives up; five are usual."""
LAST_BITS = 1e-15
"""Rounding of a friction force's length, beside the largest force [-]."""
CLOSE = 1e-6
"""Gap, beside the target, below which what an edge gains on it may be rounding [-]."""
FAR_OFF = 1e6
"""Size of forces, beside the target, below which none may gain on what endless ones leave [-]."""


def nearest_forces(
    problem: ContactWrenchProblem, target: Array, factor: Array | None = None
) -> NearestForces:
    """Return the forces whose scaled wrench is nearest to the scaled `target` (d,).

    The distance is Euclidean in scaled wrenches, or |factor (x - target)| for a (d, d) factor;
    the remainder is then factor (target - wrench of the forces).
    """
    edges, sets = problem.edge_wrenches, problem.round_sets
    if factor is not None:
        edges, target = factor @ edges, factor @ target
    if edges.shape[1] == 0:
        return NearestForces(np.zeros(0), target)
    if sets is None:
        weights, remainder = nonnegative_weights(edges, target)
        return NearestForces(problem.edge_forces @ weights, remainder)
    if factor is not None:
        sets = sets.transformed(factor)
    return _searched(EdgeSearch(sets, edges, problem.edge_forces), target)


def _searched(search: EdgeSearch, target: Array) -> NearestForces:
    """Add edges until the remainder gains nothing from any edge of any circle.

    Rounding may leave more than nothing: that is an answer too, but only when no better comes.
    """
    size, poor, gap = largest_entry(target), None, inf
    for count in range(EDGE_ROUNDS):
        found, before = search.solve(target), gap
        gap = largest_entry(found.remainder)
        overshoot = search.sets.overshoot(found.contact_forces)
        admissible = overshoot <= EDGE_GAIN * size
        if gap <= EDGE_GAIN * size and admissible:
            return found
        is_close = gap <= CLOSE * size
        # Where the closer one does not end either, as where forces are endless, the other does.
        stiffest = CLOSE_BEND if is_close and count < EDGE_ROUNDS // 2 else STIFFEST_BEND
        support = search.refine(found, stiffest)
        slack = EDGE_GAIN * gap + ROUNDING * size
        gains_nothing = admissible and max(support.tolist()) <= slack
        # Of so small a gap the gain is rounding: whether there is one is seen by what it becomes.
        if gains_nothing and not (is_close and gap < 0.5 * before):
            return found
        if gains_nothing or _may_be_rounding(search, found, support, (overshoot, gap, size)):
            poor = found
    if poor is not None:
        return poor
    raise NumericalError(f'{EDGE_ROUNDS} rounds of edges did not find the nearest forces')


def _may_be_rounding(
    search: EdgeSearch, found: NearestForces, support: Array, sizes: tuple[float, float, float]
) -> bool:
    """
    Tell whether what forces leave of the target may be rounding.

    Forces that squeeze much harder than the target is large leave their own, and so do long edges.
    Where two sets just touch along the line that joins their contacts, the sum of both is not
    closed, and the nearest of its wrenches takes forces without end.
    sizes: how far the forces are outside their sets, what they leave, and the target's.
    """
    overshoot, gap, size = sizes
    largest, gain = largest_entry(found.contact_forces), float(support.max())
    # Forces that squeeze so hard are not known to better than their own last bits.
    if overshoot > EDGE_GAIN * size + LAST_BITS * largest:
        return False
    rounding = ROUNDING * largest
    squeezed = gap <= EDGE_GAIN * size + rounding
    gains_none = FAR_OFF * gain * size <= gap * gap or largest >= FAR_OFF * size
    slack = EDGE_GAIN * gap + ROUNDING * size
    long = bool((support <= slack * search.newest_lengths()).all())
    return squeezed or long or (gain <= rounding and gains_none)
