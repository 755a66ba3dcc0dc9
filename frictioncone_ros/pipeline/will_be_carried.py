# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Whether compliant contacts carry what is published, as deep as the margin asks for.

`published_margin` says what the best contact forces could do. Redundant contacts share a wrench as
their stiffness has it, here the same for all, and slip earlier.
"""

from __future__ import annotations

import numpy as np

from frictioncone_ros.analysis.support import is_carried
from frictioncone_ros.control.prepared import PreparedContacts
from frictioncone_ros.control.published import FilterMemory
from frictioncone_ros.control.target import Target
from frictioncone_ros.exceptions import NumericalError
from frictioncone_ros.pipeline.published_margin import asked_margin
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import UNBOUNDED_MARGIN

MOST_PARTS = 64
"""Segments and discs of friction up to which it is judged: pairs of segments take the time."""


def will_be_carried(
    target: Target, contact_forces: Array, margin: float | None, memory: FilterMemory
) -> bool | None:
    """
    Tell whether compliant contacts carry what `contact_forces` (c,) prove, with the margin asked.

    margin: [N] that the best contact forces have. None where it is not judged: nothing is
    carried, the desired mode restricts what contacts apply (sliding, separating), contacts can
    squeeze each other, by forces that are not known, or friction has too many edges.
    """
    prepared = target.prepared
    if prepared is None or margin is None or margin >= UNBOUNDED_MARGIN:
        return None
    if prepared.carried is not prepared.physical or not contact_forces.any():
        return None
    asked = asked_margin(prepared, contact_forces)
    if margin < asked:
        # Compliant contacts never keep more than the best forces.
        return False
    if memory.will_be_carried is not None and _is_as_before(prepared, contact_forces, memory):
        return memory.will_be_carried
    return _judged(prepared, contact_forces, asked)


def _is_as_before(prepared: PreparedContacts, contact_forces: Array, memory: FilterMemory) -> bool:
    before = memory.contact_forces
    if before is None or memory.prepared is not prepared:
        return False
    return before is contact_forces or np.array_equal(before, contact_forces)


def _judged(prepared: PreparedContacts, contact_forces: Array, asked: float) -> bool | None:
    try:
        support = prepared.support
        if support.parts.owners.size > MOST_PARTS:
            return None
        return is_carried(support, prepared.physical.wrench_matrix @ contact_forces, asked)
    except (np.linalg.LinAlgError, NumericalError):
        # Numbers beyond floats: nothing is known, which is no reason not to answer.
        return None
