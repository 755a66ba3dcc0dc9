# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Certificates that refuted candidates under earlier wrenches, to be tried first on the next."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.spatial import Array

KEPT_CERTIFICATES = 64
"""Certificates that are kept: the newest."""

Mask = NDArray[np.bool_]


@dataclass
class CertificateShelf:
    """
    Unit residuals (r,), each with the candidates (m,) on which no generator works.

    The second is the state's alone; what a wrench decides is whether its target works. Entries
    are replaced as a whole, so that questions asked at the same time see one set or another.
    """

    entries: tuple[tuple[Array, Mask], ...] = ()
    _stacked: tuple[tuple[tuple[Array, Mask], ...], Array, Mask] | None = None

    def add(self, residual: Array, spared: Mask) -> None:
        """Keep one more."""
        self.entries = (*self.entries[1 - KEPT_CERTIFICATES :], (residual, spared))

    def stacked(self) -> tuple[Array, Mask]:
        """Return all residuals (c, r) and whom they spare (c, m), c > 0."""
        stacked, entries = self._stacked, self.entries
        if stacked is None or stacked[0] is not entries:
            residuals, spared = zip(*entries, strict=True)
            stacked = self._stacked = (entries, np.array(residuals), np.array(spared))
        return stacked[1], stacked[2]
