# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Pictures of answers; Matplotlib is optional."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from frictioncone_ros.analysis.feasibility import WrenchVerdict
from frictioncone_ros.analysis.support import CarriedVerdict
from frictioncone_ros.exceptions import InvalidInputError, MissingDependencyError
from frictioncone_ros.spatial.arrays import Array

BLUE, ORANGE, GREY = '#0072b2', '#e69f00', '#808080'
"""Told apart by colour-blind people; hatches say the same once more."""
FORMATS = ('.svg', '.png', '.pdf')


def draw_forces(path: str, verdict: WrenchVerdict | CarriedVerdict) -> None:
    """Draw the normal force of each contact and how much of its friction it uses."""
    pyplot = _pyplot(path)
    names = (
        verdict.support.problem.state.names
        if isinstance(verdict, CarriedVerdict)
        else (verdict.problem.state.names)
    )
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(8, 0.4 * len(names) + 1.6), sharey=True)
    places = np.arange(len(names))
    left.barh(places, verdict.normal_forces, color=BLUE)
    left.set(xlabel='normal force [N]', yticks=places, yticklabels=names)
    right.barh(places, verdict.utilisations, color=ORANGE, hatch='//', edgecolor='white')
    right.axvline(1.0, color=GREY, linestyle='--')
    right.set(xlabel='friction used [-]; 1: about to slip')
    left.invert_yaxis()
    _save(figure, path)


def draw_margins(path: str, name: str, values: Array, margins: Array) -> None:
    """Draw margins [N] over one variation; infinite ones are left out."""
    pyplot = _pyplot(path)
    figure, axes = pyplot.subplots(figsize=(6, 4))
    carried = margins >= 0.0
    for chosen, colour, marker, said in (
        (carried, BLUE, 'o', 'carried'),
        (~carried, ORANGE, 'x', 'not carried'),
    ):
        shown = chosen & np.isfinite(margins)
        if shown.any():
            axes.plot(values[shown], margins[shown], marker, color=colour, ms=4, label=said)
    axes.axhline(0.0, color=GREY, linestyle='--')
    unit = '[N]' if name in {'fx', 'fy', 'fz'} else '[-]' if len(name) > 3 else '[Nm]'
    axes.set(xlabel=f'{name} {unit}', ylabel='margin [N]')
    if axes.get_legend_handles_labels()[0]:
        figure.legend(loc='outside upper center', ncols=2, frameon=False)
    _save(figure, path)


def _pyplot(path: str) -> Any:
    if Path(path).suffix not in FORMATS:
        raise InvalidInputError('--plot', path, 'a name that ends in ' + ', '.join(FORMATS))
    try:
        import matplotlib as mpl  # noqa: PLC0415  # optional: only pictures need it
    except ImportError:
        raise MissingDependencyError(
            'matplotlib', 'pip install "frictioncone_ros[plot]"'
        ) from None
    mpl.use('Agg')
    from matplotlib import pyplot  # noqa: PLC0415  # after the choice of a backend

    pyplot.rcParams['figure.constrained_layout.use'] = True
    return pyplot


def _save(figure: Any, path: str) -> None:
    try:
        figure.savefig(path, dpi=200)
    except OSError as error:
        expected = f'a file that can be written ({error.strerror})'
        raise InvalidInputError('--plot', path, expected) from None
