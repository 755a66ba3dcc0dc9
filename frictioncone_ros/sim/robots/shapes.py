# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Shapes of tools and workpieces, written once: for MuJoCo and for a scene file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

from frictioncone_ros.sim.engine import load_mujoco


@dataclass(frozen=True)
class Shape:
    """
    A box (three sides), a cylinder (radius, length, along z) or a sphere (radius) [m].

    position [m] and rpy [rad] in the frame it belongs to.
    """

    name: str
    kind: str
    size: tuple[float, ...]
    position: tuple[float, float, float] = (0.0, 0.0, 0.0)
    rpy: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def in_words(self, material: str) -> dict[str, object]:
        """Return the entry of a scene file of geometry_contacts."""
        size = self.size[0] if len(self.size) == 1 else list(self.size)
        entry: dict[str, object] = {self.kind: size, 'position': list(self.position)}
        if any(self.rpy):
            entry['rpy'] = list(self.rpy)
        return {**entry, 'material': material}

    def add_to(self, body: Any, friction: float, shift: np.ndarray) -> None:
        """Add it as a geom to a body of MuJoCo; shift: (3,) from where it should be [m]."""
        geom = load_mujoco().mjtGeom
        half = [0.5 * side for side in self.size]
        kind, size = {
            'box': (geom.mjGEOM_BOX, half),
            'sphere': (geom.mjGEOM_SPHERE, [self.size[0], 0.0, 0.0]),
            'cylinder': (geom.mjGEOM_CYLINDER, [self.size[0], half[-1], 0.0]),
        }[self.kind]
        x, y, z, w = Rotation.from_euler('xyz', self.rpy).as_quat()
        body.add_geom(
            name=self.name,
            type=kind,
            size=size,
            pos=np.asarray(self.position) + shift,
            quat=[w, x, y, z],
            friction=[friction, 0.0, 0.0],
            condim=3,
            contype=1,
            conaffinity=1,
            mass=0.0,
            rgba=[0.85, 0.55, 0.2, 1.0],
        )
