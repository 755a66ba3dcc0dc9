# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Wrench cones of contact modes: what to push so that the body does what you want, and nothing else.

Balkcom, Trinkle and Gottlieb's algorithm, planar and spatial, and wrenches that are consistent
with the desired mode only.
"""

from frictioncone_ros.analysis.mode_cones.choice import (
    approach_choices,
    most_robust_wrench,
    nearest_wrench,
    wrench_for_mode,
    WrenchChoice,
)
from frictioncone_ros.analysis.mode_cones.clear_points import EmptyBranch
from frictioncone_ros.analysis.mode_cones.compute import mode_cone
from frictioncone_ros.analysis.mode_cones.exclusive import exclusive_wrenches, ExclusiveWrenches
from frictioncone_ros.analysis.mode_cones.mode_cone import ModeCone
from frictioncone_ros.analysis.mode_cones.mode_wrenches import ModeWrenches, WrenchAnswer
from frictioncone_ros.analysis.mode_cones.placement import finger_placements, FingerPlacement
from frictioncone_ros.analysis.mode_cones.possible_modes import possible_mode_cones
from frictioncone_ros.analysis.mode_cones.restrictions import (
    finger_wrenches,
    force_plane,
    gravity_wrenches,
)
from frictioncone_ros.analysis.mode_cones.robust.choice import robust_wrench, RobustChoice
from frictioncone_ros.analysis.mode_cones.robust.cone import robust_mode_cone, RobustCone
from frictioncone_ros.analysis.mode_cones.robust.exclusion import mode_exclusion, ModeExclusion
from frictioncone_ros.analysis.mode_cones.robust.uncertain_contact import ContactUncertainty
from frictioncone_ros.analysis.mode_cones.spatial_modes import expanded_modes

__all__ = [
    'ContactUncertainty',
    'EmptyBranch',
    'ExclusiveWrenches',
    'FingerPlacement',
    'ModeCone',
    'ModeExclusion',
    'ModeWrenches',
    'RobustChoice',
    'RobustCone',
    'WrenchAnswer',
    'WrenchChoice',
    'approach_choices',
    'exclusive_wrenches',
    'expanded_modes',
    'finger_placements',
    'finger_wrenches',
    'force_plane',
    'gravity_wrenches',
    'mode_cone',
    'mode_exclusion',
    'most_robust_wrench',
    'nearest_wrench',
    'possible_mode_cones',
    'robust_mode_cone',
    'robust_wrench',
    'wrench_for_mode',
]
