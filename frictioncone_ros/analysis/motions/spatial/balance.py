# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Does a cone of motions and a cone of forces hold the desired balance? Forces, or a certificate.

Non-negative least squares answers both ways: a zero residual is the balance itself; a residual
is a twist on which every generator does no positive work while the target does. Circular cones
enter by their most useful rays, one at a time, so neither answer rests on a polygon.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from frictioncone_ros.analysis.motions.spatial.laws.friction import ForceOption
from frictioncone_ros.cones.nonnegative import nonnegative_weights
from frictioncone_ros.spatial import Array

BALANCE_RESIDUAL = 1e-11
"""Residual, relative to the desired wrench, up to which motions and forces balance it [-]."""
NEAR_ENOUGH = 1e5
"""So many times what is enough may be missing where only rounding hides the ray for it [-]."""
CURVED_SLACK = 1e-10
"""Cosine with the residual below which a ray of a circular cone no longer reduces it [-]."""
LEAST_PROGRESS = 0.999
"""A new ray of a circular cone must reduce the residual to less than this share of it [-]."""


@dataclass(frozen=True, eq=False)
class ForceCone:
    """
    The forces one contact may exert: an option with the map from its components to the balance.

    contact: its place among the touching contacts. force_map: (r, c) whitened rows.
    columns: (r, corners) force_map @ corners, unit columns; sizes: their lengths before that.
    outer: (r, n) unit columns of a polygon around a circular cone, else the same.
    """

    contact: int
    option: ForceOption
    force_map: Array
    columns: Array
    sizes: Array
    outer: Array

    @classmethod
    def of(cls, contact: int, option: ForceOption, force_map: Array) -> ForceCone:
        """Return the cone with its columns worked out once."""
        columns, sizes = unit_columns(force_map.dot(option.corners.T))
        if option.outer_corners is option.corners:
            return cls(contact, option, force_map, columns, sizes, columns)
        outer, _ = unit_columns(force_map.dot(option.outer_corners.T))
        return cls(contact, option, force_map, columns, sizes, outer)

    def support(self, residual: Array) -> tuple[float, Array]:
        """Return the largest product of a unit column with the residual, and its components."""
        values = residual.dot(self.columns).tolist()
        best = values.index(max(values))
        corner = self.option.corners[best]
        if self.option.arc is None:
            return values[best], corner
        components = self.option.steepest_on_arc(residual.dot(self.force_map))
        column = self.force_map.dot(components)
        value = residual.dot(column) / sqrt(column.dot(column))
        return (value, components) if value > values[best] else (values[best], corner)

    def spared(self, residual: Array, slack: float) -> bool:
        """Whether no force of the cone works on a unit residual, by more than a cosine."""
        return self.support(residual)[0] <= slack


@dataclass(frozen=True, eq=False)
class Balance:
    """
    The answer for one candidate.

    holds: whether the balance holds. coordinates: (w,) motion. forces: contact components by the
    contact's place. residual: (r,) what no generator supplies; where the balance does not hold,
    residual @ every generator <= 0 < residual @ target.
    """

    holds: bool
    coordinates: Array
    forces: dict[int, Array]
    residual: Array


@dataclass(frozen=True, eq=False)
class MotionCone:
    """
    A cone of motions in scaled coordinates with its image in the balance.

    vectors: (m, w) generators. columns: (r, m) unit images; sizes: their lengths before that.
    """

    vectors: Array
    columns: Array
    sizes: Array

    @classmethod
    def of(cls, vectors: Array, motion_map: Array) -> MotionCone:
        """Return the cone of some generators."""
        columns, sizes = unit_columns(motion_map @ vectors.T)
        return cls(vectors, columns, sizes)


AddedRay = tuple[ForceCone, Array, float]
"""A cone's ray: components of unit normal force, and the length its column is divided by."""


