# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Flat contact areas, as the points at their corners or as one soft finger."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.contact.friction import FrictionModel, SoftFinger
from frictioncone_ros.contact.point import ContactPoint
from frictioncone_ros.contact.pressure import linear_pressure
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arguments import checked, checked_fields
from frictioncone_ros.spatial.arrays import (
    Array,
    as_float_array,
    as_matrix,
    as_vector,
    frozen_array,
)

DIRECTIONS = 48
"""Directions of slip, of half a turn, in which a patch's limit is looked at."""

REACH = 30.0
"""Slips are looked at up to this many times the speed of the patch's rim; beyond, their limit."""

SEARCHES, COMPASS, HALVINGS = 24, 8, 48
"""From so many of those slips the least is looked for, in so many directions, by so many steps."""


@checked_fields
@dataclass(frozen=True, eq=False)
class ContactPatch:
    """
    A flat area of contact between rigid bodies, with one friction model.

    corners: (count, 2 or 3) of its convex outline, in order round it, relative to the reference
    point [m]; one or two are a point or a line. contact_normal: into the moving body.
    pressure_center: (2 or 3,) where the normal force acts [m], None where nobody knows.
    Its contacts are named `name`, or name/0, name/1 and so on.
    """

    corners: Array
    contact_normal: Array
    friction: FrictionModel
    name: str = 'patch'
    pressure_center: Array | None = None

    def __post_init__(self) -> None:
        """Make arrays of what was given, and check it."""
        what = f'patch {self.name!r}'
        array = as_float_array(self.corners, 'patch corners', what)
        if array.ndim != 2 or array.shape[0] == 0 or array.shape[1] not in (2, 3):
            expected = '(count, 2) or (count, 3)'
            raise InvalidInputError('shape of patch corners', array.shape, expected, what)
        object.__setattr__(self, 'corners', frozen_array(array))
        normal = as_vector(self.contact_normal, array.shape[1], 'contact normal', what)
        object.__setattr__(self, 'contact_normal', normal)
        if self.pressure_center is not None:
            center = as_vector(self.pressure_center, array.shape[1], 'pressure center', what)
            object.__setattr__(self, 'pressure_center', center)

    def points(self, **given: Any) -> tuple[ContactPoint, ...]:
        """
        Return a contact at each corner; given: further arguments of ContactPoint.

        The forces of a rigid flat patch are sums of forces at its corners: any pressure has the
        resultant of some non-negative corner forces, so nothing is lost along the normal, and of
        friction only the torsion of pressure between the corners, which is less than theirs.
        """
        # ContactPoint makes its arrays of plain numbers faster than of other arrays.
        normal: Any = tuple(np.asarray(self.contact_normal).tolist())
        return tuple(
            ContactPoint(corner, normal, self.friction, name=f'{self.name}/{index}', **given)
            for index, corner in enumerate(self.corners.tolist())
        )

    def finger(self, **given: Any) -> ContactPoint:
        """
        Return the soft finger at the centre of pressure; given: further arguments of ContactPoint.

        Spatial only. The pressure is linear over the area, as of equal springs, with the stated
        centre; even where none is stated. Its limit surface lies inside the patch's. What tilts
        the area is carried by the points only, not by the finger.
        """
        what = f'patch {self.name!r}'
        if self.corners.shape[1] != 3:
            raise InvalidInputError('patch as a finger', 'planar', 'a spatial patch', what)
        normal = as_vector(self.contact_normal, 3, 'contact normal', what)
        places, shares = linear_pressure(self.corners, normal, self.pressure_center, what)
        coefficient = self.friction.inscribed_coefficient(6)
        return patch_finger(places, normal, coefficient, shares, self.name, **given)


@checked
def contact_patch(
    corners: ArrayLike, contact_normal: ArrayLike, friction: FrictionModel, name: str = 'patch'
) -> tuple[ContactPoint, ...]:
    """Return the points of a ContactPatch."""
    return ContactPatch(corners, contact_normal, friction, name).points()  # type: ignore[arg-type]  # checked inside


