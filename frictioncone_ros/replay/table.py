# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A rerun as a CSV: one line a command."""

from __future__ import annotations

from collections.abc import Sequence
import csv
from pathlib import Path

import numpy as np

from frictioncone_ros.replay.comparison import code_name
from frictioncone_ros.replay.row import Row
from frictioncone_ros.session.values import PARTS

AXES = {'wrench': 'fx fy fz tx ty tz', 'twist': 'vx vy vz wx wy wz', 'accel': 'ax ay az bx by bz'}


def write_table(path: Path, rows: Sequence[Row]) -> None:
    """Write every row; what was not commanded or not published is empty."""
    with path.open('w', newline='', encoding='utf-8') as file:
        writer = csv.writer(file)
        writer.writerow(header())
        for row in rows:
            writer.writerow(_line(row))


def header() -> list[str]:
    """Return the names of the columns; units are SI."""
    names = ['time', 'stamp', 'sequence', 'status', 'margin', 'removed_fraction']
    for part in PARTS:
        names += [f'{kind}_{axis}' for kind in ('asked', 'sent') for axis in AXES[part].split()]
    return [*names, 'published_status', 'published_margin', 'identical', 'difference']


def _line(row: Row) -> list[object]:
    values: list[object] = [row.time, *row.key, row.code.name, row.margin, row.removed_fraction]
    for part in PARTS:
        for given in (row.asked.get(part), row.sent.get(part)):
            values += [''] * 6 if given is None else np.asarray(given).tolist()
    if row.published is None:
        return [*values, '', '', '', '']
    status = code_name(row.published.code)
    return [*values, status, row.published.margin, int(row.identical), row.difference]
