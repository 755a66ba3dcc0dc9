# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The contacts' friction sets and wrenches, worked out from textbooks and not from the package.

Contact components are normal first: (n, t) planar, (n, t1, t2) spatial, with a torsion moment
(n, t1, t2, torsion) for a soft finger in space. Planar t = (-ny, nx); spatial t2 = n x t1.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin

import numpy as np
from records import Array, Friction, PlainContact
from scipy.spatial import ConvexHull

KEEPING = frozenset('*flrd')
"""Letters of interactions that keep the contact."""


class Geometry:
    """
    One set of contacts.

    matrix: (d, c) forces to wrench. slices: components of each contact. flat: (m, c) rows that
    must be <= 0. round: (normal, weights) of round parts: |weights (k, c) @ forces| <= normal.
    """

    def __init__(self, contacts: Sequence[PlainContact], dimension: int) -> None:
        """Work out frames, wrenches and friction sets."""
        self.contacts, self.dimension = tuple(contacts), dimension
        self.frames = [contact_frame(contact, dimension) for contact in contacts]
        counts = [_component_count(contact.friction, dimension) for contact in contacts]
        ends = np.cumsum([0, *counts]).tolist()
        self.slices = [slice(*pair) for pair in pairwise(ends)]
        self.normals = np.array([part.start for part in self.slices], dtype=int)
        self.matrix = np.zeros((dimension, ends[-1]))
        for contact, frame, part in zip(contacts, self.frames, self.slices, strict=True):
            self.matrix[:, part] = _columns(contact.position, frame, part.stop - part.start)
        self.flat = np.zeros((0, ends[-1]))
        self.round: list[tuple[int, Array]] = []
        self._bound()

    def _bound(self) -> None:
        rows = []
        for contact, part in zip(self.contacts, self.slices, strict=True):
            local, circle = friction_rows(contact.friction, self.dimension)
            placed = np.zeros((local.shape[0], self.flat.shape[1]))
            placed[:, part] = local
            rows.append(placed)
            if circle is not None:
                weights = np.zeros((circle.shape[0], self.flat.shape[1]))
                weights[:, part] = circle
                self.round.append((part.start, weights))
        self.flat = np.concatenate([self.flat, *rows])

    def cone_excess(self, forces: Array) -> float:
        """Return by how much forces (c,) leave the friction sets [N], 0 inside."""
        excess = float((self.flat @ forces).max(initial=0.0))
        for normal, weights in self.round:
            used = float(np.linalg.norm(weights @ forces))
            excess = max(excess, used - float(forces[normal]))
        return excess

    def held(self, mode: Sequence[tuple[str, float | None]] | None) -> tuple[Array, Array]:
        """
        Return the unit wrenches (d, m) along which a mode forbids motion, and surface speeds (m,).

        Kept contacts hold their normal, fixed ones also what their friction can transmit.
        """
        columns, speeds = [], []
        for index, contact in enumerate(self.contacts):
            letter = '*' if mode is None else mode[index][0]
            for component in _held_components(contact.friction, letter, self.dimension):
                columns.append(self.matrix[:, self.slices[index].start + component])
                surface = contact.surface
                still = surface is None or component >= len(self.frames[index])
                speeds.append(0.0 if still else float(self.frames[index][component] @ surface))
        return np.array(columns).reshape(-1, self.dimension).T, np.array(speeds)


def contact_frame(contact: PlainContact, dimension: int) -> Array:
    """Return the rows normal, tangent(s) of a contact."""
    normal = contact.normal / np.linalg.norm(contact.normal)
    if dimension == 3:
        return np.array([normal, (-normal[1], normal[0])])
    hint = contact.hint
    if hint is None:
        hint = np.eye(3)[int(np.argmin(np.abs(normal)))]
    first = hint - (hint @ normal) * normal
    first = first / np.linalg.norm(first)
    return np.array([normal, first, np.cross(normal, first)])


