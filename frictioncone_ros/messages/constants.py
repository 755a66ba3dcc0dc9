# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Constants of msg/ContactPoint.msg; a test compares them with the file."""

from __future__ import annotations

FRICTIONLESS, HARD_FINGER, SOFT_FINGER = 0, 1, 2
"""Values of friction_model."""

CIRCULAR_CONE, PYRAMID, POLYGON, ELLIPSE = 0, 1, 2, 3
"""Values of friction_set."""

LIMIT_SURFACE, INDEPENDENT_TORSION = 0, 1
"""Values of torsion_set."""

BODY_VERTEX, ENVIRONMENT_VERTEX = 0, 1
"""Values of kind."""
