# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Many wrenches against one contact set, many contact sets and draws, beside bare nnls on each."""

from __future__ import annotations

from collections.abc import Iterator

from families._contacts import bare_nnls, NNLS, table_state
from families.planar_motions import box_in_corner
from measuring import Case, Wrong
import numpy as np
from scipy.optimize import nnls
from ticking import ring

from frictioncone_ros.analysis.batches import (
    Deviations,
    possible_modes_many,
    prepared,
    produce_many,
    resist_drawn,
)
from frictioncone_ros.analysis.feasibility import produce
from frictioncone_ros.analysis.mode_cones import possible_mode_cones
from frictioncone_ros.contact import CircularCone, FrictionPolygon, FrictionPyramid
from frictioncone_ros.spatial import Array

MANY, SOLVED, DRAWN = 100_000, 100, 50
EIGHTH = 1.0 / 8.0
PUSH = np.array((1.0, 0.5, -20.0, 0.02, 0.01, 0.01))
SLACK = 1e-6


def cases() -> Iterator[Case]:
    """Yield the target, then other models, modes and draws."""
    yield _wrenches('polygons of 8', prepared(table_state(FrictionPolygon(0.6, 8))), MANY, EIGHTH)
    yield _wrenches('pyramids', prepared(table_state(FrictionPyramid(0.6))), MANY, EIGHTH)
    yield _wrenches('circular', prepared(table_state(CircularCone(0.6))), SOLVED, None)
    cones, bare = possible_mode_cones(box_in_corner()), bare_nnls()
    loads = np.random.default_rng(0).uniform(-3.0, 3.0, (MANY, 3))
    yield Case(
        f'modes of {MANY} wrenches, box in a corner, {len(cones)} cones, a wrench',
        lambda: possible_modes_many(cones, loads),
        bare[0],
        NNLS,
        None,
        float(MANY),
        bare[1],
        lambda: wrong_modes(cones, loads[:300]),
    )
    state = ring(4, FrictionPolygon(0.5, 8))
    deviations = Deviations(0.1, 0.02, 1e-3, 1e-3, 0.01)
    yield Case(
        'Monte Carlo of friction, normals and poses, a draw',
        lambda: resist_drawn(state, PUSH, deviations, range(DRAWN)),
        bare[0],
        NNLS,
        None,
        float(DRAWN),
        bare[1],
    )


def _wrenches(name: str, problem: object, count: int, target: float | None) -> Case:
    generator = np.random.default_rng(0)
    edges = problem.edge_wrenches  # type: ignore[attr-defined]
    scaled = generator.random((count, edges.shape[1])) @ edges.T
    scaled += generator.choice((0.1, 1.0, 10.0), (count, 1)) * generator.normal(size=(count, 6))
    asked = scaled / problem.scaling  # type: ignore[attr-defined]
    return Case(
        f'{count} wrenches, 4 spatial contacts, {name}: margin, a wrench',
        lambda: produce_many(problem, asked),  # type: ignore[arg-type]
        lambda: [nnls(edges, one) for one in scaled[:SOLVED]],
        'nnls',
        target,
        float(count),
        float(SOLVED),
        lambda: differing(problem, asked[:SOLVED]),
        guard=target is not None,
    )


def differing(problem: object, asked: Array) -> Wrong:
    """Count margins that differ from those of one by one."""
    many = produce_many(problem, asked)  # type: ignore[arg-type]
    wrong = 0
    for index, wrench in enumerate(asked):
        one = produce(problem, wrench)  # type: ignore[arg-type]
        near = abs(many.margins[index] - one.margin) <= SLACK * float(np.abs(wrench).max())
        wrong += not near or bool(many.feasible[index]) != one.feasible
    return Wrong(wrong, None, len(asked))


def wrong_modes(cones: object, loads: Array) -> Wrong:
    """Count memberships that differ from those of one by one."""
    held = possible_modes_many(cones, loads)  # type: ignore[arg-type]
    alone = [[cone.contains(load) for cone in cones] for load in loads]  # type: ignore[attr-defined]
    return Wrong(int((held != np.array(alone)).sum()), None, held.size)
