# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The mode cone examples run as programs, and print what the library says."""

import os
from pathlib import Path
import re
import subprocess
import sys

import pytest

from frictioncone_ros.analysis.mode_cones import (
    exclusive_wrenches,
    mode_cone,
    most_robust_wrench,
)
from frictioncone_ros.analysis.mode_cones.paper_examples import seating

EXAMPLES = Path(__file__).resolve().parents[2] / 'examples'


def run(name, folder):
    path = os.pathsep.join([str(EXAMPLES.parent), os.environ.get('PYTHONPATH', '')])
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), '--output-directory', str(folder)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        cwd=folder,
        env={**os.environ, 'PYTHONPATH': path},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_seating_prints_the_wrench_its_margin_and_the_excluded_modes(tmp_path):
    printed = run('seat_workpiece.py', tmp_path)
    best = most_robust_wrench(exclusive_wrenches(seating().state, 'lla'))
    pattern = r'most robust wrench\s+\((\S+), (\S+)\) N, (\S+) Nm\s+margin (\S+)'
    numbers = re.search(pattern, printed)
    assert [float(number) for number in numbers.groups()] == pytest.approx(
        [*best.wrench, best.margin], abs=6e-4
    )
    assert mode_cone(seating().state, 'lla').contains_strictly(
        [float(number) for number in numbers.groups()[:3]]
    )
    excluded = re.search(r'possible besides: (.*)', printed)[1].split()
    assert {'ffs', 'sla', 'rrs', 'sss'} <= set(excluded) and 'lla' not in excluded
    assert re.search(r'its consistent modes\s+lla;', printed)
    assert re.search(r'the weight alone gives\s+ffs\n', printed)
    assert 'proved: True' in printed


def test_the_four_figures_are_drawn(tmp_path):
    pytest.importorskip('matplotlib')
    printed = run('mode_cone_figures.py', tmp_path)
    assert 'every wrench may also give ffs; instead sra' in printed
    for letter in 'abcd':
        assert (tmp_path / f'mode_cone_{letter}.png').stat().st_size > 10_000
