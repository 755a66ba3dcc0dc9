# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Erdmann's projection onto the composite friction cone, for a two-dimensional normal space (1993).

Kept contacts whose normals span a plane leave the body one direction t_c to move along. The
reaction then lies on a line, F_R(c) = -F_A - m h' + c t_c (his equation 7), with h' any solution
of n_i . h' = h_i. Each friction cone edge may be used only for c in an interval (his Table 1);
where the line runs inside the cone of the edges in use, F_R(c) is a possible reaction.
His generalised forces are (fx, fy, tau / rho) about the centre of mass. The general search in
planar_motions does not use this file: it is the paper's own construction, kept to be read and
to be compared with.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.analysis.motions.planar.projection_line import (
    inside_cone,
    pieces,
    validity_interval,
)
from frictioncone_ros.analysis.motions.planar.scene import planar_scene, PlanarScene
from frictioncone_ros.contact import ContactState
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import SAME_MOTION


@dataclass(frozen=True)
class ReactionSegment:
    """
    Values of c between `lowest` and `highest` [N] that give a possible reaction.

    letters: what each contact does there: l or r where only the edge opposing that sliding may be
    used, f where both may. Where both ends are the same, it is a single reaction.
    """

    letters: str
    lowest: float
    highest: float


@dataclass(frozen=True, eq=False)
class ReactionLine:
    """
    All reactions that keep every contact, on the line F_R(c) = base + c direction.

    base: -F_A - m h' (3,) [N]; direction: t_c, a unit vector (3,), both in scaled coordinates
    (fx, fy, tau / rho). applied: F_A (3,) [N]. mass [kg], radius_of_gyration [m].
    """

    base: Array
    direction: Array
    applied: Array
    mass: float
    radius_of_gyration: float
    segments: tuple[ReactionSegment, ...] = ()

    def reaction(self, parameter: float) -> Array:
        """Return the reaction wrench (fx, fy, tau) at c = parameter [N, Nm]."""
        scaled = self.base + parameter * self.direction
        return scaled * np.array([1.0, 1.0, self.radius_of_gyration])

    def twist_rate(self, parameter: float) -> Array:
        """Return the acceleration (ax, ay, alpha) at c = parameter [m/s^2, rad/s^2]."""
        net = self.applied + self.base + parameter * self.direction
        return net / self.mass / np.array([1.0, 1.0, self.radius_of_gyration])


def project_onto_composite_cone(state: ContactState, external_wrench: ArrayLike) -> ReactionLine:
    """
    Return every reaction that keeps all contacts of a state, by Erdmann's section 5.5.

    The state is planar, its reference point the centre of mass, its contact normals span a plane
    in scaled coordinates, and no contact opens already.
    """
    scene = planar_scene(state, external_wrench)
    _require_center_of_mass(scene)
    normals, tangents = _scaled_axes(scene)
    direction = _free_direction(normals)
    # n_i . h' = h_i: the shortest of many solutions; they differ by vectors that c makes up for.
    fictitious = np.linalg.pinv(normals, rcond=SAME_MOTION) @ scene.bias[0::2]
    base = -scene.force * scene.moment_to_force - scene.mass * fictitious
    line = ReactionLine(
        base, direction, scene.force * scene.moment_to_force, scene.mass, scene.length
    )
    missed = np.abs(normals @ fictitious - scene.bias[0::2]).max()
    if missed > SAME_MOTION * scene.acceleration_unit:
        return line
    return replace(line, segments=_segments(scene, line, tangents, normals))


def _segments(
    scene: PlanarScene, line: ReactionLine, tangents: Array, normals: Array
) -> tuple[ReactionSegment, ...]:
    """Walk along c from border to border and intersect the line with the cone in use."""
    slack = SAME_MOTION * scene.force_unit
    intervals = _edge_intervals(scene, line, tangents)
    friction = scene.friction[:, None] * tangents
    edges = np.stack((normals + friction, normals - friction), axis=1)
    segments = []
    for piece in pieces(intervals.reshape(-1, 2), slack):
        used = (intervals[..., 0] <= piece[0] + slack) & (piece[1] - slack <= intervals[..., 1])
        found = inside_cone(edges[used], (line.base, line.direction), piece, scene.force_unit)
        if found is not None:
            letters = ''.join('f' if all(pair) else 'r' if pair[0] else 'l' for pair in used)
            segments.append(ReactionSegment(letters, *found))
    return tuple(segments)


def _edge_intervals(scene: PlanarScene, line: ReactionLine, tangents: Array) -> Array:
    """Return Table 1: for each contact's positive and negative edge its interval, (k, 2, 2)."""
    slopes = tangents @ line.direction
    # Tangential acceleration times mass at c = 0: a = (F_A + F_R) / m plus velocity products.
    net = line.applied + line.base
    offsets = tangents @ net + scene.mass * scene.bias[1::2]
    intervals = np.empty((len(slopes), 2, 2))
    for index, now in enumerate(scene.letters):
        speed = {'l': 1.0, 'r': -1.0}.get(now, 0.0)
        slope = slopes[index] if abs(slopes[index]) > SAME_MOTION else 0.0
        offset = offsets[index] if abs(offsets[index]) > SAME_MOTION * scene.force_unit else 0.0
        for side, positive in enumerate((True, False)):
            intervals[index, side] = validity_interval(speed, slope, offset, positive)
    return intervals


def _scaled_axes(scene: PlanarScene) -> tuple[Array, Array]:
    """Return the rows (k, 3) of scaled normals Delta_n n and friction vectors v_f."""
    if 's' in scene.letters:
        name = scene.state.contacts[scene.letters.index('s')].label
        raise InvalidInputError('contact', 'opening', 'a contact that is kept', name)
    scaled = scene.jacobian * scene.moment_to_force
    return scaled[0::2], scaled[1::2]


def _free_direction(normals: Array) -> Array:
    """Return the unit vector t_c across all normals, which must span a plane."""
    _, values, right = np.linalg.svd(normals, full_matrices=True)
    rank = int((values > SAME_MOTION * values.max(initial=0.0)).sum())
    if rank != 2:
        raise InvalidInputError('dimension of the normal space', rank, '2')
    return right[2]


def _require_center_of_mass(scene: PlanarScene) -> None:
    coupling = np.abs(scene.inertia.matrix[:2, 2]).max()
    if coupling > SAME_MOTION * scene.mass * scene.length:
        expected = 'the centre of mass (see ContactState.with_reference_point)'
        raise InvalidInputError('reference point', 'another one', expected)
