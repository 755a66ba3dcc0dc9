# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Least and greatest forces: raised contact by contact, scaled as a whole along the cone."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

import numpy as np

from frictioncone_ros.control.forces.force_set import ForceSet
from frictioncone_ros.control.limits import ray_within, scale_within
from frictioncone_ros.control.prepared import PreparedContacts
from frictioncone_ros.spatial.arrays import Array

SHARE_ROUNDS = 12
"""Bisections of the share of the margin's depth that is kept where limits do not allow all."""


def with_least_normals(prepared: PreparedContacts, contact_forces: Array) -> Array:
    """Return contact forces (c,) with normal forces raised to their least; these if none is."""
    settings, forces = prepared.settings, prepared.carried
    if not (settings.min_normal_force > 0.0 or prepared.slides):
        return contact_forces
    missing = np.maximum(_least_normals(prepared) - contact_forces[forces.normal_rows], 0.0)
    return contact_forces + forces.raising.dot(missing) if missing.any() else contact_forces


class _Most(NamedTuple):
    """Limits: of every normal force [N], and of the wrench they carry: force [N], moment [Nm]."""

    normal: float
    force: float
    moment: float


def within_limits(
    prepared: PreparedContacts, contact_forces: Array, depth: Array, load: Array | None = None
) -> Array:
    """
    Return contact forces (c,) scaled along the cone until all limits hold; these if they do.

    load: (d,) what of their wrench nobody commands; None: nothing.
    """
    settings, forces = prepared.settings, prepared.carried
    most = _Most(settings.max_normal_force, settings.max_force, settings.max_moment)
    if load is None:
        return _within(forces, contact_forces, depth, most)
    pressed = _within(forces, contact_forces, depth, most._replace(force=inf, moment=inf))
    return _beside_load(prepared, pressed, depth, load)


def _within(forces: ForceSet, contact_forces: Array, depth: Array, most: _Most) -> Array:
    whole = _towards(forces, contact_forces, depth, most)
    return _with_less_depth(forces, contact_forces, depth, most) if whole is None else whole


def _beside_load(
    prepared: PreparedContacts, contact_forces: Array, depth: Array, load: Array
) -> Array:
    """
    Return contact forces (c,) whose wrench less a load (d,) is within limits; these if it is.

    Moved towards the least command that is carried beside the load: none where the contacts hold
    that by themselves. As deep as the margin where the limits allow so much, else without. Where
    they do not allow what holds the load either, those of what comes nearest.
    """
    settings, forces = prepared.settings, prepared.carried
    limits = settings.max_force, settings.max_moment
    commanded = -(forces.wrench_matrix.dot(contact_forces)) - load
    share = scale_within(commanded, *limits)
    if share >= 1.0:
        return contact_forces
    for deep in (depth, np.zeros_like(depth)):
        holding = forces.nearest(-load - forces.wrench_matrix.dot(deep)).contact_forces + deep
        least = -(forces.wrench_matrix.dot(holding)) - load
        if scale_within(least, *limits) >= 1.0:
            factor = ray_within(least, commanded - least, *limits)
            return holding + factor * (contact_forces - holding)
    return forces.nearest(-(share * commanded + load)).contact_forces


def _with_less_depth(forces: ForceSet, contact_forces: Array, depth: Array, most: _Most) -> Array:
    """
    Return contact forces within the limits with as much of the margin's depth as can be kept.

    Forces as deep as the margin may be beyond a limit by themselves, or push the other way than
    the command: then the limit and the direction are kept, and the margin is what remains.
    """
    kept, least, too_much = None, 0.0, 1.0
    for _ in range(SHARE_ROUNDS):
        share = 0.5 * (least + too_much)
        found = _towards(forces, contact_forces, share * depth, most)
        if found is None:
            too_much = share
        else:
            kept, least = found, share
    if kept is not None:
        return kept
    factor = _limiting_factor(forces, contact_forces, np.zeros_like(depth), most)
    return factor * contact_forces


def _towards(forces: ForceSet, contact_forces: Array, origin: Array, most: _Most) -> Array | None:
    """
    Return contact forces moved towards an origin until every limit holds.

    None where the origin is beyond a limit itself, or the way to it turns the wrench round.
    """
    factor = _limiting_factor(forces, contact_forces, origin, most)
    if factor >= 1.0:
        return contact_forces
    if factor <= 0.0:
        return None
    moved = origin + factor * (contact_forces - origin)
    scaled = forces.scale.dot(forces.wrench_matrix)
    turned = float(scaled.dot(moved).dot(scaled.dot(contact_forces))) < 0.0
    return None if turned else moved


def _least_normals(prepared: PreparedContacts) -> Array:
    """Return the least normal force (k,) of each contact that may carry any [N]."""
    settings, forces = prepared.settings, prepared.carried
    least = np.full(len(prepared.directions), settings.min_normal_force)
    if prepared.slides and settings.margin > settings.min_normal_force:
        # The force set of a sliding contact is a ray: its margin is its normal force.
        slides = [direction is not None for direction in prepared.directions]
        least[slides] = settings.margin
    return least * forces.raising.any(axis=0)


def _limiting_factor(forces: ForceSet, contact_forces: Array, origin: Array, most: _Most) -> float:
    """Return the largest factor <= 1 with origin + factor (forces - origin) within all limits."""
    factor = 1.0
    if most.normal < inf:
        rows = forces.normal_rows
        normals, least = contact_forces[rows], origin[rows]
        above = normals > most.normal
        if above.any():
            room = most.normal - least[above]
            factor = max(0.0, float(np.min(room / (normals[above] - least[above]))))
    if most.force == inf and most.moment == inf:
        return factor
    end = forces.wrench_matrix.dot(contact_forces)
    if scale_within(end, most.force, most.moment) >= 1.0:
        return factor
    start = forces.wrench_matrix.dot(origin)
    way = end - start
    return min(factor, ray_within(start, way, most.force, most.moment))
