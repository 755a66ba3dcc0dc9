# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Constants of the messages that are read; a test compares them with the files."""

from __future__ import annotations

FRICTIONLESS, HARD_FINGER, SOFT_FINGER = 0, 1, 2
"""Values of friction_model."""

CIRCULAR_CONE, PYRAMID, POLYGON, ELLIPSE = 0, 1, 2, 3
"""Values of friction_set."""

LIMIT_SURFACE, INDEPENDENT_TORSION = 0, 1
"""Values of torsion_set."""

BODY_VERTEX, ENVIRONMENT_VERTEX = 0, 1
"""Values of kind."""

CARRIED_NOT_KNOWN = 0
"""Value of will_be_carried, of FilteredCommand.msg."""

INTERACTIONS = {
    'UNSPECIFIED': 0,
    'SEPARATING': 1,
    'FIXED': 2,
    'SLIDING_LEFT': 3,
    'SLIDING_RIGHT': 4,
    'SLIDING': 5,
    'APPROACHING': 6,
}
"""Values of interactions, by the name of the constant, which is that of the kind here."""
