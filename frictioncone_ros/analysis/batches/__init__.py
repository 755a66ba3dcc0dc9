# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Many questions at once, with the numbers of one by one: wrenches, contact sets, draws."""

from frictioncone_ros.analysis.batches.monte_carlo import Deviations, drawn_states, resist_drawn
from frictioncone_ros.analysis.batches.wrenches import (
    BatchVerdict,
    possible_modes_many,
    prepared,
    produce_each,
    produce_many,
    resist_each,
    resist_many,
)

__all__ = [
    'BatchVerdict',
    'Deviations',
    'drawn_states',
    'possible_modes_many',
    'prepared',
    'produce_each',
    'produce_many',
    'resist_drawn',
    'resist_each',
    'resist_many',
]
