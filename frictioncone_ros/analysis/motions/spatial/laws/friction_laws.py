# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""From a contact's friction model to its law of force."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from frictioncone_ros.analysis.motions.spatial.laws.friction import FRICTION_LINE, FrictionLaw
from frictioncone_ros.analysis.motions.spatial.laws.limit_surface import FlatSurface, RoundSurface
from frictioncone_ros.contact import FrictionModel
from frictioncone_ros.spatial import Array, SPATIAL


@lru_cache(maxsize=256)
def friction_law(friction: FrictionModel, sector_count: int) -> FrictionLaw:
    """Return the law of a model; sector_count lines cut a round set."""
    torsion, count = friction.torsion_limit(SPATIAL), friction.component_count(SPATIAL)
    limits = friction.round_limits(SPATIAL)
    if limits is None:
        return _flat_law(friction, torsion, count)
    aspect, turning = limits[1] / limits[0], friction.round_torsion(SPATIAL)
    angles = np.pi * np.arange(sector_count) / sector_count
    tangential = np.column_stack((-np.sin(angles), aspect * np.cos(angles)))
    kind = RoundSurface if turning else FrictionLaw
    return kind(
        _lines(tangential, torsion),
        np.zeros((0, 2)),
        limits[0],
        torsion,
        count,
        aspect,
        turning / limits[0],
    )


def _flat_law(friction: FrictionModel, torsion: float, count: int) -> FrictionLaw:
    apart = friction.uncoupled()
    edges, own = apart.force_edges(SPATIAL), friction.force_edges(SPATIAL)
    assert edges is not None and own is not None
    corners = _turning(edges[:, 1:3])
    law = FrictionLaw(np.zeros((0, 3)), corners, 0.0, torsion, count)
    law = replace(law, lines=_lines(_distinct(law.edges), torsion))
    if apart == friction or torsion == 0.0 or len(corners) == 1:
        return law
    arm = torsion / friction.friction_coefficient
    given = (law.lines, corners, 0.0, torsion, count, 1.0, arm)
    return FlatSurface(*given, own, friction.facets(SPATIAL))


def _lines(tangential: Array, torsion: float) -> Array:
    lines = np.hstack((tangential, np.zeros((len(tangential), 1))))
    return np.vstack((lines, (0.0, 0.0, 1.0))) if torsion > 0.0 else lines


def _turning(corners: Array) -> Array:
    """Return distinct corners in turning order about their centre."""
    distinct = np.unique(corners.round(15), axis=0)
    center = distinct.mean(axis=0)
    order = np.argsort(np.arctan2(distinct[:, 1] - center[1], distinct[:, 0] - center[0]))
    return np.asarray(distinct[order])


def _distinct(edges: Array) -> Array:
    """Return unit edge directions, one of each parallel pair."""
    kept: list[Array] = []
    for edge in edges:
        length = float(np.hypot(*edge))
        unit = edge / length if length > 0.0 else edge
        new = all(abs(unit[0] * k[1] - unit[1] * k[0]) > FRICTION_LINE for k in kept)
        if length > 0.0 and new:
            kept.append(unit)
    return np.array(kept).reshape(-1, 2)
