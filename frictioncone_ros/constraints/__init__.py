# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Which forces a contact can transmit without moving and which motions it leaves free.

Two dual subspaces found from contacts and their desired interactions, or given by the user; and
the mode table: as data, what each interaction demands of a contact's acceleration and force.
"""

from frictioncone_ros.constraints.basis import (
    Constraint,
    constraint_from_bases,
    constraint_from_motions,
    constraint_from_wrenches,
)
from frictioncone_ros.constraints.contact_conditions import (
    Condition,
    contact_conditions,
    ContactConditions,
    ForceCondition,
    hard_edges,
    mode_row,
    ModeRow,
    PLANAR_MODE_TABLE,
    SPATIAL_MODE_TABLE,
    TangentialCondition,
)
from frictioncone_ros.constraints.contact_constraint import (
    as_mode,
    constrained_columns,
    constrained_components,
    contact_constraint,
    require_fitting_mode,
)
from frictioncone_ros.constraints.sliding_cell import (
    cell_directions,
    opposing_corners,
    sliding_cell,
    SlidingCell,
)
from frictioncone_ros.constraints.thin_friction import refuse_thin_friction
from frictioncone_ros.constraints.weighing import wrench_weighing

__all__ = [
    'PLANAR_MODE_TABLE',
    'SPATIAL_MODE_TABLE',
    'Condition',
    'Constraint',
    'ContactConditions',
    'ForceCondition',
    'ModeRow',
    'SlidingCell',
    'TangentialCondition',
    'as_mode',
    'cell_directions',
    'constrained_columns',
    'constrained_components',
    'constraint_from_bases',
    'constraint_from_motions',
    'constraint_from_wrenches',
    'contact_conditions',
    'contact_constraint',
    'hard_edges',
    'mode_row',
    'opposing_corners',
    'refuse_thin_friction',
    'require_fitting_mode',
    'sliding_cell',
    'wrench_weighing',
]
