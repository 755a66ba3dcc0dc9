# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""From a balance that holds to a motion with its sets, its margin and its certificate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import hypot, inf

import numpy as np

from frictioncone_ros.analysis.motions.polytope import motion_polytope
from frictioncone_ros.analysis.motions.result import ForceSet, Motion, MotionPolytope
from frictioncone_ros.analysis.motions.spatial.balance import (
    Balance,
    ForceCone,
    MotionCone,
    non_negative,
    unit_columns,
)
from frictioncone_ros.analysis.motions.spatial.certificate import spatial_certificate
from frictioncone_ros.analysis.motions.spatial.forces import least_forces
from frictioncone_ros.analysis.motions.spatial.motion_at_contacts import MotionAtContacts
from frictioncone_ros.analysis.motions.spatial.problem import SpatialProblem
from frictioncone_ros.analysis.motions.spatial.sets import (
    are_apart,
    is_single,
    motion_solutions,
    solutions,
    spanning_columns,
    stacked,
)
from frictioncone_ros.exceptions import NumericalError
from frictioncone_ros.spatial import Array, frozen_array, SPATIAL
from frictioncone_ros.spatial.arguments import checked_fields
from frictioncone_ros.spatial.arrays import largest_magnitude, not_given
from frictioncone_ros.tolerances import SAME_MOTION

ROUNDED_TO_ZERO = 1e-13
"""A scaled force this small beside those it is the sum of is rounding alone [-]."""

MOST_FREE = 8
"""Unknowns beyond the balance's rows up to which all vertices of motions and forces are listed."""


@checked_fields
@dataclass(frozen=True, eq=False)
class SpatialMotion(Motion):
    """
    A motion in space, with what its letters leave out.

    slip: (k, 3) of each contact along (t1, t2) and about the normal: acceleration of sliding and
        of spinning at contacts at rest, present velocity at those that move already; zero where
        the contact separates [m/s^2 and rad/s^2, or m/s and rad/s].
    """

    slip: Array = field(default_factory=not_given)

    def __post_init__(self) -> None:
        """Store read-only copies."""
        super().__post_init__()
        object.__setattr__(self, 'slip', frozen_array(self.slip))


@dataclass(frozen=True, eq=False)
class ModeSolution:
    """
    A balance that holds, with the cones it was found in.

    motions, forces: generators of the mode, about the answer where directions are curved.
    starting: places of contacts at rest on circular cones that start to slide. strict: sliding
    rows whose sign is strict in this mode. span: (r, n) independent columns that span the
    motions' images, where they are known.
    """

    answer: Balance
    motions: MotionCone
    forces: Sequence[ForceCone]
    starting: tuple[int, ...]
    strict: tuple[int, ...]
    span: Array | None = None

    @property
    def curved(self) -> bool:
        """Whether some friction set is not polyhedral, so that the sets have curved borders."""
        return bool(self.starting) or any(cone.option.arc is not None for cone in self.forces)


def spatial_motion(problem: SpatialProblem, solution: ModeSolution) -> SpatialMotion:
    """Return the motion of a solution with everything that is known about it."""
    solution, polytope = _with_polytope(problem, solution)
    motion = problem.motion(solution.answer.coordinates)
    forces = _force_set(problem, solution)
    seen = MotionAtContacts.of(problem, motion)
    slip = seen.state_slips(problem)
    return SpatialMotion(
        mode=seen.mode(slip),
        polytope=polytope,
        twist_rate=motion,
        contact_forces=forces,
        certificate=spatial_certificate(problem, motion, forces.minimum_norm, seen),
        margin=_margin(problem, solution),
        slip=slip,
    )


def _with_polytope(
    problem: SpatialProblem, solution: ModeSolution
) -> tuple[ModeSolution, MotionPolytope]:
    """Return the set of motions and, where it has more than one, a solution in its middle."""
    point = problem.motion(solution.answer.coordinates)[None]
    count = len(solution.motions.sizes)
    if not count:
        return solution, MotionPolytope(point)
    motions, vectors = solution.motions, solution.motions.vectors
    forces = stacked(solution.forces, problem.ground.row_count)
    span = spanning_columns(motions.columns) if solution.span is None else solution.span
    if problem.dynamic and are_apart(span, forces):
        return solution, MotionPolytope(point)
    columns = np.concatenate((motions.columns * motions.sizes, forces), axis=1)
    if problem.dynamic:
        quantities = np.zeros((vectors.shape[1], columns.shape[1]))
        quantities[:, :count] = vectors.T
        if is_single(columns, problem.target, quantities):
            return solution, MotionPolytope(point)
    if solution.curved:
        return solution, MotionPolytope(point, dimension=1)
    many = columns.shape[1] - columns.shape[0] > MOST_FREE
    found = (_by_faces if many else _by_weights)(problem, solution, columns)
    sizes = np.abs(problem.rows.basis).max(axis=1)
    to_motions = problem.motion_scale * problem.rows.basis / sizes[:, None]
    polytope = motion_polytope(
        found.coordinates[:, :SPATIAL] @ to_motions.T,
        found.directions[:, :SPATIAL] @ to_motions.T,
        sizes,
    )
    supplied: dict[int, Array] = {}
    start = 0
    for cone in solution.forces:
        end = start + len(cone.option.corners)
        supplied[cone.contact] = found.weights[start:end] @ cone.option.corners
        start = end
    answer = Balance(True, found.middle, supplied, np.zeros_like(problem.target))
    return replace(solution, answer=answer), polytope


