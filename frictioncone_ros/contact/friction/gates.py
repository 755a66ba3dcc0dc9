# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""How a friction model is asked: wrong arguments are refused in words, whoever wrote the model."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from math import isfinite
from typing import Any

from frictioncone_ros.spatial.arguments import checked
from frictioncone_ros.spatial.converters import as_components

ForceQuestion = Callable[[Any, Any], float]
"""A number that a model states of a force in contact components."""


def _of_force(question: ForceQuestion, like: object = None) -> ForceQuestion:
    """Return a question about a force that is asked again, converted, where it has no answer."""

    @wraps(question)
    def asked(self: Any, force: Any) -> float:
        try:
            answer = question(self, force)
            if isfinite(answer):
                return answer
        except Exception:  # the second time it says what is wrong
            pass
        return question(self, as_components(force, 'force'))

    return asked


GATES: dict[str, Any] = {
    **dict.fromkeys(
        (
            'force_edges',
            'facets',
            'half_widths',
            'scaled',
            'component_count',
            'round_limits',
            'round_torsion',
            'torsion_limit',
            'section_parts',
            'transmitted_components',
            'inner_polygon',
            'outer_polygon',
            'narrowed_to',
            'inscribed_coefficient',
            'depth_shift',
            'opposing_force',
            'contains',
        ),
        checked,
    ),
    # Asked for each contact in every tick.
    **dict.fromkeys(('slip_margin', 'utilisation'), _of_force),
}
"""Questions of a friction model, and how their arguments are looked at."""
