# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contact patches as the points at their corners."""

from __future__ import annotations

from numpy.typing import ArrayLike

from frictioncone_ros.contact.friction import FrictionModel
from frictioncone_ros.contact.point import ContactPoint
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import as_float_array


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
