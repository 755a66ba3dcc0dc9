# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Compare ratios measured now with those of the committed report; 1 where one is much worse.

Rows that guard are measured anew. One that is worse than its committed interval by more than
WORSE is measured once more, for longer, and fails only if it still is.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
import os
from pathlib import Path
import sys

for _name in ('OPENBLAS_NUM_THREADS', 'OMP_NUM_THREADS', 'MKL_NUM_THREADS'):
    os.environ.setdefault(_name, '1')

from measuring import Case, Figure, measured  # noqa: E402  (threads are set before NumPy loads)
from reporting import FIGURES, other_system, read_figures  # noqa: E402

WORSE = 1.3
"""How many times the upper end of its interval a ratio may be [-]."""
GUARDED = (
    'feasibility',
    'cones',
    'kinematic_modes',
    'planar_motions',
    'spatial_motions',
    'mode_cones',
    'formations',
    'tick',
    'messages',
    'batches',
)
SHORT = ('feasibility', 'tick', 'planar_motions')
SECONDS, AGAIN = 0.4, 1.5
"""How long a row is measured at most, and once more where it looks worse [s]."""
Key = tuple[str, str]


def guarding(families: Sequence[str]) -> Iterator[tuple[str, Case]]:
    """Yield the rows that guard."""
    for family in families:
        for case in import_module(f'families.{family}').cases():
            if isinstance(case, Case) and case.guard:
                yield family, replace(case, wrong=None, seconds=SECONDS)


def is_worse(now: Figure, committed: Figure) -> bool:
    """Tell whether a ratio is worse than the committed one beyond its interval and WORSE."""
    return now.ratio > WORSE * max(committed.interval)


def worse_rows(
    cases: Iterator[tuple[str, Case]],
    committed: Mapping[Key, Figure],
    say: Callable[[str], object] = print,
) -> list[Key]:
    """Measure, say each, and return those that are worse."""
    found = []
    for family, case in cases:
        before = committed.get((family, case.name))
        if before is None:
            say(f'  {family}, {case.name}: not in the committed report')
            continue
        now = measured(case, family)
        if is_worse(now, before):
            now = measured(replace(case, seconds=AGAIN), family)
        worse = is_worse(now, before)
        found += [(family, case.name)] if worse else []
        low, high = before.interval
        say(
            f'  {"WORSE" if worse else "ok":<5}  {family}, {case.name}: {now.ratio:.3g}, '
            f'committed {before.ratio:.3g} [{low:.3g}, {high:.3g}]'
        )
    return found


def main() -> int:
    """Run the guard; 1 where a row is worse, 2 where there is no report."""
    parser = argparse.ArgumentParser(description=(__doc__ or '').strip().splitlines()[0])
    parser.add_argument('--short', action='store_true', help=f'only {", ".join(SHORT)}')
    parser.add_argument(
        '--same-system',
        action='store_true',
        help="fail only where machine, Python, NumPy and SciPy are the report's",
    )
    parser.add_argument('--report', default=str(FIGURES), metavar='FILE', help='REPORT.json')
    options = parser.parse_args()
    path = Path(options.report)
    if not path.exists():
        print(f'there is no {path}: make bench ARGS=--report writes it')
        return 2
    families = SHORT if options.short else GUARDED
    worse = worse_rows(guarding(families), read_figures(path))
    words = '; '.join(f'{family}: {name}' for family, name in worse)
    print(f'== worse than the committed report: {words or "none"}')
    other = other_system(path) if options.same_system else ''
    if other:
        print(f'   told and not judged, for the report was measured on another system: {other}')
    return 1 if worse and not other else 0


if __name__ == '__main__':
    sys.exit(main())
