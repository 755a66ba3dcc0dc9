# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""From a balance that holds to a motion with its sets, its margin and its certificate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import atan2, inf

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
from frictioncone_ros.analysis.motions.spatial.problem import SpatialProblem
from frictioncone_ros.analysis.motions.spatial.sets import (
    is_single,
    motion_solutions,
    solutions,
    stacked,
)
from frictioncone_ros.contact import (
    component_slices,
    ContactMode,
    FIXED,
    Interaction,
    InteractionKind,
    SEPARATING,
    wrench_matrix,
)
from frictioncone_ros.exceptions import NumericalError
from frictioncone_ros.spatial import Array, frozen_array, SPATIAL
from frictioncone_ros.spatial.arrays import not_given
from frictioncone_ros.tolerances import SAME_MOTION

ROUNDED_TO_ZERO = 1e-13
"""A scaled force this small beside those it is the sum of is rounding alone [-]."""

MOST_FREE = 8
"""Unknowns beyond the balance's rows up to which all vertices of motions and forces are listed."""


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
    rows whose sign is strict in this mode.
    """

    answer: Balance
    motions: MotionCone
    forces: Sequence[ForceCone]
    starting: tuple[int, ...]
    strict: tuple[int, ...]

    @property
    def curved(self) -> bool:
        """Whether some friction set is not polyhedral, so that the sets have curved borders."""
        return bool(self.starting) or any(cone.option.arc is not None for cone in self.forces)


def spatial_motion(problem: SpatialProblem, solution: ModeSolution) -> SpatialMotion:
    """Return the motion of a solution with everything that is known about it."""
    solution, polytope = _with_polytope(problem, solution)
    coordinates = solution.answer.coordinates
    motion = problem.motion(coordinates)
    forces = _force_set(problem, solution)
    slip = state_slips(problem, motion)
    return SpatialMotion(
        mode=contact_mode(problem, motion, slip),
        polytope=polytope,
        twist_rate=motion,
        contact_forces=forces,
        certificate=spatial_certificate(problem, motion, forces.minimum_norm),
        margin=_margin(problem, solution),
        slip=slip,
    )


def contact_mode(problem: SpatialProblem, motion: Array, slip: Array) -> ContactMode:
    """Return what each contact does in a motion."""
    separating = separating_contacts(problem, motion)
    interactions = []
    for opens, (first, second, _) in zip(separating, slip.tolist(), strict=True):
        if opens:
            interactions.append(SEPARATING)
        elif first == second == 0.0:
            interactions.append(FIXED)
        else:
            interactions.append(Interaction(InteractionKind.SLIDING, atan2(second, first)))
    return ContactMode(tuple(interactions))


def state_slips(problem: SpatialProblem, motion: Array) -> Array:
    """Return slips (k, 3) of all contacts of the state, zero where they separate."""
    separating = separating_contacts(problem, motion)
    slips = np.zeros((problem.state.contact_count, 3))
    for contact, slip in zip(problem.touching, problem.slips(motion), strict=True):
        if not separating[contact.index]:
            slips[contact.index] = slip
    return slips


def separating_contacts(problem: SpatialProblem, motion: Array) -> list[bool]:
    """Return for each contact of the state whether it opens or is open already."""
    opening = problem.contact_motion(motion)
    limit = problem.resting(motion)
    touching = {contact.index for contact in problem.touching}
    return [index not in touching or float(row[0]) > limit for index, row in enumerate(opening)]


def _with_polytope(
    problem: SpatialProblem, solution: ModeSolution
) -> tuple[ModeSolution, MotionPolytope]:
    """Return the set of motions and, where it has more than one, a solution in its middle."""
    point = problem.motion(solution.answer.coordinates)[None]
    count = len(solution.motions.sizes)
    if not count:
        return solution, MotionPolytope(point)
    columns = stacked(solution.motions, solution.forces)
    vectors = solution.motions.vectors
    quantities = np.zeros((vectors.shape[1], columns.shape[1]))
    quantities[:, :count] = vectors.T
    if problem.dynamic and is_single(columns, problem.target, quantities):
        return solution, MotionPolytope(point)
    if solution.curved:
        return solution, MotionPolytope(point, dimension=1)
    many = columns.shape[1] - columns.shape[0] > MOST_FREE
    found = (_by_faces if many else _by_weights)(problem, solution, columns)
    sizes = np.abs(problem.rows.basis).max(axis=1)
    polytope = motion_polytope(
        (problem.rows.basis @ found.coordinates[:, :SPATIAL].T).T / sizes,
        (problem.rows.basis @ found.directions[:, :SPATIAL].T).T / sizes,
        sizes,
    )
    forces: dict[int, Array] = {}
    start = 0
    for cone in solution.forces:
        end = start + len(cone.option.corners)
        forces[cone.contact] = found.weights[start:end] @ cone.option.corners
        start = end
    answer = Balance(True, found.middle, forces, np.zeros_like(problem.target))
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
    terms = np.abs(vertices).max(initial=0.0)
    middle[np.abs(middle) <= SAME_MOTION * terms] = 0.0
    units, lengths = unit_columns(forces)
    weights, _ = non_negative(units, problem.target - problem.motion_map @ middle)
    return _MotionRange(vertices, rays, middle, weights / lengths)


def _middle(vertices: Array, rays: Array) -> Array:
    """Return a point in the middle of a set that a solution was found in."""
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
    desired = problem.target - problem.motion_map @ solution.answer.coordinates
    columns = stacked(solution.motions, solution.forces)[:, len(solution.motions.sizes) :]
    corners = _corner_matrix(problem, solution.forces)
    found = _components(problem, solution.answer.forces)
    single = is_single(columns, desired, corners)
    if float(np.abs(desired).max()) <= ROUNDED_TO_ZERO:
        # No force is the shortest of all; what was found may be rounding, which has no size.
        least = np.zeros_like(found)
    else:
        least = found if single else least_forces(problem, solution.forces, desired, found)
    if solution.curved:
        return ForceSet(least, None, single)
    return ForceSet(least, partial(_force_generators, columns, desired, corners), single)


def _force_generators(columns: Array, desired: Array, corners: Array) -> tuple[Array, Array]:
    """Return vertices and rays of the contact forces (count, c); corners may coincide in them."""
    vertices, rays = solutions(columns, desired)
    return _unique_rows(vertices @ corners.T), _unique_rows(rays @ corners.T)


def _unique_rows(rows: Array) -> Array:
    scale = float(np.abs(rows).max(initial=0.0)) or 1.0
    _, first = np.unique((rows / scale / SAME_MOTION).round(), axis=0, return_index=True)
    return np.asarray(rows[np.sort(first)])


def _corner_matrix(problem: SpatialProblem, forces: Sequence[ForceCone]) -> Array:
    """Return the (c, corners) map from weights of corners to contact force components."""
    slices = component_slices(problem.state)
    total = wrench_matrix(problem.state).shape[1]
    blocks = [np.zeros((total, 0))]
    for cone in forces:
        block = np.zeros((total, len(cone.option.corners)))
        block[slices[problem.touching[cone.contact].index]] = cone.option.corners.T
        blocks.append(block)
    return np.hstack(blocks)


def _components(problem: SpatialProblem, forces: dict[int, Array]) -> Array:
    slices = component_slices(problem.state)
    components = np.zeros(slices[-1].stop if slices else 0)
    for place, force in forces.items():
        components[slices[problem.touching[place].index]] = force
    return components


def _margin(problem: SpatialProblem, solution: ModeSolution) -> float:
    """Return the smallest strict quantity of the mode at its representative."""
    rows, coordinates = problem.rows, solution.answer.coordinates
    values = np.vstack((rows.separation, rows.sliding)) @ coordinates * rows.lengths
    kept = {cone.contact for cone in solution.forces}
    strict = [values[place] for place in range(rows.contact_count) if place not in kept]
    strict += [abs(values[rows.contact_count + row]) for row in solution.strict]
    for place in solution.starting:
        strict.append(float(np.hypot(*(problem.slip_maps[place] @ coordinates))))
    return float(min(strict, default=inf))
