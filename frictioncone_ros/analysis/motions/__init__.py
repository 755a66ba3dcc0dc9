# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Every motion consistent with contact, friction and an applied wrench, or the proof of none."""

from frictioncone_ros.analysis.motions.result import (
    ForceSet,
    ImpossibleMode,
    Motion,
    MotionCertificate,
    MotionPolytope,
    MotionSet,
    Verdict,
)

__all__ = [
    'ForceSet',
    'ImpossibleMode',
    'Motion',
    'MotionCertificate',
    'MotionPolytope',
    'MotionSet',
    'Verdict',
]
