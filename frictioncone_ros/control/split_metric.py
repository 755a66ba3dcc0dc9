# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The metric that decides the split of forces and motions, and in which wrenches are compared."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from frictioncone_ros.analysis.projections import length_metric
from frictioncone_ros.contact.state import ContactState
from frictioncone_ros.control.settings import FilterSettings, SplitMetric
from frictioncone_ros.spatial.arrays import Array


def split_metric(state: ContactState, settings: FilterSettings, length: float) -> Array:
    """Return the inertia metric (d, d) that decides the split, as the settings ask."""
    if settings.metric is SplitMetric.INERTIA and state.inertia is not None:
        return state.inertia.matrix
    return length_metric(state.dimension, length)


def metric_scale(metric: Array) -> Array:
    """Return the read-only (d, d) matrix S: |S w| is the size of a wrench w in a metric (d, d)."""
    return _scale_of(metric.tobytes(), metric.shape[0])


# Contacts move with every snapshot; the body and what it measures with stay.
@lru_cache(maxsize=4)
def _scale_of(metric: bytes, dimension: int) -> Array:
    matrix = np.frombuffer(metric).reshape(dimension, dimension)
    scale = np.linalg.inv(np.linalg.cholesky(matrix))
    scale.setflags(write=False)
    return scale
