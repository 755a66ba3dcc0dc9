# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A counted proportion with its confidence interval."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

_NORMAL_QUANTILE = 1.959963984540054
"""Two-sided 95 % quantile of the normal distribution."""


@dataclass(frozen=True)
class Proportion:
    """How many of how many; the interval is Wilson's, of 95 % confidence."""

    successes: int
    trials: int

    @property
    def value(self) -> float:
        """Share of successes; not a number without trials."""
        return self.successes / self.trials if self.trials else float('nan')

    @property
    def interval(self) -> tuple[float, float]:
        """
        Wilson's score interval (low, high): right also near 0 and 1 and for few trials.

        The values p for which |share - p| <= z sqrt(p (1 - p) / n).
        """
        if not self.trials:
            return 0.0, 1.0
        square = _NORMAL_QUANTILE**2 / self.trials
        middle = (self.value + 0.5 * square) / (1.0 + square)
        spread = self.value * (1.0 - self.value) * square + 0.25 * square**2
        half_width = sqrt(spread) / (1.0 + square)
        return max(0.0, middle - half_width), min(1.0, middle + half_width)

    def __str__(self) -> str:
        """Return 'k of n = share [low, high]'."""
        low, high = self.interval
        return f'{self.successes} of {self.trials} = {self.value:.4f} [{low:.4f}, {high:.4f}]'
