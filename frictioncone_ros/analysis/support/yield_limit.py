# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The end of a ray of loads on contacts that slip at their friction limit, by displacement control.

A load near its limit moves the body far. So the displacement along the load is prescribed, many
times the elastic one, and the load that goes with it is solved for: the limit but for its last
ten thousandth, always from the side that is carried, and with the forces that carry it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from frictioncone_ros.analysis.support.force_parts import ForceParts
from frictioncone_ros.analysis.support.yielding import (
    energy_of,
    energy_rows,
    force_slope,
    Springs,
    stiffness_matrix,
    Strained,
    strained,
    stuck_displacement,
)
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.spatial.dense import solved
from frictioncone_ros.time_budget import check_time

SLIP_REACH = 100.0
"""How many times the elastic displacement a body is moved to make its contacts slip [-]."""
CONTROL_ROUNDS = 30
"""Newton steps after which no limit is known; 3 to 10 are usual."""
CONTROL_RESIDUAL = 1e-7
"""What forces may leave of the load at the limit, beside it [-]; they are what is sent."""
FIRST_REACHES = (1.0, 4.0, 20.0)
"""The displacements on the way to it."""
HARDENING = 1e-5
"""Share of the springs that a Newton step counts as left where everything slips [-]."""
FREE_TURN = 1e-6
"""The same in directions that no spring opposes, beside the trace of that [-]."""
SHORTEST_STEP = 1e-2
"""Share of a Newton step below which no smaller residual is looked for."""


class YieldRay(NamedTuple):
    """Loads base + t way (q,) and the direction (q,) along which the body is moved."""

    base: Array
    way: Array
    along: Array


class YieldLimit(NamedTuple):
    """
    Where a ray ends: value, forces behind the load there, and how far the body was moved for it.

    load: (q,) the wrench of these forces, which differs from the ray's by rounding. reach: in
    elastic displacements.
    """

    value: float
    state: Strained
    load: Array
    reach: float


class _Place(NamedTuple):
    value: float
    state: Strained
    gap: Array


def yield_limit(
    parts: ForceParts, springs: Springs, ray: YieldRay, start: YieldLimit | None = None
) -> YieldLimit | None:
    """Return the limit of a ray, searched from that of one nearby; None where none was found."""
    search = _Search.of(parts, springs, ray)
    if not search.elastic_reach > 0.0:
        return None
    if start is not None and start.load.shape == ray.base.shape:
        found = search.moved_by(
            start.reach, search.placed(start.state.forces.displacement, start.value)
        )
        if found is not None:
            return found
    place, best = search.placed(stuck_displacement(parts, springs, ray.base), 0.0), None
    for reach in (*FIRST_REACHES, SLIP_REACH):
        found = search.moved_by(reach, place)
        if found is not None:
            # What slips far may let contacts part: the largest load on the way counts.
            best = found if best is None or found.value > best.value else best
            place = search.placed(found.state.forces.displacement, found.value)
    return best


class _Search(NamedTuple):
    """The parts that bear a ray; elastic_reach: how far along it the body goes if none slips."""

    parts: ForceParts
    springs: Springs
    ray: YieldRay
    elastic_reach: float
    kept: Array
    slack: float
    white: Array

    @classmethod
    def of(cls, parts: ForceParts, springs: Springs, ray: YieldRay) -> _Search:
        """Return the search of a ray."""
        squeezed = springs.preload.dot(parts.normals)
        elastic = stuck_displacement(parts, springs, ray.along + squeezed)
        kept = HARDENING * stiffness_matrix(parts, springs)
        # Turns that no contact opposes, as about the line of two fingers, are left alone.
        kept.flat[:: kept.shape[0] + 1] += FREE_TURN * kept.trace()
        slack = CONTROL_RESIDUAL * (largest_entry(ray.base) + largest_entry(ray.way))
        reach = float(ray.along.dot(elastic))
        return cls(parts, springs, ray, reach, kept, slack, energy_rows(parts, springs))

    def moved_by(self, reach: float, place: _Place) -> YieldLimit | None:
        """Return the load that moves the body so many times its elastic displacement."""
        ray, size = self.ray, self.ray.base.size
        matrix, right = np.zeros((size + 1, size + 1)), np.zeros(size + 1)
        matrix[size, :size], matrix[:size, size] = ray.along, -ray.way
        times, reach = reach, reach * self.elastic_reach
        for _ in range(CONTROL_ROUNDS):
            check_time()
            missing = reach - float(ray.along.dot(place.state.forces.displacement))
            if largest_entry(place.gap) <= self.slack and abs(missing) <= CONTROL_RESIDUAL * reach:
                load = place.gap + ray.base + place.value * ray.way
                return YieldLimit(place.value, place.state, load, times)
            matrix[:size, :size] = force_slope(self.parts, self.springs, place.state) + self.kept
            right[:size], right[size] = -place.gap, missing
            try:
                step = solved(matrix, right)
            except np.linalg.LinAlgError:
                return None
            moved = self._descended(place, step, abs(missing) > CONTROL_RESIDUAL * reach)
            if moved is None:
                return None
            place = moved
        return None

    def placed(self, displacement: Array, value: float) -> _Place:
        """Return the forces at a displacement, beside the load of a value."""
        state = strained(self.parts, self.springs, displacement)
        gap = self.parts.wrench(state.forces.normal_forces, state.forces.balls) - self.ray.base
        return _Place(value, state, gap - value * self.ray.way)

    def _descended(self, place: _Place, step: Array, is_led: bool) -> _Place | None:
        """Return the place after the longest halved step that lowers the gap, all if led."""
        share, energy = 1.0, energy_of(self.white, place.gap)
        displacement = place.state.forces.displacement
        while share > SHORTEST_STEP:
            tried = self.placed(
                displacement + share * step[:-1], place.value + share * float(step[-1])
            )
            if is_led or energy_of(self.white, tried.gap) < energy:
                return tried
            share *= 0.5
        return None
