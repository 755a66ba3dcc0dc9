# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Contact points, their friction, the state of a touching body, and what each contact does.

Normals point from the environment into the moving body; contact components are normal first,
contact-major; wrenches act on the moving body about the reference point.
"""

from frictioncone_ros.contact.body_load import body_load, weight
from frictioncone_ros.contact.configuration_space_cone import ConfigurationSpaceCone
from frictioncone_ros.contact.friction import (
    CircularCone,
    ContactForce,
    EllipticCone,
    Frictionless,
    FrictionModel,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.contact.interaction import (
    APPROACHING,
    FIXED,
    Interaction,
    InteractionKind,
    SEPARATING,
    SLIDING,
    SLIDING_LEFT,
    SLIDING_RIGHT,
    UNSPECIFIED,
)
from frictioncone_ros.contact.kinematics import (
    acceleration_bias,
    contact_speeds,
    contact_velocities,
    resting_speed,
    slip_directions,
)
from frictioncone_ros.contact.mode import ContactMode, observed_mode
from frictioncone_ros.contact.narrowing import (
    inscribed_coefficient,
    joint_deviations,
    narrowed_friction,
)
from frictioncone_ros.contact.patch import contact_patch, ContactPatch, patch_finger
from frictioncone_ros.contact.point import ContactKind, ContactPoint
from frictioncone_ros.contact.state import ContactState, require_state
from frictioncone_ros.contact.wrench_matrix import (
    component_slices,
    contact_jacobian,
    delassus_matrix,
    edge_wrenches,
    has_torsion,
    normal_wrench_matrix,
    point_forces,
    point_wrench_matrix,
    tangential_wrench_matrix,
    wrench_matrix,
)

__all__ = [
    'APPROACHING',
    'FIXED',
    'SEPARATING',
    'SLIDING',
    'SLIDING_LEFT',
    'SLIDING_RIGHT',
    'UNSPECIFIED',
    'CircularCone',
    'ConfigurationSpaceCone',
    'ContactForce',
    'ContactKind',
    'ContactMode',
    'ContactPatch',
    'ContactPoint',
    'ContactState',
    'EllipticCone',
    'FrictionModel',
    'FrictionPolygon',
    'FrictionPyramid',
    'Frictionless',
    'Interaction',
    'InteractionKind',
    'SoftFinger',
    'acceleration_bias',
    'body_load',
    'component_slices',
    'contact_jacobian',
    'contact_patch',
    'contact_speeds',
    'contact_velocities',
    'delassus_matrix',
    'edge_wrenches',
    'has_torsion',
    'inscribed_coefficient',
    'narrowed_friction',
    'normal_wrench_matrix',
    'observed_mode',
    'patch_finger',
    'point_forces',
    'point_wrench_matrix',
    'require_state',
    'resting_speed',
    'joint_deviations',
    'slip_directions',
    'tangential_wrench_matrix',
    'weight',
    'wrench_matrix',
]
