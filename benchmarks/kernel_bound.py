# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What compiled code could save at most: the solvers answer at once, from a recording.

bash .ci/inside.sh python benchmarks/kernel_bound.py: the same ticks twice, the second time with
what each solver answered the first time, at the price of one call. What is left is what no kernel
below these functions can take away.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
import copy
import gc
import sys
from time import process_time
from typing import Any

import numpy as np
from ticking import CARRIED, ring, settled, SLIPPING, Ticker

from frictioncone_ros.analysis.support import is_carried, kept
from frictioncone_ros.contact import CircularCone
from frictioncone_ros.control.forces.force_set import ForceSet
from frictioncone_ros.control.prepared import prepared_contacts

Solver = tuple[Any, str]
"""Where a function stands (a class, or None for every module that has it), and its name."""

TICKS, ROUNDS = 61, 40
FORCES: list[Solver] = [(ForceSet, name) for name in ('nearest', 'balanced', 'margin_from')]
SUPPORT: list[Solver] = [(None, 'kept'), (None, 'is_carried')]
PREPARING: list[Solver] = [(None, 'prepared_contacts')]
FUNCTIONS = {
    'kept': kept,
    'is_carried': is_carried,
    'prepared_contacts': prepared_contacts,
}


@contextmanager
def _instead(solvers: Sequence[Solver], wrap: Callable[[Callable], Callable]) -> Iterator[None]:  # type: ignore[type-arg]
    """Put something else in the place of solvers, wherever they are called from."""
    before: list[tuple[Any, str, Any]] = []
    for owner, name in solvers:
        function = getattr(owner, name) if owner else FUNCTIONS[name]
        modules = [m for key, m in sys.modules.items() if key.startswith('frictioncone_ros')]
        owners = [owner] if owner else [m for m in modules if vars(m).get(name) is function]
        other = wrap(function)
        for place in owners:
            old = vars(place)[name]
            before.append((place, name, old))
            setattr(place, name, staticmethod(other) if isinstance(old, classmethod) else other)
    yield
    for place, name, function in before:
        setattr(place, name, function)


def _recorded(solvers: Sequence[Solver], work: Callable[[], object]) -> list[Any]:
    """Return what the outermost solvers answer, in their order."""
    answers: list[Any] = []
    inside = False

    def wrap(function: Callable[..., Any]) -> Callable[..., Any]:
        def ask(*arguments: Any, **named: Any) -> Any:
            nonlocal inside
            if inside:
                return function(*arguments, **named)
            inside = True
            try:
                answers.append(function(*arguments, **named))
            finally:
                inside = False
            return answers[-1]

        return ask

    with _instead(solvers, wrap):
        work()
    return answers


def _seconds(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


def compared(make: Callable[[], Callable[[], object]], solvers: Sequence[Solver]) -> np.ndarray:
    """
    Return seconds (ROUNDS, 2) of a piece of work as it is, and with solvers that answer at once.

    make: gives the work in the state it begins from.
    """
    answers = _recorded(solvers, make())
    found = np.empty((ROUNDS, 2))
    gc.disable()
    for row in found:
        row[0] = _seconds(make())
        row[1] = _seconds_with(answers, solvers, make())
    gc.enable()
    return found


def _seconds_with(
    answers: Sequence[Any], solvers: Sequence[Solver], work: Callable[[], object]
) -> float:
    """Return the seconds of some work whose solvers answer from a recording."""
    left = deque(answers)
    with _instead(solvers, lambda _: lambda *_, **__: left.popleft()):
        taken = _seconds(work)
    if left:
        raise RuntimeError(f'{len(left)} answers of a solver were not asked for')
    return taken


def _ticks(ticker: Ticker) -> Callable[[], Callable[[], object]]:
    def make() -> Callable[[], object]:
        begun = copy.copy(ticker)
        return lambda: [begun() for _ in range(TICKS)]

    return make


def main() -> None:
    """Print a table."""
    state = ring(4, CircularCone(0.5))
    rows = {
        'tick, carried': (_ticks(settled(state, CARRIED)), FORCES + SUPPORT, TICKS),
        'tick, beyond the cone': (_ticks(settled(state, SLIPPING)), FORCES + SUPPORT, TICKS),
        'tick, contacts new': (
            _ticks(settled(state, CARRIED, renew=True)),
            FORCES + SUPPORT + PREPARING,
            TICKS,
        ),
    }
    print(f'{"":24}{"as it is":>10}{"solvers at once":>18}{"at most":>10}')
    for name, (make, solvers, count) in rows.items():
        found = compared(make, solvers)
        whole, left = 1e6 * np.median(found, axis=0) / count
        ratio = np.median(found[:, 0] / found[:, 1])
        print(f'{name:24}{whole:7.0f} us{left:15.0f} us{ratio:9.2f} x', flush=True)


if __name__ == '__main__':
    main()
