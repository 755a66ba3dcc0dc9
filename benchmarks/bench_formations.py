# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Contact formations: time per formation, against multistart root finding, and a whole census.

Every formation is solved from polygons and poses to the verdict and polished poses. The peer gets
the same three constraints in plain floats and starts evenly spread over the angle, at the place
of the first manipulator; fewer starts than stated miss more poses than it already does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
import math
from pathlib import Path
import sys
from time import perf_counter

import numpy as np
from scipy.optimize import fsolve
from timing import compare, engineering, print_table, Row

SUPPORT = str(Path(__file__).resolve().parents[1] / 'test' / 'support')
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

Case = tuple[ManipulationSystem, tuple[PlanarPose, ...], ContactFormation]
Pose = tuple[float, float, float]

LIMITS = {name: 0.3e-3 if name in {'2AB', '2BA'} else 0.1e-3 for name in KINDS}
CASES = 20
REPEATS = 5
STARTS = 64
WANTED_RATIO = 50.0


def cases_of(name: str) -> list[Case]:
    """Return random formations of one type that have no continuum of poses."""
    generator = np.random.default_rng(11)
    cases: list[Case] = []
    while len(cases) < CASES:
        system, poses = random_system(generator)
        formation = random_formation(generator, system, name)
        if system.solve(formation, poses).verdict is not Verdict.INFINITE:
            cases.append((system, poses, formation))
    return cases


def multistart(case: Case) -> list[Pose]:
    """Return the distinct poses that fsolve finds from all starts."""
    system, poses, formation = case
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


def rows_of(name: str) -> tuple[list[Row], str]:
    """Return the lines of one type, and what either side missed of the other's poses."""
    cases = cases_of(name)
    functions: dict[str, Callable[[], object]] = {
        'ours': lambda: [system.solve(formation, poses) for system, poses, formation in cases],
        'peer': lambda: [multistart(case) for case in cases],
    }
    timings = compare(functions, REPEATS)
    ours, peer = timings['ours'].median / CASES, timings['peer'].median / CASES
    limit = LIMITS[name]
    ours_missed = peer_missed = total = 0
    for system, poses, formation in cases:
        closed = _numbers(system.solve(formation, poses))
        searched = multistart((system, poses, formation))
        ours_missed += sum(not _known(pose, closed) for pose in searched)
        peer_missed += sum(not _known(pose, searched) for pose in closed)
        total += len(closed)
    rows = [
        Row(
            f'{name}: time per formation',
            engineering(ours),
            engineering(limit),
            f'{limit / ours:.1f}',
            ours <= limit,
        ),
        Row(
            f'{name}: fsolve, {STARTS} starts',
            engineering(ours),
            engineering(peer),
            f'{peer / ours:.0f}',
            peer / ours >= WANTED_RATIO and ours_missed == 0,
        ),
    ]
    note = (
        f'{name}: of {total} poses fsolve missed {peer_missed}; '
        f'of its poses we missed {ours_missed}'
    )
    return rows, note


def census_rows() -> list[Row]:
    """Return the lines of all formations between a quadrilateral and three quadrilaterals."""
    workpiece = Polygon(
        'workpiece', np.array([(-0.5, -0.4), (0.6, -0.5), (0.5, 0.5), (-0.4, 0.6)])
    )
    finger = Polygon('finger', np.array([(-0.1, -0.1), (0.12, -0.1), (0.1, 0.1), (-0.1, 0.13)]))
    system = ManipulationSystem(workpiece, (finger, finger, finger))
    poses = [
        (0.75 * math.cos(angle), 0.75 * math.sin(angle), angle + 0.3) for angle in (0.1, 2.2, 4.3)
    ]
    start = perf_counter()
    census = formations_at(system, poses)
    seconds = perf_counter() - start
    return [
        Row('formations of three contacts', f'{census.candidates}', '-', '-'),
        Row('  not excluded by distance, solved', f'{census.solved}', '-', '-'),
        Row('  poses on all edges, no overlap', f'{len(census.possible)}', '-', '-'),
        Row('  poses on all edges, overlapping', f'{len(census.overlapping)}', '-', '-'),
        Row('time of the whole census', engineering(seconds), '-', '-'),
        Row('  per formation', engineering(seconds / census.candidates), '-', '-'),
        Row('  per formation solved', engineering(seconds / census.solved), '-', '-'),
    ]


def main() -> int:
    """Print the tables; 1 where a limit is missed or a pose that fsolve finds is."""
    rows, notes = [], []
    for name in KINDS:
        lines, note = rows_of(name)
        rows += lines
        notes.append(note)
    code = print_table(f'one formation from polygons to poses, median of {CASES} formations', rows)
    print('\n'.join(f'  {note}' for note in notes))
    print_table('quadrilateral and three quadrilaterals', census_rows())
    return code


if __name__ == '__main__':
    sys.exit(main())
