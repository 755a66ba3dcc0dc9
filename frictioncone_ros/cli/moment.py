# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""One moment of a replay in words: what was asked and sent, why, and what each contact used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from frictioncone_ros.cli.report import number, shown_text, table, vector
from frictioncone_ros.replay import Row
from frictioncone_ros.replay.comparison import code_name
from frictioncone_ros.session.values import PARTS

NAMES = {'wrench': 'wrench on the environment', 'twist': 'twist', 'accel': 'accel'}
UNITS = {'wrench': 'N, Nm', 'twist': 'm/s, rad/s', 'accel': 'm/s2, rad/s2'}


def moment_lines(rows: Sequence[Row], time: float) -> Iterator[str]:
    """Yield what the answer nearest to a time [s] since the first input was, and why."""
    if not rows:
        yield f'nothing was answered near {time:g} s'
        return
    place = _nearest(rows, time)
    row = rows[place]
    yield f'nearest to {time:g} s is the answer at {row.time:.3f} s'
    yield f'status {row.code.name}, {_stretch(rows, place)}'
    if row.published is not None:
        yield f'the node published {code_name(row.published.code)}'
    if row.text:
        yield shown_text(row.text)
    for part in PARTS:
        for what, values in (('asked', row.asked.get(part)), ('sent', row.sent.get(part))):
            if values is not None:
                yield f'{what:5} {NAMES[part]} {vector(values)} {UNITS[part]}'
    yield 'margin not judged' if row.margin is None else f'margin {number(row.margin)} N'
    if not row.margins:
        yield 'no contact'
        return
    used = row.used_friction
    lines = [(name, number(used[name]), number(margin)) for name, margin in row.margins.items()]
    yield 'contact forces that the filter counts on:'
    yield from table(('contact', 'friction used', 'slip margin [N]'), lines)


def moment_answer(rows: Sequence[Row], time: float) -> dict[str, object] | None:
    """Return the same as --json has it; None without any answer."""
    if not rows:
        return None
    row = rows[_nearest(rows, time)]
    return {
        'time': row.time,
        'status': row.code.name,
        'text': row.text,
        'margin': row.margin,
        'asked': row.asked,
        'sent': row.sent,
        'utilisations': row.used_friction,
        'slip_margins': row.margins,
    }


def _nearest(rows: Sequence[Row], time: float) -> int:
    return min(range(len(rows)), key=lambda index: abs(rows[index].time - time))


def _stretch(rows: Sequence[Row], place: int) -> str:
    """Return from when to when the status was what it is at a place."""
    first = last = place
    while first > 0 and rows[first - 1].code is rows[place].code:
        first -= 1
    while last + 1 < len(rows) and rows[last + 1].code is rows[place].code:
        last += 1
    return f'from {rows[first].time:.3f} to {rows[last].time:.3f} s'
