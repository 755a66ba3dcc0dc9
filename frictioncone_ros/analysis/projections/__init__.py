# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Featherstone's split of forces and motions by a constraint, and the dynamics it decouples.

Projectors with any admissible metric, the Raibert-Craig special case, equations (20) to (32).
"""

from frictioncone_ros.analysis.projections.hybrid_dynamics import (
    contact_part_of_measured_wrench,
    ContactResponse,
    HybridDynamics,
    relative_inertia,
)
from frictioncone_ros.analysis.projections.projectors import (
    constrained_motion_projector,
    constraint_force_projector,
    contact_projectors,
    free_motion_projector,
    length_metric,
    motion_force_projector,
    projector_pair,
    ProjectorPair,
)
from frictioncone_ros.analysis.projections.selection_frame import (
    find_selection_frame,
    SelectionFrame,
)

__all__ = [
    'ContactResponse',
    'HybridDynamics',
    'ProjectorPair',
    'SelectionFrame',
    'constrained_motion_projector',
    'constraint_force_projector',
    'contact_part_of_measured_wrench',
    'contact_projectors',
    'find_selection_frame',
    'free_motion_projector',
    'length_metric',
    'motion_force_projector',
    'projector_pair',
    'relative_inertia',
]
