# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What of the forces that can carry a command compliant contacts will carry, with the margin.

The filter looks for the best contact forces first. Redundant contacts share a wrench as their
stiffness has it, and slip earlier: what presses is kept then, and what shears is reduced.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

import numpy as np

from frictioncone_ros.analysis.support import is_carried, Kept, kept, KeptStart, NO_START
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.control.output.slew import Point
from frictioncone_ros.control.prepared import PreparedContacts
from frictioncone_ros.exceptions import NumericalError
from frictioncone_ros.spatial.arrays import Array, same_entries
from frictioncone_ros.time_budget import BudgetExceededError, share_of_budget

JUDGING_SHARE = 0.4
"""Share of the time for an answer that compliant contacts may take: then what can be carried is
acted on, as the answer says [-]."""
NOTHING_GIVEN = np.zeros(0)
"""No contact forces: those of no question."""


NEARBY = 0.05
"""Change of a wrench, beside it, up to which forces kept last may stand for ones not found [-]."""


class KeptMemory(NamedTuple):
    """
    The contact forces (c,) that were judged last, and what compliant contacts keep of them.

    wrench: (d,) of the contacts, of which the answer was found.
    """

    given: Array
    answer: Kept
    wrench: Array

    @property
    def contact_forces(self) -> Array:
        """The contact forces (c,) of what is kept: the given ones where that is all."""
        reduced = self.answer.contact_forces
        return self.given if reduced is None else reduced

    def for_other_contacts(self) -> KeptMemory:
        """Return the memory for contacts that came anew: a start, no answer."""
        return self._replace(given=NOTHING_GIVEN)

    @property
    def start(self) -> KeptStart:
        """What a question nearby begins with."""
        return self.answer.start


def compliant_point(
    prepared: PreparedContacts, wrench: Array, load: Array | None = None
) -> Point | None:
    """
    Return what compliant contacts carry of a commanded wrench (d,) between two commands.

    load: (d,) from the moving body itself, which they carry too; None: nothing.

    Between two wrenches that will be carried lie some that will not: springs part on the way.
    None where all of it is carried, or where that is not acted on.
    """
    if not prepared.acts_on_will or not any(wrench.tolist()):
        return None
    try:
        with share_of_budget(JUDGING_SHARE):
            answer = kept(prepared.support, -(wrench if load is None else wrench + load), 0.0)
    except (np.linalg.LinAlgError, NumericalError, BudgetExceededError):
        return None
    if answer.contact_forces is None:
        return None
    carried = -answer.contact_wrench
    return Point(carried if load is None else carried - load, answer.contact_forces)


def compliant_forces(
    prepared: PreparedContacts, contact_forces: Array, memory: KeptMemory | None
) -> KeptMemory | None:
    """
    Return what is kept of contact forces (c,) by the verdict that the settings act on.

    None where all is kept because nothing is judged: nothing carried, or `prepared.acts_on_will`
    is false. memory: of the last question about the same contacts.
    """
    if not prepared.acts_on_will or not any(contact_forces.tolist()):
        return None
    if memory is not None and same_entries(memory.given, contact_forces):
        return memory
    start = NO_START if memory is None else memory.start
    wrench = prepared.physical.wrench_matrix.dot(contact_forces)
    direct = prepared.physical.direct
    if direct is not None and direct.unique:
        # The only forces there are: what can be carried will be.
        answer = Kept(wrench, None, direct.depth(contact_forces), start)
        return KeptMemory(contact_forces, answer, wrench)
    try:
        with share_of_budget(JUDGING_SHARE):
            answer = kept(prepared.support, wrench, prepared.settings.margin, start)
    except (np.linalg.LinAlgError, NumericalError, BudgetExceededError):
        # Numbers beyond floats, or no time: nothing is known, which is no reason not to answer.
        return None
    not_found = answer.contact_forces is None and answer.margin < 0.0
    if memory is not None and (not_found or answer.is_coarse):
        held = _held(prepared, wrench, memory)
        if held is not None:
            return memory._replace(given=contact_forces, answer=held)
    return KeptMemory(contact_forces, answer, wrench)


def _held(prepared: PreparedContacts, wrench: Array, memory: KeptMemory) -> Kept | None:
    """
    Return what was kept of a wrench nearby where little is found for one (d,); None if none is.

    In general position a search may end without its limit between two that have one. To give up
    nothing then, or another share, and as much as before in the next tick, would be a jump. The
    forces are those found last, inside their friction sets now; whether they will be carried by
    the present contacts is asked, and said by the margin.
    """
    forces, direct = memory.answer.contact_forces, prepared.physical.direct
    if forces is None or direct is None or forces.shape != prepared.carried.depth_forces.shape:
        return None
    way, outside = wrench - memory.wrench, -direct.depth(forces)
    near = way.dot(way) <= NEARBY * NEARBY * wrench.dot(wrench)
    if not (near and outside <= NEARBY * largest_entry(forces)):
        return None
    if outside > 0.0:
        # Friction was estimated anew: pressed a little harder they are inside again.
        forces = forces + outside * prepared.physical.depth_forces
    left = memory.answer.start._replace(was_reduced=False, limit=None)
    held, asked = prepared.physical.wrench_matrix.dot(forces), prepared.settings.margin
    margin = asked if _will_be_carried(prepared, held, asked) else -inf
    return Kept(held, forces, margin, left, is_coarse=True)


def _will_be_carried(prepared: PreparedContacts, wrench: Array, margin: float) -> bool:
    try:
        with share_of_budget(JUDGING_SHARE):
            return is_carried(prepared.support, wrench, margin)
    except (np.linalg.LinAlgError, NumericalError, BudgetExceededError):
        return False
