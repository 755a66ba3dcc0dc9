# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What of the forces that can carry a command compliant contacts will carry, with the margin.

The filter looks for the best contact forces first. Redundant contacts share a wrench as their
stiffness has it, and slip earlier: what presses is kept then, and what shears is reduced.
"""

from __future__ import annotations

from math import inf, sqrt
from typing import NamedTuple

import numpy as np

from frictioncone_ros.analysis.support import holds_to, Kept, kept, KeptStart, NO_START
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.control.output.slew import Point
from frictioncone_ros.control.prepared import PreparedContacts
from frictioncone_ros.exceptions import NumericalError
from frictioncone_ros.spatial.arrays import Array, same_entries
from frictioncone_ros.time_budget import BudgetExceededError, share_of_budget
from frictioncone_ros.tolerances import FEASIBLE_RESIDUAL

JUDGING_SHARE = 0.4
"""Share of the time for an answer that compliant contacts may take: then what can be carried is
acted on, as the answer says [-]."""
NOTHING_GIVEN = np.zeros(0)
"""No contact forces: those of no question."""


NEARBY = 0.05
"""Change of a wrench, beside it, up to which forces kept last may stand for ones not found [-]."""
MOST_STRETCH = 10.0
"""
How much more than its question what is kept may change at once [-].

