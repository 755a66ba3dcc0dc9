# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Answers nobody asked for, so that the first one somebody waits for is as quick as the others."""

from __future__ import annotations

from functools import cache

import numpy as np

from frictioncone_ros.contact import (
    CircularCone,
    ContactState,
    FrictionModel,
    FrictionPolygon,
    SoftFinger,
)
from frictioncone_ros.control import FilterSettings, Setpoints
from frictioncone_ros.pipeline.assess import assess

CORNERS = [(x, y, 0.0) for x in (-0.1, 0.1) for y in (-0.1, 0.1)]
MODELS: tuple[FrictionModel, ...] = (
    CircularCone(0.5),
    FrictionPolygon(0.5, 8),
    SoftFinger(0.5, 0.01),
)
SIDEWAYS = (1.0, 30.0)
"""Forces along a floor pressed with 10 N: one it carries, one beyond [N]."""


@cache
def warm_up() -> None:
    """
    Filter a few commands on a floor, once a process.

    What is loaded and worked out at first use (LAPACK's, NumPy's and ours) takes as long as
    several answers: within the time budget of the first one it would be taken for an overrun.
    """
    settings = FilterSettings(time_budget=1.0)
    for model in MODELS:
        state = ContactState.from_points(CORNERS, (0.0, 0.0, 1.0), model, mass=1.0)
        for force in SIDEWAYS:
            wrench = np.array((force, 0.0, -10.0, 0.0, 0.0, 0.1))
            assess(state, Setpoints(wrench, 0.01 * np.ones(6)), settings)
