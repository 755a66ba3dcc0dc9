# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Answers for people, in lines of less than 80 columns, and for programs, as JSON."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping, Sequence
import json
from math import isfinite, isnan
from textwrap import fill
from unicodedata import combining, east_asian_width

import numpy as np
from numpy.typing import ArrayLike

import frictioncone_ros
from frictioncone_ros.exceptions import NumericalError
from frictioncone_ros.scenario import Scenario

WIDTH = 79
"""Longer lines are broken at a space."""

MOST_ROWS = 20
"""A longer table of rows is cut; --json has them all."""

LONGEST_CELL = 26
"""Longer names are cut, so that a table stays below 80 columns."""

CUT = '...'
"""What stands for the rest of a name that is cut."""

WIDE = ('W', 'F')
"""What Unicode calls signs of two columns, as those of Chinese."""

ROUNDING = 1e-12
"""Numbers smaller than this are shown as 0: forces and ratios have no such size [SI]."""

SHOWN_AS_ZERO = 1e-9
"""Entries of a vector smaller than this part of its largest are shown as 0 [-]."""


def print_answer(
    arguments: argparse.Namespace,
    scene: Scenario,
    answer: Mapping[str, object],
    lines: Iterable[str],
) -> None:
    """Print the lines, or with --json the answer with the verb, the version and the scene."""
    if not arguments.json:
        title = f'{scene.name}: {scene.title}' if scene.title else scene.name
        for line in map(shown_text, (title, *lines)):
            print(fill(line, WIDTH, subsequent_indent='    ') if len(line) > WIDTH else line)
        return
    document = {
        'command': arguments.command,
        'version': frictioncone_ros.__version__,
        'scene': {'name': scene.name, 'title': scene.title},
        **answer,
    }
    print(json.dumps(plain(document), indent=2, allow_nan=False))


def plain(value: object) -> object:
    """Return a value as JSON knows it: infinities are words, what is no number is null."""
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, (list, tuple)):
        return [plain(entry) for entry in value]
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, float):
        if isnan(value):
            return None
        return float(value) if isfinite(value) else ('Infinity' if value > 0.0 else '-Infinity')
    return value


def require_proved(*proofs: bool) -> None:
    """Refuse to print an answer whose certificate does not hold when it is checked again."""
    if not all(proofs):
        raise NumericalError('no answer: its certificate does not hold when it is checked again')


def number(value: float | None) -> str:
    """Return a number with four digits; a dash where there is none."""
    if value is None or isnan(value):
        return '-'
    if not isfinite(value):
        return 'unlimited' if value > 0.0 else '-unlimited'
    return '0' if abs(value) < ROUNDING else f'{value:.4g}'


def vector(values: ArrayLike) -> str:
    """Return a vector in parentheses; what is rounding beside its largest entry is 0."""
    array = np.asarray(values, dtype=np.float64)
    small = np.abs(array) <= SHOWN_AS_ZERO * np.abs(array).max(initial=0.0)
    return '(' + ', '.join(number(entry) for entry in np.where(small, 0.0, array).tolist()) + ')'


def yes_no(answer: bool) -> str:
    """Return the answer in a word."""
    return 'yes' if answer else 'no'


def shown_text(text: str) -> str:
    """Return a name or title on one line: signs that steer a terminal stand as their codes."""
    return ''.join(one if one.isprintable() else repr(one)[1:-1] for one in text)


def columns(text: str) -> int:
    """Return how many columns of a terminal a text takes: two for wide signs, 0 for accents."""
    return sum(0 if combining(one) else 2 if east_asian_width(one) in WIDE else 1 for one in text)


def table(
    header: Sequence[str], rows: Sequence[Sequence[str]], longest: int = LONGEST_CELL
) -> list[str]:
    """
    Return lines with aligned columns, the first to the left, all others to the right.

    longest: columns of a cell; longer ones are cut.
    """
    cells = [[_cut(shown_text(cell), longest) for cell in row] for row in (header, *rows)]
    widths = [max(columns(row[column]) for row in cells) for column in range(len(header))]
    return ['  '.join(_aligned(row, widths)).rstrip() for row in cells]


def _aligned(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    gaps = [' ' * (width - columns(cell)) for cell, width in zip(row, widths, strict=True)]
    return [row[0] + gaps[0], *(gap + cell for cell, gap in zip(row[1:], gaps[1:], strict=True))]


def _cut(cell: str, longest: int) -> str:
    if columns(cell) <= longest:
        return cell
    while columns(cell) > longest - len(CUT):
        cell = cell[:-1]
    return cell + CUT
