# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Can these contacts carry this wrench? A verdict with a certificate either way, and its margin.

Prepare a problem per contact set, then ask it about wrenches.
"""

from frictioncone_ros.analysis.feasibility.nearest_forces import nearest_forces, NearestForces
from frictioncone_ros.analysis.feasibility.problem import ContactWrenchProblem
from frictioncone_ros.analysis.feasibility.questions import (
    can_produce,
    can_resist,
    certify,
    contact_wrench_problem,
    produce,
    resist,
    with_faces,
)
from frictioncone_ros.analysis.feasibility.verdict import slip_margin, utilisation, WrenchVerdict

__all__ = [
    'ContactWrenchProblem',
    'NearestForces',
    'WrenchVerdict',
    'can_produce',
    'can_resist',
    'certify',
    'contact_wrench_problem',
    'nearest_forces',
    'produce',
    'resist',
    'slip_margin',
    'utilisation',
    'with_faces',
]
