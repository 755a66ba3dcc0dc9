# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Run the long forms of all attacks, unattended, and print one table.

bash .ci/inside.sh python test/reliability/long_forms.py; part of `make torture`. Each part is a
run of pytest under FRICTIONCONE_LONG_TESTS; exits 1 where anything failed.
"""

from __future__ import annotations

from datetime import datetime, timezone
import os
from pathlib import Path
import subprocess
import sys
import tempfile
from time import monotonic
from typing import NamedTuple
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'test' / 'support'))

from effort import VARIABLE
from summary import Line, note

PARTS = {
    'hostile objects through the front door': ('test/reliability/test_front_door_fuzz.py',),
    'hostile objects through every room': ('test/reliability/test_deep_doors_fuzz.py',),
    'degenerate contacts, rational arithmetic': ('test/reliability/test_degenerate_geometry.py',),
    'spoilt files': ('test/reliability/test_spoilt_files.py',),
    'random ticks, and those that once were wrong': ('test/reliability/test_torture_minute.py',),
    'last bits of places': ('test/reliability/test_last_bits.py',),
    'documents of workers, cut and flipped': ('test/pipeline/test_plain_format.py',),
    'margins against membership': ('test/analysis/feasibility/test_round_margins.py',),
    'laws, many examples': ('test/laws',),
    'what will be carried beside judges': ('test/analysis/support',),
    'loads, limits and rates': ('test/control/test_loaded_forces.py',),
    'the whole flow, and the state of the node': (
        'test/pipeline/test_will_be_carried.py',
        'test/session',
    ),
    'friction narrowed by doubt': ('test/contact/test_narrowing.py',),
    'formations against a search': ('test/formations',),
    'contacts found, against MuJoCo': ('test/estimation/geometry',),
    'kinematic modes, motions, mode cones': (
        'test/analysis/modes',
        'test/analysis/motions',
        'test/analysis/mode_cones',
    ),
    'engines against predictions': ('test/sim',),
    'guard beside two busy loops': ('test/ros/guard/test_quiet.py',),
}


class Outcome(NamedTuple):
    """What a part came to; seconds of wall clock."""

    tests: int
    failed: int
    skipped: int
    seconds: float


def main() -> int:
    """Run all parts; return 1 where one failed."""
    asked = ['git', 'rev-parse', '--short', 'HEAD']
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    commit = done.stdout.strip()
    print(f'{datetime.now(timezone.utc):%Y-%m-%d}, commit {commit or "unknown"}')
    print('| attack | tests | failed | skipped | seconds |')
    print('|---|---|---|---|---|', flush=True)
    outcomes = []
    for name, paths in PARTS.items():
        outcomes.append(run(paths))
        tests, failed, skipped, seconds = outcomes[-1]
        print(f'| {name} | {tests} | {failed} | {skipped} | {seconds:.0f} |', flush=True)
    tests, failed = (sum(one[place] for one in outcomes) for place in (0, 1))
    note(Line('long forms of laws and attacks', f'{tests} tests', tests, 0, failed, 0))
    return int(any(one.failed or not one.tests for one in outcomes))


def run(paths: tuple[str, ...]) -> Outcome:
    """Return what pytest found below some paths; what failed is printed by it."""
    begun = monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / 'report.xml'
        subprocess.run(
            [sys.executable, '-m', 'pytest', '-q', '--no-header', f'--junitxml={report}', *paths],
            cwd=ROOT,
            env={**os.environ, VARIABLE: '1'},
            stdout=sys.stderr,
            check=False,
        )
        suite = ElementTree.parse(report).getroot().find('testsuite')
    counts = {name: int(suite.get(name, 0)) for name in ('tests', 'failures', 'errors', 'skipped')}
    return Outcome(
        counts['tests'],
        counts['failures'] + counts['errors'],
        counts['skipped'],
        monotonic() - begun,
    )


if __name__ == '__main__':
    sys.exit(main())
