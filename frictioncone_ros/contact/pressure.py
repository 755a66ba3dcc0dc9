# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The pressure on a flat area that rests on equal springs, from its centre alone."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import Array

DIVISIONS = 5
"""Each side of the triangles that an area is divided into is divided into so many [-]."""

LINE_DIVISIONS = 24
"""A line is divided into so many pieces [-]."""

CORNER_SHARE = 1e-3
"""Share of the area that is put into its corners: it may tip over an edge [-]."""

MOST_STEPS = 60
SHORTEST_STEP = 1e-6
"""Part of Newton's step that is tried at least [-]."""
UNREACHED = 0.5
"""Part of what is missing that springs pressed cannot give before others are looked for [-]."""
RIDGE = 1e-10
"""Stiffness against any tilt that is added to that of the springs pressed, as a part of it [-]."""
ARRIVED = 1e-9
"""Distance of the pressure's centre from the stated one, beside the size of the area [-]."""


def linear_pressure(
    corners: Array, normal: Array, center: Array | None, what: str
) -> tuple[Array, Array]:
    """
    Return places (n, 3) [m] and the share (n,) of the normal force that presses on each.

    corners: (count, 3) in order round a convex area. center: (3,) of pressure, seen along the
    normal; None: the pressure is even. Springs push and never pull: where the centre is near an
    edge a part of the area carries nothing.
    """
    places, areas = _divided(corners)
    if center is None or len(corners) == 1:
        return places, areas
    axes = np.linalg.svd(normal[None, :])[2][1:]
    middle = areas @ places
    size = float(np.abs(corners - middle).max())
    flat = (places - middle) @ axes.T / size
    if len(corners) == 2:
        # Along a line the pressure varies along it only.
        along = (corners[1] - corners[0]) @ axes.T
        flat = flat @ along[:, None] / np.linalg.norm(along)
        goal = (center - middle) @ axes.T @ along[:, None] / np.linalg.norm(along) / size
    else:
        goal = (center - middle) @ axes.T / size
    shares = _pressed(np.column_stack((np.ones(len(flat)), flat)), areas, np.append(1.0, goal))
    if shares is None:
        expected = 'a point inside the area of the corners, which are in order round it'
        raise InvalidInputError('pressure center', center.tolist(), expected, what)
    return places, shares


def _divided(corners: Array) -> tuple[Array, Array]:
    """Return places (n, 3) all over an area and their parts of it (n,), which sum up to 1."""
    if len(corners) == 1:
        return corners, np.ones(1)
    if len(corners) == 2:
        steps = (np.arange(LINE_DIVISIONS) + 0.5)[:, None] / LINE_DIVISIONS
        places = corners[0] + steps * (corners[1] - corners[0])
        areas = np.full(LINE_DIVISIONS, 1.0 / LINE_DIVISIONS)
    else:
        places, areas = _triangles(corners)
    edge = np.full(len(corners), CORNER_SHARE / len(corners))
    return np.vstack((places, corners)), np.append((1.0 - CORNER_SHARE) * areas, edge)


def _triangles(corners: Array) -> tuple[Array, Array]:
    """Return the middles (n, 3) of small triangles, and their parts (n,) of the whole area."""
    middle, following = corners.mean(axis=0), np.roll(corners, -1, axis=0)
    sides, others = corners - middle, following - middle
    sizes = np.linalg.norm(np.cross(sides, others), axis=1)
    upward = [(i, j) for i in range(DIVISIONS) for j in range(DIVISIONS - i)]
    downward = [(i, j) for i in range(DIVISIONS - 1) for j in range(DIVISIONS - 1 - i)]
    steps = np.array(
        [(i + 1 / 3, j + 1 / 3) for i, j in upward] + [(i + 2 / 3, j + 2 / 3) for i, j in downward]
    )
    first, second = steps.T[:, :, None] / DIVISIONS
    places = np.vstack(
        [middle + first * a + second * b for a, b in zip(sides, others, strict=True)]
    )
    total = float(sizes.sum())
    parts = sizes / total if total > 0.0 else np.full(len(sizes), 1.0 / len(sizes))
    return places, np.repeat(parts / DIVISIONS**2, DIVISIONS**2)


def _pressed(terms: Array, areas: Array, goal: Array) -> Array | None:
    """
    Return areas times a linear pressure that is nowhere below zero, None where there is none.

    terms: (n, m) one and the coordinates of each place; goal: (m,) what they sum up to. Newton's
    method on the convex energy of springs that push only.
    """
    slope = np.zeros(terms.shape[1])
    slope[0] = 1.0
    for _ in range(MOST_STEPS):
        shares = areas * np.maximum(terms @ slope, 0.0)
        missing = goal - shares @ terms
        if np.abs(missing).max() <= ARRIVED:
            return shares / shares.sum()
        pressed = terms[shares > 0.0]
        stiffness = (pressed * areas[shares > 0.0, None]).T @ pressed
        step = _newton_step(stiffness, missing)
        slope = slope + _length(terms, areas, goal, slope, step) * step
    return None


def _newton_step(stiffness: Array, missing: Array) -> Array:
    """Return Newton's step (m,); where a corner or two alone are pressed, one to the others."""
    step = np.asarray(np.linalg.lstsq(stiffness, missing, rcond=None)[0], dtype=np.float64)
    left = np.abs(stiffness @ step - missing).max()
    if left <= UNREACHED * np.abs(missing).max():
        return step
    stiffer = stiffness + RIDGE * float(stiffness.trace()) * np.eye(missing.size)
    return np.asarray(np.linalg.solve(stiffer, missing), dtype=np.float64)


def _length(terms: Array, areas: Array, goal: Array, slope: Array, step: Array) -> float:
    """Return how much of Newton's step lowers the energy, halved until it does."""
    length, before = 1.0, _energy(terms, areas, goal, slope)
    promised = float(step @ (areas * np.maximum(terms @ slope, 0.0) @ terms - goal))
    while (
        length > SHORTEST_STEP
        and _energy(terms, areas, goal, slope + length * step) > before + 0.1 * length * promised
    ):
        length *= 0.5
    return length


def _energy(terms: Array, areas: Array, goal: Array, slope: Array) -> float:
    pressure = np.maximum(terms @ slope, 0.0)
    return float(0.5 * areas @ (pressure * pressure) - goal @ slope)
