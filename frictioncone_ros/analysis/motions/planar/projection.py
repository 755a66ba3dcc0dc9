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

Intervals of the parameter c on Erdmann's line of reactions: Table 1, pieces, intersections.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.analysis.modes.generated_cone import (
    Arithmetic,
    Cut,
    GeneratedCone,
    make_row,
    measure,
    orthant,
    positive_part,
    Ray,
    Vector,
    zero_part,
)
from frictioncone_ros.analysis.motions.planar.scene import planar_scene, PlanarScene
from frictioncone_ros.contact import ContactState
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arguments import checked, checked_fields
from frictioncone_ros.spatial.arrays import Array, numerical_rank
from frictioncone_ros.tolerances import SAME_MOTION

Interval = tuple[float, float]

PLAIN = Arithmetic(SAME_MOTION, SAME_MOTION)
"""Rows are of size 1 here and one threshold decides: the construction is not the judge."""


def validity_interval(
    sliding_speed: float, slope: float, offset: float, positive_edge: bool
) -> Interval:
    """
    Return the values of c for which a friction cone edge may be used, as in Table 1.

    sliding_speed: v . v_f, 0 at rest. slope: t_c . v_f. offset: F_i . v_f at c = 0, so that the
    contact's tangential acceleration is (offset + c slope) / m. The positive edge n + mu v_f
    pushes along v_f: it may be used while the contact does not move along v_f; the negative edge
    while it does not move against it. No value at all is (inf, -inf).
    """
    side = 1.0 if positive_edge else -1.0
    everything, nothing = (-inf, inf), (inf, -inf)
    if sliding_speed != 0.0:
        return nothing if side * sliding_speed > 0.0 else everything
    if slope == 0.0:
        return nothing if side * offset > 0.0 else everything
    border = -offset / slope
    return (-inf, border) if side * slope > 0.0 else (border, inf)


def pieces(intervals: Array, slack: float) -> list[Interval]:
    """Return the finite ends of intervals (count, 2) as points, and what lies between them."""
    borders: list[float] = []
    for end in sorted(intervals[np.isfinite(intervals)].tolist()):
        if not borders or end - borders[-1] > slack:
            borders.append(end)
    points = [(border, border) for border in borders]
    return sorted(points + list(zip([-inf, *borders], [*borders, inf], strict=True)))


def inside_cone(
    edges: Array, line: tuple[Array, Array], piece: Interval, unit: float
) -> Interval | None:
    """
    Return the part of a piece of the line base + c direction that lies in a cone, None if empty.

    edges (m, 3): the cone's generators. line: base and direction. unit: size of c to compute in.
    The unknowns are (1, edge weights, c / unit), c of either sign.
    """
    base, direction = line
    count = edges.shape[0] + 1
    rays = [Ray([*ray.coordinates, 0], ray.mask) for ray in orthant(count).rays]
    cone = GeneratedCone(rays, [[*[0] * count, 1]])
    bit = count
    for axis in range(3):
        row = [base[axis] / unit, *(-edges[:, axis]), direction[axis]]
        cone = zero_part(_measured(cone, row), bit)
        bit += 1
    for end, side in zip(piece, (1.0, -1.0), strict=True):
        if abs(end) < inf:
            row = [-side * end / unit, *[0.0] * (count - 1), side]
            cone = positive_part(_measured(cone, row), bit)
            bit += 1
    return _range(cone, unit)


def _measured(cone: GeneratedCone, row: Vector) -> Cut:
    return measure(cone, make_row(row, [max(abs(entry), 1.0) for entry in row], PLAIN))


def _range(cone: GeneratedCone, unit: float) -> Interval | None:
    values = []
    for ray in cone.rays:
        first, last = ray.coordinates[0], ray.coordinates[-1]
        if first > 0.0:
            values.append(last / first * unit)
        elif last != 0.0:
            values.append(inf if last > 0.0 else -inf)
    if not any(ray.coordinates[0] > 0.0 for ray in cone.rays):
        return None
    return min(values), max(values)


@checked_fields
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


@checked_fields
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

    @checked
    def reaction(self, parameter: float) -> Array:
        """Return the reaction wrench (fx, fy, tau) at c = parameter [N, Nm]."""
        scaled = self.base + parameter * self.direction
        return scaled * np.array([1.0, 1.0, self.radius_of_gyration])

    @checked
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
    rank = numerical_rank(values, SAME_MOTION)
    if rank != 2:
        raise InvalidInputError('dimension of the normal space', rank, '2')
    return right[2]


def _require_center_of_mass(scene: PlanarScene) -> None:
    coupling = np.abs(scene.inertia.matrix[:2, 2]).max()
    if coupling > SAME_MOTION * scene.mass * scene.length:
        expected = 'the centre of mass (see ContactState.with_reference_point)'
        raise InvalidInputError('reference point', 'another one', expected)
