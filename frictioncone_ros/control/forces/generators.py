# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The rays that stand for the contacts' force sets while a question is answered."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from frictioncone_ros.spatial.arrays import Array
from frictioncone_ros.tolerances import MARGIN_PENALTY


class Generators(NamedTuple):
    """Rays as scaled wrenches (d, m) of unit length, and as contact forces (c, m) when sent."""

    columns: Array
    outcome: Array

    @property
    def none(self) -> Generators:
        """No ray at all, in as many directions."""
        return Generators(self.columns[:, :0], self.outcome[:, :0])


def joined(first: Generators, second: Generators) -> Generators:
    """Return the rays of both."""
    return Generators(
        np.concatenate((first.columns, second.columns), axis=1),
        np.concatenate((first.outcome, second.outcome), axis=1),
    )


def with_penalty_column(columns: Array, inward: Array) -> Array:
    """Append the way back along -w0 as a column with its penalty as a last row."""
    size, count = columns.shape
    bordered = np.zeros((size + 1, count + 1))
    bordered[:size, :count] = columns
    bordered[:size, count] = -inward
    bordered[size, count] = MARGIN_PENALTY
    return bordered
