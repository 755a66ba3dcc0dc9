# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Contact forces as a normal force and parts of friction, each the image of a ball of its size.

With it: a ray of loads on friction of given size, and where it ends.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.feasibility import ContactWrenchProblem
from frictioncone_ros.contact import ContactState, FrictionModel
from frictioncone_ros.spatial.arrays import Array, largest_magnitude

Indices = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class ForceParts:
    """
    What k contacts can apply in q directions: normal forces N_i and parts of friction.

    Part b of contact `owners[b]` applies `friction[b].T @ y` with |y| <= N of its owner. The
    section of every friction model is the sum of such parts (`FrictionModel.section_parts`).
    normals: (k, q) of unit normal forces. friction: (b, m, q), rows of zeros where a part has
    fewer than m axes. owners: (b,). shares: (b,) one over the square of the section's largest half
    axis: what makes all axes of a contact equally stiff to slip as its stiffest one.
    starts: (k,) where the contacts' components begin.
    """

    normals: Array
    friction: Array
    owners: Indices
    shares: Array
    starts: Indices

    @cached_property
    def flat(self) -> Array:
        """The friction parts as one matrix (b m, q)."""
        return self.friction.reshape(-1, self.friction.shape[2])

    @cached_property
    def rows(self) -> Array:
        """Normals and friction parts as one matrix (k + b m, q)."""
        return np.concatenate((self.normals, self.flat))

    @cached_property
    def owners_normals(self) -> Array:
        """The normal of each friction part's contact (b, q)."""
        return self.normals[self.owners]

    def mapped(self, matrix: Array) -> ForceParts:
        """Return the parts in other directions, matrix (r, q)."""
        return replace(
            self, normals=self.normals.dot(matrix.T), friction=self.friction.dot(matrix.T)
        )

    def wrench(self, normal_forces: Array, balls: Array) -> Array:
        """Return the sum (q,) of normal forces (k,) and of friction parts (b, m)."""
        total: Array = normal_forces.dot(self.normals) + balls.reshape(-1).dot(self.flat)
        return total


class LoadRay(NamedTuple):
    """Sizes of the balls (b,) and load (q,), each with its growth per unit along the ray."""

    sizes: Array
    size_growth: Array
    load: Array
    load_growth: Array


class RayLimit(NamedTuple):
    """
    Where a ray ends: lower bound with its balls (b, m), upper bound with its slip (q,).

    residual: what the balls leave open of the load at the lower bound, beside the load [-].
    """

    value: float
    upper: float
    balls: Array
    slip: Array
    residual: float

    @property
    def gap(self) -> float:
        """Relative distance of both bounds, or the residual where that is more [-]."""
        return max(abs(self.upper - self.value) / max(1.0, abs(self.value)), self.residual)


def ball_lengths(balls: Array) -> Array:
    """Return the lengths (b,) of points of balls (b, m)."""
    if balls.shape[1] == 2:
        return np.hypot(balls[:, 0], balls[:, 1])
    return np.sqrt((balls * balls).sum(axis=1))


def force_parts(problem: ContactWrenchProblem) -> ForceParts:
    """Return the parts in the scaled wrench directions of a prepared problem."""
    matrix, layout = problem.force_matrix, _part_layout(problem.state.frictions, problem.dimension)
    # In one piece: products are made of it again and again.
    flat = np.ascontiguousarray(matrix.dot(layout.spread).T)
    friction = flat.reshape(-1, layout.axes, matrix.shape[0])
    normals = matrix[:, layout.starts].T
    return ForceParts(normals, friction, layout.owners, layout.shares, layout.starts)


class _PartLayout(NamedTuple):
    """
    Where the parts of contacts made of some friction models stand, wherever the contacts are.

    starts: (k,) first components. spread: (c, b m) from balls to components; layers: the same of
    every contact's first part, second part and so on. axes: m. owners, shares: (b,), as
    ForceParts.
    """

    starts: Indices
    spread: Array
    layers: tuple[Array, ...]
    axes: int
    owners: Indices
    shares: Array


# Contacts move with every snapshot; what they are made of stays.
@lru_cache(maxsize=64)
def _part_layout(frictions: tuple[FrictionModel, ...], dimension: int) -> _PartLayout:
    sections = [_section(friction, dimension) for friction in frictions]
    components = [1 + len(section.columns) for section in sections]
    counts = [len(section.widths) for section in sections]
    axes = max((width for section in sections for width in section.widths), default=1)
    starts = np.cumsum([0, *components], dtype=np.intp)
    spread = np.zeros((int(starts[-1]), sum(counts), axes))
    place = 0
    for start, end, section in zip(starts, starts[1:], sections, strict=False):
        column = 0
        for width in section.widths:
            spread[start + 1 : end, place, :width] = section.columns[:, column : column + width]
            place, column = place + 1, column + width
    owners = np.repeat(np.arange(len(counts)), counts)
    shares = np.repeat([section.share for section in sections], counts)
    order = np.array([number for count in counts for number in range(count)], dtype=np.intp)
    layers = [spread * (order == number)[:, None] for number in range(max(counts, default=0))]
    flat = [one.reshape(len(spread), axes * sum(counts)) for one in (spread, *layers)]
    return _PartLayout(starts[:-1], flat[0], tuple(flat[1:]), axes, owners, shares)


def has_few_parts(state: ContactState, most: int) -> bool:
    """Tell whether the friction of all contacts has at most so many parts; quick where not."""
    count = 0
    for contact in state.contacts:
        count += len(_section(contact.friction, state.dimension).widths)
        if count > most:
            return False
    return True


class _Section(NamedTuple):
    """Parts of one friction model side by side (components - 1, a), how wide, and their share."""

    columns: Array
    widths: tuple[int, ...]
    share: float


# Contacts move with every snapshot; what they are made of stays.
@lru_cache(maxsize=256)
def _section(friction: FrictionModel, dimension: int) -> _Section:
    parts = friction.section_parts(dimension)
    rows = friction.component_count(dimension) - 1
    columns = np.hstack((np.zeros((rows, 0)), *parts))
    reach = largest_magnitude(columns) if parts else 1.0
    return _Section(columns, tuple(part.shape[1] for part in parts), 1.0 / reach**2)


def contact_components(problem: ContactWrenchProblem, normal_forces: Array, balls: Array) -> Array:
    """Return contact forces (c,) contact-major from normal forces (k,) and parts (b, m)."""
    layout = _part_layout(problem.state.frictions, problem.dimension)
    forces, flat = np.zeros(problem.force_matrix.shape[1]), balls.reshape(-1)
    # Part after part: each adds at most one product to a component, the same wherever it stands.
    for layer in layout.layers:
        forces += layer.dot(flat)
    forces[layout.starts] = normal_forces
    return forces
