# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Will these contacts carry this wrench? Judged by the forces that compliant contacts take.

`feasibility` asks whether any admissible forces carry it; redundant contacts seldom take those.
"""

from frictioncone_ros.analysis.support.force_parts import has_few_parts
from frictioncone_ros.analysis.support.kept_answer import Kept, KeptStart, NO_START
from frictioncone_ros.analysis.support.kept_on_plane import plane_load_factor
from frictioncone_ros.analysis.support.kept_wrench import kept, kept_margin
from frictioncone_ros.analysis.support.problem import (
    Compliance,
    squeeze_of,
    support_problem,
    SupportProblem,
)
from frictioncone_ros.analysis.support.questions import (
    has_margin,
    holds_to,
    is_carried,
    will_produce,
    will_resist,
)
from frictioncone_ros.analysis.support.verdict import CarriedVerdict

__all__ = [
    'NO_START',
    'CarriedVerdict',
    'Compliance',
    'Kept',
    'KeptStart',
    'SupportProblem',
    'has_few_parts',
    'has_margin',
    'holds_to',
    'is_carried',
    'kept',
    'kept_margin',
    'plane_load_factor',
    'squeeze_of',
    'support_problem',
    'will_produce',
    'will_resist',
]
