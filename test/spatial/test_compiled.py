# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""SciPy's compiled routines, loaded without SciPy's packages, are those that SciPy itself uses."""

import subprocess
import sys

import numpy as np
import pytest

from frictioncone_ros.spatial import compiled

# SciPy itself is asked, not the module that is judged: else what breaks it skips its test.
LEAN = """
import sys
from scipy.optimize import _slsqplib
sys.exit(not hasattr(_slsqplib, 'nnls'))
"""
FOUND = subprocess.run([sys.executable, '-c', LEAN], capture_output=True, check=False)
IS_LEAN = FOUND.returncode == 0
lean = pytest.mark.skipif(not IS_LEAN, reason='this SciPy keeps its solver elsewhere')

SEED = 20261119


@lean
def test_no_package_of_scipy_is_imported():
    code = (
        'import sys\nfrom frictioncone_ros.spatial.compiled import lapack, nnls\n'
        'assert not [m for m in ("scipy", "scipy.linalg", "scipy.optimize") if m in sys.modules]\n'
        'import scipy.linalg.lapack\n'
        'assert scipy.linalg.lapack.dgesv is lapack.dgesv'
    )
    done = subprocess.run([sys.executable, '-c', code], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def test_weights_are_those_of_the_public_function():
    from scipy.optimize import nnls

    generator = np.random.default_rng(SEED)
    for _ in range(50):
        columns = generator.normal(size=generator.integers(1, 9, 2))
        target = generator.normal(size=len(columns))
        (weights, distance), (expected, far) = (
            compiled.nnls(columns, target),
            nnls(columns, target),
        )
        np.testing.assert_allclose(weights, expected, rtol=1e-9, atol=1e-12)
        assert distance == pytest.approx(far, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize('solve', [compiled.nnls, compiled.least_by_older_versions])
def test_weights_are_the_least_whatever_the_version(solve):
    """SciPy 1.15.3 alone, the last for Python 3.10, misses 5 of 3000."""
    generator = np.random.default_rng(0)
    for _ in range(3000):
        columns = generator.normal(size=(6, generator.integers(4, 40)))
        drawn = np.maximum(generator.normal(size=columns.shape[1]), 0.0)
        target = columns @ drawn + generator.normal(size=6) * generator.choice([0.0, 1.0])
        weights, distance = solve(columns, target)
        rest = target - columns @ weights
        assert weights.min() >= 0.0 and distance == pytest.approx(np.linalg.norm(rest), abs=1e-9)
        assert (columns.T @ rest).max() <= 1e-8 * np.abs(columns).max() * np.abs(target).max()


@lean
@pytest.mark.parametrize(
    'columns, target',
    [
        (np.zeros((2, 0)), np.ones(2)),
        (np.eye(2), np.ones(3)),
        (np.ones(2), np.ones(2)),
        (np.full((2, 2), np.nan), np.ones(2)),
        (np.eye(2), np.array([np.inf, 0.0])),
    ],
)
def test_what_would_end_the_process_is_refused(columns, target):
    with pytest.raises(ValueError):
        compiled.nonnegative_solver()(columns, target)


@pytest.mark.parametrize('answer', [None, ([1.0, 1.0], 0.0, 1), ([3.0, 0.0], 4.0)])
def test_another_solver_than_expected_is_not_used(answer, monkeypatch):
    class Other:
        @staticmethod
        def nnls(*arguments):
            return None if answer is None else (np.array(answer[0]), *answer[1:])

    monkeypatch.setitem(sys.modules, 'scipy.optimize._slsqplib', Other)
    assert compiled.nonnegative_solver() is compiled.least_by_older_versions


def test_a_library_that_scipy_does_not_have_is_missing_by_its_name():
    with pytest.raises(ImportError, match='_no_such_library'):
        compiled.compiled_module('linalg', '_no_such_library')


def test_without_the_libraries_the_public_functions_are_used(monkeypatch):
    from scipy.linalg import lapack

    def missing(package, name):
        raise ImportError(name)

    monkeypatch.setattr(compiled, 'compiled_module', missing)
    assert compiled.lapack_routines() is lapack
    assert compiled.nonnegative_solver() is compiled.least_by_older_versions


@pytest.mark.parametrize(
    'version, misses', [('1.11.4', False), ('1.12.0rc1', True), ('1.15.3', True)]
)
def test_only_some_versions_are_not_believed(version, misses):
    assert compiled.misses_some(version) is misses
