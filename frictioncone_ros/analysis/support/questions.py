# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Will the contacts do it? The sign is in the name, as in `feasibility`."""

from __future__ import annotations

from numpy.typing import ArrayLike

from frictioncone_ros.analysis.support.coupled_answers import coupled_forces
from frictioncone_ros.analysis.support.force_parts import contact_components
from frictioncone_ros.analysis.support.plane_answers import (
    normal_springs,
    plane_load,
    shear_limit,
    tangential_balls,
)
from frictioncone_ros.analysis.support.problem import support_problem, SupportProblem
from frictioncone_ros.analysis.support.verdict import CarriedVerdict
from frictioncone_ros.contact import ContactState
from frictioncone_ros.spatial.arrays import Array, as_wrench, frozen_array


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


def _judge(support: SupportProblem, wrench: Array) -> CarriedVerdict:
    scaled = support.problem.scaling * wrench
    if support.plane is not None:
        return _on_plane(support, wrench, scaled)
    found = coupled_forces(support, scaled)
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
    balls = tangential_balls(support, springs.normal_forces, load)
    if balls is None:
        limit = shear_limit(support.plane, springs.normal_forces, load.shear)
        if limit is None or limit.value < 1.0:
            return CarriedVerdict(support, wrench, None, None)
        sizes = springs.normal_forces[support.plane.shears.owners]
        balls = (sizes / limit.value)[:, None] * limit.balls
    forces = contact_components(support.problem, springs.normal_forces, balls)
    return CarriedVerdict(support, wrench, frozen_array(forces), springs.displacement)
