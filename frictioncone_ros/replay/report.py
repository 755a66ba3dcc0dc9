# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A rerun as one HTML file that asks for nothing from outside: curves as SVG, and tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isfinite, sqrt
from typing import NamedTuple

import numpy as np

from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.replay.bag import Recording
from frictioncone_ros.replay.comparison import code_name, compared, Comparison, worst_moments
from frictioncone_ros.replay.report_contacts import (
    contact_raster,
    html_table,
    html_text,
    mode_section,
)
from frictioncone_ros.replay.row import LAST_DIGITS, Prediction, Row
from frictioncone_ros.spatial.arrays import Array

WIDTH, HEIGHT, LEFT, BOTTOM = 900, 180, 60, 24
"""Of one picture [px]; the axes' room at its left and below."""

MOST_POINTS = 2000
"""Longer curves are thinned to the least and greatest value of each slice."""

SHOWN_AS_ZERO = 1e-6
"""Labels smaller than this part of an axis are rounding [-]."""

MOST_NAMED = 5
"""Topics that are not read and named [count]."""

SUBSTITUTE = FilterCode.WAITING
"""From this code on the output does not follow the command."""

STYLE = """
body { font: 15px/1.5 sans-serif; max-width: 960px; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; margin: 1em 0; }
td, th { padding: 2px 12px 2px 0; text-align: left; border-bottom: 1px solid #ddd; }
svg { width: 100%; height: auto; background: #fafafa; } text { font-size: 12px; }
.asked { stroke: #e69f00; stroke-dasharray: 6 3; } .sent, .margin { stroke: #0072b2; }
.published { stroke: #555; stroke-dasharray: 2 3; } path { fill: none; stroke-width: 1.5;
  stroke-linecap: round; }
.limited { fill: #f5e6b8; } .stopped { fill: #f0c8b8; } .zero { stroke: #999; }
.little { fill: #56b4e9; } .much { fill: #e69f00; } .slip { fill: #a03000; }
"""


def report_html(
    recording: Recording, rows: Sequence[Row], predictions: Sequence[Prediction] = ()
) -> str:
    """Return the report of a rerun, with the modes that the node predicted."""
    title = f'Replay of {html_text(recording.path.name)}, node {html_text(recording.node)}'
    body = '\n'.join((*_body(recording, rows), *mode_section(predictions)))
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<style>{STYLE}</style></head>\n<body><h1>{title}</h1>\n{body}\n</body></html>\n'
    )


def comparison_lines(found: Comparison) -> Iterator[str]:
    """Yield in words whether the rerun is what was published."""
    yield f'{found.commands} commands; {found.unanswered} without a published answer'
    if found.left_out:
        yield f'{found.left_out} more commands have no answer in the bag and are left out'
    if found.without_command:
        yield (
            f'{found.without_command} answers are to commands that are not in the bag, and are '
            'compared with nothing'
        )
    if found.commands == found.unanswered:
        return
    yield f'{found.identical} answers are the published ones bit for bit, {found.different} differ'
    if found.different:
        yield f'largest difference {found.largest[0]:.3g} at {found.largest[1]:.3f} s'
    if found.rounding:
        yield f'{found.rounding} differ in their last digits only, by at most {LAST_DIGITS:g}'
    for (published, again), count in found.differing:
        same = 'both' if published == again else f'published {published}, rerun'
        yield f'  {count} of those that differ: {same} {again}'


def not_read(recording: Recording) -> Iterator[str]:
    """Yield which topics of the bag no replay reads; those with most messages by name."""
    others = recording.other_topics
    if others:
        names = sorted(others, key=lambda topic: -others[topic])
        more = f' and {len(names) - MOST_NAMED} more' if len(names) > MOST_NAMED else ''
        named = ', '.join(names[:MOST_NAMED])
        yield f'not read: {sum(others.values())} messages on {named}{more}'


def _body(recording: Recording, rows: Sequence[Row]) -> Iterator[str]:
    found = compared(rows, recording.left_out, recording.without_command)
    for line in (*recording.faults, *not_read(recording), *comparison_lines(found)):
        yield f'<p>{html_text(line.strip())}</p>'
    if not rows:
        return
    run = _Run.of(rows)
    yield '<h2>Force [N]</h2><p>asked (dashed), sent, published (dotted)</p>'
    yield _picture(rows, run, {'asked': _force_asked, 'sent': _force_sent, 'published': _heard})
    yield (
        '<h2>Margin [N]</h2><p>of what was sent; shaded: limited, or not following; '
        'no line: not judged, or without limit</p>'
    )
    yield _picture(rows, run, {'margin': _margin})
    for name in sorted({name for row in rows for name in row.margins}):
        yield f'<h3>Slip margin of {html_text(name)} [N]</h3>'
        yield _picture(rows, run, {'margin': lambda row, name=name: row.margins.get(name)})  # type: ignore[misc]
    yield (
        '<h2>Load factor</h2><p>how many times what shears is held; published (dotted); '
        'no line: nothing shears, or it is not judged</p>'
    )
    factors = {'sent': _factor, 'published': _factor_published}
    yield _picture(rows, run, factors)
    yield from contact_raster(rows)
    yield '<h2>Statuses</h2>'
    yield html_table(('status', 'commands'), [(name, str(n)) for name, n in found.statuses])
    yield '<h2>Worst moments</h2>'
    heads = ('time [s]', 'margin [N]', 'status', 'published', 'what was said')
    yield html_table(heads, [_moment(row) for row in worst_moments(rows)])


