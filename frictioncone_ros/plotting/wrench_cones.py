# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Cones of wrenches in three dimensions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.plotting.style import code, legend_above, new_figure
from frictioncone_ros.spatial import Array, PLANAR

NAMES = ('$f_x$ [N]', '$f_y$ [N]', r'$\tau / \ell$ [N]')
ON_FACE = 1e-8
"""Product of a unit generator and a unit face row below which it is on the face [-]."""


def wrench_cone_figure(cones: Mapping[str, PolyhedralCone], length: float) -> Any:
    """
    Return the cones, by name, of planar wrenches: generators of one newton and what they span.

    length: what makes moments forces [m]; a third axis in newton has the scale of the others.
    """
    figure = new_figure(5.6, 5.2)
    axes = figure.add_subplot(projection='3d')
    for index, (name, cone) in enumerate(cones.items()):
        if cone.space_dimension != PLANAR:
            raise InvalidInputError(f'dimension of cone {name}', cone.space_dimension, str(PLANAR))
        _draw(axes, cone_triangles(cone, length), index, name)
    axes.scatter(0.0, 0.0, 0.0, color='black', s=12)
    axes.set(xlabel=NAMES[0], ylabel=NAMES[1], zlabel=NAMES[2])
    axes.set(xlim=(-1, 1), ylim=(-1, 1), zlim=(-1, 1))
    axes.set(xticks=(-1, 0, 1), yticks=(-1, 0, 1), zticks=(-1, 0, 1))
    axes.set_box_aspect((1, 1, 1), zoom=0.85)
    legend_above(figure, axes)
    return figure


def cone_triangles(cone: PolyhedralCone, length: float) -> Array:
    """
    Return the sides of a cone as triangles (n, 3, 3) from the origin, edges of unit length.

    Lines of the cone count as two opposite edges. Moments are divided by the length [m].
    """
    cone = cone.minimal()
    lines = cone.lineality
    edges = np.concatenate((cone.generators, lines, -lines), axis=1).copy()
    edges[-1] /= length
    edges /= np.linalg.norm(edges, axis=0)
    rows = np.concatenate((cone.faces, cone.equalities)).copy()
    rows[:, -1] *= length
    rows /= np.linalg.norm(rows, axis=1)[:, None]
    triangles = []
    for row in rows:
        on_face = edges[:, np.abs(row @ edges) < ON_FACE]
        triangles += _fan(on_face, row)
    return np.array(triangles).reshape(-1, 3, 3)


def _fan(edges: Array, normal: Array) -> list[Array]:
    """Return triangles between neighbouring edges (3, n) of one face."""
    if edges.shape[1] < 2:
        return []
    across = np.cross(normal, edges[:, 0])
    order = np.argsort(np.arctan2(across @ edges, edges[:, 0] @ edges))
    turned = edges[:, order]
    angles = np.arctan2(across @ turned, edges[:, 0] @ turned)
    corners = []
    for index in range(turned.shape[1]):
        after = (index + 1) % turned.shape[1]
        turn = (angles[after] - angles[index]) % (2.0 * np.pi)
        # The wider side of a cone with two edges is not the cone.
        if turn <= np.pi + ON_FACE:
            corners.append(np.array([np.zeros(3), turned[:, index], turned[:, after]]))
    return corners


def _draw(axes: Any, triangles: Array, index: int, name: str) -> None:
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection  # noqa: PLC0415  # optional

    colour = code(index, 'colour')
    drawn = Poly3DCollection(
        triangles, facecolor=f'{colour}50', edgecolor=colour, linewidth=0.8,
        linestyle=code(index, 'line'),
    )  # fmt: skip
    axes.add_collection3d(drawn)
    rims = triangles[:, 1:]
    tips = rims.reshape(-1, 3)
    axes.plot(*tips.T, code(index, 'marker'), color=colour, ms=4, linestyle='none', label=name)
