# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Which directions to control by velocity and which by force, for a desired motion in contact."""

from frictioncone_ros.analysis.hybrid_split.force_part import (
    force_split,
    ForceLimits,
    ForceSplit,
)
from frictioncone_ros.analysis.hybrid_split.manipulation import Manipulation, MotionProblem
from frictioncone_ros.analysis.hybrid_split.velocity_part import (
    split_motion,
    SplitRefusal,
    VelocitySplit,
)

__all__ = [
    'ForceLimits',
    'ForceSplit',
    'Manipulation',
    'MotionProblem',
    'SplitRefusal',
    'VelocitySplit',
    'force_split',
    'split_motion',
]
