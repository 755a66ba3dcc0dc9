# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
How long the worst accepted snapshots take: conversion, answer and message, all contacts new.

    bash .ci/inside.sh python benchmarks/bench_worst_snapshot.py

Processor time of the thread, garbage collected in between as the node does it. Every limit, rate
and margin is set, and the command is beyond them.
"""

from __future__ import annotations

from collections.abc import Callable
import gc
import sys
from time import thread_time

import numpy as np
from worst_snapshots import contacts, models, SETTINGS

from frictioncone_ros.contact import FrictionModel
from frictioncone_ros.control import FilterCode
from frictioncone_ros.messages.contacts import admitted_snapshot
from frictioncone_ros.ros.conversions import snapshot_to_message
from frictioncone_ros.ros.conversions.answers import AnswerWriter
from frictioncone_ros.session.filter_core import FilterCore
from frictioncone_ros.session.frames import StaticFrames
from frictioncone_ros.session.outcome import output_parts
from frictioncone_ros.session.reports import status_of
from frictioncone_ros.session.values import FramedCommand, Frames, Snapshot

LIMIT = 20.0
"""[ms] for any of them."""
REPEATS = 40
BASE = Frames('base', 'base', 'base')


def times(
    count: int, make: Callable[[], FrictionModel], generator: np.random.Generator
) -> tuple[list[float], int]:
    """Return the milliseconds of each tick, and how many answers were not found in time."""
    core, writer = FilterCore(SETTINGS, StaticFrames(())), AnswerWriter()
    core.activate()
    core.awaits_emergency_stop = False
    taken, overruns = [], 0
    for tick in range(REPEATS):
        message = snapshot_to_message(Snapshot(contacts(count, make, generator), 'base'))
        parts = {
            'wrench': 50.0 * generator.standard_normal(6),
            'twist': generator.standard_normal(6),
        }
        gc.collect()
        now, begun = 1.0 + 0.01 * tick, thread_time()
        core.take_contacts(admitted_snapshot(message, SETTINGS), now)
        core.take_command(FramedCommand(BASE, parts), now)
        outcome = core.tick(now, now)
        writer.write(outcome, output_parts(outcome), status_of(outcome, core))
        taken.append(1e3 * (thread_time() - begun))
        overruns += FilterCode.OVERRUN in outcome.codes
    return taken, overruns


def main() -> int:
    """Print a row a kind of contact; 1 where one took longer than the limit."""
    generator = np.random.default_rng(1)
    gc.disable()
    print('| contacts | friction | median [ms] | worst [ms] | not found in time |')
    print('|---|---|---|---|---|')
    worst = 0.0
    for count in (16, 64):
        for name, make in models(count, generator).items():
            taken, overruns = times(count, make, generator)
            worst = max(worst, *taken)
            print(
                f'| {count} | {name} | {np.median(taken):.1f} | {max(taken):.1f} '
                f'| {overruns} of {REPEATS} |'
            )
    return 1 if worst > LIMIT else 0


if __name__ == '__main__':
    sys.exit(main())
