# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
A simulated scene in a web browser, with friction cones and contact forces.

Cylinders and cones as triangles, and axes as quaternions.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote  # a name with a slash would hang on another node

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from frictioncone_ros.contact import ContactPoint
from frictioncone_ros.exceptions import MissingDependencyError
from frictioncone_ros.sim import ContactSnapshot
from frictioncone_ros.sim.shapes import scene_shapes, Shape, shape_poses
from frictioncone_ros.spatial import Array, PLANAR

_SEGMENTS = 32


def frustum_mesh(
    lower_radius: float, upper_radius: float, lower: float, upper: float
) -> tuple[Array, NDArray[np.int64]]:
    """
    Return vertices (n, 3) and triangles (m, 3) of a frustum about the z axis, ends closed.

    Between z = lower and z = upper [m]; equal radii make a cylinder, a lower radius of 0 a cone
    that opens upwards. Triangles turn outwards.
    """
    angles = 2.0 * np.pi * np.arange(_SEGMENTS) / _SEGMENTS
    circle = np.column_stack((np.cos(angles), np.sin(angles), np.zeros(_SEGMENTS)))
    rings = [
        circle * (radius, radius, 0.0) + (0.0, 0.0, height)
        for radius, height in ((lower_radius, lower), (upper_radius, upper))
    ]
    vertices = np.vstack((*rings, [(0.0, 0.0, lower), (0.0, 0.0, upper)]))
    index = np.arange(_SEGMENTS)
    following = (index + 1) % _SEGMENTS
    above, bottom, top = index + _SEGMENTS, 2 * _SEGMENTS, 2 * _SEGMENTS + 1
    triangles = np.vstack((
        np.column_stack((index, following, above)),
        np.column_stack((following, following + _SEGMENTS, above)),
        np.column_stack((following, index, np.full(_SEGMENTS, bottom))),
        np.column_stack((above, following + _SEGMENTS, np.full(_SEGMENTS, top))),
    ))  # fmt: skip
    return vertices, triangles


def rotation_quaternion(axes: Array) -> Array:
    """Return (w, x, y, z) of axes given as the columns of a (3, 3) rotation."""
    x, y, z, w = Rotation.from_matrix(axes).as_quat()
    return np.array([w, x, y, z])


CONE_HEIGHT = 0.05
"""Drawn height of a friction cone [m]."""

METRES_PER_NEWTON = 0.005
"""Drawn length of a force."""

_HELD, _SLIPPING, _FORCE = (60, 170, 90), (220, 60, 50), (40, 90, 220)


class SceneView:
    """
    Shows one MuJoCo scene at http://localhost:PORT; call update() now and then.

    Friction cones stand on the contacts, green where the contact is held and red where its force
    is on the cone's border; arrows are the contact forces on the body.
    """

    def __init__(self, model: Any, data: Any, port: int = 8080) -> None:
        """Start the server and put every shape in its place."""
        self._server = _viser().ViserServer(host='127.0.0.1', port=port, verbose=False)
        self._data = data
        self._handles = [self._added(shape) for shape in scene_shapes(model)]
        self._cones: dict[str, Any] = {}
        self._arrows: Any = None
        self._place_shapes()

    @property
    def port(self) -> int:
        """Port of the web page."""
        return int(self._server.get_port())

    def update(self, snapshot: ContactSnapshot) -> None:
        """Move shapes to where they are now, and draw the contacts of a snapshot."""
        self._place_shapes()
        state = snapshot.state
        origin = _three(state.reference_point)
        arrows = []
        for handle in self._cones.values():
            handle.visible = False
        for contact, components in zip(state.contacts, snapshot.forces, strict=True):
            place = origin + _three(contact.contact_position)
            self._show_cone(contact, place, _used(contact, components))
            force = _three(contact.frame.T @ components)
            arrows.append((place, place + METRES_PER_NEWTON * force))
        if self._arrows is not None:
            # Where nothing touches any more, the forces of the last contacts must not stay.
            self._arrows.remove()
            self._arrows = None
        if arrows:
            size = {'shaft_radius': 0.002, 'head_radius': 0.005, 'head_length': 0.012}
            scene = self._server.scene
            self._arrows = scene.add_arrows('/forces', np.array(arrows), _FORCE, **size)

    def close(self) -> None:
        """Stop the server."""
        self._server.stop()

    def _added(self, shape: Shape) -> Any:
        scene, colour = self._server.scene, tuple((255 * shape.colour).astype(int))
        name = f'/scene/{quote(shape.name, safe="")}'
        if shape.kind == 'plane':
            return scene.add_box(name, colour, (2.0, 2.0, 1e-3), opacity=0.4)
        if shape.kind == 'sphere':
            return scene.add_icosphere(name, float(shape.size[0]), colour)
        if shape.kind in ('cylinder', 'capsule'):
            radius, half = float(shape.size[0]), float(shape.size[1])
            mesh = frustum_mesh(radius, radius, -half, half)
            return scene.add_mesh_simple(name, *mesh, color=colour)
        return scene.add_box(name, colour, tuple(2.0 * shape.size))

    def _place_shapes(self) -> None:
        positions, axes = shape_poses(self._data)
        for handle, position, turned in zip(self._handles, positions, axes, strict=True):
            handle.position = position
            handle.wxyz = rotation_quaternion(turned)

    def _show_cone(self, contact: ContactPoint, place: Array, used: float) -> None:
        """Show a contact's cone; it is made anew only when its colour changes."""
        colour = _SLIPPING if used > 0.99 else _HELD
        key = f'/cones/{quote(contact.name, safe="")}/{colour[0]}'
        if key not in self._cones:
            radius = CONE_HEIGHT * contact.friction.friction_coefficient
            mesh = frustum_mesh(0.0, radius, 0.0, CONE_HEIGHT)
            self._cones[key] = self._server.scene.add_mesh_simple(
                key, *mesh, color=colour, opacity=0.4
            )
        handle = self._cones[key]
        handle.position, handle.wxyz = place, rotation_quaternion(_upright(contact))
        handle.visible = True


def _upright(contact: ContactPoint) -> Array:
    """Return axes (3, 3) whose z column is the contact normal."""
    if contact.dimension == PLANAR:
        normal, tangent = (_three(row) for row in contact.frame)
        return np.column_stack((tangent, np.cross(normal, tangent), normal))
    normal, first, second = contact.frame
    return np.column_stack((first, second, normal))


def _used(contact: ContactPoint, components: Array) -> float:
    """Return how much of its friction a contact uses, 0 to 1 and beyond."""
    limit = contact.friction.friction_coefficient * float(components[0])
    return float(np.linalg.norm(components[1:])) / limit if limit > 0.0 else 0.0


def _three(values: Array) -> Array:
    return values if values.shape[0] == 3 else np.append(values, 0.0)


def _viser() -> Any:
    try:
        import viser  # noqa: PLC0415  # optional: only who looks needs it
    except ImportError as error:
        raise MissingDependencyError('viser', 'make demo VIEW=1, or pip install viser') from error
    return viser
