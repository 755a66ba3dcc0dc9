# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The one style of all figures, and how they are written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from frictioncone_ros.exceptions import InvalidInputError, MissingDependencyError

BLUE, ORANGE, GREEN, VERMILION = '#0072b2', '#e69f00', '#009e73', '#d55e00'
PURPLE, SKY, YELLOW, GREY, BLACK = '#cc79a7', '#56b4e9', '#f0e442', '#808080', '#000000'
COLOURS = (BLUE, ORANGE, GREEN, VERMILION, PURPLE, SKY, YELLOW, GREY)
"""Okabe and Ito's palette: told apart with any kind of colour vision."""
HATCHES = ('', '//', '\\\\', 'xx', '..', '--', '||', 'oo')
LINES = ('-', '--', '-.', ':', (0, (5, 1, 1, 1, 1, 1)), (0, (1, 4)), (0, (8, 3)), (0, (3, 1)))
MARKERS = ('o', 's', '^', 'x', 'D', 'v', '+', '*')
"""The second code beside colour, in the same order."""
FORMATS = ('.svg', '.png', '.pdf')
DOTS_PER_INCH = 200
SETTINGS: dict[Any, Any] = {
    'font.size': 9.0,
    'axes.grid': True,
    'axes.axisbelow': True,
    'grid.alpha': 0.3,
    'hatch.linewidth': 0.6,
    'svg.hashsalt': 'frictioncone_ros',
}


def new_figure(width: float, height: float) -> Any:
    """Return an empty figure of a size [inch] in this style; it belongs to no window."""
    try:
        from matplotlib import rcParams  # noqa: PLC0415  # optional: only figures need it
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ImportError:
        raise MissingDependencyError('matplotlib', 'pip install matplotlib') from None
    rcParams.update(SETTINGS)
    return Figure(figsize=(width, height), layout='constrained')


def code(index: int, kind: str) -> Any:
    """
    Return the colour, hatch, line or marker of the index-th thing; they go round.

    When colours begin again the others are one further: no pair of codes comes twice among 64.
    """
    codes: Sequence[Any] = {
        'colour': COLOURS, 'hatch': HATCHES, 'line': LINES, 'marker': MARKERS
    }[kind]  # fmt: skip
    rounds = 0 if kind == 'colour' else index // len(COLOURS)
    return codes[(index + rounds) % len(codes)]


def legend_above(figure: Any, axes: Any, columns: int = 4) -> None:
    """Put the legend above all axes, where it covers no data."""
    handles, labels = axes.get_legend_handles_labels()
    if handles:
        figure.legend(handles, labels, loc='outside upper center', ncols=columns, frameon=False)


def require_format(path: str | Path) -> Path:
    """Return the path of a picture, or say which endings can be written."""
    target = Path(path)
    if target.suffix not in FORMATS:
        raise InvalidInputError('--plot', str(path), 'a name that ends in ' + ', '.join(FORMATS))
    return target


def save_figure(figure: Any, path: str | Path) -> Path:
    """Write a figure as SVG, PNG (200 dpi) or PDF by the name's ending; return the path."""
    target = require_format(path)
    metadata = {'Date': None} if target.suffix == '.svg' else None
    try:
        figure.savefig(target, dpi=DOTS_PER_INCH, metadata=metadata)
    except OSError as error:
        expected = f'a file that can be written ({error.strerror})'
        raise InvalidInputError('--plot', str(path), expected) from None
    return target
