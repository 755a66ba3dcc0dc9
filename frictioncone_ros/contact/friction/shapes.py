# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Distances and parts of tangential sets that several friction models share."""

from __future__ import annotations

from math import cos, inf, pi, sqrt

import numpy as np

from frictioncone_ros.spatial.arrays import Array


def polygon_parts(coefficients: tuple[float, float], edge_count: int) -> list[Array]:
    """Return half the sides of an even polygon inside an ellipse, (2, 1) each; else an ellipse."""
    if edge_count % 2:
        return [np.diag(coefficients) * cos(pi / edge_count)]
    angles = 2.0 * np.pi * np.arange(edge_count // 2 + 1) / edge_count
    corners = np.column_stack((np.cos(angles), np.sin(angles))) * coefficients
    return [0.5 * side[:, None] for side in np.diff(corners, axis=0)]


def placed_rows(part: Array, start: int, rows: int) -> Array:
    """Return the part with zero rows around it, (rows, axes)."""
    placed = np.zeros((rows, part.shape[1]))
    placed[start : start + part.shape[0]] = part
    return placed


def depth_below(coefficient: float, normal: float, tangential: float) -> float:
    """Return the distance [N] of a force from the side |f_t| = mu f_n, positive inside."""
    return (coefficient * normal - tangential) / sqrt(1.0 + coefficient * coefficient)


def used_part(size: float, available: float) -> float:
    """Return a force or moment as part of what is available; infinite where there is none."""
    if size <= 0.0:
        return 0.0
    return size / available if available > 0.0 else inf
