# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Edges and facets that several friction models share, and the checks of their numbers."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from frictioncone_ros.spatial.arrays import Array, as_non_negative
from frictioncone_ros.spatial.converters import as_edge_count


def normal_edge(component_count: int) -> Array:
    """Return the one ray (1, components) of unit normal force."""
    return np.eye(1, component_count)


def planar_edges(coefficient: float) -> Array:
    """Return the two rays of a planar cone, the normal one without friction."""
    return np.array([(1.0, tangential) for tangential in signed(coefficient)])


def polygon_edges(coefficients: tuple[float, float], edge_count: int) -> Array:
    """Return rays (edge_count, 3) on an elliptic cone, the first along tangent 1."""
    angles = 2.0 * np.pi * np.arange(edge_count) / edge_count
    tangential = np.column_stack((np.cos(angles), np.sin(angles))) * coefficients
    return np.column_stack((np.ones(edge_count), tangential))


def polygon_facets(coefficients: tuple[float, float], edge_count: int) -> Array:
    """Return rows (edge_count, 3) of the sides between those rays."""
    middles = 2.0 * np.pi * (np.arange(edge_count) + 0.5) / edge_count
    reach = np.array(coefficients) * np.cos(np.pi / edge_count)
    sides = -np.column_stack((np.cos(middles), np.sin(middles))) / reach
    return np.column_stack((np.ones(edge_count), sides))


def limit_facets(limits: Iterable[tuple[int, float]], component_count: int) -> Array:
    """
    Return rows for |component| <= limit * normal force, two for each limit above zero.

    The normal row where there is none: then only the sign of the normal force is bounded.
    """
    rows = []
    for component, limit in limits:
        for size in signed(1.0 / limit) if limit > 0.0 else ():
            row = np.eye(1, component_count)[0]
            row[component] = -size
            rows.append(row)
    return np.array(rows) if rows else normal_edge(component_count)


def signed(limit: float) -> tuple[float, ...]:
    """Return a limit with both signs, or zero alone."""
    return (limit, -limit) if limit > 0.0 else (0.0,)


def inradius(edge_count: int | None) -> float:
    """Return the radius of the circle inside a regular polygon of circumradius 1; None: circle."""
    return 1.0 if edge_count is None else float(np.cos(np.pi / edge_count))


def check_edge_count(edge_count: int | None) -> None:
    """Refuse what is no number of edges of a polygon."""
    as_edge_count(edge_count, 'edge count of a friction polygon')


def set_non_negative(model: object, field: str) -> None:
    """Store a frozen model's field as a finite float >= 0, or say what is wrong with it."""
    words = field.replace('_', ' ')
    object.__setattr__(model, field, as_non_negative(getattr(model, field), words))
