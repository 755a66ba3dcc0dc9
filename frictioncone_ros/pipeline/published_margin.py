# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The margin of what is published: how deep inside the friction cones its forces can be."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from frictioncone_ros.cones import largest_entry
from frictioncone_ros.control.output_gate import Passed
from frictioncone_ros.control.prepared import PreparedContacts
from frictioncone_ros.control.published import FilterMemory
from frictioncone_ros.control.ramp import Proposal
from frictioncone_ros.control.ray_shooting import RayStart
from frictioncone_ros.control.target import Target
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import MARGIN_ROUNDING, MARGIN_SHORTFALL, UNBOUNDED_MARGIN


class PublishedMargin(NamedTuple):
    """The margin [N], None where no contact carries any; what the next tick begins with."""

    margin: float | None
    start: RayStart | None = None


def published_margin(
    target: Target, proposal: Proposal, passed: Passed, memory: FilterMemory
) -> PublishedMargin:
    """Return the depth of what is sent, judged for the desired mode where it is the target."""
    prepared = target.prepared
    if prepared is None or prepared.physical.is_empty:
        return PublishedMargin(None)
    if not passed.contact_forces.any():
        return PublishedMargin(0.0)
    if not (proposal.is_target and passed.command.wrench is target.command.wrench):
        return PublishedMargin(_bounded(prepared.physical.margin(passed.contact_forces)))
    warm_start = memory.margin_start if prepared is memory.prepared else None
    margin, start = prepared.carried.margin_from(passed.contact_forces, warm_start)
    return PublishedMargin(_bounded(margin), start)


def asked_margin(prepared: PreparedContacts, contact_forces: Array) -> float:
    """Return the margin [N] below which it is called low; contact_forces (c,) give the size."""
    desired = (1.0 - MARGIN_SHORTFALL) * prepared.settings.margin
    # Without a margin desired, forces on their cones are neither inside nor outside by rounding.
    return desired - MARGIN_ROUNDING * largest_entry(contact_forces)


def _bounded(margin: float) -> float:
    return min(margin, UNBOUNDED_MARGIN) if margin > -inf else -UNBOUNDED_MARGIN
