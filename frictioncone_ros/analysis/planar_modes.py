# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Planar kinematic modes under the name they had; they stand in `analysis.modes`."""

from frictioncone_ros.analysis.modes import planar_kinematic_modes

__all__ = ['planar_kinematic_modes']
