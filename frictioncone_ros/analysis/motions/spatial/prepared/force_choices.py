# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Which forces go with which candidate: every contact's options, as columns side by side."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.motions.spatial.balance import ForceCone, unit_columns
from frictioncone_ros.analysis.motions.spatial.laws.friction import Signs
from frictioncone_ros.analysis.motions.spatial.prepared.certificate_shelf import Mask
from frictioncone_ros.analysis.motions.spatial.prepared.ground import Ground
from frictioncone_ros.spatial import Array

NO_FORCE = -1
"""Stands for the option of a separating contact."""


@dataclass(frozen=True, eq=False)
class ForceChoices:
    """
    The distinct options of all touching contacts side by side, and who takes which.

    keys: place and signs of the free lines of each option. choice: (m, touching) index into the
    options for each candidate, NO_FORCE where a contact separates. outer: (r, n) unit columns of
    polygons around the options, the options themselves where they are polyhedral: what does no
    work on the polygon does none on the forces. owner: (n,) which option each belongs to.
    """

    ground: Ground
    keys: list[tuple[int, Signs]]
    choice: NDArray[np.intp]
    outer: Array
    owner: NDArray[np.intp]

    @classmethod
    def of(cls, ground: Ground, kept: Mask, signs: NDArray[np.int8]) -> ForceChoices:
        """Return the choices of candidates that keep some contacts (m, touching), with signs."""
        keys: list[tuple[int, Signs]] = []
        choice = np.full(kept.shape, NO_FORCE, dtype=np.intp)
        for place, contact in enumerate(ground.touching):
            keeping = np.flatnonzero(kept[:, place])
            own = signs[keeping, contact.first_row : contact.first_row + len(contact.free)]
            options, taken = _distinct_rows(own)
            choice[keeping, place] = taken + len(keys)
            keys += [(place, option) for option in options]
        blocks = _outer_columns(ground, keys)
        owner = np.repeat(np.arange(len(keys)), [block.shape[1] for block in blocks])
        outer = np.concatenate([np.zeros((ground.row_count, 0)), *blocks], axis=1)
        return cls(ground, keys, choice, outer, owner)

    def cones(self, candidate: int) -> list[ForceCone]:
        """Return the forces that go with one candidate."""
        chosen = self.choice[candidate].tolist()
        return [self.ground.force_cone(*self.keys[option]) for option in chosen if option >= 0]

    @property
    def own_columns(self) -> Mask:
        """Which columns belong to which candidate, (m, n)."""
        taken = np.zeros((len(self.choice), len(self.keys) + 1), dtype=bool)
        taken[np.arange(len(self.choice))[:, None], self.choice] = True  # the last for NO_FORCE
        return np.asarray(taken[:, self.owner])


def _distinct_rows(rows: NDArray[np.int8]) -> tuple[list[Signs], NDArray[np.intp]]:
    """Return the distinct rows, and which of them each row is."""
    if not rows.size:
        return [()] * bool(len(rows)), np.zeros(len(rows), dtype=np.intp)
    if len(rows) == 1:
        return [tuple(rows[0].tolist())], np.zeros(1, dtype=np.intp)
    packed = np.ascontiguousarray(rows).view(f'V{rows.shape[1]}').ravel().tolist()
    numbers: dict[object, int] = {}
    taken = [numbers.setdefault(row, len(numbers)) for row in packed]
    first = [taken.index(number) for number in range(len(numbers))]
    return [tuple(row) for row in rows[first].tolist()], np.array(taken, dtype=np.intp)


def _outer_columns(ground: Ground, keys: list[tuple[int, Signs]]) -> list[Array]:
    """Return unit columns (r, n) of polygons around options, those of a contact made at once."""
    known = ground.outer_columns
    for place, contact in enumerate(ground.touching):
        fresh = [key for key in keys if key[0] == place and key not in known]
        if fresh:
            corners = [contact.option(signs).outer_corners for _, signs in fresh]
            every = np.concatenate(corners)
            columns, _ = unit_columns(ground.force_maps[place].dot(every.T))
            ends = list(accumulate([len(block) for block in corners]))
            starts = [0, *ends[:-1]]
            for key, start, end in zip(fresh, starts, ends, strict=True):
                known[key] = columns[:, start:end]
    return [known[key] for key in keys]
