# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The accelerations that can happen under one wrench: a point or a polygon for each mode."""

from __future__ import annotations

from typing import Any

import numpy as np

from frictioncone_ros.analysis.motions import MotionSet
from frictioncone_ros.plotting.style import code, legend_above, new_figure
from frictioncone_ros.spatial import Array

PLANES = (
    (0, 1, '$a_x$ [m/s$^2$]', '$a_y$ [m/s$^2$]'),
    (0, 2, '$a_x$ [m/s$^2$]', r'$\alpha$ [rad/s$^2$]'),
)
"""Components and names of the two projections that are drawn."""


def acceleration_figure(found: MotionSet) -> Any:
    """Return the accelerations of all motions of a planar state in two projections."""
    figure = new_figure(7.5, 3.6)
    both = figure.subplots(1, 2)
    for axes, (first, second, across, up) in zip(both, PLANES, strict=True):
        for index, motion in enumerate(found):
            vertices = motion.polytope.vertices[:, [first, second]]
            rays = motion.polytope.rays[:, [first, second]]
            _draw(axes, (vertices, rays), index, str(motion.mode) or 'free')
        axes.axhline(0.0, color='black', linewidth=0.6)
        axes.axvline(0.0, color='black', linewidth=0.6)
        axes.set(xlabel=across, ylabel=up)
        axes.margins(0.2)
    legend_above(figure, both[0])
    return figure


def _draw(axes: Any, sets: tuple[Array, Array], index: int, mode: str) -> None:
    """Draw corners of one mode's set, what lies between them, and where it has no end."""
    vertices, rays = sets
    colour = code(index, 'colour')
    if len(vertices) > 1:
        middle = vertices.mean(axis=0)
        order = np.argsort(np.arctan2(*(vertices - middle).T[::-1]))
        axes.fill(
            *vertices[order].T, facecolor=f'{colour}40', edgecolor=colour,
            hatch=code(index, 'hatch'),
        )  # fmt: skip
    for vertex in vertices:
        for ray in rays:
            tip = vertex + ray / (np.linalg.norm(ray) or 1.0)
            axes.annotate('', tip, vertex, arrowprops={'arrowstyle': '->', 'color': colour})
    axes.plot(
        *vertices.T, code(index, 'marker'), color=colour, ms=8, label=mode,
        markerfacecolor='none', markeredgewidth=1.8, linestyle='none',
    )  # fmt: skip
