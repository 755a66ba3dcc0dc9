# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What is worked out for a question about the cone of commanded wrenches."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.analysis.mode_cones import mode_cone
from frictioncone_ros.analysis.mode_cones.compute import force_wrenches
from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.cones.composite_cone import composite_edge_wrenches
from frictioncone_ros.cones.representation import Columns, Rows
from frictioncone_ros.constraints import as_mode, contact_conditions
from frictioncone_ros.contact import ContactMode, ContactState
from frictioncone_ros.exceptions import FrictionConeError
from frictioncone_ros.pipeline.wrench_cone import (
    EDGE_COUNT,
    WrenchConeAnswer,
    WrenchConeQuestion,
)


def find_wrench_cone(question: WrenchConeQuestion) -> WrenchConeAnswer:
    """Return the cone with both its descriptions, or why there is none."""
    try:
        return wrench_cone(question.state, question.mode)
    except FrictionConeError as error:
        return question.failed(str(error))


def wrench_cone(state: ContactState, mode: ContactMode | None = None) -> WrenchConeAnswer:
    """
    Return the wrenches a robot can command in a mode.

    Without a mode: what the contacts can balance, whatever they do. With one and a known inertia:
    Balkcom's cone, the body at rest. With one and no inertia: what contact forces of that mode
    balance in slow motion. The robot pushes the body with what it applies to the environment, so
    contact forces enter with their sign changed.
    """
    polygons = [contact.friction.inner_polygon(EDGE_COUNT) for contact in state.contacts]
    approximated = any(
        one is not contact.friction for one, contact in zip(polygons, state.contacts, strict=True)
    )
    resting = state.with_friction(polygons).with_twist(np.zeros(state.dimension))
    strict = False
    if mode is None:
        cone = PolyhedralCone.from_generators(-composite_edge_wrenches(resting))
        text = 'wrenches that the contacts can balance'
    elif state.inertia is not None:
        found = mode_cone(resting, mode)
        cone, strict = found.closed, found.is_possible
        text = f'wrenches under which the body at rest moves in mode {str(mode)!r}'
    else:
        conditions = [
            contact_conditions(contact, interaction)
            for contact, interaction in zip(resting.contacts, as_mode(resting, mode), strict=True)
        ]
        cone = PolyhedralCone.from_generators(-force_wrenches(resting, conditions))
        text = f'wrenches that contact forces of mode {str(mode)!r} balance in slow motion'
    length = state.characteristic_length
    return WrenchConeAnswer(_described(cone), text, mode, strict, approximated, length)


def _described(cone: PolyhedralCone) -> PolyhedralCone:
    """Return the cone with both descriptions, worked out here, where it delays nobody."""
    columns = Columns(cone.generators, cone.lineality)
    return PolyhedralCone(cone.space_dimension, columns, Rows(cone.faces, cone.equalities))
