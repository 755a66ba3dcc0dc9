# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Every motion consistent with contact, friction and an applied wrench, or the proof of none."""

from frictioncone_ros.analysis.motions.find import find_motions, find_quasistatic_motions
from frictioncone_ros.analysis.motions.planar.motions import find_planar_motions
from frictioncone_ros.analysis.motions.planar.projection import (
    project_onto_composite_cone,
    ReactionLine,
    ReactionSegment,
)
from frictioncone_ros.analysis.motions.planar.quasistatic import find_planar_quasistatic_motions
from frictioncone_ros.analysis.motions.result import (
    ForceSet,
    ImpossibleMode,
    Motion,
    MotionCertificate,
    MotionPolytope,
    MotionSet,
    Verdict,
)
from frictioncone_ros.analysis.motions.spatial.answer import SpatialMotion
from frictioncone_ros.analysis.motions.spatial.motions import (
    find_spatial_motions,
    find_spatial_quasistatic_motions,
    SearchLimits,
)

__all__ = [
    'find_motions',
    'find_planar_motions',
    'find_planar_quasistatic_motions',
    'find_quasistatic_motions',
    'find_spatial_motions',
    'find_spatial_quasistatic_motions',
    'ForceSet',
    'ImpossibleMode',
    'Motion',
    'MotionCertificate',
    'MotionPolytope',
    'MotionSet',
    'project_onto_composite_cone',
    'ReactionLine',
    'ReactionSegment',
    'SearchLimits',
    'SpatialMotion',
    'Verdict',
]