In general position what is kept of two wrenches side by side may differ by much, where a limit is
found for one of them only: the rest of the way goes through a ramp.
"""


class KeptMemory(NamedTuple):
    """
    The contact forces (c,) that were judged last, and what compliant contacts keep of them.

    contact_forces: (c,) those of what is kept, the given ones where that is all.
    carried: (d,) what they carried. wrench: (d,) of the contacts, of which the answer was found;
    asked: (d,) that was judged last.
    is_known: whether the answer's margin is that of its forces. allowance: the part of a wrench
    by which what is kept may change by time alone until the next question [-], see MOST_STRETCH.
    """

    given: Array
    contact_forces: Array
    carried: Array
    answer: Kept
    wrench: Array
    asked: Array
    is_known: bool = True
    allowance: float = inf

    @property
    def margin(self) -> float | None:
        """How deep what is kept will be carried [N], where that is known."""
        return self.answer.margin if self.is_known else None

    @property
    def is_settled(self) -> bool:
        """Whether the same question has the same answer: it was found, and in full."""
        return self.given.shape != NOTHING_GIVEN.shape

    def at(self, allowance: float, same_contacts: bool) -> KeptMemory:
        """Return the memory for the next question; about other contacts it is no answer."""
        given = self.given if same_contacts else NOTHING_GIVEN
        return self._replace(given=given, allowance=allowance)

    @property
    def start(self) -> KeptStart:
        """What a question nearby begins with."""
        return self.answer.start


def compliant_point(
    prepared: PreparedContacts, wrench: Array, load: Array | None = None
) -> Point | None:
    """
    Return what compliant contacts carry of a carried wrench (d,) between two commands.

    load: (d,) from the moving body itself, which they carry too; None: nothing.

    Between two wrenches that will be carried lie some that will not: springs part on the way.
    None where all of it is carried, or where that is not acted on.
    """
    if not prepared.acts_on_will or not any(wrench.tolist()):
        return None
    if prepared.physical.only_forces is not None:
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
    only = prepared.physical.only_forces
    if only is not None:
        answer = Kept(wrench, None, only.depth(contact_forces), start)
        return KeptMemory(contact_forces, contact_forces, wrench, answer, wrench, wrench)
    found = _found(prepared, contact_forces, wrench, memory)
    if memory is None:
        return found
    # On one plane what is kept is continuous, wherever it was found.
    is_continuous = prepared.support.plane is not None and found.is_known and memory.is_known
    return found if is_continuous else _slowed(prepared, found, memory)


def _found(
    prepared: PreparedContacts, contact_forces: Array, wrench: Array, memory: KeptMemory | None
) -> KeptMemory:
    """Return what is kept of forces (c,) with a wrench (d,), however far from what was before."""
    start = NO_START if memory is None else memory.start
    try:
        with share_of_budget(JUDGING_SHARE):
            answer = kept(prepared.support, wrench, prepared.settings.margin, start)
    except (np.linalg.LinAlgError, NumericalError, BudgetExceededError) as error:
        # Numbers beyond floats, or no time: nothing is known, which is no reason not to answer.
        # Next time there may be time.
        given = NOTHING_GIVEN if isinstance(error, BudgetExceededError) else contact_forces
        answer = Kept(wrench, None, 0.0, start)
        return KeptMemory(given, contact_forces, wrench, answer, wrench, wrench, is_known=False)
    found_for = wrench
    not_found = answer.contact_forces is None and answer.margin < 0.0
    if memory is not None and (not_found or answer.is_coarse):
        held = _held(prepared, wrench, memory)
        if held is not None:
            answer, found_for = held, memory.wrench
    forces = contact_forces if answer.contact_forces is None else answer.contact_forces
    return KeptMemory(contact_forces, forces, answer.contact_wrench, answer, found_for, wrench)


def _slowed(prepared: PreparedContacts, found: KeptMemory, memory: KeptMemory) -> KeptMemory:
    """Return what was found, or as much of the way to it as may be gone at once."""
    forces = prepared.physical
    # Where the mode rules contacts out, what was kept before may be none of its forces.
    if memory.allowance == inf or prepared.carried is not forces:
        return found
    scale = forces.scale
    length = _size(scale.dot(found.carried - memory.carried))
    allowed = (memory.allowance + FEASIBLE_RESIDUAL) * _size(scale.dot(found.asked))
    if length <= allowed:
        return found
    allowed = MOST_STRETCH * _size(scale.dot(found.asked - memory.asked)) + allowed
    before = _admissible(prepared, memory.contact_forces) if length > allowed else None
    if before is None:
        return found
    # Friction sets are convex: what lies between two that can be carried can be.
    between = before + (allowed / length) * (found.contact_forces - before)
    carried = forces.wrench_matrix.dot(between)
    return found._replace(
        given=NOTHING_GIVEN, contact_forces=between, carried=carried, is_known=False
    )


def _admissible(prepared: PreparedContacts, forces: Array) -> Array | None:
    """
    Return forces (c,) kept before as the present contacts can make them, None where they cannot.

    Where friction was estimated anew, pressed a little harder they are inside again.
    """
    direct = prepared.physical.direct
    if direct is None or forces.shape != prepared.carried.depth_forces.shape:
        return None
    outside = -direct.depth(forces)
    if outside > NEARBY * largest_entry(forces):
        return None
    return forces + outside * prepared.physical.depth_forces if outside > 0.0 else forces


def _held(prepared: PreparedContacts, wrench: Array, memory: KeptMemory) -> Kept | None:
    """
    Return what was kept of a wrench nearby where little is found for one (d,); None if none is.

    In general position a search may end without its limit between two that have one. To give up
    nothing then, or another share, and as much as before in the next tick, would be a jump. The
    forces are those found last, inside their friction sets now; whether they will be carried by
    the present contacts is asked, and said by the margin.
    """
    way, kept_last = wrench - memory.wrench, memory.answer.contact_forces
    if kept_last is None or way.dot(way) > NEARBY * NEARBY * wrench.dot(wrench):
        return None
    forces = _admissible(prepared, kept_last)
    if forces is None:
        return None
    left = memory.answer.start._replace(was_reduced=False, limit=None)
    held, asked = prepared.physical.wrench_matrix.dot(forces), prepared.settings.margin
    margin = asked if _will_be_carried(prepared, held, asked) else -inf
    return Kept(held, forces, margin, left, is_coarse=True)


def _will_be_carried(prepared: PreparedContacts, wrench: Array, margin: float) -> bool:
    try:
        with share_of_budget(JUDGING_SHARE):
            return holds_to(prepared.support, wrench, margin)
    except (np.linalg.LinAlgError, NumericalError, BudgetExceededError):
        return False


def _size(vector: Array) -> float:
    return sqrt(vector.dot(vector))
