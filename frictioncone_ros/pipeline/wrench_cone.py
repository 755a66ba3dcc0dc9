# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The cone of commanded wrenches that go with a contact mode: one question, one answer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frictioncone_ros.analysis.mode_cones import mode_cone
from frictioncone_ros.analysis.mode_cones.compute import as_mode, force_wrenches
from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.cones.composite_cone import composite_edge_wrenches
from frictioncone_ros.constraints import contact_conditions
from frictioncone_ros.contact import ContactMode, ContactState
from frictioncone_ros.exceptions import FrictionConeError

EDGE_COUNT = 8
"""Edges of the inner polygon that stands for a circular cone: modes need flat sides."""


@dataclass(frozen=True, eq=False)
class WrenchConeAnswer:
    """
    A cone of wrenches (d,) from the robot on the environment, about the state's reference point.

    cone: None where the question cannot be judged; then text says why. mode: None for any mode in
    which all contacts are kept. strictly_feasible: whether some wrench gives the mode strictly;
    False without inertia, where acceleration says nothing. approximated: whether round friction
    was replaced by an inner polygon of EDGE_COUNT edges.
    """

    cone: PolyhedralCone | None
    text: str
    mode: ContactMode | None = None
    strictly_feasible: bool = False
    approximated: bool = False
    characteristic_length: float = 1.0


@dataclass(frozen=True, eq=False)
class WrenchConeQuestion:
    """Contacts and the mode desired of them; None for any in which all contacts are kept."""

    state: ContactState
    mode: ContactMode | None = None

    def answered(self) -> WrenchConeAnswer:
        """Return the cone, or why there is none."""
        try:
            answer = wrench_cone(self.state, self.mode)
            # Both descriptions are worked out here, where it delays nobody.
            _ = answer.cone and (answer.cone.generators, answer.cone.faces)
            return answer
        except FrictionConeError as error:
            return self.failed(str(error))

    def failed(self, reason: str) -> WrenchConeAnswer:
        """Return the answer that there is none."""
        return WrenchConeAnswer(None, reason, self.mode)


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
    return WrenchConeAnswer(cone, text, mode, strict, approximated, state.characteristic_length)
