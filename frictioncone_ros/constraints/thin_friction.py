# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Friction sets so much longer than wide that no float tells in which of their modes a contact is.

The force of an ellipse turns from one end to the other while the direction of sliding turns by
the ratio of its axes; the borders of a polygon's sliding cells lie as close. Below what tells two
directions apart, cells are lost, and wrenches have no mode at all. A set without any width is a
line, which is exact: that is what to ask for.
"""

from __future__ import annotations

import numpy as np

from frictioncone_ros.constraints.sliding_cell import cell_borders
from frictioncone_ros.contact import ContactPoint
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, PLANAR
from frictioncone_ros.spatial.arguments import checked

LEAST_ASPECT = 1e-5
"""Least ratio of an ellipse's axes at which sliding is told: a direction exact to 1e-15 tells its
force to 1e-10 of itself, a tenth of what membership tolerates [-]."""

LEAST_WIDTH = 1e-8
"""The same of a polygon: ten times what tells two of its corners apart [-]."""

LEAST_CELL = 4e-7
"""Least angle between borders of a polygon's cells, four times what an arrangement takes as one
plane [rad]."""

SAME_BORDER = 1e-12
"""Angle up to which opposite sides of a polygon are parallel, and their borders one [rad]."""


@checked
def refuse_thin_friction(contact: ContactPoint) -> None:
    """Refuse to tell sliding modes of a friction set that is too thin, and not a line."""
    dimension = contact.dimension
    if dimension == PLANAR:
        return
    limits, edges = contact.friction.round_limits(dimension), None
    if limits is None:
        edges = contact.friction.force_edges(dimension)
        thin = edges is not None and _is_thin(edges[:, 1:3])
    else:
        thin = min(limits) < LEAST_ASPECT * max(limits)
    if thin:
        least = LEAST_ASPECT if edges is None else LEAST_WIDTH
        expected = (
            f'a coefficient of 0, or both within a factor of {1.0 / least:.0e}'
            + ('' if edges is None else f' and sliding cells wider than {LEAST_CELL:g} rad')
            + ': thinner sets cannot tell in which direction a contact slides'
        )
        raise InvalidInputError('friction', contact.friction, expected, contact.label)


def _is_thin(corners: Array) -> bool:
    """Whether a polygon of corners (m, 2) has a width, but too little of it."""
    if len(corners) < 3:
        return False
    sizes = np.linalg.svd(corners - corners.mean(axis=0), compute_uv=False)
    borders = np.sort(cell_borders(corners) % np.pi)
    gaps = np.diff(borders, append=borders[0] + np.pi)
    narrow = (gaps > SAME_BORDER) & (gaps < LEAST_CELL)
    return bool(sizes[1] < LEAST_WIDTH * sizes[0] or narrow.any())
