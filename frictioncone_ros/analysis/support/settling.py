# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Where a body comes to rest that gives way to a load as through oil.

Friction that slips on stiff and soft springs makes a balance with kinks, between which Newton's
method jumps to and fro. A body that is damped as its springs are stiff moves by x' = K^-1 (w -
F(x)) and comes to rest where its forces bear the load, if they do anywhere on its way. Implicit
steps in time follow it (pseudo-transient continuation): short ones where a step meets kinks it
did not see, long ones, which are Newton's, where it meets what it saw.
"""

from __future__ import annotations

from frictioncone_ros.analysis.support.force_parts import ForceParts
from frictioncone_ros.analysis.support.yielding import (
    energy_of,
    energy_rows,
    force_slope,
    gap_left,
    is_borne,
    newton_step,
    Springs,
    stiffness_matrix,
    strained,
    stuck_displacement,
    YieldingForces,
)
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.time_budget import check_time
from frictioncone_ros.tolerances import FEASIBLE_RESIDUAL

SETTLING_ROUNDS = 80
"""Steps after which a body counts as one that does not come to rest; 10 to 40 are usual."""
FORESEEN = 0.1
"""What a step may miss of the forces it foresaw, beside the gap, for a longer one next [-]."""
UNFORESEEN = 1.0
"""What it may miss to count at all [-]."""
LENGTHENED = 4.0
"""How much longer the next step in time is after one that was foreseen [-]."""
SHORTENED = 0.25
"""How much shorter it is after one that was not [-]."""
SHORTEST_TIME = 1e-3
"""Step in time, in those in which a spring settles, that is not shortened any more [-]."""
ENDLESS_TIME = 1e5
"""Step in time in which a body that does not near its rest slips away [-]."""
NEARER = 0.9
"""Share of the gap that such a step leaves where the body nears its rest [-]."""


def settled_forces(
    parts: ForceParts, springs: Springs, target: Array, start: Array | None = None
) -> YieldingForces | None:
    """
    Return the forces whose sum is `target` (q,) where a body comes to rest; None where it slips.

    start: (q,) displacement from which it gives way; None: that of contacts of which none slips.
    """
    stiffness = stiffness_matrix(parts, springs)
    place = stuck_displacement(parts, springs, target) if start is None else start
    slack = FEASIBLE_RESIDUAL * max(largest_entry(target), largest_entry(springs.preload))
    state = strained(parts, springs, place)
    gap = gap_left(parts, state, target)
    slope, time = force_slope(parts, springs, state), 1.0
    white = energy_rows(parts, springs)
    for _ in range(SETTLING_ROUNDS):
        check_time()
        if is_borne(gap, target, springs, state):
            return state.forces
        damping = stiffness / time
        step = newton_step(slope + damping, gap, white)
        tried = strained(parts, springs, state.forces.displacement + step)
        left = gap_left(parts, tried, target)
        # A step along the slope would leave what damping bears.
        missed = energy_of(white, left + damping.dot(step))
        energy = energy_of(white, gap)
        if missed > UNFORESEEN**2 * energy and time > SHORTEST_TIME:
            time *= SHORTENED
            continue
        if time > ENDLESS_TIME and energy_of(white, left) > NEARER**2 * energy:
            break
        if missed <= FORESEEN**2 * energy:
            time *= LENGTHENED
        state, gap, slope = tried, left, force_slope(parts, springs, tried)
    # Forces that rounding of what squeezes keeps from adding up more closely.
    return state.forces if largest_entry(gap) <= slack else None
