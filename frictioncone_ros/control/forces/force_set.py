# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The reactions that contacts can carry in a desired mode: nearest member, margin, distribution.

Everything here is a reaction: a wrench from the environment on the moving body. What the robot
applies to the environment has the opposite sign.
A round friction set is approximated from inside by rays that are added where it reaches beyond
them: every answer is a member, and the nearest one up to NEAREST_GAP.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import isfinite, sqrt
from typing import NamedTuple

import numpy as np

from frictioncone_ros.cones import adds_nothing, largest_entry, nonnegative_weights
from frictioncone_ros.control.forces.least_squares_forces import LeastSquaresForces
from frictioncone_ros.control.forces.ray_search import (
    Generators,
    joined,
    RayBlocks,
    RaySearch,
    with_penalty_column,
)
from frictioncone_ros.control.forces.ray_shooting import DepthLine, ray_margin, RayStart
from frictioncone_ros.exceptions import NumericalError
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.time_budget import check_time
from frictioncone_ros.tolerances import (
    BALANCE_WEIGHT,
    COMMAND_FEASIBLE,
    COMMAND_NEAR,
    CONE_RANK,
    NEAREST_GAP,
)

_MOST_ROUNDS = 40

ADDED_WEIGHT = 1e-3
"""Weight of the friction that is added to a command beside the right wrench [-]."""

DEPTH_ROUNDING = 1e-12
"""
How far outside its set, beside the largest, a contact force may be by rounding [-].

A search by rays ends up to 2e-8 before a force on a round boundary: it would call it outside.
"""


class Nearest(NamedTuple):
    """
    The member of a force set nearest to a target.

    contact_forces: (c,) of the member, as sent (sliding contacts with full friction);
    distance: to the target, relative to it [-]; residual: (d,) scaled separating direction;
    warm_start: the few rays in use, for questions nearby; point: (d,) the scaled member itself;
    is_balanced: whether the forces are already those of least square sum.
    """

    contact_forces: Array
    distance: float
    residual: Array
    warm_start: Generators | None
    point: Array
    is_balanced: bool = False

    @property
    def is_member(self) -> bool:
        """Whether the target itself can be carried."""
        return self.distance <= COMMAND_FEASIBLE

    @property
    def is_near(self) -> bool:
        """Whether a search cannot tell the target from what can be carried."""
        return self.distance <= COMMAND_NEAR


