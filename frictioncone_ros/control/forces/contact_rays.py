# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Which forces each contact may carry in a desired mode, as rays of unit normal force."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import cos, pi, sin

import numpy as np

from frictioncone_ros.contact.friction import FrictionModel
from frictioncone_ros.contact.interaction import Interaction, InteractionKind
from frictioncone_ros.spatial.arrays import Array, frozen_array

_START_ANGLES = 2.0 * pi * np.arange(8) / 8
START_DIRECTIONS = np.column_stack((np.cos(_START_ANGLES), np.sin(_START_ANGLES)))
"""(8, 2) unit tangential directions with which a round friction set is first approximated."""

START_SPHERE = np.pad(np.pad(START_DIRECTIONS, ((0, 0), (0, 1))), ((1, 1), (0, 0)))
START_SPHERE[[0, -1], 2] = 1.0, -1.0
"""(10, 3) unit directions, torsion last, with which a limit surface is first approximated."""

MOST_FIRST_EDGES = 16
"""A set with more edges begins with some of them: least squares slow down with every column."""

FEWEST_FIRST_EDGES = 4
"""Edges of a set that a search begins with where there are many contacts."""


@dataclass(frozen=True, eq=False)
class ContactRays:
    """
    One contact's force set in a mode, in its own components (normal first, c of them).

    rays: (m, c) forces of unit normal force whose cone is compared with the command.
    outcome: (m, c) what each ray becomes when sent: the ray itself, but for a sliding contact
        always the force with full friction against the slip.
    further: (f, c) rays of the same set that are taken only where they are needed.
    round_axes: (q, c), round_tangents: (q, s, c); further rays axis + direction . tangents for
        every unit direction (s,): the round part of a circular friction set, s = 2, or of a limit
        surface, s = 3 with torsion.
    depth_force: (c,) the least force that lies 1 N deep inside the set; of a sliding contact,
        whose set is a single ray, zero or 1 N along it.
    raising: (c,) the force that adds 1 N of normal force within the mode.
    """

    rays: Array
    outcome: Array
    further: Array
    round_axes: Array
    round_tangents: Array
    depth_force: Array
    raising: Array


def contact_rays(
    friction: FrictionModel,
    interaction: Interaction,
    direction: Array | None,
    dimension: int,
    on_ray: bool = False,
) -> ContactRays:
    """
    Return the force set of one contact, as forces from the environment on the moving body.

    direction: (1,) or (2,) unit vector along the tangents in which the body slides; it counts
    only for a sliding interaction, whose friction opposes it. None: the direction is not known
    and friction may act anywhere in its set. on_ray: whether a sliding contact has its full
    friction already, as in what is published; then one newton deep is one newton of normal force.
    """
    if not interaction.keeps_contact:
        return _empty(friction.component_count(dimension))
    if interaction.slides and direction is not None and not friction.is_frictionless:
        count = friction.component_count(dimension)
        normal = np.eye(1, count)[0]
        ray = friction.opposing_force(direction, dimension)
        nothing = np.zeros((0, count))
        rays = ray[None] if on_ray else np.array([normal, ray])
        return ContactRays(
            rays,
            ray[None] if on_ray else np.array([ray, ray]),
            nothing,
            nothing,
            np.zeros((0, 2, count)),
            ray if on_ray else np.zeros(count),
            ray,
        )
    return _whole_set(friction, dimension)


# Contact sets come anew with few friction models: what depends on the model only is kept.
@lru_cache(maxsize=256)
def _whole_set(friction: FrictionModel, dimension: int) -> ContactRays:
    """Return all that friction allows, read-only."""
    count = friction.component_count(dimension)
    normal = np.eye(1, count)[0]
    edges = friction.force_edges(dimension)
    axes, tangents = _round_part(friction, dimension)
    further = np.zeros((0, count))
    if edges is None:
        directions = START_DIRECTIONS if tangents.shape[1] == 2 else START_SPHERE
        edges = (axes[:, None] + directions @ tangents).reshape(-1, count)
    elif len(edges) > MOST_FIRST_EDGES:
        every = np.arange(len(edges)) % (len(edges) // len(START_DIRECTIONS)) == 0
        # All of them can be taken later: a first one that is left out must be able to come back.
        edges, further = edges[every], edges
    depth = friction.depth_shift(dimension) * normal
    rays = frozen_array(edges)
    return ContactRays(
        rays,
        rays,
        frozen_array(further),
        frozen_array(axes),
        frozen_array(tangents),
        frozen_array(depth),
        frozen_array(normal),
    )


def thinned(rays: ContactRays) -> ContactRays:
    """Return a set that begins with few rays, where those left out can be taken later."""
    count = len(rays.rays)
    rings, poles = divmod(count, len(START_DIRECTIONS))
    if not len(rays.round_axes):
        every = np.arange(count) % max(count // FEWEST_FIRST_EDGES, 1) == 0
        further = rays.further if len(rays.further) else rays.rays
        if every.all():
            return rays
        return replace(rays, rays=rays.rays[every], outcome=rays.outcome[every], further=further)
    widest = poles // 2 + len(START_DIRECTIONS) * (rings // 2)
    # Across on four sides, and as much torsion either way as there is.
    around = range(widest, widest + len(START_DIRECTIONS), 2)
    chosen = sorted({0, *around, len(rays.rays) - 1})
    return replace(rays, rays=rays.rays[chosen], outcome=rays.outcome[chosen])


def sliding_direction(
    interaction: Interaction, tangential_velocity: Array, rest: float
) -> Array | None:
    """
    Return the unit direction of slip along the tangents, (1,) or (2,), or None if not known.

    From the interaction where it states one, else from the tangential velocity [m/s] of the
    motion at the contact, where that is faster than rest.
    """
    if interaction.kind is InteractionKind.SLIDING_LEFT:
        return np.array([1.0])
    if interaction.kind is InteractionKind.SLIDING_RIGHT:
        return np.array([-1.0])
    if interaction.kind is not InteractionKind.SLIDING:
        return None
    if interaction.direction is not None:
        return np.array([cos(interaction.direction), sin(interaction.direction)])
    speed = float(np.linalg.norm(tangential_velocity))
    return tangential_velocity / speed if speed > rest else None


def _round_part(friction: FrictionModel, dimension: int) -> tuple[Array, Array]:
    """
    Return axes (q, c) and tangents (q, s, c): one of each for every extreme torsion.

    A limit surface is one part of three tangents, for torsion is as round as the others.
    """
    count, limits = friction.component_count(dimension), friction.round_limits(dimension)
    if limits is None:
        return np.zeros((0, count)), np.zeros((0, 2, count))
    turning, torsion = friction.round_torsion(dimension), friction.torsion_limit(dimension)
    spread = np.zeros((3 if turning else 2, count))
    spread[0, 1], spread[1, 2] = limits
    torsions: tuple[float, ...] = (torsion, -torsion) if torsion > 0.0 else (0.0,)
    if turning:
        torsions, spread[2, 3] = (0.0,), turning
    axes = np.zeros((len(torsions), count))
    axes[:, 0] = 1.0
    if count > 3:
        axes[:, 3] = torsions
    return axes, np.broadcast_to(spread, (len(torsions), *spread.shape))


def _empty(count: int) -> ContactRays:
    nothing = np.zeros((0, count))
    return ContactRays(
        nothing,
        nothing,
        nothing,
        nothing,
        np.zeros((0, 2, count)),
        np.zeros(count),
        np.zeros(count),
    )
