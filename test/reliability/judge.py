# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The independent judge of what is published, tick after tick.

It shares no code with the package: friction sets, wrenches, frames and solvers are its own. The
invariants in order of rank: finite; neutral where told; absolute limits; carried by the present
contacts; rates against what was published before; numbers and frames belong together.
"""

from __future__ import annotations

from collections.abc import Callable

from carrying import Published, six_numbers
from case import Case, Memory
from geometry import Geometry
from judge_carried import carried, free_motion, reported
from judge_limits import absolute_limits
from judge_neutral import latched, neutral, stop_clock
from judge_rates import rates, silence
from judge_steps import held_force, largest, noise_step, recent_noise
import numpy as np
from records import Counts, Finding, PARTS, Tick, Verdict

CHECKS: tuple[Callable[[Case], list[Verdict]], ...] = (
    neutral,
    absolute_limits,
    reported,
    carried,
    free_motion,
    rates,
    silence,
    held_force,
    noise_step,
)


class Judge:
    """Judges one sequence of ticks."""

    def __init__(self, counts: Counts, deep_every: int = 50) -> None:
        """Begin with nothing published; every so many ticks all is solved for."""
        self.counts, self._deep_every = counts, deep_every
        self._memory = Memory()

    def judge(self, tick: Tick) -> list[Finding]:
        """Return what does not hold at this tick, and remember what was published."""
        self.counts.ticks += 1
        verdicts: list[Verdict] = [
            ('raised', 0.0, bool(tick.raised), tick.raised),
            ('address', 0.0, bool(tick.address), tick.address),
        ]
        if not tick.raised:
            verdicts += self._verdicts(tick)
        findings = []
        for invariant, excess, violated, text in verdicts:
            self.counts.judge(invariant, excess, violated)
            if violated:
                findings.append(Finding(invariant, tick.number, excess, text))
        return findings

    def _verdicts(self, tick: Tick) -> list[Verdict]:
        numbers = [*tick.given.values(), tick.forces, np.array([tick.margin or 0.0])]
        finite = all(np.isfinite(values).all() for values in numbers)
        verdicts: list[Verdict] = [('finite', 0.0, not finite, 'not finite')]
        if not finite:
            return verdicts
        case = self._case(tick)
        for check in CHECKS:
            verdicts += check(case)
        self._remember(case)
        return verdicts

    def _case(self, tick: Tick) -> Case:
        memory = self._memory
        last, published = memory.tick, memory.published
        same = (
            last is not None
            and last.contacts is tick.contacts
            and last.dimension == tick.dimension
            and memory.geometry is not None
        )
        geometry = memory.geometry if same else Geometry(tick.contacts or (), tick.dimension)
        nothing = {part: np.zeros(tick.dimension) for part in PARTS}
        before = nothing if published is None else published.seen_from(tick.frame, tick.dimension)
        timeout = float(tick.settings['command_timeout'])
        # Before the first tick nothing was sent: neutral, for as long as counts.
        elapsed = timeout if last is None else min(max(tick.now - memory.spoken, 0.0), timeout)
        deep = tick.number % self._deep_every == 0
        return Case(tick, geometry, before, elapsed, memory, deep)

    def _remember(self, case: Case) -> None:
        memory, tick = self._memory, case.tick
        if tick.holds and (memory.tick is None or not memory.tick.holds):
            memory.held = memory.published
        memory.stop, memory.latched = stop_clock(case), latched(case)
        memory.largest, memory.noise = largest(case), recent_noise(case)
        memory.steady_since = memory.steady_since if case.is_quiet else tick.now
        memory.spoken = memory.spoken if tick.looked else tick.now
        memory.tick, memory.geometry = tick, case.geometry
        if tick.publish:
            parts = {part: six_numbers(values) for part, values in tick.given.items()}
            memory.published = Published(parts, tick.frame)