@dataclass(frozen=True, eq=False)
class _MotionRange:
    """Vertices (count, w) and directions of a mode's motions, one in the middle, its forces."""

    coordinates: Array
    directions: Array
    middle: Array
    weights: Array


def _by_weights(problem: SpatialProblem, solution: ModeSolution, columns: Array) -> _MotionRange:
    """Return the motions by way of all vertices of motions and forces together."""
    count, vectors = len(solution.motions.sizes), solution.motions.vectors
    vertices, rays = solutions(columns, problem.target)
    middle = _middle(vertices, rays)
    inner = _without_rounding(middle[:count], vectors)
    return _MotionRange(
        vertices[:, :count] @ vectors, rays[:, :count] @ vectors, inner, middle[count:]
    )


def _by_faces(problem: SpatialProblem, solution: ModeSolution, columns: Array) -> _MotionRange:
    """Return the motions by way of the faces of what forces supply, for many contacts."""
    forces = columns[:, len(solution.motions.sizes) :]
    vertices, rays = motion_solutions(solution.motions, problem.motion_map, forces, problem.target)
    middle = _middle(vertices, rays)
    terms = largest_magnitude(vertices)
    middle[np.abs(middle) <= SAME_MOTION * terms] = 0.0
    units, lengths = unit_columns(forces)
    weights, _ = non_negative(units, problem.target - problem.motion_map @ middle)
    return _MotionRange(vertices, rays, middle, weights / lengths)


def _middle(vertices: Array, rays: Array) -> Array:
    """Return a point in the middle of a set: inside it, and by about its size along its rays."""
    if not len(vertices):
        # The programme found one, the enumeration none: sizes too different for both.
        raise NumericalError('a mode has a motion, and no vertex of its motions was found')
    return np.asarray(vertices.mean(axis=0) + (rays.sum(axis=0) if len(rays) else 0.0))


def _without_rounding(weights: Array, vectors: Array) -> Array:
    """
    Return weights @ vectors without what rounding leaves of sums that are zero.

    A line is a pair of opposite vectors: their sum would be a motion of no size, with signs.
    """
    summed, terms = weights @ vectors, weights @ np.abs(vectors)
    summed[np.abs(summed) <= SAME_MOTION * terms.max(initial=0.0)] = 0.0
    return np.asarray(summed)


def _force_set(problem: SpatialProblem, solution: ModeSolution) -> ForceSet:
    desired = problem.target - problem.motion_map.dot(solution.answer.coordinates)
    found = _components(problem, solution.answer.forces)
    if float(np.abs(desired).max()) <= ROUNDED_TO_ZERO:
        # No force is the shortest of all; what was found may be rounding, which has no size.
        least = np.zeros_like(found)
    else:
        least = problem.scale * least_forces(problem, solution.forces, desired, found)
    single = partial(_forces_are_single, problem, solution, desired)
    if solution.curved:
        return ForceSet(least, decide_single=single)
    generators = partial(_force_generators, problem, solution, desired)
    return ForceSet(least, generators, decide_single=single)


def _forces_are_single(problem: SpatialProblem, solution: ModeSolution, desired: Array) -> bool:
    """Whether only one vector of contact forces supplies what is desired (r,)."""
    columns = stacked(solution.forces, problem.ground.row_count)
    return is_single(columns, desired, _corner_matrix(problem, solution.forces))


def _force_generators(
    problem: SpatialProblem, solution: ModeSolution, desired: Array
) -> tuple[Array, Array]:
    """Return vertices and rays of the contact forces (count, c); corners may coincide in them."""
    vertices, rays = solutions(stacked(solution.forces, problem.ground.row_count), desired)
    corners = problem.scale * _corner_matrix(problem, solution.forces)
    return _unique_rows(vertices @ corners.T), _unique_rows(rays @ corners.T)


def _unique_rows(rows: Array) -> Array:
    scale = largest_magnitude(rows) or 1.0
    _, first = np.unique((rows / scale / SAME_MOTION).round(), axis=0, return_index=True)
    return np.asarray(rows[np.sort(first)])


def _corner_matrix(problem: SpatialProblem, forces: Sequence[ForceCone]) -> Array:
    """Return the (c, corners) map from weights of corners to contact force components."""
    count = sum([len(cone.sizes) for cone in forces])
    corners, start = np.zeros((problem.ground.component_count, count)), 0
    for cone in forces:
        end = start + len(cone.sizes)
        corners[problem.ground.components[cone.contact], start:end] = cone.option.corners.T
        start = end
    return corners


def _components(problem: SpatialProblem, forces: dict[int, Array]) -> Array:
    components = np.zeros(problem.ground.component_count)
    for place, force in forces.items():
        components[problem.ground.components[place]] = force
    return components


def _margin(problem: SpatialProblem, solution: ModeSolution) -> float:
    """Return the smallest strict quantity of the mode at its representative."""
    count, coordinates = problem.rows.contact_count, solution.answer.coordinates
    values = problem.ground.strict_rows.dot(coordinates).tolist()
    kept = {cone.contact for cone in solution.forces}
    strict = [values[place] for place in range(count) if place not in kept]
    strict += [abs(values[count + row]) for row in solution.strict]
    for place in solution.starting:
        slips = problem.ground.slip_maps[place].dot(coordinates).tolist()
        if problem.touching[place].law.arm:
            slips.append(float(problem.ground.surface_slip_maps[place, 2].dot(coordinates)))
        strict.append(hypot(*slips))
    return problem.motion_scale * min(strict, default=inf)
