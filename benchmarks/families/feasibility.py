# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Membership, certificate and margin of wrenches beside one bare nnls on the same edges.

Answers are judged by the margin in rational arithmetic (`exact_margin`), round cones by their
certificates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from exact_margin import exact_margin
from families._contacts import floor_state, table_state, wrenches
from measuring import Case, Wrong
from scipy.optimize import nnls

from frictioncone_ros.analysis.feasibility import (
    can_produce,
    certify,
    contact_wrench_problem,
    ContactWrenchProblem,
    produce,
    with_faces,
    WrenchVerdict,
)
from frictioncone_ros.contact import CircularCone, ContactState, FrictionPolygon, SoftFinger
from frictioncone_ros.spatial import Array

SLACK = 1e-6
"""A margin farther than this from the exact one, beside the wrench's size, is wrong [-]."""
COUNTS = (1, 4, 16, 64)
TILTS = (0.0, 1e-6, 1e-2)
LESS_PYTHON = (
    'most of it is Python and NumPy around one nnls of the same size, with the proof of each '
    'verdict; Cython over the code as it is gave 0.83 to 0.95 of the time (docs/speed.md)'
)


def cases() -> Iterator[Case]:
    """Yield the targets for four contacts, then sizes and noise."""
    yield from _polygons()
    yield from _round()
    for count in COUNTS:
        for tilt in TILTS:
            planar = floor_state(CircularCone(0.5), count, tilt)
            spatial = table_state(FrictionPolygon(0.6, 8), count, tilt)
            for name, state in (('planar', planar), ('spatial', spatial)):
                yield from _sizes(f'{count} {name} contacts, tilt {tilt:g}', state)


def _bare(problem: ContactWrenchProblem, asked: list[Array]) -> Callable[[], object]:
    edges, targets = problem.edge_wrenches, [problem.scaling * w for w in asked]
    return lambda: [nnls(edges, target) for target in targets]


def _polygons() -> Iterator[Case]:
    problem = contact_wrench_problem(table_state(FrictionPolygon(0.6, 8)))
    known, asked, state = with_faces(problem), wrenches(problem), problem.state
    questions: dict[str, tuple[Callable[[Array], object], float]] = {
        'known contacts': (lambda w: produce(known, w).margin, 2.0),
        'new contacts': (lambda w: produce(contact_wrench_problem(state), w).margin, 4.0),
        'yes or no, known contacts': (lambda w: can_produce(known, w), 1.5),
    }
    for name, (ask, target) in questions.items():
        yield Case(
            f'polygon cones, {name}',
            lambda ask=ask: [ask(w) for w in asked],
            _bare(problem, asked),
            'nnls',
            target,
            len(asked),
            len(asked),
            lambda ask=ask: wrong_answers(problem, asked, ask),
            LESS_PYTHON,
            guard=True,
        )


def wrong_answers(
    problem: ContactWrenchProblem, asked: list[Array], ask: Callable[[Array], object]
) -> Wrong:
    """Count answers that differ from the exact ones; nnls answers with what it leaves open."""
    ours = peer = count = 0
    for wrench in asked:
        scaled = problem.scaling * wrench
        exact = exact_margin(problem.edge_wrenches, problem.depth_wrench, scaled)
        if exact is None:
            continue
        size, said, true = float(abs(scaled).max()), ask(wrench), float(exact)
        count += 1
        near = abs(true) <= SLACK * size
        if isinstance(said, bool):
            ours += said != (true >= 0.0) and not near
        else:
            ours += abs(float(said) - true) > SLACK * size  # type: ignore[arg-type]
        inside = nnls(problem.edge_wrenches, scaled)[1] <= SLACK * size
        peer += bool(inside) != (true >= 0.0) and not near
    return Wrong(ours, peer, count)


def _round() -> Iterator[Case]:
    polygons = contact_wrench_problem(table_state(FrictionPolygon(0.6, 8)))
    asked = wrenches(polygons)
    for name, friction, targets in (
        ('circular', CircularCone(0.6), (4.0, 4.0, 6.0)),
        ('soft finger', SoftFinger(0.6, 0.01), (None, None, None)),
    ):
        problem = contact_wrench_problem(table_state(friction))  # type: ignore[arg-type]
        state = problem.state
        questions = {
            'certificate': lambda w, p=problem: certify(p, w),
            'certificate and margin, known contacts': lambda w, p=problem: with_margin(
                produce(p, w)
            ),
            'certificate and margin, new contacts': lambda w, s=state: with_margin(
                produce(contact_wrench_problem(s), w)
            ),
        }
        for (what, ask), target in zip(questions.items(), targets, strict=True):
            yield Case(
                f'{name}, {what}',
                lambda ask=ask: [ask(w) for w in asked],
                _bare(polygons, asked),
                'nnls on 8 edges',
                target,
                len(asked),
                len(asked),
                lambda ask=ask: Wrong(
                    sum(not ask(w).certificate_holds() for w in asked), None, len(asked)
                ),
                LESS_PYTHON,
                guard=name == 'circular',
            )


def with_margin(verdict: WrenchVerdict) -> WrenchVerdict:
    """Return the verdict after asking it for its margin."""
    _ = verdict.margin
    return verdict


def _sizes(name: str, state: ContactState) -> Iterator[Case]:
    problem = contact_wrench_problem(state)
    asked = wrenches(problem, 12)
    questions: dict[str, Callable[[Array], object]] = {
        'membership': lambda w: can_produce(problem, w),
        'certificate': lambda w: certify(problem, w),
        'margin': lambda w: produce(problem, w).margin,
    }
    for what, ask in questions.items():
        yield Case(
            f'{name}: {what}',
            lambda ask=ask: [ask(w) for w in asked],
            _bare(problem, asked),
            'nnls',
            ours_asks=len(asked),
            peer_asks=len(asked),
            seconds=0.4,
            wrong=None
            if what == 'certificate'
            else lambda ask=ask: wrong_answers(problem, asked, ask),
        )
