# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Which forces a contact can transmit without moving and which motions it leaves free.

Two dual subspaces found from contacts and their wanted interactions, or given by the user.
"""

from frictioncone_ros.constraints.basis import (
    Constraint,
    constraint_from_bases,
    constraint_from_motions,
    constraint_from_wrenches,
)
from frictioncone_ros.constraints.contact_constraint import (
    constrained_components,
    contact_constraint,
    require_fitting_mode,
)

__all__ = [
    'Constraint',
    'constrained_components',
    'constraint_from_bases',
    'constraint_from_motions',
    'constraint_from_wrenches',
    'contact_constraint',
    'require_fitting_mode',
]
