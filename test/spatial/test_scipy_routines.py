# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""SciPy's compiled routines without their packages: the same answers, a shorter start."""

import subprocess
import sys
import textwrap

import numpy as np
import pytest
from scipy import linalg, optimize

from frictioncone_ros.spatial import scipy_routines
from frictioncone_ros.spatial.scipy_routines import (
    compiled_module,
    lapack_routine,
    nnls,
    nonnegative_solver,
)


def outcome(solver, table, target):
    try:
        return solver(table, target)[0].tolist()
    except (RuntimeError, ValueError) as error:
        return type(error)


@pytest.mark.parametrize('without_compiled', [False, True])
def test_non_negative_least_squares_is_scipys(monkeypatch, without_compiled):
    if without_compiled:
        monkeypatch.setattr(scipy_routines, 'compiled_module', lambda name: None)
    solver = nonnegative_solver()
    generator = np.random.default_rng(0)
    for _ in range(300):
        table = generator.integers(-2, 3, generator.integers(1, 7, 2)).astype(float)
        target = generator.normal(size=len(table))
        assert outcome(solver, table, target) == outcome(optimize.nnls, table, target)


@pytest.mark.parametrize(
    ('table', 'target'), [(np.full((2, 2), np.nan), np.ones(2)), (np.eye(2), np.ones(3))]
)
def test_what_scipy_refuses_is_refused(table, target):
    with pytest.raises(ValueError):
        nnls(table, target)


def test_what_is_given_is_not_written_to():
    table, target = np.array(((1.0, 2.0), (3.0, 4.0))), np.array((1.0, -1.0))
    kept = table.copy(), target.copy()
    nnls(table, target)
    assert np.array_equal(table, kept[0]) and np.array_equal(target, kept[1])


@pytest.mark.parametrize('name', ['dgels', 'dgesv', 'dposv', 'dpotrf', 'dtrtri', 'dtrtrs'])
def test_lapack_is_scipys(monkeypatch, name):
    routine = getattr(linalg.lapack, name)
    assert lapack_routine(name) is routine
    monkeypatch.setattr(scipy_routines, 'compiled_module', lambda name: None)
    assert lapack_routine(name) is routine


def test_a_module_that_is_not_there_is_none():
    assert compiled_module('scipy.linalg._no_such_module') is None


@pytest.mark.parametrize('answer', [None, (np.zeros(2), 1.0, 1), (np.array((1.0, 0.0)), 1.0, 2)])
def test_a_solver_that_is_not_as_known_is_not_taken(monkeypatch, answer):
    class Module:
        @staticmethod
        def nnls(table, target, rounds):
            if answer is None:
                raise TypeError('three arguments')
            return answer

    monkeypatch.setattr(scipy_routines, 'compiled_module', lambda name: Module)
    assert nonnegative_solver() is optimize.nnls


LATER = textwrap.dedent("""
    import sys
    from frictioncone_ros.spatial.scipy_routines import dgels
    assert 'scipy.linalg' not in sys.modules
    from scipy.linalg import lapack
    import scipy.optimize, scipy.spatial
    assert lapack.dgels is dgels
""")


def test_scipy_imported_later_finds_the_same_module():
    subprocess.run([sys.executable, '-c', LATER], check=True)
