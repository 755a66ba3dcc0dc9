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
from math import inf, isfinite, sqrt
from typing import NamedTuple

import numpy as np

from frictioncone_ros.cones import nonnegative_weights
from frictioncone_ros.control.forces.generators import Generators, joined, with_penalty_column
from frictioncone_ros.control.forces.least_squares_forces import LeastSquaresForces
from frictioncone_ros.control.forces.ray_blocks import RayBlocks
from frictioncone_ros.control.forces.ray_shooting import ray_margin, RayStart
from frictioncone_ros.exceptions import NumericalError
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.time_budget import check_time
from frictioncone_ros.tolerances import (
    BALANCE_WEIGHT,
    COMMAND_FEASIBLE,
    NEAREST_GAP,
)

_MOST_ROUNDS = 40
INWARD_PART = 1e-3
"""Part of a ray along w0 from which on it counts as one: less may be rounding [-]."""
_FIRST = np.array([1.0, 0.0])


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


@dataclass(frozen=True, eq=False)
class ForceSet:
    """
    A cone of reactions and the contact forces behind them.

    wrench_matrix: (d, c) of the contacts' force components. scale: (d, d), the distance of two
    wrenches is |scale @ difference|. pool: the rays. further: rays taken where they are needed.
    round_axes (q, c) and
    round_tangents (q, 2, c): round parts, as contact forces. depth_forces: (c,) one newton deep
    inside every contact's set. raising: (c, k) force that adds 1 N of normal force at contact k.
    normal_rows: (k,) where the normal components stand. direct: the short way, where there is.
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

    @property
    def is_empty(self) -> bool:
        """Whether no contact carries anything."""
        return not self.pool.columns.shape[1]

    @property
    def is_round(self) -> bool:
        """Whether there are more rays than those of the pool."""
        return self.round_axes.shape[0] > 0 or self.further.count > 0

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
        weights, residual, used = self._nearest_unit(target, self.pool_with(warm_start))
        distance = float(np.sqrt(residual.dot(residual)))
        forces, point = size * (used.outcome.dot(weights)), size * (target - residual)
        found = self.in_use(used, weights) if self.is_round else None
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
        pool = self.pool_with(nearest.warm_start)
        penalty = BALANCE_WEIGHT / float(np.abs(pool.outcome).max())
        rows = np.vstack((pool.columns, penalty * pool.outcome))
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
        if self.direct is not None and self.direct.unique:
            return self.direct.depth(contact_forces), None
        if self.outermost is None:
            return np.inf, None
        return ray_margin(self, self.scale.dot(self.wrench_matrix.dot(contact_forces)), warm_start)

    @cached_property
    def is_unbounded(self) -> bool:
        """Whether the contacts can squeeze against each other without limit."""
        if self.direct is not None and self.direct.unique:
            return False
        return self.outermost is None

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
        if direct.depth(forces) < 0.0:
            return None
        return Nearest(forces, distance, residual, None, target, True)

    def pool_with(self, warm_start: Generators | None) -> Generators:
        """Return the rays of the set, flat sets' first, and those of a warm start."""
        return self.start if warm_start is None else joined(self.start, warm_start)

    @cached_property
    def inward(self) -> Array:
        """Scaled wrench w0 (d,) of the forces one newton deep."""
        return np.asarray(self.scale.dot(self.wrench_matrix.dot(self.depth_forces)))

    @cached_property
    def outermost(self) -> Array | None:
        """Direction (d,) that separates -w0 from the cone; None where -w0 is a member."""
        if self._presses_inward:
            return np.asarray(-self.inward / sqrt(self.inward.dot(self.inward)))
        found = self.nearest((-self.wrench_matrix).dot(self.depth_forces))
        return None if found.is_member else found.residual

    @property
    def _presses_inward(self) -> bool:
        """Whether every ray has a part along w0, as where contacts press from one side."""
        inward = self.inward
        axes, tangents = self._round_columns
        sideways = tangents.dot(inward)
        reaches = axes.dot(inward) - np.sqrt(np.einsum('qt,qt->q', sideways, sideways))
        lengths = (self.pool.columns.T.dot(inward), self._further_columns.dot(inward), reaches)
        least = INWARD_PART * sqrt(inward.dot(inward))
        return all(min(part.tolist(), default=inf) > least for part in lengths)

    def _nearest_unit(self, target: Array, used: Generators) -> tuple[Array, Array, Generators]:
        """Solve for a target of unit size, adding rays of round parts until none brings nearer."""
        grown: Generators | None = used
        for _ in range(_MOST_ROUNDS):
            if grown is None:
                break
            check_time()
            used = grown
            weights, residual = nonnegative_weights(used.columns, target)
            grown = self._grown(used, weights, residual)
        return weights, residual, used

    def _grown(self, used: Generators, weights: Array, residual: Array) -> Generators | None:
        """Return the rays in use and those that may bring nearer, None where none does."""
        square = float(residual.dot(residual))
        if not self.is_round or square <= COMMAND_FEASIBLE**2:
            return None
        beyond = self.reaching_beyond(residual, NEAREST_GAP * square)
        if beyond is None:
            return None
        return self.begun_with(joined(self.in_use(used, weights), beyond))

    def reaching_beyond(self, direction: Array, slack: float) -> Generators | None:
        """Return the rays beyond the pool's furthest along a direction, those beyond slack."""
        least = slack * self._ray_length
        found = None
        for more in (
            self._further_beyond(direction, least),
            self._round_beyond(direction, least),
        ):
            if more is not None:
                found = more if found is None else joined(found, more)
        return found

    def _further_beyond(self, direction: Array, least: float) -> Generators | None:
        """Return the furthest of each contact's further rays, where it reaches beyond."""
        if not self.further.count:
            return None
        starts = self.further.first_rows
        gains = self._further_columns.dot(direction)
        furthest = np.maximum.reduceat(gains, starts)
        counts = np.diff(np.append(starts, gains.shape[0]))
        beyond = gains >= np.maximum(np.repeat(furthest, counts), least)
        (rows,) = (beyond & (gains > least)).nonzero()
        if not rows.size:
            return None
        columns = self._further_columns[rows]
        sizes = np.sqrt(np.einsum('qd,qd->q', columns, columns))
        return Generators(columns.T / sizes, self.further.forces(rows).T / sizes)

    def _round_beyond(self, direction: Array, least: float) -> Generators | None:
        """Return the furthest ray of each round part, where it reaches beyond."""
        axes, tangents = self._round_columns
        if not axes.shape[0]:
            return None
        sideways = tangents.dot(direction)
        lengths = np.sqrt(np.einsum('qt,qt->q', sideways, sideways))
        (beyond,) = (axes.dot(direction) + lengths > least).nonzero()
        if not beyond.size:
            return None
        unit = sideways[beyond]
        if lengths.all():
            unit /= lengths[beyond, None]
        else:
            # A direction straight along the normal prefers no side: any will do.
            unit = np.array(
                [
                    side / length if length else _FIRST
                    for side, length in zip(unit, lengths[beyond], strict=True)
                ]
            )
        centres, spans = self._round_rays
        rays = centres[beyond] + np.einsum('qt,qtr->qr', unit, spans[beyond])
        size = axes.shape[1]
        rays /= np.sqrt(np.einsum('qd,qd->q', rays[:, :size], rays[:, :size]))[:, None]
        return Generators(rays[:, :size].T, rays[:, size:].T)

    @cached_property
    def _round_rays(self) -> tuple[Array, Array]:
        """Axes (q, d + c) and tangents (q, 2, d + c): scaled wrenches, then contact forces."""
        axes, tangents = self._round_columns
        return (
            np.concatenate((axes, self.round_axes), axis=1),
            np.concatenate((tangents, self.round_tangents), axis=2),
        )

    @cached_property
    def _ray_length(self) -> float:
        """Mean length of the scaled wrenches of what is not in the pool."""
        rays = np.vstack((self._round_columns[0], self._further_columns))
        return float(np.sqrt(np.einsum('qd,qd->q', rays, rays)).mean()) if len(rays) else 1.0

    @cached_property
    def flat(self) -> Generators:
        """The rays of contacts that have no others: every search has them from first to last."""
        return self._with_others(others=False)

    @cached_property
    def start(self) -> Generators:
        """The rays a search begins with where nothing is known, those of flat sets first."""
        return self.begun_with(self._with_others(others=True)) if self.is_round else self.pool

    def begun_with(self, rays: Generators) -> Generators:
        """Return the rays of flat sets and these."""
        return joined(self.flat, rays) if self.flat.columns.shape[1] else rays

    def in_use(self, rays: Generators, weights: Array) -> Generators:
        """Return those with a weight of rays that begin with the flat sets', without these."""
        used = weights > 0.0
        used[: self.flat.columns.shape[1]] = False
        return Generators(rays.columns[:, used], rays.outcome[:, used])

    def _with_others(self, *, others: bool) -> Generators:
        """Return the pool's rays of contacts that have more rays than those, or have not."""
        more = self.round_axes.any(axis=0) | self.further.uses
        if more.all() or not more.any():
            return self.pool if others == more.all() else self.pool.none
        chosen = self.pool.outcome[more].any(axis=0) == others
        return Generators(self.pool.columns[:, chosen], self.pool.outcome[:, chosen])

    @cached_property
    def _further_columns(self) -> Array:
        return self.further.wrenches(self.scale.dot(self.wrench_matrix))

    @cached_property
    def bordered(self) -> Array:
        """The set's own rays and the way back along -w0 (d + 1, m + 1)."""
        return with_penalty_column(
            self.start.columns, self.inward / sqrt(self.inward.dot(self.inward))
        )

    @cached_property
    def scaled_inverse(self) -> Array:
        """The short way's inverse (c, d) on scaled wrenches; only where there is a short way."""
        assert self.direct is not None
        return np.asarray(np.linalg.solve(self.scale.T, self.direct.inverse.T).T)

    @cached_property
    def _round_columns(self) -> tuple[Array, Array]:
        matrix = self.scale.dot(self.wrench_matrix)
        return self.round_axes.dot(matrix.T), self.round_tangents.dot(matrix.T)
