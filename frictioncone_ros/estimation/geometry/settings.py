# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""When geometry counts as contact."""

from __future__ import annotations

from dataclasses import dataclass, field

from frictioncone_ros.estimation.geometry.uncertainty import Deviations
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import as_non_negative


@dataclass(frozen=True)
class GeometrySettings:
    """
    Limits of gaps [m] and how unsure poses are.

    touch_gap, release_gap: contact is made at the first and lost beyond the second. margin:
    candidates up to this gap are listed as not in contact. patch_tolerance: corners so far from
    the touching plane belong to the patch. most_corners: of one patch.
    """

    touch_gap: float = 0.0005
    release_gap: float = 0.002
    margin: float = 0.01
    patch_tolerance: float = 0.0005
    most_corners: int = 4
    deviations: Deviations = field(default_factory=Deviations)

    def __post_init__(self) -> None:
        """Check each limit and that they are in order."""
        for name in ('margin', 'patch_tolerance'):
            as_non_negative(getattr(self, name), name)
        if not self.touch_gap <= self.release_gap <= self.margin:
            gaps = (self.touch_gap, self.release_gap, self.margin)
            raise InvalidInputError('gaps', gaps, 'touch_gap <= release_gap <= margin')
        if not 3 <= self.most_corners <= 16:
            raise InvalidInputError('most_corners', self.most_corners, '3 to 16')
