# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The accelerations that can happen under one wrench: a point or a polygon for each mode."""

from __future__ import annotations

from typing import Any

import numpy as np

from frictioncone_ros.analysis.motions import MotionSet
from frictioncone_ros.plotting.style import code, legend_above, new_figure
from frictioncone_ros.spatial import Array

NAMES = {
    'dynamic': ('$a_x$ [m/s$^2$]', '$a_y$ [m/s$^2$]', r'$\alpha$ [rad/s$^2$]'),
    'quasistatic': ('$v_x$ [m/s]', '$v_y$ [m/s]', r'$\omega$ [rad/s]'),
}
"""Components of what a motion is, by its kind."""
PLANES = ((0, 1), (0, 2))
"""Components of the two projections that are drawn."""
ROUNDING = 1e-9
"""Components below this part of the largest, or of one unit, are drawn as 0 [-]."""


def acceleration_figure(found: MotionSet, kind: str = 'dynamic') -> Any:
    """
    Return the accelerations of all motions of a planar state in two projections.

    kind: 'dynamic', or 'quasistatic' for motions that are twists.
    """
    figure = new_figure(7.5, 3.6)
    both = figure.subplots(1, 2)
    names = NAMES[kind]
    for axes, (first, second) in zip(both, PLANES, strict=True):
        for index, motion in enumerate(found):
            vertices = _without_rounding(motion.polytope.vertices)[:, [first, second]]
            rays = motion.polytope.rays[:, [first, second]]
            _draw(axes, (vertices, rays), index, str(motion.mode) or 'free')
        axes.axhline(0.0, color='black', linewidth=0.6)
        axes.axvline(0.0, color='black', linewidth=0.6)
        axes.set(xlabel=names[first], ylabel=names[second])
        axes.margins(0.2)
        _widen(axes)
    if not found.motions:
        said = (
            'no motion is consistent' if found.exhaustive else 'undecided: the search ended early'
        )
        figure.suptitle(said, fontsize=9)
    legend_above(figure, both[0])
    return figure


def _widen(axes: Any) -> None:
    """Let an axis on which all is 0 reach from -1 to 1, not over what rounding leaves."""
    low, high = axes.dataLim.min, axes.dataLim.max
    spans = np.nan_to_num(np.where(np.isfinite(high - low), high - low, 0.0))
    for span, widen in zip(spans, (axes.set_xlim, axes.set_ylim), strict=True):
        if span <= ROUNDING:
            widen(-1.0, 1.0)


def _without_rounding(values: Array) -> Array:
    """Return values (n, 3) with what rounding leaves of a zero as 0: an axis would show it."""
    size = max(1.0, float(np.abs(values).max(initial=0.0)))
    return np.where(np.abs(values) <= ROUNDING * size, 0.0, values)


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
