# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Wrench membership beside one bare `scipy.optimize.nnls` call on the same generators.

Four spatial contacts; 60 random wrenches, some inside and some outside; every ratio is the sum of
the medians of all wrenches over that of nnls on the eight-edge generators.
"""

from __future__ import annotations

import sys

import numpy as np
from scipy.optimize import nnls
from timing import compare, engineering, print_table, Row

from frictioncone_ros.analysis.feasibility import (
    can_produce,
    certify,
    contact_wrench_problem,
    ContactWrenchProblem,
    produce,
    with_faces,
)
from frictioncone_ros.analysis.wrench_projection import project_wrench
from frictioncone_ros.contact import (
    CircularCone,
    ContactPoint,
    ContactState,
    FrictionModel,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.spatial import Array

WRENCHES = 60
REPEATS = 9
ROUNDS = 5


def table_state(friction: FrictionModel, count: int = 4) -> ContactState:
    """Return contacts on a circle with slightly tilted normals."""
    generator = np.random.default_rng(0)
    contacts = []
    for angle in 2.0 * np.pi * np.arange(count) / count:
        normal = np.array((0.0, 0.0, 1.0)) + 0.1 * generator.normal(size=3)
        position = 0.1 * np.array((np.cos(angle), np.sin(angle), 0.0))
        contacts.append(ContactPoint(position, normal / np.linalg.norm(normal), friction))
    return ContactState(contacts)


def wrenches(problem: ContactWrenchProblem) -> list[Array]:
    """Return sums of random edge forces, disturbed by nothing, little, or much."""
    generator = np.random.default_rng(1)
    found = []
    for _ in range(WRENCHES):
        weights = generator.random(problem.edge_wrenches.shape[1])
        scaled = problem.edge_wrenches @ weights
        scaled = scaled + generator.choice((0.0, 0.1, 1.0, 10.0)) * generator.normal(size=6)
        found.append(scaled / problem.scaling)
    return found


def per_wrench(questions: dict[str, object], asked: list[Array]) -> dict[str, float]:
    """Return each question's mean over the wrenches of its least median duration [s].

    The least of ROUNDS medians, for all sides alike: what else the machine does lasts longer than
    one round.
    """
    totals = dict.fromkeys(questions, 0.0)
    for wrench in asked:
        sides = {
            name: (lambda ask=ask, w=wrench: ask(w))  # type: ignore[operator]
            for name, ask in questions.items()
        }
        rounds = [compare(sides, REPEATS) for _ in range(ROUNDS)]
        for name in questions:
            totals[name] += min(timings[name].median for timings in rounds) / len(asked)
    return totals


def polyhedral_rows() -> list[Row]:
    """Time eight-edge cones: the previous contact set, and a new one."""
    problem = contact_wrench_problem(table_state(FrictionPolygon(0.6, 8)))
    known, edges, scaling = with_faces(problem), problem.edge_wrenches, problem.scaling
    state = problem.state
    times = per_wrench(
        {
            'nnls': lambda w: nnls(edges, scaling * w),
            'known': lambda w: produce(known, w),
            'new': lambda w: produce(contact_wrench_problem(state), w),
            'yes or no': lambda w: can_produce(known, w),
        },
        wrenches(problem),
    )
    bare = times['nnls']
    return [
        _row('certificate and margin, contacts as before', times['known'], bare, 3.0),
        _row('certificate and margin, new contacts', times['new'], bare, 12.0),
        _row('yes or no, contacts as before', times['yes or no'], bare, 1.5),
    ]


def round_rows() -> list[Row]:
    """Time exact circular cones against nnls on the eight-edge generators."""
    polygons = contact_wrench_problem(table_state(FrictionPolygon(0.6, 8)))
    edges, scaling = polygons.edge_wrenches, polygons.scaling
    rows = []
    for name, friction in (('circular', CircularCone(0.6)), ('soft', SoftFinger(0.6, 0.01))):
        problem = contact_wrench_problem(table_state(friction))
        times = per_wrench(
            {
                'nnls': lambda w: nnls(edges, scaling * w),
                'certificate': lambda w, p=problem: certify(p, w),
                'margin': lambda w, p=problem: produce(p, w),
                'new': lambda w, s=problem.state: produce(contact_wrench_problem(s), w),
            },
            wrenches(polygons),
        )
        limit = 8.0 if name == 'circular' else None
        for what, side in (
            ('certificate', 'certificate'),
            ('certificate and margin, contacts as before', 'margin'),
            ('certificate and margin, new contacts', 'new'),
        ):
            rows.append(_row(f'{name}, {what}', times[side], times['nnls'], limit))
    return rows


def projection_rows() -> list[Row]:
    """Time the nearest feasible wrench over contact counts and models."""
    rows = []
    for count in (1, 4, 8, 16):
        for friction in (FrictionPyramid(0.6), CircularCone(0.6)):
            problem = contact_wrench_problem(table_state(friction, count))
            asked = wrenches(contact_wrench_problem(table_state(friction, 4)))[:20]
            times = per_wrench(
                {'project': lambda w, p=problem: project_wrench(p, w, None, 0.1)}, asked
            )
            name = f'nearest wrench, {count} x {type(friction).__name__}'
            rows.append(Row(name, engineering(times['project']), '-', '-'))
    return rows


def _row(name: str, ours: float, bare: float, limit: float | None) -> Row:
    ratio = ours / bare
    peer = f'nnls {engineering(bare)}' + (f', limit {limit:g} x' if limit else '')
    return Row(
        name, engineering(ours), peer, f'{ratio:.2f}', None if limit is None else ratio <= limit
    )


def main() -> int:
    """Print the tables; 1 where a limit is missed."""
    code = print_table('Four spatial contacts, eight-edge cones', polyhedral_rows())
    code |= print_table('Four spatial contacts, round cones, exact', round_rows())
    return code | print_table('Nearest feasible wrench with margin', projection_rows())


if __name__ == '__main__':
    sys.exit(main())
