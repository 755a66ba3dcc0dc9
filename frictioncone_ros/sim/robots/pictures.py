# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The picture of a task: forces, and where the tool went, in all three runs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from frictioncone_ros.exceptions import MissingDependencyError
from frictioncone_ros.sim.robots.record import Look, RobotRecord
from frictioncone_ros.spatial import Array

MEAN_OF = 5
"""Looks over which the force at the contacts is averaged: what slides flickers in the engine."""

AT_CONTACTS = 'at the contacts (mean of 50 ms)'

_AXES = ('x', 'y', 'z')
_COLOURS = ('tab:blue', 'tab:green', 'tab:red')


def draw(title: str, records: Sequence[RobotRecord], folder: Path) -> Path:
    """Draw a task's runs, the estimated one first, into a folder and return the file."""
    plt = _pyplot()
    figure, axes = plt.subplots(4, 1, figsize=(8.5, 9.0), sharex=True, layout='constrained')
    first = records[0]
    times = _times(first.looks)
    for index, axis in enumerate(axes[:3]):
        for label, style, colour in (
            ('asked', '--', 'tab:red'),
            ('sent', '-', 'tab:blue'),
            (AT_CONTACTS, ':', 'black'),
        ):
            axis.plot(
                times, _forces(first.looks, label)[:, index], style, color=colour, label=label
            )
        axis.set_ylabel(f'$f_{_AXES[index]}$ [N]')
    for record, colour in zip(records, _COLOURS, strict=False):
        places = np.array([look.place for look in record.looks])
        way = 1e3 * np.linalg.norm(places - places[0], axis=1)
        axes[3].plot(_times(record.looks), way, color=colour, label=record.title)
    axes[3].set_ylabel('from the start [mm]')
    axes[3].set_xlabel('time [s]')
    axes[0].set_title(f'{title}: force on the environment, contacts estimated')
    for axis in axes:
        axis.grid(alpha=0.3)
    for axis in axes[[0, 3]]:
        axis.legend(loc='best')
    _mark_phases(axes, first)
    path = folder / f'{title.replace(", ", "_")}.png'
    figure.savefig(path, dpi=110)
    plt.close(figure)
    return path


def _forces(looks: Sequence[Look], which: str) -> Array:
    """Return (n, 3) forces on the environment [N]; those at the contacts are the engine's."""
    if which == 'asked':
        return np.array([look.asked[:3] for look in looks])
    if which == 'sent':
        return np.array([look.sent[:3] for look in looks])
    kernel = np.full(MEAN_OF, 1.0 / MEAN_OF)
    forces = np.array([-look.force for look in looks]).T
    ends = np.pad(forces, ((0, 0), (MEAN_OF // 2, MEAN_OF // 2)), mode='edge')
    return np.array([np.convolve(row, kernel, 'valid') for row in ends]).T


def _times(looks: Sequence[Look]) -> Array:
    return np.array([look.time for look in looks])


def _mark_phases(axes: Any, record: RobotRecord) -> None:
    last = ''
    for look in record.looks:
        if look.phase.name != last:
            last = look.phase.name
            for axis in axes:
                axis.axvline(look.time, color='grey', linewidth=0.8, linestyle=':')
            axes[-1].annotate(
                f' {last}', (look.time, 0.03), xycoords=('data', 'axes fraction'), color='grey'
            )


def _pyplot() -> Any:
    try:
        import matplotlib as mpl  # noqa: PLC0415  # optional: only pictures need it
    except ImportError as error:
        raise MissingDependencyError('matplotlib', 'pip install matplotlib') from error
    mpl.use('Agg')
    from matplotlib import pyplot  # noqa: PLC0415  # after the choice of a backend

    return pyplot
