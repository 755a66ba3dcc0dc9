# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The margins of what is published: as compliant contacts will carry it, and as it can be carried.

The first is the one that is acted on by default. Redundant contacts share a wrench as their
stiffness has it, here the same for all unless the state says otherwise.
"""

from __future__ import annotations

from math import inf, isfinite, sqrt
from threading import local

import numpy as np

from frictioncone_ros.analysis.support import (
    holds_to,
    kept_margin,
    NO_START,
    plane_load_factor,
)
from frictioncone_ros.cones import largest_entry
from frictioncone_ros.control.forces.allowed_forces import CARRIED_MISMATCH
from frictioncone_ros.control.forces.compliant_forces import JUDGING_SHARE, KeptMemory
from frictioncone_ros.control.forces.force_set import ForceSet
from frictioncone_ros.control.forces.ray_shooting import RayStart
from frictioncone_ros.control.output.output_gate import Passed
from frictioncone_ros.control.output.published import FilterMemory, Margins
from frictioncone_ros.control.output.ramp import Proposal
from frictioncone_ros.control.prepared import PreparedContacts
from frictioncone_ros.control.target import Target
from frictioncone_ros.exceptions import NumericalError
from frictioncone_ros.spatial.arrays import Array, same_entries
from frictioncone_ros.time_budget import BudgetExceededError, check_time, share_of_budget
from frictioncone_ros.tolerances import MARGIN_ROUNDING, MARGIN_SHORTFALL

NOT_CARRIED = Margins(None, None, False)
"""What is sent is not carried, however little margin is asked for."""


class _Asked(local):
    """Whether all that explains an answer is asked for; by thread."""

    all = True


_ASKED = _Asked()


class acted_on_only:  # noqa: N801  (a context manager is read as a function)
    """
    Let answers say no more of margins than what they act on and state as a condition.

    Where compliant contacts carry what is sent with the margin asked for, what the best contact
    forces could carry is not looked for, and neither is the load factor anywhere: both are None.
    Commands, conditions and the margin acted on are the same; a tick takes a fifth less.
    """

    def __enter__(self) -> None:
        """Let the rest be."""
        self._before = _ASKED.all
        _ASKED.all = False

    def __exit__(self, *_: object) -> None:
        """Ask again for what was asked for before."""
        _ASKED.all = self._before


def published_margins(
    target: Target, proposal: Proposal, passed: Passed, memory: FilterMemory
) -> tuple[Margins, RayStart | None]:
    """Return the margins of what is sent, and what the next margin begins with."""
    prepared = target.prepared
    if prepared is None or prepared.physical.is_empty:
        return Margins(None, None), None
    if not _is_carried(prepared, passed):
        return NOT_CARRIED, None
    if not any(passed.contact_forces.tolist()):
        return Margins(0.0, 0.0), None
    if memory.margins is not None and _is_as_before(prepared, passed.contact_forces, memory):
        return memory.margins, memory.margin_start
    is_target = proposal.is_target and passed.command.wrench is target.command.wrench
    if not _ASKED.all and is_target and _is_kept(target, passed.contact_forces):
        check_time()
        return Margins(target.force.margin, None, True), None
    forces = prepared.with_full_friction if is_target else prepared.physical
    same = prepared is memory.prepared and is_target
    carriable, start = forces.margin_from(
        passed.contact_forces, memory.margin_start if same else None
    )
    if carriable < 0.0 and forces is not prepared.physical:
        # Carried they are, but for rounding: in a cone nearly flat the search may end far short.
        carriable = max(carriable, min(prepared.physical.margin(passed.contact_forces), 0.0))
    will = target.force.margin if is_target else None
    if will is None and prepared.acts_on_will:
        will = _will_margin(prepared, passed.contact_forces)
    asked = required_margin(prepared, passed.contact_forces)
    if will is not None:
        # Compliant contacts never keep more than the best forces; what is below is accuracy.
        best, least = _finite(max(carriable, will)), _finite(will)
        margins = Margins(least, best, will >= asked, carriable == inf)
    else:
        out_of_time = prepared.acts_on_will
        verdict = (
            None if out_of_time else _verdict(prepared, passed.contact_forces, carriable, asked)
        )
        best = _finite(carriable)
        margins = Margins(best, best, verdict, carriable == inf)
    # Last: the verdict comes before what explains it, where there is time for one of them.
    kept = target.force.kept if is_target and target.force.margin is not None else None
    factor = _load_factor(prepared, passed.contact_forces, kept) if _ASKED.all else None
    if factor is not None:
        margins = margins._replace(load_factor=factor)
    return margins, start if is_target else None


def _is_carried(prepared: PreparedContacts, passed: Passed) -> bool:
    """
    Tell whether contacts carry what is sent with the body's own load, which nobody can leave out.

    The gate sends nothing that they do not carry, but where a limit or a stop ranks above it.
    """
    load = prepared.load(passed.command.acceleration)
    if load is None:
        return True
    forces, wrench = prepared.physical, passed.command.wrench
    found = passed.contact_forces
    if not any(found.tolist()):
        # A stop at once comes without a proof: whether there is one is asked here.
        try:
            found = forces.nearest(-(wrench + load)).contact_forces
        except NumericalError:
            return False
    missing = forces.wrench_matrix.dot(found) + wrench + load
    # Beside both: where one holds the other, what is left is rounding.
    sizes = _size(forces, wrench) + _size(forces, load)
    return _size(forces, missing) <= CARRIED_MISMATCH * sizes


def _size(forces: ForceSet, wrench: Array) -> float:
    scaled = forces.scale.dot(wrench)
    return sqrt(scaled.dot(scaled))


def _is_kept(target: Target, contact_forces: Array) -> bool:
    """Tell whether the filter knows that compliant contacts carry its forces (c,) as asked."""
    prepared, will = target.prepared, target.force.margin
    if prepared is None or will is None or not isfinite(will):
        return False
    return will >= required_margin(prepared, contact_forces)


def required_margin(prepared: PreparedContacts, contact_forces: Array) -> float:
    """Return the margin [N] below which it is called low; contact_forces (c,) give the size."""
    desired = (1.0 - MARGIN_SHORTFALL) * prepared.settings.margin
    # Without a margin desired, forces on their cones are neither inside nor outside by rounding.
    return desired - MARGIN_ROUNDING * largest_entry(contact_forces)


def _is_as_before(prepared: PreparedContacts, contact_forces: Array, memory: FilterMemory) -> bool:
    before = memory.contact_forces
    if before is None or memory.prepared is not prepared:
        return False
    if prepared.carried is not prepared.physical:
        return False
    return same_entries(before, contact_forces)


def _will_margin(prepared: PreparedContacts, contact_forces: Array) -> float | None:
    only = prepared.physical.only_forces
    if only is not None:
        return only.depth(contact_forces)
    wrench = prepared.physical.wrench_matrix.dot(contact_forces)
    try:
        with share_of_budget(JUDGING_SHARE):
            return kept_margin(prepared.support, wrench, prepared.settings.margin, NO_START)[0]
    except (np.linalg.LinAlgError, NumericalError, BudgetExceededError):
        # Numbers beyond floats: nothing is known, which is no reason not to answer.
        return None


def _load_factor(
    prepared: PreparedContacts, contact_forces: Array, kept: KeptMemory | None
) -> float | None:
    """Return how many times what shears is held; kept: what was found of these forces (c,)."""
    if not prepared.judges_will or prepared.support.plane is None:
        return None
    if kept is not None and not kept.answer.shears:
        return None
    wrench = prepared.physical.wrench_matrix.dot(contact_forces)
    try:
        with share_of_budget(JUDGING_SHARE):
            return plane_load_factor(prepared.support, wrench, kept.start if kept else NO_START)
    except (np.linalg.LinAlgError, NumericalError, BudgetExceededError):
        return None


def _verdict(
    prepared: PreparedContacts, contact_forces: Array, carriable: float, asked: float
) -> bool | None:
    """Tell whether compliant contacts carry it too, where that is not acted on."""
    if not prepared.judges_will:
        return None
    if carriable < asked:
        return False
    if prepared.physical.only_forces is not None:
        return True
    try:
        wrench = prepared.physical.wrench_matrix.dot(contact_forces)
        with share_of_budget(JUDGING_SHARE):
            if prepared.support.plane is None:
                return holds_to(prepared.support, wrench, asked)
            margin, _ = kept_margin(prepared.support, wrench, asked)
        return margin >= asked - MARGIN_ROUNDING * largest_entry(contact_forces)
    except (np.linalg.LinAlgError, NumericalError, BudgetExceededError):
        return None


def _finite(margin: float) -> float | None:
    """Return a margin [N] as it is published: none without limit, or below which none is known."""
    return margin if isfinite(margin) else None
