# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The summary of a task: with estimated contacts, with the engine's, and without the filter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from frictioncone_ros.sim.robots.record import RobotRecord
from frictioncone_ros.spatial import Array

MEAN_OF = 10
"""Looks of which the mean of the force is compared."""

_HEAD = ('', 'slip while held', 'contact lost', 'way of motions', 'status')
_WIDTHS = (28, 18, 15, 18, 0)


def summary(title: str, records: Sequence[RobotRecord]) -> str:
    """Return a table of the runs, and what the estimate was worth in the first one."""
    lines = [title, _row(_HEAD)]
    for record in records:
        went, asked = record.moved()
        lines.append(
            _row(
                (
                    record.title,
                    f'{1e3 * record.slip():.2f} mm',
                    f'{1e3 * record.lost():.0f} ms',
                    f'{1e3 * went:.0f} of {1e3 * asked:.0f} mm',
                    ', '.join(f'{name} {count}' for name, count in record.codes().most_common(4)),
                )
            )
        )
    if len(records) > 1:
        lines.append(f'  {"what estimating cost":<34} {_cost(records[0], records[1])}')
    lines += [f'  {name:<34} {text}' for name, text in estimate_notes(records[0]).items()]
    lines += [f'  {name:<34} {text}' for name, text in records[0].notes.items()]
    return '\n'.join(lines)


def estimate_notes(record: RobotRecord) -> dict[str, str]:
    """Return how far what the node was told was from the engine's truth."""
    estimated = record.estimated()
    if not estimated:
        return {}
    same = sum(estimate.pairs == look.touching for look, estimate in estimated)
    missed = sum(bool(look.touching - estimate.pairs) for look, estimate in estimated)
    notes = {
        'pairs told as they are': f'{same} of {len(estimated)} looks, one missed in {missed}',
    }
    forces = [
        estimate.force - look.force for look, estimate in estimated if estimate.force is not None
    ]
    if len(forces) >= MEAN_OF:
        # What slides flickers in the engine: means over a tenth of a second are compared.
        errors = np.array(forces[: len(forces) // MEAN_OF * MEAN_OF]).reshape(-1, MEAN_OF, 3)
        size = np.linalg.norm(errors.mean(axis=1), axis=1)
        notes['error of the measured force'] = _spread(size, 1.0, 'N')
    ways = np.concatenate(
        [_distances(estimate.positions, look.positions) for look, estimate in estimated]
    )
    if ways.size:
        notes['from a told to a true contact'] = _spread(ways, 1e3, 'mm')
    return notes


def _cost(estimated: RobotRecord, known: RobotRecord) -> str:
    """Return how much worse a run with estimated contacts is than one with the engine's."""
    slip = 1e3 * (estimated.slip() - known.slip())
    lost = 1e3 * (estimated.lost() - known.lost())
    way = 1e3 * (known.moved()[0] - estimated.moved()[0])
    return f'{slip:+.2f} mm of slip, {lost:+.0f} ms without contact, {way:.0f} mm less way'


def _distances(estimated: Array, true: Array) -> Array:
    """Return the distance (k,) of each told contact to the nearest true one [m]."""
    if not len(estimated) or not len(true):
        return np.empty(0)
    return np.linalg.norm(estimated[:, None] - true[None], axis=2).min(axis=1)


def _spread(values: Array, scale: float, unit: str) -> str:
    median, most = scale * np.percentile(values, (50, 95))
    return f'median {median:.2f} {unit}, 95th percentile {most:.2f} {unit}'


def _row(words: Sequence[str]) -> str:
    columns = (word.ljust(width) for word, width in zip(words, _WIDTHS, strict=True))
    return f'  {"".join(columns).rstrip()}'
