# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Run a seeded fuzz through filter and node core, and print what the independent judge found.

python test/reliability/torture.py --ticks 1000000 --seed 20260101; every finding is printed with
what reproduces it: --seed N --only INDEX.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from datetime import datetime, timezone
from multiprocessing import get_context
import sys
from time import monotonic
from traceback import format_exc

from records import Counts, Finding
from run_scenario import run_scenario, shortened
from summary import Line, note

TICKS_EACH = 200
"""Ticks of one scenario: long enough for ramps, holds and silence at every tick rate."""
SHOWN = 3
"""Findings of an invariant that are printed in full."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run as the command line says; 1 where anything was violated."""
    options = _options(arguments)
    if options.only is not None:
        counts, findings = _chunk((options.seed, [options.only]))
    else:
        counts, findings = _all(options)
    _print(options.seed, counts, findings)
    unsafe = sum(counts.violated.values())
    load = f'{sum(counts.judged.values())} judgements'
    note(Line('random ticks of filter and core', load, counts.ticks, 0, 0, unsafe))
    return 1 if counts.violated else 0


def _options(arguments: Sequence[str] | None) -> Namespace:
    today = int(datetime.now(timezone.utc).strftime('%Y%m%d'))
    parser = ArgumentParser(description=__doc__)
    parser.add_argument('--ticks', type=int, default=1_000_000)
    parser.add_argument('--seed', type=int, default=today, help='default: the date')
    parser.add_argument('--processes', type=int, default=2)
    parser.add_argument('--only', type=int, help='index of the only scenario to run')
    return parser.parse_args(arguments)


def _all(options: Namespace) -> tuple[Counts, list[tuple[int, Finding]]]:
    """Run all scenarios in worker processes, telling the progress on stderr."""
    scenarios = max(1, options.ticks // TICKS_EACH)
    print(f'seed {options.seed}, {scenarios} scenarios of {TICKS_EACH} ticks', flush=True)
    chunks = [
        (options.seed, list(range(start, min(start + 20, scenarios))))
        for start in range(0, scenarios, 20)
    ]
    counts, findings, begun = Counts(), [], monotonic()
    with get_context('spawn').Pool(options.processes) as pool:
        for found, some in pool.imap(_chunk, chunks):
            counts.add(found)
            findings += some
            for index, finding in some:
                print(f'\n--seed {options.seed} --only {index}: {finding.text}', file=sys.stderr)
            print(
                f'\r{counts.ticks} ticks, {sum(counts.violated.values())} violations, '
                f'{monotonic() - begun:.0f} s ',
                end='',
                file=sys.stderr,
                flush=True,
            )
    print(file=sys.stderr)
    return counts, findings


def _chunk(work: tuple[int, list[int]]) -> tuple[Counts, list[tuple[int, Finding]]]:
    """Run some scenarios; of each invariant the first finding of a scenario is kept."""
    seed, indices = work
    counts, findings = Counts(), []
    for index in indices:
        found = _found(seed, index, counts)
        first = {finding.invariant: (index, finding) for finding in reversed(found)}
        findings += first.values()
    return counts, findings


def _found(seed: int, index: int, counts: Counts) -> list[Finding]:
    try:
        return run_scenario(seed, index, TICKS_EACH, counts)
    except Exception as error:
        # Errors of the package cannot be pickled: the pool would wait for ever.
        raise RuntimeError(f'--seed {seed} --only {index}: {format_exc()}') from error


def _print(seed: int, counts: Counts, findings: list[tuple[int, Finding]]) -> None:
    """Print the table of invariants, and how to see some findings again."""
    print(f'{counts.ticks} ticks in {counts.scenarios} scenarios, seed {seed}')
    print(f'{"invariant":28}{"judged":>10}{"violated":>10}{"worst excess":>14}')
    for name in sorted(counts.judged):
        print(
            f'{name:28}{counts.judged[name]:10}{counts.violated.get(name, 0):10}'
            f'{counts.worst[name]:14.3g}'
        )
    print(f'violations: {sum(counts.violated.values())}')
    for name in sorted(counts.violated):
        some = sorted(
            (item for item in findings if item[1].invariant == name),
            key=lambda item: -item[1].excess,
        )
        print(f'{name}: {len({index for index, _ in some})} scenarios')
        for index, finding in some[:SHOWN]:
            first, last = shortened(seed, index, finding)
            print(f'  --seed {seed} --only {index}: steps {first} to {last}: {finding.text}')


if __name__ == '__main__':
    sys.exit(main())
