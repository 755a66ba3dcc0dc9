# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Pictures of a demo: forces and margin, modes, and the same run without the filter."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from frictioncone_ros.exceptions import MissingDependencyError
from frictioncone_ros.sim.demo.record import DemoRecord
from frictioncone_ros.spatial import Array

UNBOUNDED = 1e3
"""Margins above this are not drawn: a sliding contact cannot slip [N]."""

_SPATIAL = ('$f_x$ [N]', '$f_y$ [N]', '$f_z$ [N]')
_PLANAR = ('$f_x$ [N]', '$f_y$ [N]', r'$\tau$ [Nm]')


def draw(filtered: DemoRecord, unfiltered: DemoRecord, folder: Path) -> list[Path]:
    """Draw all pictures of a demo into a folder and return their paths."""
    plt = _pyplot()
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {
        'forces': _forces(plt, filtered),
        'modes': _modes(plt, filtered),
        'slip': _slip(plt, filtered, unfiltered),
    }
    paths = []
    for name, figure in pictures.items():
        path = folder / f'{filtered.scene}_{name}.png'
        figure.savefig(path, dpi=110)
        plt.close(figure)
        paths.append(path)
    return paths


def _forces(plt: Any, record: DemoRecord) -> Any:
    """Commanded and filtered wrench, and the margin, over time."""
    commanded, sent = record.wrenches('commanded'), record.wrenches('sent')
    names = _PLANAR if commanded.shape[1] == 3 else _SPATIAL
    figure, axes = plt.subplots(4, 1, figsize=(8, 7.5), sharex=True, layout='constrained')
    for index, (axis, name) in enumerate(zip(axes, names, strict=False)):
        axis.plot(record.times(), commanded[:, index], '--', color='tab:red', label='commanded')
        axis.plot(record.times(), sent[:, index], color='tab:blue', label='filtered')
        axis.set_ylabel(name)
    margins = np.array([row.margin for row in record.rows])
    margins[np.abs(margins) > UNBOUNDED] = np.nan
    axes[3].plot(record.times(), margins, color='tab:green', label='margin of what was sent')
    axes[3].axhline(0.0, color='black', linewidth=0.8)
    axes[3].set_ylabel('margin [N]')
    axes[3].set_xlabel('time [s]')
    axes[0].set_title(f'Demo "{record.scene}": wrench on the environment')
    for axis in axes[[0, 3]]:
        axis.legend(loc='upper right')
    _finish(axes, record)
    return figure


def _modes(plt: Any, record: DemoRecord) -> Any:
    """All predicted modes and the observed one, over time."""
    rows = [row for row in record.rows if row.predicted]
    names = sorted({row.observed for row in rows} | {m for row in rows for m in row.predicted})
    height = {name: index for index, name in enumerate(names)}
    points = [(row.time, height[name]) for row in rows for name in row.predicted]
    figure, axis = plt.subplots(figsize=(8, 1.6 + 0.35 * len(names)), layout='constrained')
    times, levels = np.array(points).reshape(-1, 2).T
    axis.plot(times, levels, 's', color='tab:orange', alpha=0.35, ms=9, label='predicted')
    seen = [height[row.observed] for row in rows]
    axis.plot([row.time for row in rows], seen, '.', color='tab:blue', ms=4, label='observed')
    axis.set_yticks(range(len(names)), names, family='monospace')
    axis.set_ylabel('contact mode')
    axis.set_xlabel('time [s]')
    axis.set_title(f'Demo "{record.scene}": s separating, f fixed, d, l, r sliding')
    axis.legend(loc='upper left', bbox_to_anchor=(1.0, 1.0))
    _finish(np.array([axis]), record)
    return figure


def _slip(plt: Any, filtered: DemoRecord, unfiltered: DemoRecord) -> Any:
    """How far the body went, with and without the filter."""
    figure, axis = plt.subplots(figsize=(8, 3.2), layout='constrained')
    for record, colour in ((filtered, 'tab:blue'), (unfiltered, 'tab:red')):
        axis.plot(record.times(), 1e3 * _ways(record), color=colour, label=record.title)
    axis.set_ylabel('distance from start [mm]')
    axis.set_xlabel('time [s]')
    axis.set_title(f'Demo "{filtered.scene}": the same commands with and without the filter')
    axis.legend(loc='upper left')
    _finish(np.array([axis]), filtered)
    return figure


def _ways(record: DemoRecord) -> Array:
    return np.array([row.travelled for row in record.rows])


def _finish(axes: Array, record: DemoRecord) -> None:
    """Add grids, and a line with its name where a phase of the script begins."""
    last = ''
    for row in record.rows:
        if row.phase != last:
            for axis in axes:
                axis.axvline(row.time, color='grey', linewidth=0.8, linestyle=':')
            axes[-1].annotate(
                f' {row.phase}', (row.time, 0.03), xycoords=('data', 'axes fraction'), color='grey'
            )
            last = row.phase
    for axis in axes:
        axis.grid(alpha=0.3)
        axis.margins(x=0.01, y=0.15)


def _pyplot() -> Any:
    try:
        import matplotlib as mpl  # noqa: PLC0415  # optional: only pictures need it
    except ImportError as error:
        raise MissingDependencyError('matplotlib', 'pip install matplotlib') from error
    mpl.use('Agg')
    from matplotlib import pyplot  # noqa: PLC0415  # after the choice of a backend

    return pyplot
