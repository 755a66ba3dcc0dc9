# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""How forces and moments are made comparable: about which point, over which length."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arguments import explained
from frictioncone_ros.spatial.arrays import Array, as_vector, PLANAR
from frictioncone_ros.spatial.converters import SpaceDimension
from frictioncone_ros.spatial.products import cross_matrix, linear_size, wrench_scaling


@explained
def wrench_weighing(
    dimension: SpaceDimension, characteristic_length: float, centre: Array | None = None
) -> Array:
    """
    Return the matrix (d, d) that makes comparable forces of the components of a wrench.

    Moments count about a centre (2 or 3,) [m], by default the reference point, and over the
    length. About a point far from all contacts every force is nearly a moment.
    """
    weighing = np.diag(wrench_scaling(dimension, characteristic_length))
    if centre is None:
        return weighing
    centre = as_vector(centre, linear_size(dimension), 'centre')
    if dimension == PLANAR:
        weighing[2, :2] = np.array((centre[1], -centre[0])) / characteristic_length
    else:
        weighing[3:, :3] = cross_matrix(-centre / characteristic_length)
    return weighing


def unit_columns(columns: Array, characteristic_length: float) -> Array:
    """Return the columns with moments over the length, each scaled to length one."""
    return of_unit_length(columns, wrench_weighing(columns.shape[0], characteristic_length))


def of_unit_length(columns: Array, weighing: Array) -> Array:
    """Return the columns, weighed by a matrix (d, d), each scaled to length one."""
    scaled = weighing.dot(columns)
    lengths = np.sqrt(np.einsum('ij,ij->j', scaled, scaled))
    if not lengths.all():
        zero = int(np.flatnonzero(lengths == 0.0)[0])
        raise InvalidInputError(f'column {zero}', columns[:, zero].tolist(), 'not zero')
    return np.asarray(scaled / lengths)
