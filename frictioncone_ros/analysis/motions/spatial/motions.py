# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Every motion of a body in space with frictional contacts: which modes, accelerations, forces.

Candidates are the kinematic modes. Most are refuted together, a whole contact-separate mode by
one certificate; what is left is solved, exactly for polyhedral friction, by a Newton iteration
on the sliding directions for circular cones. A circular candidate that is neither refuted nor
solved is cut into finer sectors until it is, or until a limit says stop.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from time import perf_counter

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.analysis.motions.result import ImpossibleMode, MotionSet
from frictioncone_ros.analysis.motions.spatial.answer import (
    ModeSolution,
    spatial_motion,
    SpatialMotion,
)
from frictioncone_ros.analysis.motions.spatial.balance import Balance, balance, MotionCone
from frictioncone_ros.analysis.motions.spatial.motion_at_contacts import MotionAtContacts
from frictioncone_ros.analysis.motions.spatial.pattern import NO_BALANCE, Pattern
from frictioncone_ros.analysis.motions.spatial.posing import (
    commanded_problem,
    dynamic_problem,
    quasistatic_problem,
)
from frictioncone_ros.analysis.motions.spatial.problem import SpatialProblem
from frictioncone_ros.analysis.motions.spatial.search import Search, SearchBounds
from frictioncone_ros.contact import (
    ContactMode,
    ContactState,
    FIXED,
    Interaction,
    SEPARATING,
    SLIDING,
    UNSPECIFIED,
)
from frictioncone_ros.spatial import Array, as_twist, as_wrench, SPATIAL
from frictioncone_ros.spatial.arguments import checked, checked_fields


def judge_commanded_twist(
    state: ContactState, wrench: Array, twist: Array, contact_limit: int
) -> MotionSet:
    """Return the one motion of a commanded twist (6,) if forces balance the wrench (6,)."""
    problem = commanded_problem(state, wrench, twist, contact_limit)
    coordinates = _coordinates(problem, twist)
    forces = [
        problem.ground.force_cone(place, (0,) * len(contact.free))
        for place, contact in enumerate(problem.touching)
    ]
    none = MotionCone.of(np.zeros((0, len(coordinates))), problem.motion_map)
    found = balance(none, forces, problem.target - problem.motion_map @ coordinates)
    if not found.holds:
        seen = MotionAtContacts.of(problem, twist)
        mode = seen.mode(seen.state_slips(problem))
        reason = ImpossibleMode(mode, NO_BALANCE, '', problem.twist_of(found.residual))
        return MotionSet((), candidate_count=1, impossible=(reason,))
    answer = Balance(True, coordinates, found.forces, found.residual)
    solution = ModeSolution(answer, none, tuple(forces), (), ())
    motions, doubtful = _certified(problem, [spatial_motion(problem, solution)])
    return MotionSet(tuple(motions), not doubtful, doubtful, candidate_count=1)


def _coordinates(problem: SpatialProblem, twist: Array) -> Array:
    """Return the scaled coordinates of a twist."""
    solved: Array = np.asarray(np.linalg.solve(problem.rows.basis, twist), dtype=np.float64)
    coordinates = solved / problem.motion_scale
    if not problem.rows.moves:
        return coordinates
    return np.append(coordinates, problem.drift_coordinate)


Pose = Callable[[ContactState, Array, int, int], SpatialProblem]


@checked_fields
@dataclass(frozen=True)
class SearchLimits:
    """
    How far a search may go.

    contacts: more touching contacts are refused. candidates: modes examined; seconds: of wall
    time; either ends the search with what was found, whose motions and forces are worked out in
    at most as long again. sectors: a circular cone is cut into
    quadrants at first, and again where a candidate stays open, down to arcs of pi / sectors.
    """

    contacts: int = 16
    candidates: int = 20_000
    seconds: float = inf
    sectors: int = 2**14


DEFAULT_LIMITS = SearchLimits()

UNCERTAIN = (
    'the forces found for them break the law of friction or of motion by more than rounding'
)
"""Why motions of soft fingers are left out of an answer that is then not exhaustive."""

MISSED = 'no motion found, though a body at rest always has one'
"""Why an answer without motions is not exhaustive: existence holds where nothing moves yet."""

SECTOR_LINES = 2
"""Lines that cut a circular cone at first: its sectors are quadrants."""


