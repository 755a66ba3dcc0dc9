# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
SciPy's compiled routines: LAPACK and non-negative least squares, without SciPy's packages.

`import scipy.linalg.lapack` and `from scipy.optimize import nnls` read some 700 modules for two
shared libraries, nine tenths of what `frictioncone check` took. Here the libraries alone are
loaded, under their own names, so that a later `import scipy.linalg` finds the same ones. Where a
version of SciPy keeps them elsewhere, or its solver answers otherwise than it should, the public
functions are imported as usual.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from math import isfinite
import sys
from types import ModuleType
from typing import Any

import numpy as np

from frictioncone_ros.spatial.active_set import least_from
from frictioncone_ros.spatial.arrays import Array

ITERATIONS_PER_COLUMN = 3
"""Passes of the solver for each column before it gives up; SciPy's own number."""
GAVE_UP = 3
"""What the compiled solver returns then."""
FIRST_TO_MISS = (1, 12)
"""Version of SciPy from which on, up to 1.15, answers are not always the least."""
STEEP = 1e-13
"""Slope towards a weight of zero, beside column times target, or along the answer, beside the
target's square, from which on an answer is not the least [-]."""


def compiled_module(package: str, name: str) -> ModuleType:
    """Return SciPy's shared library `package.name`, without importing the package if possible."""
    full = f'scipy.{package}.{name}'
    if full not in sys.modules:
        scipy = find_spec('scipy')
        folders = [] if scipy is None else scipy.submodule_search_locations or []
        spec = PathFinder.find_spec(full, [f'{folder}/{package}' for folder in folders])
        if spec is None or spec.loader is None:
            return import_module(full)
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        sys.modules[full] = module
    return sys.modules[full]


def lapack_routines() -> Any:
    """Return the module with dgels, dgesv, dposv, dpotrf, dtrtri, dtrtrs."""
    try:
        return compiled_module('linalg', '_flapack')
    except (ImportError, AttributeError):
        return import_module('scipy.linalg.lapack')


def nonnegative_solver() -> Callable[[Array, Array], tuple[Array, float]]:
    """Return nnls: columns (d, n), target (d,) to weights (n,), distance; or RuntimeError."""
    try:
        solve = compiled_module('optimize', '_slsqplib').nnls
        weights, distance, _ = solve(np.eye(2), np.array([3.0, -4.0]), 2 * ITERATIONS_PER_COLUMN)
        usable = weights.tolist() == [3.0, 0.0] and distance == abs(-4.0)
    except (ImportError, AttributeError, TypeError, ValueError):
        usable = False
    if not usable:
        return least_by_older_versions

    def checked(columns: Array, target: Array) -> tuple[Array, float]:
        table, right = _finite(columns), _finite(target)
        if table.ndim != 2 or right.shape != table.shape[:1] or 0 in table.shape:
            raise ValueError(f'columns {table.shape} and target {right.shape} do not fit')
        weights, distance, state = solve(table, right, ITERATIONS_PER_COLUMN * table.shape[1])
        if state == GAVE_UP:
            raise RuntimeError('Maximum number of iterations reached.')
        return weights, distance

    return checked


def least_by_older_versions(columns: Array, target: Array) -> tuple[Array, float]:
    """Return what `scipy.optimize.nnls` does, where it is least: SciPy 1.12 to 1.15 miss some."""
    optimize = import_module('scipy.optimize')
    weights, distance = optimize.nnls(columns, target)
    if not misses_some(import_module('scipy').__version__):
        return weights, float(distance)
    rest, size = target - columns.dot(weights), float(target.dot(target))
    slack = STEEP * np.sqrt(np.einsum('ij,ij->j', columns, columns) * size)
    is_flat = abs(rest.dot(target - rest)) <= STEEP * size
    if not is_flat or (columns.T.dot(rest) > slack).any():
        others = least_from(columns, target, weights)
        left = target - columns.dot(others)
        if left.dot(left) < rest.dot(rest):
            weights, rest = others, left
    return weights, float(np.sqrt(rest.dot(rest)))


def misses_some(version: str) -> bool:
    """Tell whether a version of SciPy has the solver that now and then ends before the least."""
    major, minor = (int(part) for part in version.split('.')[:2])
    return (major, minor) >= FIRST_TO_MISS


def _finite(values: Array) -> Array:
    """Return an array as the compiled solver reads it, or ValueError where it is not finite."""
    array = np.asarray(values, dtype=np.float64, order='C')
    # A sum of squares that is finite has finite terms and is found in a fifth of the time; one
    # that is not may also have overflowed.
    return array if isfinite(np.vdot(array, array)) else np.asarray_chkfinite(array)


lapack = lapack_routines()
nnls = nonnegative_solver()
is_lean = 'scipy.optimize' not in sys.modules
"""Whether SciPy's packages were not needed: older versions keep their solver elsewhere."""
