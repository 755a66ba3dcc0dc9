# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Holds that never press harder, and no step beyond the ramps where only noise changes."""

from __future__ import annotations

from case import AT_ONCE, Case
from judge_carried import surfaces_move
from judge_rates import RATES
import numpy as np
from records import Array, Verdict

SLACK = 1e-6
GAIN = 20.0
"""How much larger a step of the output may be than that of the command: projections do not
stretch, limits and friction's edges do a little."""
PARTS = ('wrench', 'twist')
RAMP_SLACK = 3.0
"""A ramp goes from where it began to its goal: twice the largest, and a little."""


def held_force(case: Case) -> list[Verdict]:
    """Judge a held force beside what was sent last before the hold."""
    held, tick = case.memory.held, case.tick
    if not tick.holds:
        return []
    if held is None or case.memory.tick is None or not case.memory.tick.holds:
        sent = case.before['wrench']
    else:
        sent = held.seen_from(tick.frame, tick.dimension)['wrench']
    split = 2 if tick.dimension == 3 else 3
    before, now = sent[:split], tick.given['wrench'][:split]
    size, reached = float(np.linalg.norm(before)), float(np.linalg.norm(now))
    excess = (reached - size) / size if size > 0.0 else reached
    against = -float(before @ now) / (size * size) if size > 0.0 else 0.0
    larger = reached > size * (1.0 + SLACK) + 1e-9
    return [
        ('hold_size', excess, larger, f'{reached:.6g} N held, {size:.6g} N sent'),
        ('hold_sign', against, against > SLACK, f'{against:.3g} of it pulls back'),
    ]


def noise_step(case: Case) -> list[Verdict]:
    """Judge the step of wrench and twist where nothing but the command's numbers changes."""
    tick, last = case.tick, case.memory.tick
    ramp = min(case.limit('stop_ramp_duration'), case.limit('recovery_ramp_duration'))
    if last is None or not case.is_quiet or ramp <= 0.0 or not _is_smooth(case):
        return []
    if {tick.phase, last.phase} & AT_ONCE or _catches_up(case):
        return []
    longest = max(case.limit('stop_ramp_duration'), case.limit('recovery_ramp_duration'))
    if tick.now - case.memory.steady_since < longest:
        # What changed meanwhile may have left a ramp under way less time than its duration.
        return []
    share = RAMP_SLACK * max(0.0, tick.now - case.memory.spoken) / ramp
    verdicts: list[Verdict] = []
    # A ramp near its end still closes what the noise of the ticks before has opened.
    for part, before, noise in zip(PARTS, case.memory.largest, recent_noise(case), strict=True):
        # Surfaces that move add their own motion to what was commanded.
        if part not in tick.asked or (part == 'twist' and surfaces_move(case)):
            continue
        root = _root(case, part)
        step, size = (
            float(np.linalg.norm(root @ values))
            for values in (tick.given[part] - case.before[part], tick.asked[part])
        )
        size = max(size, before, float(np.linalg.norm(root @ tick.given[part])))
        allowed = GAIN * _stretch(case, part) * noise + share * size + SLACK * size + 1e-12
        verdicts.append(
            (
                f'{part}_step',
                max(0.0, step / allowed - 1.0),
                step > allowed,
                f'a step of {step:.4g}, command {noise:.4g} of {size:.4g}, '
                f'{last.phase} to {tick.phase}',
            )
        )
    return verdicts


def _catches_up(case: Case) -> bool:
    """Tell whether a rate held the output back before: it may then be faster than its ramp."""
    last, names = case.memory.tick, [name for pair in RATES.values() for name in pair]
    rated = min(case.limit(name) for name in names) < np.inf
    return rated and last is not None and bool(last.codes & {'LIMITED', 'RATE_EXCEEDED'})


def _is_smooth(case: Case) -> bool:
    """Tell whether what the filter does is continuous in the command, but for giving up."""
    slides = case.tick.mode is not None and any(letter in 'dlr' for letter, _ in case.tick.mode)
    limited = case.limit('min_normal_force') > 0.0 or case.limit('max_normal_force') < np.inf
    return not slides and not limited


def _stretch(case: Case, part: str) -> float:
    """Return how much scaling to a limit can stretch a change: one half by the other's noise."""
    names = (
        ('max_force', 'max_moment')
        if part == 'wrench'
        else ('max_linear_speed', 'max_angular_speed')
    )
    size = float(np.linalg.norm(case.tick.asked[part]))
    lengths = max(1.0, case.tick.length, 1.0 / case.tick.length)
    return 1.0 + sum(
        lengths * size / max(case.limit(name), 1e-300)
        for name in names
        if case.limit(name) < np.inf
    )


def recent_noise(case: Case) -> tuple[float, float]:
    """Return how much wrench and twist of the command changed, and half of what it was before."""
    last = case.memory.tick
    if last is None or not case.is_unchanged:
        return 0.0, 0.0
    changes = [
        float(np.linalg.norm(_root(case, part) @ (case.tick.asked[part] - last.asked[part])))
        if part in case.tick.asked
        else 0.0
        for part in PARTS
    ]
    known = case.memory.noise
    return changes[0] + 0.5 * known[0], changes[1] + 0.5 * known[1]


def largest(case: Case) -> tuple[float, float]:
    """Return the largest wrench and twist in the metric so far: a ramp began at one of them."""
    sizes = [float(np.linalg.norm(_root(case, part) @ case.tick.given[part])) for part in PARTS]
    known = case.memory.largest
    return max(sizes[0], known[0]), max(sizes[1], known[1])


def _root(case: Case, part: str) -> Array:
    """Return the matrix (d, d) with |root @ part| the part's size in the split's metric."""
    root = np.linalg.cholesky(case.tick.metric)
    return np.asarray(np.linalg.inv(root) if part == 'wrench' else root.T)
