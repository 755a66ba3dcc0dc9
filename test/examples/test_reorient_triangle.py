# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The example runs as a program, and its numbers are those of the branch locus."""

import importlib.util
import math
import os
from pathlib import Path
import subprocess
import sys

import pytest

from frictioncone_ros.formations import EventKind

SCRIPT = Path(__file__).resolve().parents[2] / 'examples' / 'reorient_triangle.py'


def load():
    specification = importlib.util.spec_from_file_location('reorient_triangle', SCRIPT)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_the_triangle_is_turned_through_the_branch_point():
    example = load()
    followed = example.track()
    assert followed.completed
    (event,) = followed.events_of(EventKind.BRANCHES_MEET)
    assert event.parameter == pytest.approx(0.5, abs=1e-6)
    first, last = followed.samples[0].placement, followed.samples[-1].placement
    for before, after in zip(first.manipulator_poses, last.manipulator_poses, strict=True):
        assert (before.x, before.y) == pytest.approx((after.x, after.y))
    # G c + H s + I = 0 with G = 3 a radius, H = a shift, I = -3 a inradius, a = sin 120 deg.
    radius, shift = example.START
    for placement in (first, last):
        angle = placement.pose.angle
        left_side = 3 * radius * math.cos(angle) + shift * math.sin(angle)
        assert left_side == pytest.approx(3 * example.INRADIUS)
    assert first.pose.angle > 0.0 > last.pose.angle


def test_it_runs_as_a_program_and_draws(tmp_path):
    pytest.importorskip('matplotlib')
    command = [sys.executable, str(SCRIPT), '--output-directory', str(tmp_path)]
    path = os.pathsep.join([str(SCRIPT.parents[1]), os.environ.get('PYTHONPATH', '')])
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, 'PYTHONPATH': path},
    )
    assert done.returncode == 0, done.stderr
    assert 'turned from 48.6 to -59.8 degrees' in done.stdout
    assert (tmp_path / 'formation_sheets.png').stat().st_size > 10_000
