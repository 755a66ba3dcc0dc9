# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The shortest contact forces where every contact's are a whole circular cone or a single ray.

Lagrange's multipliers y of the balance decide them all: each contact's force is the point of its
cone nearest to force_map^T y, which has a closed form, and what the balance lacks is the gradient
of a convex function of y alone. Newton's method on these six numbers takes a few steps, and the
answer lies in the cones exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from frictioncone_ros.analysis.motions.least_squares import shortest_solution
from frictioncone_ros.spatial.arrays import Array, largest_magnitude

NEWTON_STEPS = 25
"""Steps after which the search is given up; two to eight are usual."""
HALVINGS = 8
"""How often a step that does not come closer is halved."""
CLOSER = 0.5
"""A step that leaves at most this share of what the balance lacks is taken as it is [-]."""
LEAST_DESCENT = 1e-4
"""Share of the descent that the slope promises, which a step has to make else [-]."""
BALANCED = 1e-14
"""What the balance may lack, relative to the forces beside the desired ones [-]."""


@dataclass(frozen=True, eq=False)
class SimpleCones:
    """
    Circular cones (k of them) and rays (l of them) side by side.

    maps: (k, r, 3) from components to the balance; radii: (k,) friction coefficients > 0.
    columns: (r, l) of unit rays.
    """

    maps: Array
    radii: Array
    columns: Array

    def nearest(self, multipliers: Array) -> tuple[Array, Array, Array]:
        """
        Return the forces of the round cones (k, 3) and along the rays (l,) for multipliers (r,).

        With the factor (r, n) of their slope: what is supplied changes by factor @ factor^T per
        change of the multipliers.
        """
        along = multipliers.dot(self.columns)
        pressing = along > 0.0
        factor = self.columns.compress(pressing, axis=1)
        along = np.where(pressing, along, 0.0)
        if not len(self.radii):
            return np.zeros((0, 3)), along, factor
        forces, slopes = self._on_cones(multipliers.dot(self.maps))
        turned = (self.maps @ slopes).transpose(1, 0, 2).reshape(len(multipliers), -1)
        return forces, along, np.concatenate((turned, factor), axis=1)

    def _on_cones(self, pulled: Array) -> tuple[Array, Array]:
        """
        Return the points (k, 3) of the cones nearest to others, and factors (k, 3, 3) of slopes.

        Inside, a point is its own nearest; below the tip's normals it is the tip. On the border
        it follows along the ray, and across the ray as far as the cone is round there.
        """
        radii, normal = self.radii, pulled[:, 0]
        sizes = np.hypot(pulled[:, 1], pulled[:, 2])
        inside, tip = sizes <= radii * normal, radii * sizes <= -normal
        if inside.all():
            return pulled, np.broadcast_to(np.eye(3), (len(radii), 3, 3))
        sizes[sizes == 0.0] = 1.0
        first, second = pulled[:, 1] / sizes, pulled[:, 2] / sizes
        stretch = 1.0 + radii * radii
        share = (normal + radii * sizes) / stretch
        bend = np.sqrt(np.maximum(radii * share / sizes, 0.0))
        slopes, length = np.zeros((len(radii), 3, 3)), np.sqrt(stretch)
        slopes[:, 0, 0] = 1.0 / length
        slopes[:, 1, 0], slopes[:, 2, 0] = radii * first / length, radii * second / length
        slopes[:, 1, 1], slopes[:, 2, 1] = -second * bend, first * bend
        forces = slopes[:, :, 0] * (length * share)[:, None]
        forces[inside], slopes[inside] = pulled[inside], np.eye(3)
        forces[tip], slopes[tip] = 0.0, 0.0
        return forces, slopes

    def supplied(self, forces: Array, along: Array) -> Array:
        """Return what forces supply to the balance, (r,)."""
        total: Array = self.columns.dot(along)
        if not len(self.radii):
            return total
        return total + (self.maps @ forces[:, :, None]).sum(axis=0)[:, 0]


@dataclass(frozen=True, eq=False)
class DualPoint:
    """
    Where Newton's method is.

    multipliers: (r,). forces, along, factor: what the cones answer. missing: (r,) of the balance,
    lacking: its length. energy: of the forces less what the desired balance does, the least at
    the end.
    """

    multipliers: Array
    forces: Array
    along: Array
    factor: Array
    missing: Array
    lacking: float
    energy: float

    @classmethod
    def at(cls, cones: SimpleCones, desired: Array, multipliers: Array) -> DualPoint:
        """Return the point of some multipliers (r,)."""
        forces, along, factor = cones.nearest(multipliers)
        missing = desired - cones.supplied(forces, along)
        energy = 0.5 * float(np.vdot(forces, forces) + along.dot(along))
        energy -= float(desired.dot(multipliers))
        lacking = sqrt(missing.dot(missing))
        return cls(multipliers, forces, along, factor, missing, lacking, energy)


def dual_forces(cones: SimpleCones, desired: Array) -> tuple[Array, Array] | None:
    """
    Return the shortest forces of the round cones (k, 3) and along the rays (l,), or None.

    They supply `desired` (r,). None where Newton's method does not end.
    """
    every = cones.maps.transpose(1, 0, 2).reshape(len(desired), -1)
    factor = np.concatenate((every, cones.columns), axis=1)
    sizes = sqrt(np.einsum('ij,ij->j', factor, factor).max(initial=0.0))
    point = DualPoint.at(cones, desired, shortest_solution(factor.dot(factor.T), desired))
    for _ in range(NEWTON_STEPS):
        largest = max(largest_magnitude(point.forces), point.along.max(initial=0.0))
        if point.lacking <= BALANCED * max(sqrt(desired.dot(desired)), sizes * float(largest)):
            return point.forces, point.along
        nearer = _nearer(cones, desired, point)
        if nearer is None:
            return None
        point = nearer
    return None


def _nearer(cones: SimpleCones, desired: Array, point: DualPoint) -> DualPoint | None:
    """Return the point of a Newton step, shortened until it comes closer; None if it does not."""
    step = shortest_solution(point.factor.dot(point.factor.T), point.missing)
    slope = float(point.missing.dot(step))
    for _ in range(HALVINGS):
        other = DualPoint.at(cones, desired, point.multipliers + step)
        if other.lacking <= CLOSER * point.lacking:
            return other
        if other.energy <= point.energy - LEAST_DESCENT * slope:
            return other
        step, slope = 0.5 * step, 0.5 * slope
    return None
