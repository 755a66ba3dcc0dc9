# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Contacts that do not flicker: made at one gap, lost at a larger one."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import as_finite_number


class TouchMemory:
    """
    Remembers which pairs touch.

    touch_gap: at or below it contact is made [m]. release_gap: above it contact is lost [m].
    """

    def __init__(self, touch_gap: float, release_gap: float) -> None:
        """Begin with nothing touching."""
        self.touch_gap = as_finite_number(touch_gap, 'touch_gap')
        self.release_gap = as_finite_number(release_gap, 'release_gap')
        if self.release_gap < self.touch_gap:
            raise InvalidInputError(
                'release_gap', release_gap, f'at least touch_gap = {touch_gap:g} m'
            )
        self._touching: set[Hashable] = set()

    def touches(self, pair: Hashable, gap: float) -> bool:
        """Return whether a pair touches now, given its gap [m]."""
        if gap <= self.limit(pair):
            self._touching.add(pair)
        else:
            self._touching.discard(pair)
        return pair in self._touching

    def limit(self, pair: Hashable) -> float:
        """Return the gap up to which a pair counts as touching, as it is now [m]."""
        return self.release_gap if pair in self._touching else self.touch_gap

    def keep(self, pairs: Iterable[Hashable]) -> None:
        """Forget whatever is not among these: it is out of sight."""
        self._touching &= set(pairs)
