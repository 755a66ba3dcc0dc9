# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Which contact modes a plane of wrenches brings about: regions with exact borders.

Where a polyhedral cone meets a plane: an exact polygon from its faces, no grid of samples.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from frictioncone_ros.analysis.mode_cones import possible_mode_cones
from frictioncone_ros.cones import PolyhedralCone
from frictioncone_ros.contact import ContactState
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.plotting.style import BLACK, code, legend_above, new_figure, VERMILION
from frictioncone_ros.spatial import Array, as_wrench, frozen_array, PLANAR

ON_LINE = 1e-9
"""Distance from a cone's face, beside the window, at which a corner lies on it [-]."""


def plane_section(
    cone: PolyhedralCone, origin: Array, directions: Array, window: Sequence[float]
) -> Array:
    """
    Return the corners (n, 2) of {(a, b): origin + directions @ (a, b) in the cone}, in order.

    origin (d,), directions (d, 2). window: least and greatest a, least and greatest b; what
    reaches farther is cut there. Two corners are a segment, none is an empty section.
    """
    left, right, low, high = window
    corners = np.array([[left, low], [right, low], [right, high], [left, high]])
    size = max(right - left, high - low)
    rows = [*cone.faces, *cone.equalities, *(-cone.equalities)]
    for row in rows:
        slope, offset = row @ directions, float(row @ origin)
        steepness = float(np.linalg.norm(slope))
        # A plane in a face's own plane is cut by it nowhere or everywhere.
        if steepness <= ON_LINE * float(np.linalg.norm(row)):
            if offset > ON_LINE * size:
                return np.zeros((0, 2))
            continue
        corners = _clipped(corners, (corners @ slope + offset) / steepness, ON_LINE * size)
    return _distinct(corners, 10.0 * ON_LINE * size)


def _clipped(corners: Array, heights: Array, slack: float) -> Array:
    """Return the part of a convex polygon where heights (n,) over a line are not positive."""
    kept = []
    for index, height in enumerate(heights):
        before = heights[index - 1]
        if (height > slack) != (before > slack):
            share = before / (before - height)
            kept.append(corners[index - 1] + share * (corners[index] - corners[index - 1]))
        if height <= slack:
            kept.append(corners[index])
    return np.array(kept).reshape(-1, 2)


def _distinct(corners: Array, slack: float) -> Array:
    """Return corners without those that lie on the one before."""
    kept: list[Array] = []
    for corner in corners:
        if all(float(np.abs(corner - other).max()) > slack for other in kept):
            kept.append(corner)
    return np.array(kept).reshape(-1, 2)


def polygon_area(corners: Array) -> float:
    """Return the area of a polygon with corners (n, 2) in order; 0 for a segment."""
    x, y = corners.T
    return 0.5 * abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1)))


def polygon_center(corners: Array) -> Array:
    """Return the centroid (2,) of a polygon; the mean of its corners where it has no area."""
    x, y = corners.T
    crosses = x * np.roll(y, -1) - np.roll(x, -1) * y
    if abs(crosses.sum()) <= ON_LINE * float(np.abs(corners).max(initial=0.0)) ** 2:
        return np.asarray(corners.mean(axis=0))
    sums = corners + np.roll(corners, -1, axis=0)
    return np.asarray(crosses @ sums / (3.0 * crosses.sum()))


PLANAR_NAMES = ('$f_x$ [N]', '$f_y$ [N]', r'$\tau$ [Nm]')
SPATIAL_NAMES = (
    '$f_x$ [N]', '$f_y$ [N]', '$f_z$ [N]',
    r'$\tau_x$ [Nm]', r'$\tau_y$ [Nm]', r'$\tau_z$ [Nm]',
)  # fmt: skip
TRACKS = (('commanded', VERMILION, '--'), ('filtered', BLACK, '-'))
NO_AREA = 1e-9
"""Regions with less than this part of the window are lines [-]."""
LABELLED_SHARE = 0.004
"""Regions with less than this part of the window get no letters inside [-]."""


