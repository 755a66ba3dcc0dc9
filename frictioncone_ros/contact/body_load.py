# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What the moving body itself adds to a commanded wrench before it reaches the contacts.

Newton and Euler for the body, with the robot's wrench w, contact forces f and gravity g:

    M a + h = w + f + M g,    so the contacts get    -f = w + M (g - a) - h.

M is the inertia about the reference point, a the twist rate, h the velocity products. What stands
beside w on the right is the body's load. An arm that carries the weight itself has g = 0 here.
"""

from __future__ import annotations

import numpy as np

from frictioncone_ros.contact.state import ContactState
from frictioncone_ros.spatial.arguments import checked, explained
from frictioncone_ros.spatial.arrays import Array, as_twist


@checked
def body_load(
    state: ContactState, commanded: Array | None = None, with_inertia: bool = True
) -> Array | None:
    """
    Return the wrench (d,) a body puts on its contacts beside the commanded one [N, Nm].

    About the reference point, from the body on the environment, as commanded wrenches are.
    commanded: twist rate (d,) that the body is told to have, read where the state has none that
    was measured; None: zero. with_inertia: False counts the weight alone, for an arm whose
    controller accelerates the body itself. None where nothing is added.
    """
    if state.inertia is None:
        return None
    known = None
    if commanded is not None:
        as_twist(commanded, state.dimension, 'commanded twist rate')
    if with_inertia:
        known = commanded if state.acceleration is None else state.acceleration
    rests = known is None and not any(state.gravity.tolist())
    if rests and not (with_inertia and any(state.twist.tolist())):
        return None
    rate = weight_rate(state)
    rate = rate if known is None else rate - known
    products = np.zeros(state.dimension)
    if with_inertia:
        products = state.inertia.velocity_wrench(state.twist)
    if not (rate.any() or products.any()):
        return None
    load: Array = state.inertia.matrix @ rate - products
    return load


def weight_rate(state: ContactState) -> Array:
    """Return gravity as a twist rate (d,): what a body that nothing holds would fall with."""
    rate = np.zeros(state.dimension)
    rate[: state.gravity.shape[0]] = state.gravity
    return rate


@explained
def weight(state: ContactState) -> Array | None:
    """Return the weight (d,) that the contacts carry [N, Nm]; None where there is none."""
    return body_load(state, with_inertia=False)
