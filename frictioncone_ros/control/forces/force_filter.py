# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The force half of the filter: what of a commanded wrench the contacts can carry.

Signs: the command is what the robot applies to the environment; contact forces and reactions act
from the environment on the moving body. Each is the other's negative, and the sign is changed
exactly twice, on entering `carried_force` and on leaving it.
"""

from __future__ import annotations

from math import inf, sqrt
from typing import NamedTuple

import numpy as np

from frictioncone_ros.control.command import neutral_command
from frictioncone_ros.control.forces.compliant_forces import compliant_forces, KeptMemory
from frictioncone_ros.control.forces.force_limits import with_least_normals, within_limits
from frictioncone_ros.control.forces.force_set import ForceSet, Nearest
from frictioncone_ros.control.forces.ray_search import Generators, joined
from frictioncone_ros.control.prepared import PreparedContacts
from frictioncone_ros.control.settings import InfeasiblePolicy
from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.spatial.arrays import Array, frozen_array
from frictioncone_ros.spatial.products import linear_size
from frictioncone_ros.tolerances import COMMAND_FEASIBLE, SLIDING_EXCESS

HARDLY_ADDED = 2e-2
"""Friction added to a command, beside it, up to which it may have all already: round sets [-]."""


class CarriedForce(NamedTuple):
    """
    What is left of a commanded wrench, and why.

    wrench: (d,) from the robot on the environment [N, Nm].
    contact_forces: (c,) certificate: from the environment on the moving body, contact-major;
        wrench_matrix @ contact_forces = -wrench.
    warm_start: the rays behind the answer, for questions nearby; None where none are needed.
    feasible: whether what the contacts span of the command could be carried without any margin.
    separating_twist: (d,) on which every admissible reaction does non-negative work and so does
        the commanded wrench on the environment, strictly; None where feasible.
    excess_fraction: of the carried part, removed to keep it inside the cones, 0 to 1.
    codes: conditions this step found.
    kept: what compliant contacts keep of the forces found; None where that is not acted on.
    margin: [N] of the wrench as it will be carried, where that is known from here.
    """

    wrench: Array
    contact_forces: Array
    warm_start: Generators | None
    feasible: bool
    separating_twist: Array | None
    excess_fraction: float
    codes: tuple[FilterCode, ...]
    kept: KeptMemory | None = None
    margin: float | None = None


def carried_force(
    prepared: PreparedContacts,
    wrench: Array,
    warm_start: Generators | None = None,
    memory: KeptMemory | None = None,
    load: Array | None = None,
) -> CarriedForce:
    """
    Return the part of a commanded wrench (d,) that the contacts can carry, margin and limits kept.

    In order: drop what no contact carries; keep the rest inside the cones by the margin (by the
    policy if it is not); give sliding contacts their friction; least normal force; what compliant
    contacts will carry of it; limits.
    warm_start: the rays of an answer to a command nearby, memory: what was kept of that command,
    which make this one quicker. load: (d,) what of the wrench the moving body adds to the command,
    for which limits of force and moment do not hold; None: nothing.
    """
    forces, settings = prepared.carried, prepared.settings
    reaction = -wrench
    spanned = prepared.carried_projector.dot(reaction)
    depth, depth_reaction = prepared.depth
    nearest = forces.nearest(spanned - depth_reaction, warm_start)
    excess, feasible, twist, found = 0.0, True, None, nearest.warm_start
    if nearest.is_member:
        chosen, left = _as_commanded(prepared, spanned, _shared(prepared, nearest) + depth), None
    else:
        feasible, twist, found = _verdict(prepared, spanned, nearest, warm_start)
        chosen, left = _by_policy(prepared, spanned, nearest)
        excess = _fraction(forces.scale.dot(spanned), left)
    # What slides carries a single ray, which no estimated command meets exactly.
    expected = prepared.slides and excess <= SLIDING_EXCESS
    codes: list[FilterCode] = [] if feasible or expected else [FilterCode.INFEASIBLE]
    kept, margin = None, None
    # Nothing is raised to a least force where nothing of the command is left.
    if excess <= settings.max_removed_fraction and (nearest.is_member or any(chosen.tolist())):
        raised = with_least_normals(prepared, chosen)
        kept = compliant_forces(prepared, raised, memory)
        held = raised if kept is None else kept.contact_forces
        if held is not raised:
            desired = forces.scale.dot(spanned)
            removed = forces.scale.dot(forces.wrench_matrix.dot(raised - held))
            rest = (desired if left is None else left) - removed
            excess = _excess_beside(excess, desired, rest, _added(forces, raised, chosen))
        limited = within_limits(prepared, held, depth, load)
        codes.extend([FilterCode.LIMITED] if limited is not held or raised is not chosen else [])
        margin = kept.margin if kept is not None and limited is held else None
        chosen = limited
    if excess > settings.max_removed_fraction:
        chosen, margin = np.zeros_like(chosen), None
    sent = _unchanged_or_carried(forces, chosen, wrench)
    codes.extend([] if sent is wrench else [FilterCode.PROJECTED])
    codes_found = tuple(codes)
    return CarriedForce(sent, chosen, found, feasible, twist, excess, codes_found, kept, margin)


def no_force(dimension: int, component_count: int) -> CarriedForce:
    """Return the answer to a command without wrench: nothing is sent, nothing removed."""
    wrench = neutral_command(dimension).wrench
    return CarriedForce(wrench, np.zeros(component_count), None, True, None, 0.0, ())


def _verdict(
    prepared: PreparedContacts, spanned: Array, nearest: Nearest, warm_start: Generators | None
) -> tuple[bool, Array | None, Generators | None]:
    """Judge without margin: is it carried, the twist that shows not, rays to begin with next."""
    forces, found = prepared.carried, nearest.warm_start
    if prepared.settings.margin > 0.0:
        nearest = forces.nearest(spanned, warm_start)
        if found is not None and nearest.warm_start is not None:
            found = joined(found, nearest.warm_start)
    if nearest.is_near:
        return True, None, found
    # The residual has negative work on every member; its opposite opens every contact.
    return False, frozen_array(-(forces.scale.T.dot(nearest.residual))), found


def _by_policy(
    prepared: PreparedContacts, spanned: Array, nearest: Nearest
) -> tuple[Array, Array]:
    """
    Return contact forces (c,) to be sent instead, and what they keep of the command.

    That is a scaled reaction (d,), before sliding contacts are given their friction: what is
    added by the contacts themselves is not removed from the command.
    """
    policy = prepared.settings.infeasible_policy
    if policy is InfeasiblePolicy.NEUTRAL and not nearest.is_near:
        return np.zeros_like(nearest.contact_forces), np.zeros_like(nearest.point)
    if policy is InfeasiblePolicy.SCALE:
        nearest = _pressing_no_harder(prepared, spanned, nearest)
    depth, depth_reaction = prepared.depth
    kept = nearest.point + prepared.carried.scale.dot(depth_reaction)
    return _shared(prepared, nearest) + depth, kept


def _pressing_no_harder(prepared: PreparedContacts, spanned: Array, nearest: Nearest) -> Nearest:
    """
    Return the nearest member scaled down along the cone until it presses no harder than commanded.

    Harder: with more force along the direction in which its normal forces press together; of
    contacts that all face one way that is their normal. The whole is scaled, never what presses
    alone: a cone holds every share of a member, and a small change of the command stays small.
    """
    forces, size = prepared.carried, linear_size(spanned.shape[0])
    balanced = forces.balanced(nearest)
    normals = forces.normal_rows
    along = forces.wrench_matrix[:size, normals].dot(balanced[normals])
    commanded = max(0.0, float(along.dot((spanned - prepared.depth[1])[:size])))
    pressed = float(along.dot(forces.wrench_matrix[:size].dot(nearest.contact_forces)))
    if pressed <= commanded:
        return nearest
    share = commanded / pressed
    return nearest._replace(
        contact_forces=share * nearest.contact_forces, point=share * nearest.point
    )


def _shared(prepared: PreparedContacts, nearest: Nearest) -> Array:
    """Return the contact forces, shared like equally stiff contacts where their size matters."""
    settings, forces = prepared.settings, prepared.carried
    limited = settings.min_normal_force > 0.0 or settings.max_normal_force < inf
    redundant = forces.normal_rows.shape[0] > 1
    if not redundant or not (limited or prepared.slides):
        return nearest.contact_forces
    return forces.balanced(nearest)


def _as_commanded(prepared: PreparedContacts, spanned: Array, chosen: Array) -> Array:
    """Return contact forces (c,) that add no friction where the command has it already."""
    if not prepared.slides:
        return chosen
    forces = prepared.with_full_friction
    added = forces.scale.dot(forces.wrench_matrix.dot(chosen) - spanned)
    size = forces.scale.dot(spanned)
    if added.dot(added) > HARDLY_ADDED**2 * size.dot(size):
        return chosen
    depth, depth_reaction = prepared.depth
    whole = forces.nearest(spanned - depth_reaction)
    return whole.contact_forces + depth if whole.is_member else chosen


def _fraction(desired: Array, kept: Array) -> float:
    """Return how much of a scaled reaction (d,) is not kept, relative to it, 0 to 1."""
    missing = desired - kept
    size, change = sqrt(desired.dot(desired)), sqrt(missing.dot(missing))
    return min(1.0, change / size) if size > 0.0 else float(change > 0.0)


def _added(forces: ForceSet, raised: Array, chosen: Array) -> Array | None:
    """Return the scaled reaction (d,) that was added to contact forces (c,); None: nothing."""
    if raised is chosen:
        return None
    return forces.scale.dot(forces.wrench_matrix.dot(raised - chosen))


def _excess_beside(excess: float, desired: Array, kept: Array, added: Array | None) -> float:
    """
    Return how much is removed of a scaled reaction (d,) and of what was added to it, 0 to 1.

    added: (d,) by least normal forces, None where nothing was. What is removed of that is not
    removed of the command alone, which may be as small as nothing. excess: of the command, before.
    """
    if added is None:
        return _fraction(desired, kept)
    return max(excess, _fraction(desired + added, kept + added))


def _unchanged_or_carried(forces: ForceSet, contact_forces: Array, wrench: Array) -> Array:
    """Return the commanded wrench itself where the carried one differs by rounding only."""
    carried = -(forces.wrench_matrix.dot(contact_forces))
    change, size = forces.scale.dot(carried - wrench), forces.scale.dot(wrench)
    same = change.dot(change) <= COMMAND_FEASIBLE**2 * (size.dot(size))
    return wrench if same else carried
