# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Pictures of a demo: forces and margin, contacts, modes, the same run without the filter."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from frictioncone_ros.plotting import raster_figure, save_figure, Timeline, timeline_figure
from frictioncone_ros.plotting.style import BLUE, GREY, legend_above, new_figure, ORANGE, VERMILION
from frictioncone_ros.sim.demo.record import DemoRecord
from frictioncone_ros.spatial import Array

UNBOUNDED = 1e3
"""Margins above this are not drawn: a sliding contact cannot slip [N]."""

_SPATIAL = ('$f_x$ [N]', '$f_y$ [N]', '$f_z$ [N]')
_PLANAR = ('$f_x$ [N]', '$f_y$ [N]', r'$\tau$ [Nm]')


def draw(
    filtered: DemoRecord, unfiltered: DemoRecord, folder: Path, names: tuple[str, ...] = ()
) -> list[Path]:
    """Draw all pictures of a demo into a folder and return their paths; names: of the contacts."""
    folder.mkdir(parents=True, exist_ok=True)
    figures = {
        'forces': _forces(filtered),
        'contacts': _contacts(filtered, names),
        'modes': _modes(filtered),
        'path': _paths(filtered, unfiltered),
    }
    return [
        save_figure(figure, folder / f'{filtered.scene}_{name}.png')
        for name, figure in figures.items()
    ]


def _forces(record: DemoRecord) -> Any:
    """Commanded and filtered wrench, and the margin, over time, shaded by status."""
    commanded, sent = record.wrenches('commanded'), record.wrenches('sent')
    names = _PLANAR if commanded.shape[1] == 3 else _SPATIAL
    margins = np.array([row.margin for row in record.rows])
    margins[np.abs(margins) > UNBOUNDED] = np.nan
    components = {name: (commanded[:, i], sent[:, i]) for i, name in enumerate(names)}
    statuses = [row.status or 'OK' for row in record.rows]
    margin = {'margin of what was sent': margins}
    figure = timeline_figure(Timeline(record.times(), margin, statuses, components))
    _phases(figure.axes, record)
    return figure


def _contacts(record: DemoRecord, names: tuple[str, ...]) -> Any:
    """What each contact did, over time."""
    count = len(record.rows[0].observed)
    names = names or tuple(f'contact {index}' for index in range(count))
    letters = {name: [row.observed[i] for row in record.rows] for i, name in enumerate(names)}
    return raster_figure(record.times(), letters)


def _modes(record: DemoRecord) -> Any:
    """All predicted modes and the observed one, over time."""
    rows = [row for row in record.rows if row.predicted]
    names = sorted({row.observed for row in rows} | {m for row in rows for m in row.predicted})
    height = {name: index for index, name in enumerate(names)}
    points = [(row.time, height[name]) for row in rows for name in row.predicted]
    figure = new_figure(7.5, 1.6 + 0.3 * len(names))
    axes = figure.subplots()
    times, levels = np.array(points).reshape(-1, 2).T
    axes.plot(times, levels, 's', color=ORANGE, alpha=0.35, ms=8, label='predicted')
    seen = [height[row.observed] for row in rows]
    axes.plot([row.time for row in rows], seen, '.', color=BLUE, ms=4, label='observed')
    axes.set_yticks(range(len(names)), names, family='monospace')
    axes.set_ylabel('s separating, f fixed,\nd, l, r sliding')
    axes.set_xlabel('time [s]')
    axes.set(xlim=(0.0, record.times()[-1]), ylim=(-0.6, len(names) - 0.4))
    legend_above(figure, axes)
    _phases([axes], record)
    return figure


def _paths(filtered: DemoRecord, unfiltered: DemoRecord) -> Any:
    """How far the body went, with and without the filter."""
    figure = new_figure(7.5, 3.0)
    axes = figure.subplots()
    for record, colour, line in ((filtered, BLUE, '-'), (unfiltered, VERMILION, '--')):
        axes.plot(record.times(), 1e3 * _ways(record), line, color=colour, label=record.title)
    axes.set_ylabel('distance from start [mm]')
    axes.set_xlabel('time [s]')
    legend_above(figure, axes)
    _phases([axes], filtered)
    return figure


def _ways(record: DemoRecord) -> Array:
    return np.array([row.travelled for row in record.rows])


def _phases(rows: list[Any], record: DemoRecord) -> None:
    """Add a line where a phase of the script begins, and its name above the first axes."""
    last = ''
    for row in record.rows:
        if row.phase == last:
            continue
        for axes in rows:
            axes.axvline(row.time, color=GREY, linewidth=0.8, linestyle=':')
        rows[0].annotate(
            f' {row.phase}', (row.time, 1.02), xycoords=('data', 'axes fraction'), color=GREY
        )
        last = row.phase
