# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What of the forces that can carry a command compliant contacts will carry, with the margin.

The filter looks for the best contact forces first. Redundant contacts share a wrench as their
stiffness has it, and slip earlier: what presses is kept then, and what shears is reduced.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from frictioncone_ros.analysis.support import Kept, kept, KeptStart, NO_START
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


class KeptMemory(NamedTuple):
    """The contact forces (c,) that were judged last, and what compliant contacts keep of them."""

    given: Array
    answer: Kept

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
        return KeptMemory(contact_forces, Kept(wrench, None, direct.depth(contact_forces), start))
    try:
        with share_of_budget(JUDGING_SHARE):
            answer = kept(prepared.support, wrench, prepared.settings.margin, start)
    except (np.linalg.LinAlgError, NumericalError, BudgetExceededError):
        # Numbers beyond floats, or no time: nothing is known, which is no reason not to answer.
        return None
    return KeptMemory(contact_forces, answer)
