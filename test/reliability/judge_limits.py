# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Rank 3: within every absolute limit, whatever the phase."""

from __future__ import annotations

from case import Case
import numpy as np
from records import Verdict

LIMITS = {
    'max_force': ('wrench', 0),
    'max_moment': ('wrench', 1),
    'max_linear_speed': ('twist', 0),
    'max_angular_speed': ('twist', 1),
    'max_linear_acceleration': ('accel', 0),
    'max_angular_acceleration': ('accel', 1),
}
FREE_LIMITS = {'free_motion_limit': ('twist', 0), 'free_rotation_limit': ('twist', 1)}
"""Those where the contacts are known and there is none."""
SLACK = 1e-6


def absolute_limits(case: Case) -> list[Verdict]:
    """Judge the length of the linear and of the angular half of every part."""
    tick = case.tick
    nothing_touched = tick.contacts is not None and not tick.contacts
    limits = {**LIMITS, **FREE_LIMITS} if nothing_touched else LIMITS
    verdicts: list[Verdict] = []
    for name, (part, half) in limits.items():
        limit = case.limit(name)
        if limit == np.inf:
            continue
        split = 2 if tick.dimension == 3 else 3
        values = tick.given[part]
        size = float(np.linalg.norm(values[split:] if half else values[:split]))
        excess = (size - limit) / limit if limit > 0.0 else size
        violated = size > limit * (1.0 + SLACK) + 1e-12
        verdicts.append((name, excess, violated, f'{size:.6g} at limit {limit:g}, {tick.phase}'))
    return verdicts
