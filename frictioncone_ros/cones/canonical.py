# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""One order for the rows of a description, so that equal cones print alike."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.spatial.arrays import Array, frozen_array
from frictioncone_ros.tolerances import CONE_INCIDENCE


def canonical_order(rows: Array) -> Array:
    """Return unit rows (f, d) in lexicographic order of their entries, first entry first.

    Entries that agree up to the incidence threshold count as equal, so that rounding does not
    decide the order.
    """
    rounded = np.round(rows / CONE_INCIDENCE)
    return frozen_array(rows[np.lexsort(rounded.T[::-1])])
