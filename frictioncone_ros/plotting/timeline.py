# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Margins over time, shaded by what the filter said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from frictioncone_ros.plotting.style import BLACK, code, GREY, new_figure
from frictioncone_ros.spatial import Array

QUIET = 'OK'
"""The status that is not shaded."""
STATUS_COLOURS = {
    'PROJECTED': 1, 'LOW_MARGIN': 6, 'INFEASIBLE': 3, 'LIMITED': 5, 'AMBIGUOUS_MODE': 4,
}  # fmt: skip
"""Places in the palette of the statuses that are seen most; the others follow."""


@dataclass(frozen=True, eq=False)
class Timeline:
    """
    What one run was like.

    times: (n,) [s]. margins: of each contact by name, (n,) [N]; what is not finite is not drawn.
    statuses: n names. components: named pairs of commanded and sent values (n,) with units.
    """

    times: Array
    margins: Mapping[str, Array]
    statuses: Sequence[str]
    components: Mapping[str, tuple[Array, Array]] = field(default_factory=dict)


def timeline_figure(line: Timeline) -> Any:
    """Return commanded and sent values above the margin of each contact, shaded by status."""
    count = len(line.components) + 1
    figure = new_figure(7.5, 1.3 * count + 1.4)
    rows = figure.subplots(count, 1, sharex=True, squeeze=False)[:, 0]
    for axes, (name, (commanded, sent)) in zip(rows, line.components.items(), strict=False):
        axes.plot(line.times, commanded, '--', color=code(3, 'colour'), label='commanded')
        axes.plot(line.times, sent, '-', color=code(0, 'colour'), label='sent')
        axes.set_ylabel(name)
    last = rows[-1]
    last.axhline(0.0, color=BLACK, linewidth=0.8)
    for index, (name, margins) in enumerate(line.margins.items()):
        shown = np.where(np.isfinite(margins), margins, np.nan)
        last.plot(line.times, shown, linestyle=code(index, 'line'), color=code(index, 'colour'),
                  label=name)  # fmt: skip
    last.set(ylabel='margin [N]', xlabel='time [s]')
    _shade(rows, line)
    handles: dict[str, Any] = {}
    for axes in rows:
        for handle, label in zip(*axes.get_legend_handles_labels(), strict=True):
            handles.setdefault(label, handle)
    figure.legend(handles.values(), handles, loc='outside upper center', ncols=4, frameon=False)
    return figure


def status_spans(times: Array, statuses: Sequence[str]) -> list[tuple[str, float, float]]:
    """Return (status, begin, end) [s] of each stretch with one status, in order."""
    spans: list[tuple[str, float, float]] = []
    for time, status in zip(times.tolist(), statuses, strict=True):
        if spans and spans[-1][0] == status:
            spans[-1] = (status, spans[-1][1], time)
        else:
            if spans:
                spans[-1] = (spans[-1][0], spans[-1][1], time)
            spans.append((status, time, time))
    return spans


def _shade(rows: Sequence[Any], line: Timeline) -> None:
    """Shade what was not OK in colour and hatch."""
    spans = [span for span in status_spans(line.times, line.statuses) if span[0] != QUIET]
    names = list(dict.fromkeys(status for status, _, _ in spans))
    for status, begin, end in spans:
        index = STATUS_COLOURS.get(status, 7)
        for axes in rows:
            axes.axvspan(
                begin, end, facecolor=f'{code(index, "colour")}38', edgecolor=f'{GREY}60',
                hatch=code(1 + names.index(status), 'hatch'), linewidth=0.0, zorder=0,
                label=status,
            )  # fmt: skip
