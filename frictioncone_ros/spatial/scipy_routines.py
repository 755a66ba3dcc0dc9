# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Compiled routines of SciPy without the packages around them: LAPACK and non-negative least squares.

`import scipy.optimize` takes longer than all the rest of a node's start, for one function. Its
compiled module is loaded by itself where it is as known, else the package's public function is
taken. What is loaded here is the module that SciPy itself finds when it is imported later.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.machinery import PathFinder
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
import sys
from types import ModuleType
from typing import Any

import numpy as np
import scipy

from frictioncone_ros.spatial.arrays import Array

NonNegativeSolver = Callable[[Array, Array], tuple[Array, float]]
"""From a matrix (m, n) and a target (m,) to weights >= 0 (n,) and the length of what is left."""

ROUNDS_EACH = 3
"""Rounds per unknown after which non-negative least squares gives up, as SciPy's own."""
SOLVED, GIVEN_UP = 1, 3
"""What the compiled solver says of its answer."""


def compiled_module(name: str) -> ModuleType | None:
    """Return a compiled module of SciPy by its full name; None where this SciPy has none."""
    if name in sys.modules:
        return sys.modules[name]
    *folders, last = name.split('.')[1:]
    found = PathFinder.find_spec(last, [str(Path(scipy.__file__).parent.joinpath(*folders))])
    if found is None or found.origin is None:
        return None
    spec = spec_from_file_location(name, found.origin)
    if spec is None or spec.loader is None:
        return None
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except ImportError:
        del sys.modules[name]
        return None
    return module


def lapack_routine(name: str) -> Any:
    """Return a routine of LAPACK by its name, as scipy.linalg.lapack offers it."""
    routine = getattr(compiled_module('scipy.linalg._flapack'), name, None)
    if routine is not None:
        return routine
    return getattr(scipy.linalg.lapack, name)


def nonnegative_solver() -> NonNegativeSolver:
    """Return the solver nnls(matrix, target); RuntimeError where it gives up."""
    compiled = getattr(compiled_module('scipy.optimize._slsqplib'), 'nnls', None)
    if compiled is not None and _is_as_known(compiled):
        return _checked(compiled)
    solver: NonNegativeSolver = scipy.optimize.nnls
    return solver


def _is_as_known(compiled: Any) -> bool:
    """Tell whether a solver takes and gives what that of SciPy 1.17 does: it is not public."""
    try:
        weights, left, info = compiled(np.eye(2), np.array((1.0, -1.0)), 2 * ROUNDS_EACH)
    except (TypeError, ValueError):
        return False
    return bool(info == SOLVED and left == 1.0 and weights.tolist() == [1.0, 0.0])


def _checked(compiled: Any) -> NonNegativeSolver:
    """Return the compiled solver with the checks of SciPy's public one."""

    def solve(matrix: Array, target: Array) -> tuple[Array, float]:
        table = np.asarray_chkfinite(matrix, dtype=np.float64, order='C')
        right = np.asarray_chkfinite(target, dtype=np.float64)
        if right.shape != table.shape[:1]:
            raise ValueError(f'a matrix {table.shape} and a target {right.shape} do not fit')
        weights, left, info = compiled(table, right, ROUNDS_EACH * table.shape[1])
        if info == GIVEN_UP:
            raise RuntimeError('Maximum number of iterations reached.')
        return weights, left

    return solve


nnls = nonnegative_solver()
dgels, dgesv, dposv, dpotrf, dtrtri, dtrtrs = map(
    lapack_routine, ('dgels', 'dgesv', 'dposv', 'dpotrf', 'dtrtri', 'dtrtrs')
)
