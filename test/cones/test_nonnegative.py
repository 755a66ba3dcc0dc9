# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The checked solver on columns that make the bare one return nonsense."""

import numpy as np
import scipy
from scipy.optimize import nnls

from frictioncone_ros.cones import nonnegative_weights


def opposite_columns(generator):
    """Return unit columns with all their opposites, and a target normal to all or some of them."""
    size = int(generator.integers(2, 7))
    columns = generator.integers(-2, 3, (size, int(generator.integers(1, 6)))).astype(float)
    columns = columns[:, np.abs(columns).sum(axis=0) > 0]
    columns /= np.linalg.norm(columns, axis=0)
    target = np.linalg.svd(np.hstack((columns, np.zeros((size, 1)))))[0][:, -1]
    if generator.random() < 0.5:
        target = generator.normal(size=size)
    return np.hstack((columns, -columns)), target


def is_nearest(columns, target, weights):
    remainder = target - columns @ weights
    return (
        weights.min() >= 0.0
        and (columns.T @ remainder).max() < 1e-9
        and abs(remainder @ (target - remainder)) < 1e-9
    )


def test_opposite_columns_are_solved_though_the_bare_solver_fails_on_some():
    generator = np.random.default_rng(0)
    bare_failures = 0
    for _ in range(3000):
        columns, target = opposite_columns(generator)
        if columns.shape[1] == 0:
            continue
        weights, remainder = nonnegative_weights(columns, target)
        assert is_nearest(columns, target, weights)
        assert np.allclose(columns @ weights + remainder, target, atol=1e-12)
        bare_failures += not is_nearest(columns, target, nnls(columns, target)[0])
    # Where it fails on none any more, or as in older versions not yet, ours has no need to be.
    assert bare_failures > 0 or not scipy.__version__.startswith('1.17')
