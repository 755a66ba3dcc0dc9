# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The cone of commanded wrenches that go with a contact mode: one question, one answer."""

from __future__ import annotations

from dataclasses import dataclass

from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.contact import ContactMode, ContactState

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

    def failed(self, reason: str) -> WrenchConeAnswer:
        """Return the answer that there is none."""
        return WrenchConeAnswer(None, reason, self.mode)
