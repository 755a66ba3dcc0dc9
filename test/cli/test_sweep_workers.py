# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A sweep has the same numbers wherever it is judged, and goes on where it was interrupted."""

import os
from pathlib import Path
import subprocess
import sys

import numpy as np
import pytest

from frictioncone_ros.analysis.feasibility import resist
from frictioncone_ros.cli.scene import sweep_samples, sweep_workers
from frictioncone_ros.cli.scene.sweep_samples import judged, SampleJudge, SweepState
from frictioncone_ros.cli.scene.sweep_workers import on_all_cores, on_cluster
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.scenario import load_scenario

NAMES = ('fx', 'fy')
CHUNK = 20
COUNT = 4 * CHUNK + 7


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch):
    monkeypatch.setattr(sweep_samples, 'CHUNK', CHUNK)


def judge_of(names=NAMES):
    return SampleJudge(load_scenario('box_on_table'), names)


def samples(count=COUNT, width=2):
    return np.random.default_rng(0).uniform(0.1, 9.0, (count, width))


def alone(judge, work, progress):
    """Judge block after block in this process."""
    for block in work.open_blocks():
        work.take(block, judge(work.values[work.place(block)]))


@pytest.mark.parametrize('names', [('fx', 'fy'), ('friction',), ('load', 'friction', 'fz')])
def test_blocks_have_the_numbers_of_one_by_one(names):
    judge, values = judge_of(names), samples(20, len(names))
    found = judge(values)
    for sample, (margin, carried) in zip(values, found, strict=True):
        verdict = resist(judge.state(sample), judge.wrench(sample))
        assert bool(carried) == verdict.feasible
        assert margin == pytest.approx(verdict.margin, rel=1e-9, abs=1e-9)


def test_all_cores_have_the_numbers_of_one(monkeypatch):
    monkeypatch.setattr(sweep_workers, 'FEW', 0)
    monkeypatch.setattr(os, 'sched_getaffinity', lambda _: {0, 1}, raising=False)
    one = judged(judge_of(), samples(), alone, None)
    all_cores = judged(judge_of(), samples(), on_all_cores, None)
    assert one.complete and all_cores.complete
    assert (one.margins == all_cores.margins).all()
    assert (one.carried == all_cores.carried).all()


def test_what_was_done_is_kept_and_not_done_again(tmp_path):
    file, blocks = str(tmp_path / 'done.npz'), []

    def interrupted(judge, work, progress):
        for block in work.open_blocks()[1:3]:
            work.take(block, judge(work.values[work.place(block)]))
        raise KeyboardInterrupt

    def rest(judge, work, progress):
        blocks.extend(work.open_blocks())
        alone(judge, work, progress)

    part = judged(judge_of(), samples(), interrupted, file)
    assert not part.complete
    assert len(part.margins) == 2 * CHUNK
    assert (part.values == samples()[CHUNK : 3 * CHUNK]).all()
    whole = judged(judge_of(), samples(), rest, file)
    assert blocks == [0, 3, 4]
    assert (whole.margins == judged(judge_of(), samples(), alone, None).margins).all()


@pytest.mark.parametrize('change', ['names', 'values', 'count', 'text', 'truncated'])
def test_a_file_of_another_sweep_is_refused(tmp_path, change):
    file = tmp_path / 'done.npz'
    judged(judge_of(), samples(30), alone, str(file))
    if change in ('text', 'truncated'):
        kept = file.read_bytes()[:40] if change == 'truncated' else b'hello'
        file.write_bytes(kept)
    names = ('fx', 'fz') if change == 'names' else NAMES
    values = samples(30) + (change == 'values')
    values = samples(29) if change == 'count' else values
    with pytest.raises(InvalidInputError, match='--resume'):
        judged(judge_of(names), values, alone, str(file))


def test_a_file_that_cannot_be_written_is_said(tmp_path):
    state = SweepState.begun(str(tmp_path / 'none' / 'x.npz'), ('q',), samples(10), CHUNK)
    with pytest.raises(InvalidInputError, match='can be written'):
        state.keep()


def test_a_sweep_at_the_command_line_goes_on(tmp_path):
    words = [sys.executable, '-m', 'frictioncone_ros.cli.main', 'sweep', 'box_on_table']
    words += ['--vary', 'fx', '0', '15', '--samples', '31', '--resume', str(tmp_path / 'a.npz')]
    first, second = (
        subprocess.run(words, capture_output=True, text=True, check=False) for _ in '12'
    )
    assert first.stdout == second.stdout
    assert 'samples can be carried' in first.stdout
    assert (tmp_path / 'a.npz').exists()


def test_an_address_of_nobody_is_refused():
    pytest.importorskip('distributed', reason='Dask (extra cluster) is not installed')
    with pytest.raises(InvalidInputError, match='--scheduler'):
        on_cluster('no such address', judge_of(), None, None)


def test_a_cluster_that_loses_a_worker_has_the_same_numbers(tmp_path):
    """In a process of its own: Dask's loop does not start in one where much has run before."""
    pytest.importorskip('distributed', reason='Dask (extra cluster) is not installed')
    script = Path(__file__).parents[1] / 'support' / 'losing_cluster.py'
    file, values = tmp_path / 'margins.npy', samples(40 * CHUNK)
    np.save(tmp_path / 'values.npy', values)
    words = [sys.executable, str(script), str(tmp_path / 'values.npy'), str(file), *NAMES]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=100)
    assert done.returncode == 0, done.stderr
    assert (np.load(file) == judged(judge_of(), values, alone, None).margins).all()
