# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A pose of this package as Pinocchio's."""

from __future__ import annotations

from typing import Any

from frictioncone_ros.estimation.geometry.libraries import pinocchio
from frictioncone_ros.spatial import RigidTransform


def held_placement(pose: RigidTransform) -> Any:
    """Return the SE3; its columns are the turned axes, which are the rows of a RigidTransform."""
    return pinocchio.SE3(pose.rotation.T.copy(), pose.position.copy())
