# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What the contacts did, for the report: how much friction each used, and which modes could be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise
import re

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.replay.row import Prediction, Row
from frictioncone_ros.spatial.arrays import Array

COLUMNS, LINE, BAR, NAMES = 800, 22, 16, 100
"""Columns of the raster, height of a contact's line and of its bars, room for names [px]."""

CLASSES = ((0.0, 'little'), (0.5, 'much'), (0.99, 'slip'))
"""From which part of the friction in use [-] a bar is called what; heights say the same again."""

NOT_TEXT = re.compile('[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]')
"""What no HTML page may hold, and a name in a bag or of a file may."""

MOST_MODES = 12
"""More modes are summed up in one line of the table."""


def html_text(text: str) -> str:
    """Return a text as HTML shows it; what is no text as the sign for that."""
    return escape(NOT_TEXT.sub('\ufffd', text))


def contact_raster(rows: Sequence[Row]) -> Iterator[str]:
    """Yield a line for each contact: the part of its friction in use over time, worst counts."""
    names = sorted({name for row in rows for name in row.used_friction})
    if not names:
        return
    yield (
        '<h2>Friction in use</h2><p>of each contact, by its best force: low bars below 0.5, '
        'middle ones below 0.99, high ones slip or are about to</p>'
    )
    times = np.array([row.time for row in rows])
    span = times[-1] - times[0] or 1.0
    columns = ((times - times[0]) / span * (COLUMNS - 1)).astype(np.intp)
    lines = ''.join(
        _line(name, place, _worst(rows, name, columns)) for place, name in enumerate(names)
    )
    yield f'<svg viewBox="0 0 {NAMES + COLUMNS} {LINE * len(names)}">{lines}</svg>'


def _worst(rows: Sequence[Row], name: str, columns: NDArray[np.intp]) -> Array:
    """
    Return the largest part in use in each column; not a number where it did not touch.

    Between two commands it is what it was at the first.
    """
    found = np.full(COLUMNS, -1.0)
    np.maximum.at(found, columns, [row.used_friction.get(name, -1.0) for row in rows])
    told = np.zeros(COLUMNS, dtype=np.intp)
    told[columns] = columns
    found = found[np.maximum.accumulate(told)]
    return np.where(found < 0.0, np.nan, found)


def _line(name: str, place: int, used: Array) -> str:
    """Return a contact's name and its bars; equal neighbours are one."""
    classes = np.full(COLUMNS, -1)
    for number, (least, _) in enumerate(CLASSES):
        classes[used >= least] = number
    edges = [0, *(np.flatnonzero(np.diff(classes)) + 1).tolist(), COLUMNS]
    bottom = LINE * (place + 1) - 3
    parts = [f'<text x="{NAMES - 6}" y="{bottom - 3}" text-anchor="end">{html_text(name)}</text>']
    for begin, end in pairwise(edges):
        number = int(classes[begin])
        if number >= 0:
            height = BAR * (number + 1) // len(CLASSES)
            parts.append(
                f'<rect class="{CLASSES[number][1]}" x="{NAMES + begin}" y="{bottom - height}" '
                f'width="{end - begin}" height="{height}"/>'
            )
    return ''.join(parts)


def mode_section(predictions: Sequence[Prediction]) -> Iterator[str]:
    """Yield which contact modes the node predicted, and in how many predictions each was."""
    yield '<h2>Contact modes</h2>'
    if not predictions:
        yield '<p>no predictions in the bag</p>'
        return
    several = sum(len(one.modes) > 1 for one in predictions)
    none = sum(not one.modes and one.exhaustive for one in predictions)
    cut = sum(not one.exhaustive for one in predictions)
    yield (
        f'<p>{len(predictions)} predictions; {several} with several modes, {none} with none, '
        f'{cut} that ended early. A letter a contact: f fixed, s separating, l, r, d sliding, '
        'a approaching.</p>'
    )
    counts = Counter(mode for one in predictions for mode in set(one.modes))
    lines = [(mode or '(no contact)', str(count)) for mode, count in counts.most_common()]
    rest = len(lines) - MOST_MODES
    if rest > 0:
        lines = [*lines[:MOST_MODES], (f'{rest} other modes', '')]
    yield html_table(('mode', 'possible in so many'), lines)


def html_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table of texts."""
    heads = ''.join(f'<th>{html_text(cell)}</th>' for cell in header)
    lines = ''.join(
        '<tr>' + ''.join(f'<td>{html_text(cell)}</td>' for cell in row) + '</tr>' for row in rows
    )
    return f'<table><tr>{heads}</tr>{lines}</table>'