@dataclass(frozen=True, eq=False)
class ForceSet:
    """
    A cone of reactions and the contact forces behind them.

    wrench_matrix: (d, c) of the contacts' force components. scale: (d, d), the distance of two
    wrenches is |scale @ difference|. pool: the rays. further: rays taken where they are needed.
    round_axes (q, c) and round_tangents (q, s, c): round parts, as contact forces.
    depth_forces: (c,) one newton deep inside every contact's set. raising: (c, k) force that adds
    1 N of normal force at contact k. normal_rows: (k,) where the normal components stand.
    direct: the short way, where there is. adds: whether what is sent has friction added to it.
    """

    wrench_matrix: Array
    scale: Array
    pool: Generators
    further: RayBlocks
    round_axes: Array
    round_tangents: Array
    depth_forces: Array
    raising: Array
    normal_rows: Array
    direct: LeastSquaresForces | None = None
    adds: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether no contact carries anything."""
        return not self.pool.columns.shape[1]

    @cached_property
    def search(self) -> RaySearch:
        """The rays while the set is searched."""
        return RaySearch(
            self.scale.dot(self.wrench_matrix),
            self.pool,
            self.further,
            self.round_axes,
            self.round_tangents,
        )

    def nearest(self, reaction: Array, warm_start: Generators | None = None) -> Nearest:
        """
        Return the member nearest to a reaction (d,) in the set's metric.

        warm_start: rays that answered a question nearby; with them this one is answered sooner.
        """
        target = self.scale.dot(reaction)
        size = sqrt(target.dot(target))
        count = self.wrench_matrix.shape[1]
        if size == 0.0:
            return Nearest(np.zeros(count), 0.0, target, None, target)
        if not isfinite(size):
            raise NumericalError(f'a wrench of size {size} is too large to be judged')
        directly = self._directly(reaction, target, size)
        if directly is not None:
            return directly
        target = target / size
        if self.is_empty:
            return Nearest(np.zeros(count), 1.0, target, None, 0.0 * target)
        weights, residual, used = self._nearest_unit(target, warm_start)
        distance = sqrt(residual.dot(residual))
        forces, point = size * (used.outcome.dot(weights)), size * (target - residual)
        found = self.search.in_use(used, weights) if self.search.grows else None
        return Nearest(forces, distance, residual, found, point)

    def balanced(self, nearest: Nearest) -> Array:
        """
        Return the contact forces (c,) with the least sum of squares that give the same member.

        How redundant contacts share a load is not decided by rigid-body mechanics; this is how
        equally stiff ones would, and unlike other choices it changes continuously.
        """
        size = float(np.sqrt(nearest.point.dot(nearest.point)))
        if size == 0.0 or nearest.is_balanced:
            return nearest.contact_forces
        check_time()
        pool = self.search.begun_from(nearest.warm_start)
        penalty = BALANCE_WEIGHT / float(np.abs(pool.outcome).max())
        rows = np.vstack((pool.columns, penalty * pool.outcome))
        if self.adds:
            added = self.search.matrix.dot(pool.outcome) - pool.columns
            rows = np.vstack((rows, ADDED_WEIGHT * added))
        desired = np.zeros(rows.shape[0])
        desired[: nearest.point.shape[0]] = nearest.point / size
        return np.asarray(size * (pool.outcome.dot(nonnegative_weights(rows, desired)[0])))

    def margin(self, contact_forces: Array) -> float:
        """
        Return the depth [N] to which some distribution of the same wrench can be inside.

        The largest t with wrench - t w0 in the cone, w0 the wrench of depth_forces. For round
        sets it may be stated too low by MARGIN_ACCURACY of itself, never too high. Infinite
        where the contacts can squeeze against each other without limit.
        """
        return self.margin_from(contact_forces, None)[0]

    def margin_from(
        self, contact_forces: Array, warm_start: RayStart | None
    ) -> tuple[float, RayStart | None]:
        """
        Return the margin, and what to begin with where the next one of this set is asked for.

        warm_start: what the last question ended with.
        """
        only = self.only_forces
        if only is not None:
            return only.depth(contact_forces), None
        if self.outermost is None:
            return np.inf, None
        return ray_margin(self, self.scale.dot(self.wrench_matrix.dot(contact_forces)), warm_start)

    @property
    def only_forces(self) -> LeastSquaresForces | None:
        """The forces of a reaction where no others give it: what can be carried will be there."""
        return self.direct if self.direct is not None and self.direct.unique else None

    @cached_property
    def is_unbounded(self) -> bool:
        """Whether the contacts can squeeze against each other without limit."""
        return self.only_forces is None and self.outermost is None

    def _directly(self, reaction: Array, target: Array, size: float) -> Nearest | None:
        """Return the forces of least square sum where they are inside, or None."""
        direct = self.direct
        if direct is None:
            return None
        residual = direct.remainder.dot(reaction)
        distance = sqrt(residual.dot(residual)) / size
        if distance > COMMAND_FEASIBLE:
            return None
        forces = direct.inverse.dot(reaction)
        depth = direct.depth(forces)
        if depth < 0.0 and depth < -DEPTH_ROUNDING * largest_entry(forces):
            return None
        return Nearest(forces, distance, residual, None, target, True)

    @cached_property
    def inward(self) -> Array:
        """Scaled wrench w0 (d,) of the forces one newton deep."""
        return np.asarray(self.scale.dot(self.wrench_matrix.dot(self.depth_forces)))

    @cached_property
    def outermost(self) -> Array | None:
        """Direction (d,) that separates -w0 from the cone; None where -w0 is a member."""
        # Contacts that press from one side: every ray has a part along w0 itself.
        if self.search.all_along(self.inward):
            return np.asarray(-self.inward / sqrt(self.inward.dot(self.inward)))
        found = self.nearest((-self.wrench_matrix).dot(self.depth_forces))
        missing = found.distance * sqrt(self.inward.dot(self.inward))
        # Beside its parts, not itself: where these hold each other, what is left is rounding.
        is_member = found.is_member or missing <= CONE_RANK * self._inward_parts
        return None if is_member else found.residual

    @property
    def _inward_parts(self) -> float:
        """Sum of the lengths of the contacts' parts of w0."""
        parts = self.scale.dot(self.wrench_matrix * self.depth_forces)
        return float(np.sqrt(np.einsum('dc,dc->c', parts, parts)).sum())

    def _nearest_unit(
        self, target: Array, warm_start: Generators | None
    ) -> tuple[Array, Array, Generators]:
        """Solve for a target of unit size, adding rays of round parts until none brings nearer."""
        weights, residual, used = self._begun(target, warm_start)
        for _ in range(_MOST_ROUNDS - 1):
            grown = self._grown(used, weights, residual)
            if grown is None:
                break
            check_time()
            used = grown
            weights, residual = nonnegative_weights(used.columns, target)
        return weights, residual, used

    def _begun(
        self, target: Array, warm_start: Generators | None
    ) -> tuple[Array, Array, Generators]:
        """Solve with the rays of the set and those of a warm start."""
        check_time()
        search = self.search
        if warm_start is not None and search.grows and warm_start.columns.shape[1]:
            # Where the few rays of an answer nearby do, the others only cost time.
            few = search.begun_with(warm_start)
            weights, residual = nonnegative_weights(few.columns, target)
            if adds_nothing(search.start.columns, residual):
                return weights, residual, few
        used = search.begun_from(warm_start)
        return *nonnegative_weights(used.columns, target), used

    def _grown(self, used: Generators, weights: Array, residual: Array) -> Generators | None:
        """Return the rays in use and those that may bring nearer, None where none does."""
        square = float(residual.dot(residual))
        if not self.search.grows or square <= COMMAND_FEASIBLE**2:
            return None
        beyond = self.search.reaching_beyond(residual, NEAREST_GAP * square)
        if beyond is None:
            return None
        return self.search.begun_with(joined(self.search.in_use(used, weights), beyond))

    @cached_property
    def depth_line(self) -> DepthLine:
        """What a margin's ray needs of the set alone; only where depth has an end."""
        assert self.outermost is not None
        return DepthLine.of(self.inward, self.outermost)

    @cached_property
    def bordered(self) -> Array:
        """The set's own rays and the way back along -w0 (d + 1, m + 1)."""
        return with_penalty_column(self.search.start.columns, self.depth_line.direction)

    @cached_property
    def scaled_inverse(self) -> Array:
        """The short way's inverse (c, d) on scaled wrenches; only where there is a short way."""
        assert self.direct is not None
        return np.asarray(np.linalg.solve(self.scale.T, self.direct.inverse.T).T)
