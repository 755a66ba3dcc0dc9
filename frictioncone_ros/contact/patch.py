# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contact patches as the points at their corners, or as one soft finger."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.contact.friction import FrictionModel, SoftFinger
from frictioncone_ros.contact.point import ContactPoint
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import Array, as_float_array, as_matrix, as_vector

DIRECTIONS = 48
"""Directions of slip, of half a turn, in which a patch's limit is looked at."""

REACH = 30.0
"""Slips are looked at up to this many times the speed of the patch's rim; beyond, their limit."""


def contact_patch(
    corners: ArrayLike, contact_normal: ArrayLike, friction: FrictionModel, name: str = 'patch'
) -> tuple[ContactPoint, ...]:
    """
    Return one contact point per corner of a flat patch, named name/0, name/1 and so on.

    corners: (count, 2 or 3) relative to the reference point [m]. The forces of a rigid flat patch
    with one friction coefficient are sums of forces at its corners: any pressure distribution has
    the resultant of some non-negative corner forces, so nothing is lost in the normal direction.
    """
    array = as_float_array(corners, 'patch corners', f'patch {name!r}')
    if array.ndim != 2 or array.shape[0] == 0 or array.shape[1] not in (2, 3):
        expected = '(count, 2) or (count, 3)'
        raise InvalidInputError('shape of patch corners', array.shape, expected, f'patch {name!r}')
    return tuple(
        ContactPoint(corner, contact_normal, friction, name=f'{name}/{index}')  # type: ignore[arg-type]  # checked inside
        for index, corner in enumerate(array)
    )


def patch_finger(
    points: ArrayLike,
    contact_normal: ArrayLike,
    friction_coefficient: float,
    shares: ArrayLike | None = None,
    name: str = 'patch',
) -> ContactPoint:
    """
    Return the soft finger that stands for a patch whose pressure is known.

    points: (count, 3) of the patch [m], each with its share of the normal force (count,), equal
    by default; the finger is at the centre of pressure. Its limit surface is an ellipsoid inside
    the patch's true one, with the whole friction of the patch, so that what it holds is held: of
    a ring it has 0.71 of the torsion mu f_n radius, of an even disc 0.75 of (2/3) mu f_n radius.
    """
    what = f'patch {name!r}'
    array = as_float_array(points, 'patch points', what)
    if array.ndim != 2 or array.shape[0] == 0 or array.shape[1] != 3:
        raise InvalidInputError('shape of patch points', array.shape, '(count, 3)', what)
    places = as_matrix(array, array.shape, 'patch points', what)
    weights = _shares(shares, len(places), what)
    middle = weights @ places
    normal = as_vector(contact_normal, 3, 'contact normal')
    flat = _across(places - middle, normal)
    friction = SoftFinger(friction_coefficient, friction_coefficient * _torsion_arm(flat, weights))
    return ContactPoint(middle, normal, friction, name=name)


def _shares(shares: ArrayLike | None, count: int, what: str) -> Array:
    if shares is None:
        return np.full(count, 1.0 / count)
    weights = as_vector(shares, count, 'pressure shares')
    if weights.min() < 0.0 or weights.sum() <= 0.0:
        raise InvalidInputError('pressure shares', weights.tolist(), 'at least 0, not all 0', what)
    return np.asarray(weights / weights.sum())


def _across(places: Array, normal: Array) -> Array:
    """Return places (count, 2) along two axes across a normal."""
    axes = np.linalg.svd(normal[None, :])[2][1:]
    return np.asarray(places @ axes.T)


def _torsion_arm(places: Array, weights: Array) -> float:
    """
    Return the largest a [m] with sqrt(|v|^2 + a^2 w^2) <= sum of shares |v + w x place|.

    Both sides are what friction takes from a slip v and a spin w, of the ellipsoid and of the
    patch: where the first is never more the ellipsoid is inside. (count, 2) places about their
    centre of pressure, (count,) shares. Of slips far faster than the spin the limit is the mean
    square distance of the places from a line through the centre along the slip.
    """
    angles = np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    along = np.column_stack((np.cos(angles), np.sin(angles)))
    least = float((weights @ (places @ along.T) ** 2).min())
    size = float(np.abs(places).max(initial=0.0))
    if least == 0.0:
        return 0.0
    turned = np.column_stack((-places[:, 1], places[:, 0]))
    for speed in size * np.linspace(0.0, 1.0, 3 * DIRECTIONS) ** 3 * REACH:
        slips = speed * np.vstack((along, -along))
        taken = np.hypot(*(slips[:, None, :] + turned[None]).transpose(2, 0, 1)) @ weights
        least = min(least, float((taken**2).min()) - speed**2)
    return float(np.sqrt(max(0.0, least)))