def balance(
    motions: MotionCone,
    forces: Sequence[ForceCone],
    target: Array,
    tolerance: float = BALANCE_RESIDUAL,
    progress: float = LEAST_PROGRESS,
) -> Balance:
    """
    Search coefficients >= 0 with motions + forces = target, up to a part of its size.

    progress: a step that leaves more than this share of the residual is the last. Where there is
    no balance the residual then separates the target from the cones up to the root of the rest.
    """
    enough = tolerance * sqrt(target.dot(target))
    columns = np.concatenate([motions.columns, *[cone.columns for cone in forces]], axis=1)
    curved = [cone for cone in forces if cone.option.arc is not None]
    added: list[AddedRay] = []
    split, before, hidden = len(motions.sizes), np.inf, False
    while True:
        weights, residual, distance = nearest(columns, target)
        stalled = distance > progress * before
        if distance <= enough or not curved or (stalled and hidden):
            break
        rays = [] if stalled else _better_rays(curved, residual, CURVED_SLACK * distance)
        hidden = not rays
        if hidden and distance <= NEAR_ENOUGH * enough:
            rays = _own_rays(curved, _forces_of(forces, weights[split:], added))
        if not rays:
            break
        before = distance
        fresh = np.array([cone.force_map.dot(components) for cone, components in rays]).T
        fresh, sizes = unit_columns(fresh)
        columns = np.concatenate((columns, fresh), axis=1)
        added += [(*ray, size) for ray, size in zip(rays, sizes.tolist(), strict=True)]
    found = balance_of(motions, forces, weights, residual, added)
    return replace(found, holds=distance <= enough)


def balance_of(
    motions: MotionCone,
    forces: Sequence[ForceCone],
    weights: Array,
    residual: Array,
    added: Sequence[AddedRay] = (),
) -> Balance:
    """Return the balance of weights of motions, forces and added rays, taken to hold."""
    split = len(motions.sizes)
    coordinates = (weights[:split] / motions.sizes).dot(motions.vectors)
    return Balance(True, coordinates, _forces_of(forces, weights[split:], added), residual)


def nearest(columns: Array, target: Array) -> tuple[Array, Array, float]:
    """Return x >= 0 of least |columns @ x - target|, what is left of the target, its length."""
    if not columns.shape[1]:
        return np.zeros(0), target, sqrt(target.dot(target))
    weights, remainder = nonnegative_weights(columns, target)
    return weights, remainder, sqrt(remainder.dot(remainder))


def non_negative(columns: Array, target: Array) -> tuple[Array, float]:
    """Return x >= 0 of least |columns @ x - target| and that distance; scipy needs a column."""
    weights, _, distance = nearest(columns, target)
    return weights, distance


def unit_columns(columns: Array) -> tuple[Array, Array]:
    """Return the columns with unit length and their lengths, 1 where a column is zero."""
    lengths = np.sqrt(np.einsum('ij,ij->j', columns, columns))
    lengths[lengths == 0.0] = 1.0
    return columns / lengths, lengths


def _forces_of(
    forces: Sequence[ForceCone],
    weights: Array,
    added: Sequence[AddedRay],
) -> dict[int, Array]:
    """Return the components of each contact with force; weights: of all columns but motions'."""
    found: dict[int, Array] = {}
    start = 0
    for cone in forces:
        own = weights[start : start + len(cone.sizes)]
        start += len(cone.sizes)
        if own.any():
            found[cone.contact] = (own / cone.sizes).dot(cone.option.corners)
    for (cone, components, size), weight in zip(added, weights[start:].tolist(), strict=True):
        if weight > 0.0:
            found[cone.contact] = found.get(cone.contact, 0.0) + weight / size * components
    return found


def _own_rays(
    curved: Sequence[ForceCone], forces: dict[int, Array]
) -> list[tuple[ForceCone, Array]]:
    """
    Return the ray of each circular cone along the force it has.

    At the limit of its cone a force lies between two rays whose chord is all that is missing;
    what is left is too short to tell the ray between them, but the force is not.
    """
    added = []
    for cone in curved:
        force = forces.get(cone.contact)
        ray = None if force is None else cone.option.ray_along(force)
        if ray is not None:
            added.append((cone, ray))
    return added


def _better_rays(
    curved: Sequence[ForceCone], residual: Array, slack: float
) -> list[tuple[ForceCone, Array]]:
    """Return from each circular cone the ray that reduces the residual most, if any does."""
    added = []
    for cone in curved:
        value, components = cone.support(residual)
        if value > slack:
            added.append((cone, components))
    return added
