# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Jamming diagrams: which pushes move a part that touches its hole at two points, which jam."""

from __future__ import annotations

from typing import Any

import numpy as np

from frictioncone_ros.contact import ContactState
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.plotting.force_plane import draw_regions, ForcePlane, mode_regions
from frictioncone_ros.plotting.style import legend_above, new_figure
from frictioncone_ros.spatial import PLANAR

REACH = 4.0
"""How far the diagram reaches, in parts of the insertion force [-]."""


def jamming_figure(state: ContactState, radius: float, reach: float = REACH) -> Any:
    """
    Return Simunovic's diagram for a planar insertion along -y about the reference point.

    Over the sideways force and the moment, both in parts of the insertion force (moments also of
    the radius [m]): where all contacts may stick the part can jam, elsewhere it must move. For
    each part of the plane the modes that can happen, from exact faces of their wrench cones.
    """
    if state.dimension != PLANAR:
        raise InvalidInputError('dimension', state.dimension, f'{PLANAR}, a planar scene')
    plane = ForcePlane(
        np.array([0.0, -1.0, 0.0]), (0, 2), (-reach, reach, -reach * radius, reach * radius)
    )
    regions = {
        mode: corners / (1.0, radius) for mode, corners in mode_regions(state, plane).items()
    }
    figure = new_figure(6.0, 5.2)
    axes = figure.subplots()
    draw_regions(axes, regions, (-reach, reach, -reach, reach))
    axes.set(
        xlabel=r'$f_x / |f_y|$ [-]', ylabel=r'$\tau / (r |f_y|)$ [-]',
        xlim=(-reach, reach), ylim=(-reach, reach),
    )  # fmt: skip
    legend_above(figure, axes, 5)
    return figure
