# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""One scenario through one driver under the judge, and the shortest part that still fails."""

from __future__ import annotations

from itertools import islice

from drive_node import NodeDriver
from drive_pipeline import PipelineDriver
from fuzz import begun, scenario, Step
from judge import Judge
import numpy as np
from numpy.random import default_rng
from records import Counts, Finding, PlainBody


def run_scenario(seed: int, index: int, count: int, counts: Counts) -> list[Finding]:
    """Run `count` steps of a scenario; those of odd index through the node's core."""
    counts.scenarios += 1
    return judged(seed, index, list(scenario(seed, index, count)), counts)


def judged(seed: int, index: int, steps: list[Step], counts: Counts) -> list[Finding]:
    """Return what the judge finds in these steps of a scenario."""
    driver, judge = _driver(seed, index), Judge(counts)
    findings: list[Finding] = []
    for number, step in enumerate(steps):
        tick = driver.tick(number, step)
        if tick is not None:
            findings += judge.judge(tick)
    return findings


def shortened(seed: int, index: int, finding: Finding) -> tuple[int, int]:
    """Return the first and last step of a part of a scenario that still shows a finding."""
    steps = list(islice(scenario(seed, index, finding.number + 1), finding.number + 1))
    first, length = 0, len(steps)
    while length > 1:
        length //= 2
        kept = _set_up(steps, first + length) if first + length < len(steps) else []
        found = judged(seed, index, kept, Counts()) if kept else []
        if any(other.invariant == finding.invariant for other in found):
            first += length
    return first, finding.number


def _set_up(steps: list[Step], first: int) -> list[Step]:
    """Return the steps from one on, begun with the last event of every kind before it."""
    latest = {kind: value for step in steps[:first] for kind, value in step.events}
    step = steps[first]
    events = (*latest.items(), *step.events)
    return [Step(step.now, step.stamp_clock, events, step.reset), *steps[first + 1 :]]


def _driver(seed: int, index: int) -> NodeDriver | PipelineDriver:
    """Return the driver of a scenario, with a held body in three of ten."""
    rng = default_rng([seed, index, 1])
    world = begun(seed, index)
    length, body = world.scale.length, None
    if rng.random() < 0.3:
        mass = float(10.0 ** rng.uniform(-1.0, 1.0))
        spread = np.diag(mass * length * length * rng.uniform(0.8, 1.2, size=3))
        body = PlainBody(mass, spread, length * rng.normal(size=3))
    flat = world.size == 2 or world.styles['mixed']
    return NodeDriver(length, flat, body) if index % 2 else PipelineDriver(body)
