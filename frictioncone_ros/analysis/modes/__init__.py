# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Kinematic contact modes: what rigid contacts allow before any force is asked.

Contact-separate modes are the faces of the cone of motions that penetrate nowhere; slide-stick
modes are the cells into which the sliding directions divide each face.
"""

from frictioncone_ros.analysis.modes.enumeration import (
    contact_separate_modes,
    kinematic_mode_table,
    KinematicModes,
    ModeTable,
    SlideStickMode,
)
from frictioncone_ros.analysis.modes.kinematic_modes import kinematic_modes
from frictioncone_ros.analysis.modes.planar import planar_kinematic_modes

__all__ = [
    'KinematicModes',
    'ModeTable',
    'SlideStickMode',
    'contact_separate_modes',
    'kinematic_mode_table',
    'kinematic_modes',
    'planar_kinematic_modes',
]
