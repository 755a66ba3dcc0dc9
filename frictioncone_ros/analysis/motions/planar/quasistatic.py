# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Quasi-static planar motions: no inertia, the motion commanded or free, the forces in balance.

A slow body driven by a stiff arm moves as it is told; what remains to ask is which contact modes
let contact forces balance the applied wrench, and with which forces. Sliding contacts push along
the edge that opposes their sliding, so the mode decides the cone that must hold the load.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.analysis.modes.generated_cone import AmbiguousSignError, FLOATS, FRACTIONS
from frictioncone_ros.analysis.modes.planar import (
    planar_mode_strings,
    speed_unit,
    twist_rows,
)
from frictioncone_ros.analysis.modes.planar_cells import cell
from frictioncone_ros.analysis.motions.planar.answer import (
    as_floats,
    impossible_mode,
    slowest_strict_speed,
    velocity_certificate,
)
from frictioncone_ros.analysis.motions.planar.fixed_motion import balance_forces
from frictioncone_ros.analysis.motions.planar.forces import planar_forces
from frictioncone_ros.analysis.motions.planar.mode import ModeSolution, Obstacle, planar_mode
from frictioncone_ros.analysis.motions.planar.problem import PlanarProblem
from frictioncone_ros.analysis.motions.planar.scene import (
    check_contacts,
    PlanarScene,
    sliding_letters,
    wrench_sizes,
)
from frictioncone_ros.analysis.motions.polytope import motion_polytope
from frictioncone_ros.analysis.motions.refused_states import require_magnitudes
from frictioncone_ros.analysis.motions.result import Motion, MotionPolytope, MotionSet
from frictioncone_ros.contact import contact_jacobian, ContactMode, ContactState
from frictioncone_ros.spatial import Inertia
from frictioncone_ros.spatial.arguments import checked
from frictioncone_ros.spatial.arrays import as_twist, as_wrench, PLANAR

NO_MOTION = (0, 0, 0)


@checked
def find_planar_quasistatic_motions(
    state: ContactState,
    external_wrench: ArrayLike,
    commanded_twist: ArrayLike | None = None,
    *,
    with_reasons: bool = False,
) -> MotionSet:
    """
    Return every contact mode in which contact forces balance a wrench (3,) [N, Nm].

    commanded_twist: (3,) the motion that is imposed; then its mode is the only candidate, and a
    twist that moves into a contact is refused. Without it every mode that some twist realises is
    a candidate. The state needs no inertia and its own twist plays no part. Each motion's
    `twist_rate` and polytope are twists, its margin a speed, and its certificate's accelerations
    are velocities.
    """
    check_contacts(state)
    wrench = as_wrench(external_wrench, PLANAR, 'external wrench')
    commanded = None if commanded_twist is None else as_twist(commanded_twist, PLANAR)
    imposed = state if commanded is None else state.with_twist(commanded)
    require_magnitudes(imposed, wrench)
    if commanded is None:
        candidates = planar_mode_strings(state)
    else:
        candidates = [''.join(letter or 'f' for letter in sliding_letters(imposed))]
    scene = _scene(state, wrench)
    problem = scene.problem()
    answers = [_balanced(problem, letters) for letters in candidates]
    return MotionSet(
        tuple(
            _motion(scene, answer, commanded)
            for answer in answers
            if isinstance(answer, ModeSolution)
        ),
        candidate_count=len(candidates),
        impossible=tuple(
            impossible_mode(scene, answer)
            for answer in answers
            if with_reasons and isinstance(answer, Obstacle)
        ),
    )


def _scene(state: ContactState, wrench: np.ndarray) -> PlanarScene:
    """Return the scene of a body that does not accelerate: then any inertia serves."""
    inertia = state.inertia or Inertia.planar_body(1.0, state.characteristic_length)
    resting = replace(state, inertia=inertia, twist=np.zeros(PLANAR))
    count = state.contact_count
    return PlanarScene(
        state=resting,
        inertia=inertia,
        force=wrench,
        force_size=wrench_sizes(wrench, inertia.radius_of_gyration),
        jacobian=contact_jacobian(state),
        bias=np.zeros(2 * count),
        letters=('',) * count,
    )


def _balanced(problem: PlanarProblem, letters: str) -> ModeSolution | Obstacle:
    mode = planar_mode(letters, problem.letters, problem.frictionless, True)
    for numbers in problem.floats_then_fractions():
        try:
            return balance_forces(numbers, mode, NO_MOTION)
        except AmbiguousSignError:
            continue
    return balance_forces(problem.unrounded, mode, NO_MOTION)


def _motion(scene: PlanarScene, found: ModeSolution, commanded: np.ndarray | None) -> Motion:
    letters = found.mode.letters
    inner = as_floats(found.vertices, len(found.mode.edges))[0]
    forces = planar_forces(scene, found, inner, np.zeros(PLANAR))
    if commanded is None:
        twists = _twists(scene.state, letters)
        twist = twists.vertices.mean(axis=0) + twists.rays.sum(axis=0)
    else:
        twists, twist = MotionPolytope(commanded), commanded
    return Motion(
        mode=ContactMode.parse(letters),
        polytope=twists,
        twist_rate=twist,
        contact_forces=forces,
        certificate=velocity_certificate(scene, letters, twist, forces.minimum_norm),
        margin=slowest_strict_speed(scene, letters, twist),
    )


def _twists(state: ContactState, letters: str) -> MotionPolytope:
    """Return the closure of all twists of a mode; a free direction gives two opposite rays."""
    try:
        cone = cell(twist_rows(state, FLOATS), letters)
    except AmbiguousSignError:
        cone = cell(twist_rows(state, FRACTIONS), letters)
    points = [
        [entry / ray.coordinates[3] for entry in ray.coordinates[:3]]
        for ray in cone.rays
        if ray.coordinates[3] > 0
    ]
    directions = [ray.coordinates[:3] for ray in cone.rays if ray.coordinates[3] == 0]
    for line in cone.lines:
        directions += [line[:3], [-entry for entry in line[:3]]]
    units = speed_unit(state) * np.array([1.0, 1.0, 1.0 / state.characteristic_length])
    return motion_polytope(as_floats(points, 3), as_floats(directions, 3), units)