@checked
def find_spatial_motions(
    state: ContactState,
    external_wrench: ArrayLike,
    *,
    limits: SearchLimits = DEFAULT_LIMITS,
    with_reasons: bool = False,
) -> MotionSet:
    """
    Return the motions of a spatial state with inertia under a wrench (6,) [N, Nm].

    Modes are strict: separating contacts have a positive normal acceleration, contacts that
    begin to slide a tangential one. For polyhedral friction (pyramid, polygon) a mode is one way
    in which friction opposes sliding: for a pyramid the signs of sliding along its two axes, each
    axis by itself. For circular cones a mode is s, f or d with a direction, and `exhaustive` says
    that every other combination of letters is impossible; within a combination found, further
    directions may exist.

    On a soft finger's limit surface slip and spin have one direction: f means that it neither
    slides nor spins and has any force inside, d that it does either, with the force against both;
    one that spins without sliding is written f and has a `slip[:, 2]`. Motions of soft fingers
    whose certificates do not hold are left out, and `stopped_because` says so; so it does where
    a body at rest seems to have no motion, because it always has one.
    with_reasons: also why candidates are impossible.
    """
    return _found(dynamic_problem, state, external_wrench, limits, with_reasons)


@checked
def find_spatial_quasistatic_motions(
    state: ContactState,
    external_wrench: ArrayLike,
    commanded_twist: ArrayLike | None = None,
    *,
    limits: SearchLimits = DEFAULT_LIMITS,
    with_reasons: bool = False,
) -> MotionSet:
    """
    Return the twists of slow motion: forces balance at every instant and inertia plays no part.

    commanded_twist: (6,) the motion that is imposed, so that only its mode is judged, and refused
    if it moves into a contact. Without it every mode that some twist realises is a candidate, and
    the surfaces' velocities are the command. The twist of the state is not used. Each motion's
    `twist_rate` and polytope are twists, and its certificate's accelerations velocities.
    """
    if commanded_twist is not None:
        wrench, twist = as_wrench(external_wrench, SPATIAL), as_twist(commanded_twist, SPATIAL)
        answer = judge_commanded_twist(state, wrench, twist, limits.contacts)
        return answer if with_reasons else replace(answer, impossible=())
    return _found(quasistatic_problem, state, external_wrench, limits, with_reasons)


def _found(
    pose: Pose,
    state: ContactState,
    external_wrench: ArrayLike,
    limits: SearchLimits,
    with_reasons: bool,
) -> MotionSet:
    wrench = as_wrench(external_wrench, SPATIAL)
    deadline = perf_counter() + limits.seconds
    bounds = SearchBounds(limits.candidates, deadline)
    problem = pose(state, wrench, limits.contacts, SECTOR_LINES)
    search = Search(problem, bounds, limits.sectors, with_reasons)
    search.run()
    closer = problem.dynamic or problem.ground.spins
    if closer and not (search.found or bounds.reached):
        # On the border of two modes, or so close to it that neither is strict, none would be
        # found, though the body moves: looked at more closely before that is said.
        search = Search(replace(problem, near_limit=True), bounds, limits.sectors, with_reasons)
        search.run()
    built = search.motions(deadline + limits.seconds)
    motions, doubtful = _certified(search.problem, built)
    stopped = bounds.reached or doubtful
    if not (motions or stopped) and problem.dynamic and problem.ground.spins_from_rest:
        stopped = MISSED
    if search.unexplained and not stopped:
        stopped = f'{len(search.unexplained)} modes undecided with {limits.sectors} sectors'
    return MotionSet(
        motions=_in_order(motions, search.problem.near_limit),
        exhaustive=not stopped,
        stopped_because=stopped,
        candidate_count=bounds.count,
        impossible=tuple(
            _impossible(problem, pattern, problem.twist_of(residual))
            for pattern, residual in search.refutations.items()
        ),
    )


def _certified(
    problem: SpatialProblem, motions: list[SpatialMotion]
) -> tuple[list[SpatialMotion], str]:
    """
    Return the motions of soft fingers whose certificates hold, and why others are left out.

    Normals that are all but parallel leave spins that the cells of motions round to none, but a
    limit surface does not.
    """
    if not problem.ground.spins:
        return motions, ''
    kept = [motion for motion in motions if motion.certificate.holds()]
    left = len(motions) - len(kept)
    return kept, f'{left} modes undecided: {UNCERTAIN}' if left else ''


def _in_order(motions: list[SpatialMotion], near_limit: bool) -> tuple[SpatialMotion, ...]:
    if near_limit:
        # Modes that only rounding tells apart have one motion, which is seen as one mode.
        motions = list({str(motion.mode): motion for motion in reversed(motions)}.values())
    if len(motions) > 1:
        motions.sort(key=lambda motion: str(motion.mode))
    return tuple(motions)


def _impossible(problem: SpatialProblem, pattern: Pattern, twist: Array) -> ImpossibleMode:
    letters = {'s': SEPARATING, 'f': FIXED, 'd': SLIDING}
    interactions: list[Interaction] = [SEPARATING] * problem.state.contact_count
    for contact, (letter, signs) in zip(problem.touching, pattern, strict=True):
        on_polygon = ('d' if any(signs) else 'f') if letter == 'k' and signs else letter
        interactions[contact.index] = letters.get(on_polygon, UNSPECIFIED)
    return ImpossibleMode(ContactMode(tuple(interactions)), NO_BALANCE, separating_twist=twist)
