# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Will the contacts do it? The sign is in the name, as in `feasibility`."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.analysis.support.coupled_answers import carried_forces
from frictioncone_ros.analysis.support.force_parts import contact_components
from frictioncone_ros.analysis.support.plane_answers import (
    normal_springs,
    plane_load,
    PlaneLoad,
    shear_limit,
    tangential_balls,
)
from frictioncone_ros.analysis.support.problem import support_problem, SupportProblem
from frictioncone_ros.analysis.support.verdict import CarriedVerdict
from frictioncone_ros.contact import ContactState
from frictioncone_ros.spatial.arrays import Array, as_finite_number, as_wrench, frozen_array


def will_produce(
    contacts: ContactState | SupportProblem, contact_wrench: ArrayLike
) -> CarriedVerdict:
    """Judge whether compliant contacts apply `contact_wrench` (d,) to the body without slip."""
    support = contacts if isinstance(contacts, SupportProblem) else support_problem(contacts)
    dimension = support.problem.dimension
    return _judge(support, as_wrench(contact_wrench, dimension, 'contact wrench'))


def will_resist(
    contacts: ContactState | SupportProblem, external_wrench: ArrayLike
) -> CarriedVerdict:
    """
    Judge whether compliant contacts will hold the body against a wrench.

    Parameters
    ----------
    contacts: a contact state (equal springs), or `support_problem(state, compliance)`.
    external_wrench: (d,) on the body about the reference point [N, Nm].

    Returns
    -------
    CarriedVerdict: whether it holds, the margin [N], the load factor, and the forces that occur.

    Raises
    ------
    InvalidInputError: where the contacts are no state or the wrench does not fit them.
    """
    support = contacts if isinstance(contacts, SupportProblem) else support_problem(contacts)
    dimension = support.problem.dimension
    return _judge(support, -as_wrench(external_wrench, dimension, 'external wrench'))


def has_margin(verdict: CarriedVerdict, margin: float) -> bool:
    """
    Tell whether a wrench is still carried `margin` [N] deep: one more verdict, no search.

    A thirtieth of what `verdict.margin` costs, for whoever only asks whether it is enough.
    """
    depth = as_finite_number(margin, 'margin')
    return is_carried(verdict.support, verdict.contact_wrench, depth)


def is_carried(support: SupportProblem, contact_wrench: Array, depth: float) -> bool:
    """
    Tell whether compliant contacts apply `contact_wrench` (d,) to the body `depth` [N] deep.

    Without forces and proof: ten microseconds where no contact slips at all.
    """
    scaled = support.scaled(contact_wrench)
    if support.stuck is not None and support.stuck.hold(scaled, depth):
        return True
    if support.plane is None:
        return carried_forces(support, scaled, depth) is not None
    load = plane_load(support.plane, scaled - depth * support.judged.depth_wrench)
    springs = normal_springs(support, load.press)
    return springs is not None and _friction(support, springs.normal_forces, load) is not None


def holds_to(support: SupportProblem, contact_wrench: Array, depth: float) -> bool:
    """Tell whether a wrench (d,) is carried `depth` [N] deep and, which is another, as it is."""
    depths = (depth, 0.0) if depth > 0.0 else (depth,)
    return all(is_carried(support, contact_wrench, one) for one in depths)


def _judge(support: SupportProblem, wrench: Array) -> CarriedVerdict:
    scaled = support.scaled(wrench)
    if support.plane is not None:
        return _on_plane(support, wrench, scaled)
    found = carried_forces(support, scaled)
    if found is None:
        return CarriedVerdict(support, wrench, None, None)
    forces = contact_components(support.problem, found.normal_forces, found.balls)
    return CarriedVerdict(support, wrench, frozen_array(forces), found.displacement)


def _on_plane(support: SupportProblem, wrench: Array, scaled: Array) -> CarriedVerdict:
    assert support.plane is not None
    load = plane_load(support.plane, scaled)
    springs = normal_springs(support, load.press)
    if springs is None:
        return CarriedVerdict(support, wrench, None, None)
    balls = _friction(support, springs.normal_forces, load)
    if balls is None:
        return CarriedVerdict(support, wrench, None, None)
    forces = contact_components(support.problem, springs.normal_forces, balls)
    return CarriedVerdict(support, wrench, frozen_array(forces), springs.displacement)


def _friction(support: SupportProblem, normal_forces: Array, load: PlaneLoad) -> Array | None:
    """Return the friction parts (b, m) [N] that bear what shears; None where they do not."""
    assert support.plane is not None
    balls = tangential_balls(support, normal_forces, load)
    if balls is not None:
        return balls
    limit = shear_limit(support.plane, normal_forces, load)
    if limit is None or limit.value < 1.0:
        return None
    sizes = normal_forces[support.plane.shears.owners]
    return np.asarray((sizes / limit.value)[:, None] * limit.balls)
