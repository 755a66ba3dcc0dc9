# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What is sent of an outcome, part by part, along the command's axes."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.session.outcome import Outcome
from frictioncone_ros.session.placement import Placement
from frictioncone_ros.session.values import OUTPUT_PARTS
from frictioncone_ros.spatial import Array, frozen_array, SPATIAL

ZERO = frozen_array(np.zeros(SPATIAL))


def output_parts(outcome: Outcome) -> dict[str, Array]:
    """Return what is sent, (6,) for each of the outcome's parts, along the command's axes."""
    placement = outcome.placement
    if placement is None:
        return dict.fromkeys(outcome.parts, ZERO)
    return {part: _output(part, outcome, placement) for part in outcome.parts}


def _output(part: str, outcome: Outcome, placement: Placement) -> Array:
    name = OUTPUT_PARTS[part]
    value = outcome.assessment.command.part(name)
    desired = getattr(outcome.assessment.setpoints, name)
    # What passes unchanged leaves bit by bit as it came, not turned there and back.
    unchanged = desired is not None and (value is desired or np.array_equal(value, desired))
    if unchanged and value.shape[0] == SPATIAL:
        return outcome.command.parts[part]
    return placement.to_command_frame(value)
