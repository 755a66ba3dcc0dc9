# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The rod on two faces: only the dynamic metric decouples; power vanishes while contacts hold."""

import importlib.util
from pathlib import Path
import sys

import numpy as np
import pytest

PATH = Path(__file__).parents[2] / 'examples' / 'two_contact_rod.py'
SPECIFICATION = importlib.util.spec_from_file_location('two_contact_rod', PATH)
rod = importlib.util.module_from_spec(SPECIFICATION)
sys.modules[SPECIFICATION.name] = rod
SPECIFICATION.loader.exec_module(rod)


@pytest.fixture(scope='module')
def moved():
    return {metric: rod.simulate(metric, 1.0) for metric in ('dynamic', 'euclidean')}


def test_motion_does_not_show_in_the_forces_with_the_dynamic_metric(moved):
    assert rod.largest_change(moved['dynamic']) < 0.002
    assert rod.largest_change(moved['euclidean']) > 0.1


def test_both_splits_give_the_wanted_forces_at_rest(moved):
    for run in moved.values():
        assert np.allclose(run.forces[run.times < 0.49], rod.WANTED_FORCES, rtol=1e-9)


def test_projection_removes_the_power_of_moving_the_rod(moved):
    run = moved['dynamic']
    assert np.abs(run.total_power).max() > 0.1
    assert np.abs(run.projected_power).max() < 0.01 * np.abs(run.total_power).max()


def test_each_bounce_is_a_peak_of_projected_power():
    run = rod.bounce(0.4)
    hits = np.flatnonzero(np.diff((run.forces[:, 0] > 0).astype(int)) > 0)
    assert len(hits) >= 2
    for hit in hits[:2]:
        assert np.abs(run.projected_power[hit : hit + 20]).max() > 5.0


def test_the_script_prints_and_draws(tmp_path, capsys, monkeypatch):
    pytest.importorskip('matplotlib')
    simulate = rod.simulate
    monkeypatch.setattr(rod, 'simulate', lambda metric: simulate(metric, 0.6))
    assert rod.main(['--output-directory', str(tmp_path)]) == 0
    assert (tmp_path / 'two_contact_rod.png').stat().st_size > 10_000
    assert 'dynamic metric: motion changes the contact forces' in capsys.readouterr().out
