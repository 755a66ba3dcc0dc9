# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Figures (Matplotlib, an extra): one function a figure, values in, a Figure out.

Colours are those of Okabe and Ito; whatever colour says, a hatch, a line style or a marker says
once more. Axes have units, and legends stand outside of what they explain.
"""

from frictioncone_ros.plotting.acceleration_sets import acceleration_figure
from frictioncone_ros.plotting.contact_raster import raster_figure
from frictioncone_ros.plotting.force_plane import force_plane_figure, ForcePlane, plane_section
from frictioncone_ros.plotting.formation_sheets import formation_figure
from frictioncone_ros.plotting.jamming import jamming_figure
from frictioncone_ros.plotting.style import save_figure
from frictioncone_ros.plotting.timeline import Timeline, timeline_figure
from frictioncone_ros.plotting.wrench_cones import wrench_cone_figure

__all__ = [
    'ForcePlane',
    'Timeline',
    'acceleration_figure',
    'force_plane_figure',
    'formation_figure',
    'jamming_figure',
    'plane_section',
    'raster_figure',
    'save_figure',
    'timeline_figure',
    'wrench_cone_figure',
]