@dataclass(frozen=True, eq=False)
class ForcePlane:
    """
    A window in the space of external wrenches on the body.

    origin: (d,) wrench of the plane's point (0, 0) [N, Nm]; steady parts, such as the weight.
    axes: the two components that vary. window: least and greatest of the first, of the second.
    """

    origin: Array
    axes: tuple[int, int]
    window: tuple[float, float, float, float]
    names: tuple[str, str] = field(default=('', ''))

    def __post_init__(self) -> None:
        """Store the origin as an array of its own."""
        object.__setattr__(self, 'origin', frozen_array(self.origin))

    def directions(self) -> Array:
        """Return the two directions (d, 2) of the plane."""
        return np.eye(self.origin.size)[:, list(self.axes)]

    def labels(self) -> tuple[str, str]:
        """Return the names of both axes, with units."""
        all_names = PLANAR_NAMES if self.origin.size == PLANAR else SPATIAL_NAMES
        first, second = (all_names[axis] for axis in self.axes)
        return self.names[0] or first, self.names[1] or second


def mode_regions(state: ContactState, plane: ForcePlane) -> dict[str, Array]:
    """
    Return the section of each mode's wrench cone, by mode string, as corners (n, 2).

    From the cones' faces, so the borders are exact. Modes overlap where several can happen; where
    none reaches, none can. Sections without area (a mode that needs an exact wrench) are segments.
    """
    origin = as_wrench(plane.origin, state.dimension, 'origin of the plane')
    if len(set(plane.axes)) != 2 or not set(plane.axes) <= set(range(state.dimension)):
        raise InvalidInputError('axes', plane.axes, f'two of 0 to {state.dimension - 1}')
    sections = {
        str(found.mode): plane_section(found.closed, origin, plane.directions(), plane.window)
        for found in possible_mode_cones(state)
    }
    return {mode: corners for mode, corners in sections.items() if len(corners) > 1}


def force_plane_figure(
    state: ContactState, plane: ForcePlane, tracks: Mapping[str, Array] | None = None
) -> Any:
    """
    Return a map of contact modes over a plane of external wrenches on the body.

    tracks: wrenches (n, d) over time by name ('commanded', 'filtered'), drawn as lines.
    """
    figure = new_figure(6.4, 5.0)
    axes = figure.subplots()
    draw_regions(axes, mode_regions(state, plane), plane.window)
    for name, colour, line in TRACKS:
        wrenches = (tracks or {}).get(name)
        if wrenches is not None:
            shown = np.asarray(wrenches)[:, list(plane.axes)]
            axes.plot(*shown.T, line, color=colour, linewidth=1.6, label=name)
            axes.plot(*shown[-1:].T, 'o', color=colour, ms=5)
    first, second = plane.labels()
    axes.set(xlabel=first, ylabel=second, xlim=plane.window[:2], ylim=plane.window[2:])
    legend_above(figure, axes)
    return figure


def draw_regions(axes: Any, regions: Mapping[str, Array], window: Sequence[float]) -> None:
    """Draw regions in colour and hatch, the letters of each mode inside or in the legend."""
    whole = (window[1] - window[0]) * (window[3] - window[2])
    for index, (mode, corners) in enumerate(regions.items()):
        colour, hatch = code(index, 'colour'), code(index, 'hatch')
        area = polygon_area(corners)
        if area <= NO_AREA * whole:
            closed = np.vstack((corners, corners[:1]))
            axes.plot(*closed.T, color=colour, linewidth=2.0, linestyle=code(index, 'line'),
                      label=f'{mode} (no area)')  # fmt: skip
            continue
        axes.fill(*corners.T, facecolor=f'{colour}40', edgecolor=colour, hatch=hatch,
                  linewidth=1.0, label=mode)  # fmt: skip
        if area <= LABELLED_SHARE * whole:
            continue
        axes.annotate(
            mode, polygon_center(corners), ha='center', va='center', family='monospace', zorder=5,
            bbox={'boxstyle': 'round', 'facecolor': 'white', 'edgecolor': colour},
        )  # fmt: skip
