# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What contacts in general position carry, where normal and tangential forces decide together."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import NamedTuple

import numpy as np

from frictioncone_ros.analysis.support.problem import SupportProblem
from frictioncone_ros.analysis.support.settling import settled_forces
from frictioncone_ros.analysis.support.yielding import yielding_forces, YieldingForces
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.spatial.arrays import Array

LONGEST_REACH = 1024.0
"""Factor on what shears, or depth in sizes of the wrench, up to which a limit is looked for."""
FIRST_LOOK = 0.2
"""First step along a ray, in sizes of the wrench [-]."""
LOOKED_FURTHER = 1.4
"""How much longer the next step along a ray is: what is not carried may lie between [-]."""
REACH_WIDTH = 1e-4
"""Relative width to which a limit is bisected [-]."""


def coupled_forces(
    support: SupportProblem, wrench: Array, depth: float = 0.0, start: Array | None = None
) -> YieldingForces | None:
    """
    Return the forces of a scaled wrench (d,) from which `depth` [N] is taken everywhere.

    They are what is left above that depth. A preload is lowered by it too.
    """
    target = wrench - depth * support.judged.depth_wrench
    return yielding_forces(support.parts, support.springs_at(depth), target, start)


def carried_forces(
    support: SupportProblem, wrench: Array, depth: float = 0.0, start: Array | None = None
) -> YieldingForces | None:
    """
    Return the forces of a scaled wrench `depth` [N] deep, where a body comes to rest if any.

    start: (q,) displacement of a load nearby, from which it gives way.
    """
    found = coupled_forces(support, wrench, depth, start)
    if found is not None:
        return found
    target = wrench - depth * support.judged.depth_wrench
    return settled_forces(support.parts, support.springs_at(depth), target, start)


def pressing_wrench(support: SupportProblem, wrench: Array) -> Array | None:
    """Return the wrench (d,) of the normal forces if no contact could slip; None if it parts."""
    normal_forces = None if support.stuck is None else support.stuck.pressing(wrench)
    if normal_forces is not None:
        return normal_forces.dot(support.parts.normals)
    bonded = support.elastic._replace(bonded=True)
    found = yielding_forces(support.parts, bonded, wrench)
    return None if found is None else found.normal_forces.dot(support.parts.normals)


def coupled_margin(support: SupportProblem, wrench: Array) -> float:
    """Return the first depth [N] to which the wrench is carried; -inf for none, inf for any."""
    # The same in turned axes: of several limits it is then the same that is found.
    size = float(np.linalg.norm(wrench)) + largest_entry(support.springs.preload)
    step = size / max(largest_entry(support.depths), 1.0)
    # The search of the verdict itself, so that what is carried has no margin below zero.
    stuck = -inf if support.stuck is None else support.stuck.margin(wrench)
    # As deep as no contact slips it is known exactly, and carried all the way.
    begun = stuck if 0.0 < stuck < step * LONGEST_REACH else 0.0
    found = carried_forces(support, wrench, begun) or carried_forces(support, wrench)
    if found is not None:
        ray = _Ray(begun, step * LONGEST_REACH, FIRST_LOOK * step)
        depth = _farthest(
            lambda depth, start: carried_forces(support, wrench, depth, start),
            ray,
            found.displacement,
        )
        return inf if depth >= ray.reach else depth
    rise = step
    while rise <= step * LONGEST_REACH:
        found = carried_forces(support, wrench, -rise)
        if found is not None:
            return _risen(support, wrench, rise, found.displacement)
        rise *= 2.0
    return -inf


def _risen(support: SupportProblem, wrench: Array, rise: float, start: Array) -> float:
    """Return the margin of a wrench that is carried only with the contacts pressed harder."""

    def carried(above: float, start: Array | None) -> YieldingForces | None:
        return carried_forces(support, wrench, above - rise, start)

    return _farthest(carried, _Ray(0.0, rise, 0.5 * rise, rise), start) - rise


def coupled_load_factor(support: SupportProblem, wrench: Array, pressing: Array) -> float:
    """Return by how much `wrench` - `pressing` may grow; infinite where no limit is found."""
    shear = wrench - pressing

    def carried(factor: float, start: Array | None) -> YieldingForces | None:
        return carried_forces(support, pressing + factor * shear, start=start)

    found = carried_forces(support, wrench)
    if found is not None:
        # From there on: what presses may slip by itself where what shears holds it.
        ray = _Ray(1.0, LONGEST_REACH, FIRST_LOOK)
        factor = _farthest(carried, ray, found.displacement)
        return inf if factor >= LONGEST_REACH else factor
    found = carried(0.0, None)
    # The wrench itself is not carried: no more than all of it, whatever a search comes upon.
    return 0.0 if found is None else _farthest(carried, _Ray(0.0, 1.0, 0.5), found.displacement)


class _Ray(NamedTuple):
    """Where a search begins, how far it looks, its first step, and whence a limit counts."""

    place: float
    reach: float
    step: float
    zero: float = 0.0


def _farthest(
    carried: Callable[[float, Array | None], YieldingForces | None], ray: _Ray, start: Array
) -> float:
    """Return the last place of a ray up to which all places tried are carried."""
    place, reach, step, zero = ray
    growing, way = True, np.zeros_like(start)
    while place < reach and step > REACH_WIDTH * max(abs(place - zero), REACH_WIDTH * reach):
        tried = min(place + step, reach)
        # As far again as the body was moved before: exactly so where the same contacts slip.
        found = carried(tried, start + (tried - place) * way)
        if found is None:
            growing, step = False, 0.5 * step
            continue
        way = (found.displacement - start) / (tried - place)
        place, start = tried, found.displacement
        step = LOOKED_FURTHER * step if growing else 0.5 * step
    return place
