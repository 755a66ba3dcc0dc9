# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Wrenches and twists, planar (3 components) and spatial (6), in one algebra.

Conventions: SI units, linear components first; forces and motions live in dual spaces and meet
only in power. Norms across units need a stated characteristic length.
"""

from frictioncone_ros.spatial.arrays import (
    Array,
    as_finite_number,
    as_float_array,
    as_matrix,
    as_non_negative,
    as_twist,
    as_vector,
    as_wrench,
    frozen_array,
    PLANAR,
    SPATIAL,
)
from frictioncone_ros.spatial.inertia import Inertia, operational_space_inertia
from frictioncone_ros.spatial.products import (
    cross_matrix,
    linear_size,
    planar_cross,
    power,
    twist_norm,
    wrench_norm,
    wrench_scaling,
)
from frictioncone_ros.spatial.transforms import (
    force_transform,
    motion_transform,
    RigidTransform,
    shift_twist,
    shift_wrench,
)

__all__ = [
    'PLANAR',
    'SPATIAL',
    'Array',
    'Inertia',
    'RigidTransform',
    'as_finite_number',
    'as_float_array',
    'as_matrix',
    'as_non_negative',
    'as_twist',
    'as_vector',
    'as_wrench',
    'cross_matrix',
    'force_transform',
    'frozen_array',
    'linear_size',
    'motion_transform',
    'operational_space_inertia',
    'planar_cross',
    'power',
    'shift_twist',
    'shift_wrench',
    'twist_norm',
    'wrench_norm',
    'wrench_scaling',
]
