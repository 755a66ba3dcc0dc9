# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Depth by the name under which control/ asks for it."""

from frictioncone_ros.contact.friction import FrictionModel


def depth_shift(friction: FrictionModel, dimension: int) -> float:
    """Return `FrictionModel.depth_shift`."""
    return friction.depth_shift(dimension)