@checked
def patch_finger(
    points: ArrayLike,
    contact_normal: ArrayLike,
    friction_coefficient: float,
    shares: ArrayLike | None = None,
    name: str = 'patch',
    **given: Any,
) -> ContactPoint:
    """
    Return the soft finger that stands for a patch whose pressure is known.

    points: (count, 3) of the patch [m], each with its share of the normal force (count,), equal
    by default; the finger is at the centre of pressure. given: further arguments of ContactPoint.
    Its limit surface is an ellipsoid inside the patch's true one, with the whole friction of the
    patch, so that what it holds is held: of a ring it has 0.71 of the torsion mu f_n radius, of
    an even disc 0.75 of (2/3) mu f_n radius.
    """
    what = f'patch {name!r}'
    array = as_float_array(points, 'patch points', what)
    if array.ndim != 2 or array.shape[0] == 0 or array.shape[1] != 3:
        raise InvalidInputError('shape of patch points', array.shape, '(count, 3)', what)
    places = as_matrix(array, array.shape, 'patch points', what)
    weights = _shares(shares, len(places), what)
    arm = _torsion_arm(_across(places, weights, contact_normal), weights)
    friction = SoftFinger(friction_coefficient, friction_coefficient * arm)
    return ContactPoint(weights @ places, contact_normal, friction, name=name, **given)  # type: ignore[arg-type]  # checked inside


def _shares(shares: ArrayLike | None, count: int, what: str) -> Array:
    if shares is None:
        return np.full(count, 1.0 / count)
    weights = as_vector(shares, count, 'pressure shares')
    if weights.min() < 0.0 or weights.sum() <= 0.0:
        raise InvalidInputError('pressure shares', weights.tolist(), 'at least 0, not all 0', what)
    return np.asarray(weights / weights.sum())


def _across(places: Array, weights: Array, contact_normal: ArrayLike) -> Array:
    """Return places (count, 2) about their centre of pressure, along axes across a normal."""
    normal = as_vector(contact_normal, 3, 'contact normal')
    axes = np.linalg.svd(normal[None, :])[2][1:]
    return np.asarray((places - weights @ places) @ axes.T)


def _torsion_arm(places: Array, weights: Array) -> float:
    """
    Return the largest a [m] with sqrt(|v|^2 + a^2 w^2) <= sum of shares |v + w x place|.

    Both sides are what friction takes from a slip v and a spin w, of the ellipsoid and of the
    patch: where the first is never more the ellipsoid is inside. (count, 2) places about their
    centre of pressure, (count,) shares. Of slips far faster than the spin the limit is the mean
    square distance of the places from a line through the centre along the slip: at least the
    smaller eigenvalue of their mean squares, whatever the direction.
    """
    squares, axes = np.linalg.eigh((places.T * weights) @ places)
    least = float(squares[0])
    if least <= 0.0:
        return 0.0
    # Along its own axes the slips that count of a narrow patch are among those looked at.
    places = places @ axes
    size = float(np.abs(places).max())
    angles = np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    along = np.column_stack((np.cos(angles), np.sin(angles)))
    turned = np.column_stack((-places[:, 1], places[:, 0]))
    # Where one place stands still what is taken has a kink, which slips by steps do not meet.
    slips, spare = [-turned], [_spare(-turned, turned, weights)]
    for speed in size * np.linspace(0.0, 1.0, DIRECTIONS) ** 3 * REACH:
        slips.append(speed * np.vstack((along, -along)))
        spare.append(_spare(slips[-1], turned, weights))
    starts, ends = np.vstack(slips), np.concatenate(spare)
    lowest = np.argsort(ends)[:SEARCHES]
    found = _least_spare(starts[lowest], ends[lowest], turned, weights)
    return float(np.sqrt(max(0.0, min(least, found))))


def _spare(slips: Array, turned: Array, weights: Array) -> Array:
    """Return what a spin of one takes beyond slips (n, 2), in squares (n,); turned: its speeds."""
    taken = np.hypot(*(slips[:, None, :] + turned[None]).transpose(2, 0, 1)) @ weights
    return np.asarray(taken * taken - np.einsum('nt,nt->n', slips, slips))


def _least_spare(slips: Array, spare: Array, turned: Array, weights: Array) -> float:
    """Return the least of it near some slips (n, 2), by steps that halve where none helps."""
    angles = 2.0 * np.pi * np.arange(COMPASS) / COMPASS
    # Of a narrow patch a valley is narrow too: steps across it are as much shorter.
    around = np.column_stack((np.cos(angles), np.sin(angles))) * np.abs(turned).max(axis=0)
    steps = np.full(len(slips), 1.0 / COMPASS)
    every = np.arange(len(slips))
    for _ in range(HALVINGS):
        tried = slips[:, None] + steps[:, None, None] * around
        found = _spare(tried.reshape(-1, 2), turned, weights).reshape(len(slips), COMPASS)
        lowest = found.argmin(axis=1)
        least = found[every, lowest]
        better = least < spare
        slips = np.where(better[:, None], tried[every, lowest], slips)
        spare, steps = np.minimum(spare, least), np.where(better, steps, 0.5 * steps)
    return float(spare.min())
