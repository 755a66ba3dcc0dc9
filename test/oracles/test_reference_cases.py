# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Every reference file kept here passes, and the runner itself tells failure from silence."""

import json
from pathlib import Path
import subprocess
import sys
from types import SimpleNamespace

from case_result import CaseResult, named_cases
import check
import pytest

DATA = sorted((Path(__file__).parent / 'data').glob('*.json'))
CHECKERS = check.load_checkers()
DOCUMENT = {'family': 'Z made up', 'cases': [{'name': 'first'}, {'name': 'second'}]}


def checker(*results, raises=None):
    def run(document):
        yield from results
        if raises:
            raise raises

    return SimpleNamespace(COVERS='Z', check=run, __file__='z_made_up.py')


@pytest.mark.parametrize('path', DATA, ids=lambda path: path.stem)
def test_reference_file(path):
    report = check.check_file(path, CHECKERS)
    print(report)
    details = [f'{case.name}: {case.detail}' for case in report.failures]
    assert not report.failures, '\n'.join(details)
    if report.passed == 0:
        pytest.skip(f'{len(report.uncovered)} cases of {path.stem} have no checker yet')


def test_a_family_without_checker_is_not_covered():
    report = check.check_document('z', DOCUMENT, [])
    assert str(report) == 'z: 0 passed, 0 failed, 2 not covered'


def test_a_case_passes_only_if_every_checker_passes_it():
    good = checker(CaseResult('0: first', True), CaseResult('1: second', True))
    bad = checker(CaseResult('0: first', False, 'wrong'))
    for pair in ([good, bad], [bad, good]):
        assert str(check.check_document('z', DOCUMENT, pair)) == (
            'z: 1 passed, 1 failed, 0 not covered'
        )


def test_a_checker_that_breaks_is_a_failure_and_its_cases_are_not_covered():
    report = check.check_document('z', DOCUMENT, [checker(raises=RuntimeError('broken'))])
    assert (report.passed, len(report.failures), len(report.uncovered)) == (0, 1, 2)
    assert 'broken' in report.failures[0].detail


def test_equal_names_in_a_file_stay_apart():
    names = [name for name, _ in named_cases({'cases': [{'name': 'x'}, {'name': 'x'}]})]
    assert len(set(names)) == 2


def test_the_runner_works_on_any_file_from_any_folder(tmp_path):
    good, bad = tmp_path / 'unknown.json', tmp_path / 'broken.json'
    good.write_text(json.dumps({'family': 'ZZ unknown', 'cases': [{}]}), encoding='utf-8')
    bad.write_text('[1, 2]', encoding='utf-8')
    command = [sys.executable, check.__file__]
    fine = subprocess.run(
        [*command, str(good)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert fine.returncode == 0
    assert fine.stdout == 'unknown: 0 passed, 0 failed, 1 not covered\n'
    broken = subprocess.run(
        [*command, str(good), str(bad)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert broken.returncode == 2
    assert 'broken.json' in broken.stderr
