# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Contact formations beside multistart root finding, and a whole census.

Every formation is solved from polygons and poses to the verdict and polished poses. The peer gets
the same three constraints in plain floats and starts evenly spread over the angle, at the place
of the first manipulator; fewer starts than stated miss more poses than it already does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
import math
from pathlib import Path
import sys

from families._contacts import bare_nnls, NNLS
from measuring import Case, Wrong
import numpy as np
from scipy.optimize import fsolve

SUPPORT = str(Path(__file__).resolve().parents[2] / 'test' / 'support')
if SUPPORT not in sys.path:
    sys.path.insert(0, SUPPORT)

from random_formations import (  # noqa: E402  (the path is set just above)
    KINDS,
    random_formation,
    random_system,
)

from frictioncone_ros.formations import (  # noqa: E402  (as above)
    ContactFormation,
    equation_rows,
    formations_at,
    ManipulationSystem,
    PlanarPose,
    Polygon,
    PoseSet,
    Verdict,
)

Problem = tuple[ManipulationSystem, tuple[PlanarPose, ...], ContactFormation]
Pose = tuple[float, float, float]

PROBLEMS, SEARCHED, JUDGED = 20, 1, 6
STARTS = 64
WANTED = 1.0 / 50.0


def cases() -> Iterator[Case]:
    """Yield a row a type, and the census."""
    for name in KINDS:
        problems = problems_of(name)
        yield Case(
            f'{name}, from polygons to poses',
            lambda p=problems: [system.solve(form, poses) for system, poses, form in p],
            lambda p=problems: [multistart(one) for one in p[:SEARCHED]],
            f'fsolve, {STARTS} starts',
            WANTED,
            PROBLEMS,
            SEARCHED,
            lambda p=problems: missed_poses(p[:JUDGED]),
            guard=name == '2AB',
        )
    bare, count = bare_nnls()
    system, poses = census_problem()
    candidates = formations_at(system, poses).candidates
    yield Case(
        f'census of a triangle and two, a formation of {candidates}',
        lambda: formations_at(system, poses),
        bare,
        NNLS,
        ours_asks=float(candidates),
        peer_asks=count,
    )


def problems_of(name: str) -> list[Problem]:
    """Return random formations of one type that have no continuum of poses."""
    generator = np.random.default_rng(11)
    problems: list[Problem] = []
    while len(problems) < PROBLEMS:
        system, poses = random_system(generator)
        formation = random_formation(generator, system, name)
        if system.solve(formation, poses).verdict is not Verdict.INFINITE:
            problems.append((system, poses, formation))
    return problems


def missed_poses(problems: Sequence[Problem]) -> Wrong:
    """Count the poses either side misses of the other's."""
    ours = peer = total = 0
    for system, poses, formation in problems:
        closed = _numbers(system.solve(formation, poses))
        searched = multistart((system, poses, formation))
        ours += sum(not _known(pose, closed) for pose in searched)
        peer += sum(not _known(pose, searched) for pose in closed)
        total += len(closed)
    return Wrong(ours, peer, total)


def multistart(problem: Problem) -> list[Pose]:
    """Return the distinct poses that fsolve finds from all starts."""
    system, poses, formation = problem
    equations = system.equations(formation, poses)

    def gaps(place: Sequence[float]) -> list[float]:
        return [row[0] for row in equation_rows(equations, place[0], place[1], place[2])]

    found: list[Pose] = []
    for number in range(STARTS):
        start = (poses[0].x, poses[0].y, math.tau * number / STARTS)
        place, _, flag, _ = fsolve(gaps, start, full_output=True)
        if flag == 1 and max(map(abs, gaps(place))) < 1e-9 and not _known(place, found):
            found.append((float(place[0]), float(place[1]), float(place[2])))
    return found


def _known(place: Sequence[float], poses: Sequence[Sequence[float]]) -> bool:
    return any(
        max(
            abs(place[0] - pose[0]),
            abs(place[1] - pose[1]),
            abs(math.remainder(place[2] - pose[2], math.tau)),
        )
        < 1e-5
        for pose in poses
    )


def _numbers(found: PoseSet) -> list[Pose]:
    return [(each.pose.x, each.pose.y, each.pose.angle) for each in found.poses]


def census_problem() -> tuple[ManipulationSystem, list[Pose]]:
    """Return a triangle between two triangles: a census that ends within a second or so."""
    workpiece = Polygon('workpiece', np.array([(-0.5, -0.4), (0.6, -0.5), (0.0, 0.6)]))
    finger = Polygon('finger', np.array([(-0.1, -0.1), (0.12, -0.1), (0.0, 0.13)]))
    system = ManipulationSystem(workpiece, (finger, finger))
    poses = [(0.75 * math.cos(angle), 0.75 * math.sin(angle), angle + 0.3) for angle in (0.1, 2.2)]
    return system, poses
