# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The shapes of a MuJoCo scene and where they are, for whoever wants to draw them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from frictioncone_ros.sim.engine import load_mujoco
from frictioncone_ros.spatial import Array, frozen_array


@dataclass(frozen=True, eq=False)
class Shape:
    """
    One shape of a scene.

    kind: 'plane', 'sphere', 'capsule', 'cylinder' or 'box'. size: (3,) as MuJoCo has it: radius
    and half length, or half sizes [m]. colour: (3,) red, green, blue, 0 to 1. moves: whether its
    pose changes with the scene.
    """

    name: str
    kind: str
    size: Array
    colour: Array
    moves: bool


def scene_shapes(model: Any) -> tuple[Shape, ...]:
    """Return every shape of a model in the engine's order; those without a kind we know too."""
    names = _kind_names()
    return tuple(
        Shape(
            model.geom(index).name or f'shape_{index}',
            names.get(int(model.geom_type[index]), 'other'),
            frozen_array(model.geom_size[index]),
            frozen_array(model.geom_rgba[index][:3]),
            bool(model.body_weldid[model.geom_bodyid[index]] != 0),
        )
        for index in range(model.ngeom)
    )


def shape_poses(data: Any) -> tuple[Array, Array]:
    """Return positions (n, 3) [m] and axes (n, 3, 3), columns, of all shapes in the world."""
    return np.array(data.geom_xpos), np.array(data.geom_xmat).reshape(-1, 3, 3)


def _kind_names() -> dict[int, str]:
    kinds = load_mujoco().mjtGeom
    return {
        int(kinds.mjGEOM_PLANE): 'plane',
        int(kinds.mjGEOM_SPHERE): 'sphere',
        int(kinds.mjGEOM_CAPSULE): 'capsule',
        int(kinds.mjGEOM_CYLINDER): 'cylinder',
        int(kinds.mjGEOM_BOX): 'box',
    }