@lru_cache(maxsize=512)
def friction_rows(friction: Friction, dimension: int) -> tuple[Array, Array | None]:
    """Return rows (m, components) that must be <= 0, and weights (k, components) if round."""
    count = _component_count(friction, dimension)
    rows, weights = [-np.eye(1, count)[0]], None
    if dimension == 3:
        return np.array(rows + _between(count, 1, friction.first)), None
    if _is_limit_surface(friction):
        if friction.edges:
            return np.vstack((*rows, _hull(friction))), None
        return np.array(rows), _weights(count, friction.first, friction.torsion)
    if friction.kind in ('none', 'pyramid'):
        rows += _between(count, 1, friction.first) + _between(count, 2, friction.second)
    elif friction.first == 0.0:
        rows += _between(count, 1, 0.0) + _between(count, 2, 0.0)
    elif friction.edges:
        rows += _polygon(count, friction)
    else:
        weights = _weights(count, friction.first)
    if count == 4:
        rows += _between(count, 3, friction.torsion)
    return np.array(rows), weights


def _is_limit_surface(friction: Friction) -> bool:
    """Tell whether slip and spin of a contact share friction."""
    both = friction.first > 0.0 and friction.torsion > 0.0
    return friction.kind == 'soft' and both and not friction.independent


def _weights(count: int, coefficient: float, torsion: float = 0.0) -> Array:
    """Return what makes tangential force, and torsion where it counts, a part of the normal's."""
    half_axes = [coefficient, coefficient, torsion] if torsion else [coefficient] * 2
    return np.column_stack(
        (
            np.zeros(len(half_axes)),
            np.diag(1.0 / np.array(half_axes)),
            np.zeros((len(half_axes), count - 1 - len(half_axes))),
        )
    )


def _hull(friction: Friction) -> Array:
    """Return the sides of the hull of rings at latitudes -45, 0 and 45 degrees and both poles."""
    corners = [(0.0, 0.0, -friction.torsion), (0.0, 0.0, friction.torsion)]
    for latitude in (-pi / 4, 0.0, pi / 4):
        for edge in range(friction.edges):
            angle = 2.0 * pi * edge / friction.edges
            reach = friction.first * cos(latitude)
            corners.append(
                (reach * cos(angle), reach * sin(angle), friction.torsion * sin(latitude))
            )
    # Half axes of ones: what is long and thin in its own units would be flat to the hull.
    half_axes = np.array([friction.first, friction.first, friction.torsion])
    sides = ConvexHull(np.array(corners) / half_axes).equations
    return np.column_stack((sides[:, 3], sides[:, :3] / half_axes))


def _between(count: int, component: int, limit: float) -> list[Array]:
    rows = np.zeros((2, count))
    rows[:, 0] = -limit
    rows[:, component] = 1.0, -1.0
    return list(rows)


def _polygon(count: int, friction: Friction) -> list[Array]:
    """Return one row for each side between two edges."""
    rows = np.zeros((friction.edges, count))
    angles = [(2 * side + 1) * pi / friction.edges for side in range(friction.edges)]
    rows[:, 0] = -friction.first * cos(pi / friction.edges)
    rows[:, 1], rows[:, 2] = [cos(angle) for angle in angles], [sin(angle) for angle in angles]
    return list(rows)


def _component_count(friction: Friction, dimension: int) -> int:
    if dimension == 3:
        return 2
    return 4 if friction.kind == 'soft' else 3


def _held_components(friction: Friction, letter: str, dimension: int) -> tuple[int, ...]:
    if letter not in KEEPING:
        return ()
    if letter != 'f':
        return (0,)
    second = friction.second if friction.kind == 'pyramid' else friction.first
    limits = friction.first, second, friction.torsion
    count = _component_count(friction, dimension)
    return (0, *(index for index, limit in enumerate(limits[: count - 1], 1) if limit > 0.0))


def _columns(position: Array, frame: Array, count: int) -> Array:
    """Return the wrenches (d, count) of unit components at a position."""
    if len(position) == 2:
        moments = position[0] * frame[:, 1] - position[1] * frame[:, 0]
        return np.vstack((frame.T, moments))
    columns = np.zeros((6, count))
    columns[:3, :3] = frame.T
    columns[3:, :3] = np.cross(position, frame).T
    if count == 4:
        columns[3:, 3] = frame[0]
    return columns
