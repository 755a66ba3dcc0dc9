# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The answers to many questions about wrenches, as arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.feasibility import WrenchVerdict
from frictioncone_ros.exceptions import NumericalError
from frictioncone_ros.spatial.arrays import Array

Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class BatchVerdict:
    """
    One entry a question, in its order.

    feasible: (n,) whether contact forces add up to the wrench. margins: (n,) [N], as
    `WrenchVerdict.margin`: infinite where contacts can press on each other without limit, minus
    infinite where no contact can push in the desired direction. undecided: (n,) where neither
    forces nor a separating twist was proved; feasible is False there and the margin 0.
    """

    feasible: Flags
    margins: Array
    undecided: Flags

    def __post_init__(self) -> None:
        """Make the answers read-only."""
        for part in (self.feasible, self.margins, self.undecided):
            part.setflags(write=False)


def sequential_verdicts(questions: Iterable[Callable[[], WrenchVerdict]]) -> BatchVerdict:
    """Return the answers of questions asked one after another."""
    rows = [_asked(question) for question in questions]
    table = np.array(rows, dtype=float).reshape(-1, 3)
    return BatchVerdict(table[:, 0] > 0.0, table[:, 1].copy(), table[:, 2] > 0.0)


def _asked(question: Callable[[], WrenchVerdict]) -> tuple[float, float, float]:
    try:
        verdict = question()
        return float(verdict.feasible), verdict.margin, 0.0
    except NumericalError:
        return 0.0, 0.0, 1.0
