# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The harness and its guard: ratios, intervals, wrong answers, and a slow-down that is put in."""

from dataclasses import replace
import json
from pathlib import Path
import subprocess
import sys

import numpy as np
import pytest
from scipy.optimize import nnls

BENCHMARKS = Path(__file__).resolve().parents[2] / 'benchmarks'
sys.path.insert(0, str(BENCHMARKS))

from exact_margin import exact_margin
from guard_report import is_worse, worse_rows
from measuring import Case, figure_of, measured, ratio_interval, Wrong
from reporting import cells, document, markdown, other_system, read_figures

from frictioncone_ros.analysis.feasibility import (
    contact_wrench_problem,
    produce,
    questions,
)
from frictioncone_ros.contact import ContactState, FrictionPyramid

STATE = ContactState.from_points(
    [(0.1, 0.1, 0.0), (-0.1, 0.1, 0.0), (-0.1, -0.1, 0.0)], (0.0, 0.0, 1.0), 0.5
).with_friction([FrictionPyramid(0.5)] * 3)
PUSH = (1.0, 2.0, 20.0, 0.1, 0.2, 0.05)


def work():
    return sorted(range(2000, 0, -1))


def judging():
    """Return a row of the package's own question beside a fixed piece of work of its kind.

    Beside busy neighbours small products of arrays and loops of an interpreter do not slow alike.
    """
    problem = contact_wrench_problem(STATE)
    edges, wrench = problem.edge_wrenches, problem.scaling * PUSH
    peer = lambda: [nnls(edges, wrench) for _ in range(5)]  # noqa: E731
    return Case('margin', lambda: produce(problem, PUSH), peer, 'nnls', seconds=0.1)


def test_the_guard_sees_a_slow_down_that_is_put_in(monkeypatch):
    committed = {('family', 'margin'): measured(judging(), 'family')}
    said = []
    assert worse_rows(iter([('family', judging())]), committed, said.append) == []
    assert said[0].startswith('  ok')
    proved = questions.proved

    def slowly(*arguments):
        return [proved(*arguments) for _ in range(8)][-1]

    monkeypatch.setattr(questions, 'proved', slowly)
    worse = worse_rows(iter([('family', judging())]), committed, said.append)
    assert worse == [('family', 'margin')]
    assert said[1].startswith('  WORSE')


def test_a_row_that_was_never_measured_is_said_and_fails_nothing():
    said = []
    assert worse_rows(iter([('family', judging())]), {}, said.append) == []
    assert 'not in the committed report' in said[0]


def test_a_report_of_this_system_is_told_from_one_of_another(tmp_path):
    said = document([], [])
    file = tmp_path / 'REPORT.json'
    file.write_text(json.dumps(said), encoding='utf-8')
    assert other_system(file) == ''
    file.write_text(json.dumps({**said, 'python': '3.9.1'}), encoding='utf-8')
    assert other_system(file).startswith('python 3.9.1, here 3.')


def test_worse_means_beyond_the_interval_and_thirty_per_cent():
    before = figure_of('f', 'n', ([2.0] * 3, [1.0] * 3), peer_name='p')
    before = replace(before, interval=(1.8, 2.2))
    assert not is_worse(replace(before, ratio=2.2 * 1.29), before)
    assert is_worse(replace(before, ratio=2.2 * 1.31), before)


def test_the_ratio_of_equal_work_is_one_within_its_interval():
    figure = measured(Case('same', work, work, 'same', seconds=0.1), 'family')
    low, high = figure.interval
    assert figure.repetitions >= 30
    assert low <= figure.ratio <= high
    assert 0.5 < figure.ratio < 2.0


def test_intervals_hold_the_true_ratio_of_noisy_sides():
    generator = np.random.default_rng(0)
    held = 0
    for _ in range(100):
        noise = 1.0 + 0.1 * generator.random((2, 40))
        low, high = ratio_interval(3.0 * noise[0], noise[1])
        held += low <= 3.0 <= high
    assert held >= 85


def test_asks_divide_the_time_of_a_side():
    figure = measured(Case('ten', work, work, 'one', ours_asks=10.0, seconds=0.05), 'family')
    assert figure.ratio == pytest.approx(0.1, rel=0.5)


@pytest.mark.parametrize('ours, missed', [(0, False), (1, True)])
def test_a_wrong_answer_of_ours_is_a_miss(ours, missed):
    case = Case('w', work, work, 'p', wrong=lambda: Wrong(ours, 7, 9), seconds=0.01)
    figure = measured(case, 'family', least=2)
    assert figure.missed is missed
    assert f'{ours} / 7 of 9' in cells(figure)


@pytest.mark.parametrize('target, verdict', [(None, ''), (3.0, 'met'), (1.0, 'missed')])
def test_targets_are_ratios(target, verdict):
    figure = figure_of('f', 'n', ([2.0] * 3, [1.0] * 3), peer_name='p', target=target)
    assert cells(figure)[-1] == verdict


def test_the_report_says_all_rows_and_is_read_again(tmp_path):
    figures = [figure_of('f', 'n', ([2.0] * 3, [1.0] * 3), peer_name='p', target=1.0, cause='why')]
    said = document(figures, ['a note'])
    text = '\n'.join(markdown(said, figures))
    for words in (said['commit'], said['date'], 'numpy', 'a note', '- f, n: why', '<= 1'):
        assert words in text
    path = tmp_path / 'figures.json'
    path.write_text(json.dumps(said), encoding='utf-8')
    assert read_figures(path) == {('f', 'n'): figures[0]}


def test_the_exact_margin_is_the_margin_and_refuses_what_it_cannot_prove():
    problem = contact_wrench_problem(STATE)
    scaled = problem.scaling * PUSH
    exact = exact_margin(problem.edge_wrenches, problem.depth_wrench, scaled)
    assert float(exact) == pytest.approx(produce(problem, PUSH).margin, rel=1e-9)
    assert exact_margin(problem.edge_wrenches[:, :3], problem.depth_wrench, scaled) is None


@pytest.mark.parametrize('options, code', [([], 2), (['--short'], 2)])
def test_without_a_report_the_guard_says_how_to_write_one(tmp_path, options, code):
    words = [sys.executable, str(BENCHMARKS / 'guard_report.py'), *options]
    words += ['--report', str(tmp_path / 'none.json')]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert 'make bench ARGS=--report' in done.stdout


def test_an_unknown_family_is_refused_by_name():
    words = [sys.executable, str(BENCHMARKS / 'run.py'), 'conse']
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert 'no family called conse' in done.stderr
