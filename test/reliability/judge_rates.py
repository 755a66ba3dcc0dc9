# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Rank 5: rates against what was published before, unless a higher rank leaves no other way."""

from __future__ import annotations

from case import AT_ONCE, Case
from judge_carried import held_rows
import numpy as np
from records import Verdict
from solvers import least_motion_pace, least_wrench_pace, Reach

SLACK = 1e-6
NO_TIME_SLACK = 1e-5
"""The same for a tick without time: contacts that moved by a millionth must be followed then."""
ROUNDING = 1e-7
"""Part of the other half that turns into this one where contacts change in a tick without time."""
POSSIBLE = 0.99
"""Share of the rates with which a better answer must have been possible to blame this one."""
RATES = {
    'wrench': ('max_force_rate', 'max_moment_rate'),
    'twist': ('max_speed_rate', 'max_rotation_rate'),
}


def rates(case: Case) -> list[Verdict]:
    """Judge how far wrench and twist went since the last tick."""
    if case.tick.phase in AT_ONCE:
        return []
    verdicts: list[Verdict] = []
    for part, names in RATES.items():
        ways = tuple(
            case.limit(name) * case.elapsed if case.limit(name) < np.inf else np.inf
            for name in names
        )
        if min(ways) < np.inf:
            verdicts += _rate(case, part, ways)
    return verdicts


def _rate(case: Case, part: str, ways: tuple[float, ...]) -> list[Verdict]:
    excess = _excess(case, part, ways)
    name = f'{part}_rate'
    if excess <= 0.0:
        return [(name, 0.0, False, '')]
    pace = _least_pace(case, part, ways)
    blamed = pace is not None and pace <= POSSIBLE
    text = (
        f'{excess + 1.0:.4g} times the rate in {case.elapsed:.4g} s, '
        f'{"" if pace is None else f"{pace:.3g} times was possible, "}{case.tick.phase}'
    )
    said = 'RATE_EXCEEDED' in case.tick.codes
    return [
        (name, excess if blamed else 0.0, blamed, text),
        ('rate_said', 0.0, not blamed and not said, f'{part}: {text}'),
    ]


def _excess(case: Case, part: str, ways: tuple[float, ...]) -> float:
    """Return by how much the larger half went beyond its rate, relative to it."""
    before, now = case.before[part], case.tick.given[part]
    split = 2 if case.tick.dimension == 3 else 3
    worst, halves = 0.0, (slice(0, split), slice(split, None))
    sizes = [float(np.linalg.norm(before[half]) + np.linalg.norm(now[half])) for half in halves]
    # How much of the linear half is as much as one of the angular half, and the other way round.
    length = case.tick.length if part == 'twist' else 1.0 / case.tick.length
    others = sizes[1] * length, sizes[0] / length
    for half, way, size, other in zip(halves, ways, sizes, others, strict=True):
        change = float(np.linalg.norm(now[half] - before[half]))
        slack = SLACK * size if way > 0.0 else NO_TIME_SLACK * size + ROUNDING * other
        beyond = change - way * (1.0 + SLACK) - slack - 1e-12
        if beyond > 0.0:
            worst = max(worst, (change - way) / max(way, slack, 1e-12))
    return worst


def _least_pace(case: Case, part: str, ways: tuple[float, ...]) -> float | None:
    """Return with which share of the rates something allowed could have been reached."""
    tick, pair = case.tick, _bounded(case, part, ways)
    if part == 'wrench':
        limits = case.limit('max_force'), case.limit('max_moment')
        reach = Reach(case.before[part], pair, limits)
        return least_wrench_pace(case.geometry, reach, tick.length, case.limit('max_normal_force'))
    linear, angular = case.limit('max_linear_speed'), case.limit('max_angular_speed')
    if tick.contacts is not None and not tick.contacts:
        linear = min(linear, case.limit('free_motion_limit'))
        angular = min(angular, case.limit('free_rotation_limit'))
    reach = Reach(case.before[part], pair, (linear, angular))
    return least_motion_pace(held_rows(case, doubtful=True), reach, tick.length)


def _bounded(case: Case, part: str, ways: tuple[float, ...]) -> tuple[float, float]:
    """
    Return how far both halves may go [N, Nm or m/s, rad/s].

    A half without a rate is not to be thrown about to keep the rate of the other one: it may go
    as far as the answer went.
    """
    change = case.tick.given[part] - case.before[part]
    split = 2 if case.tick.dimension == 3 else 3
    went = float(np.linalg.norm(change[:split])), float(np.linalg.norm(change[split:]))
    linear, angular = (way if way < np.inf else most for way, most in zip(ways, went, strict=True))
    return linear, angular


def silence(case: Case) -> list[Verdict]:
    """Judge that a part is left out only after its zero was published."""
    published = case.memory.published
    if published is None or not case.tick.publish:
        return []
    return [
        (
            'left_out',
            0.0,
            bool(published.parts[part].any()),
            f'{part} is left out, {published.parts[part]} was published last',
        )
        for part in case.tick.left_out
    ]