def _moment(row: Row) -> tuple[str, ...]:
    heard = '-' if row.published is None else code_name(row.published.code)
    return (f'{row.time:.3f}', f'{row.margin:.4g}', row.code.name, heard, row.text)


def _force_asked(row: Row) -> float | None:
    return _force(row.asked)


def _force_sent(row: Row) -> float | None:
    return _force(row.sent)


def _heard(row: Row) -> float | None:
    return None if row.published is None else _force(row.published.parts)


def _force(parts: dict[str, Array]) -> float | None:
    if 'wrench' not in parts:
        return None
    force = parts['wrench'][:3]
    return sqrt(force.dot(force))


def _margin(row: Row) -> float | None:
    return row.margin


def _factor(row: Row) -> float | None:
    return row.load_factor


def _factor_published(row: Row) -> float | None:
    return None if row.published is None else row.published.load_factor


def _picture(
    rows: Sequence[Row], run: _Run, curves: Mapping[str, Callable[[Row], float | None]]
) -> str:
    """Return one picture of curves over time, shaded by status."""
    values = {
        name: np.array([np.nan if (y := of(row)) is None else y for row in rows])
        for name, of in curves.items()
    }
    finite = np.concatenate([curve[np.isfinite(curve)] for curve in values.values()])
    low, high = (min(finite.min(), 0.0), max(finite.max(), 0.0)) if finite.size else (0.0, 1.0)
    frame = _Frame(run.span, (float(low), float(high) if high > low else float(low) + 1.0))
    parts = [run.shades, frame.axes()]
    parts += [frame.curve(name, run.times, curve) for name, curve in values.items()]
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}">{"".join(parts)}</svg>'


class _Run(NamedTuple):
    """What all pictures share: times (n,) and their span [s], and the backgrounds."""

    times: Array
    span: tuple[float, float]
    shades: str

    @classmethod
    def of(cls, rows: Sequence[Row]) -> _Run:
        """Return what the pictures of some rows share."""
        times = np.array([row.time for row in rows])
        begin, end = float(times[0]), float(times[-1])
        span = begin, end if end > begin else begin + 1.0
        return cls(times, span, ''.join(_shades(rows, _Frame(span, (0.0, 1.0)))))


class _Frame:
    """From time and value to places in a picture [px]."""

    def __init__(self, times: tuple[float, float], values: tuple[float, float]) -> None:
        self._times, self._values = times, values

    def x(self, time: Array | float) -> Array:
        start, end = self._times
        return LEFT + (np.asarray(time) - start) / (end - start) * (WIDTH - LEFT - 10)

    def y(self, value: Array | float) -> Array:
        low, high = self._values
        return HEIGHT - BOTTOM - (np.asarray(value) - low) / (high - low) * (HEIGHT - BOTTOM - 12)

    def axes(self) -> str:
        low, high = self._values
        zero = f'{float(self.y(0.0)):.1f}' if low <= 0.0 <= high else str(HEIGHT - BOTTOM)
        labels = ''.join(
            f'<text x="{LEFT - 6}" y="{float(self.y(value)) + 4:.1f}" text-anchor="end">'
            f'{0.0 if abs(value) < SHOWN_AS_ZERO * (high - low) else value:.3g}</text>'
            for value in (low, high)
        )
        ends = ''.join(
            f'<text x="{float(self.x(time)):.0f}" y="{HEIGHT - 6}" text-anchor="{anchor}">'
            f'{time:.2f} s</text>'
            for time, anchor in zip(self._times, ('start', 'end'), strict=True)
        )
        line = f'<path class="zero" d="M{LEFT} {zero}H{WIDTH - 10}"/>'
        return line + labels + ends

    def curve(self, name: str, times: Array, values: Array) -> str:
        """Return a curve; a gap where there is no value."""
        words, draw = [], False
        kept = _thinned(values)
        for x, y in zip(self.x(times[kept]).tolist(), self.y(values[kept]).tolist(), strict=True):
            is_there = isfinite(y)
            if is_there:
                # A line of no length: a value between two gaps is a dot.
                words.append(f'L{x:.1f} {y:.1f}' if draw else f'M{x:.1f} {y:.1f}h0')
            draw = is_there
        return f'<path class="{name}" d="{"".join(words)}"/>'


def _thinned(values: Array) -> list[int]:
    """Return which values are drawn: all, or the least and the greatest of each slice."""
    count = len(values)
    if count <= MOST_POINTS:
        return list(range(count))
    kept: set[int] = {0, count - 1}
    for part in np.array_split(np.arange(count), MOST_POINTS // 2):
        known = part[np.isfinite(values[part])]
        chosen = known if known.size else part
        kept.update({int(chosen[values[chosen].argmin()]), int(chosen[values[chosen].argmax()])})
    return sorted(kept)


def _shades(rows: Sequence[Row], frame: _Frame) -> Iterator[str]:
    """Yield a background for each stretch of time that is limited or not followed."""
    begin, shades = 0, [_shade(row) for row in rows]
    for index in range(1, len(rows) + 1):
        if index < len(rows) and shades[index] == shades[begin]:
            continue
        name, end = shades[begin], rows[min(index, len(rows) - 1)].time
        if name:
            left, right = float(frame.x(rows[begin].time)), float(frame.x(end))
            yield (
                f'<rect class="{name}" x="{left:.1f}" y="12" '
                f'width="{max(right - left, 1.0):.1f}" height="{HEIGHT - BOTTOM - 12}"/>'
            )
        begin = index


def _shade(row: Row) -> str:
    if row.code >= SUBSTITUTE:
        return 'stopped'
    return '' if row.code is FilterCode.OK else 'limited'
