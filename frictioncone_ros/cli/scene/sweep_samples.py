# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The samples of a sweep judged, on every core where they are many."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
import os
import signal

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.feasibility import (
    contact_wrench_problem,
    ContactWrenchProblem,
    resist,
)
from frictioncone_ros.cli.progress import Progress
from frictioncone_ros.cli.report import require_proved
from frictioncone_ros.scenario import Scenario
from frictioncone_ros.spatial.arrays import Array

COMPONENTS = {3: ('fx', 'fy', 'tau'), 6: ('fx', 'fy', 'fz', 'tx', 'ty', 'tz')}
"""Names of the components of a wrench."""

CHUNK = 250
"""Samples that one core judges at a time."""

FEW = 2000
"""So many samples are judged before other processes have started."""


@dataclass(frozen=True, eq=False)
class Sweep:
    """What was judged: values (n, variations), margins (n,) [N], carried (n,)."""

    names: tuple[str, ...]
    values: Array
    margins: Array
    carried: NDArray[np.bool_]
    desired: int

    @property
    def complete(self) -> bool:
        """Whether every sample was judged."""
        return len(self.margins) == self.desired


def judged(scene: Scenario, names: tuple[str, ...], values: Array) -> Sweep:
    """Judge samples until they are done or Ctrl-C is pressed; the worst with its certificate."""
    chunks = [values[start : start + CHUNK] for start in range(0, len(values), CHUNK)]
    found: list[Array] = []
    progress = Progress('sweep', len(values))
    try:
        with _workers(len(values)) as each:
            for verdicts in each(partial(_verdicts, scene, names), chunks):
                found.append(verdicts)
                progress.step(min(len(found) * CHUNK, len(values)))
    except KeyboardInterrupt:
        pass
    progress.end()
    verdicts = np.concatenate(found) if found else np.zeros((0, 2))
    count = len(verdicts)
    done = Sweep(names, values[:count], verdicts[:, 0], verdicts[:, 1] > 0.0, len(values))
    _require_worst_proved(scene, done)
    return done


Mapping = Callable[[Callable[[Array], Array], list[Array]], Iterator[Array]]
"""As map: applies a function to each chunk, in order."""


@contextmanager
def _workers(count: int) -> Iterator[Mapping]:
    """Yield a map over this machine's cores, or the plain one where samples are few."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, 'sched_getaffinity') else 1
    if count <= FEW or cores == 1:
        yield map
        return
    # Ctrl-C goes to all processes of a terminal; only this one is to answer it.
    ignore = partial(signal.signal, signal.SIGINT, signal.SIG_IGN)
    with get_context('spawn').Pool(cores, ignore) as pool:
        yield pool.imap


def _verdicts(scene: Scenario, names: tuple[str, ...], values: Array) -> Array:
    """Return margin [N] and whether it is carried (1 or 0) of each sample, (n, 2)."""
    problem_at, wrench_at = _problem_at(scene, names), _wrench_at(scene, names)
    verdicts = (resist(problem_at(sample), wrench_at(sample)) for sample in values)
    return np.array([(verdict.margin, float(verdict.feasible)) for verdict in verdicts])


def _require_worst_proved(scene: Scenario, done: Sweep) -> None:
    """Check the certificate of the sample that is printed; all would take twice the time."""
    if len(done.margins):
        sample = done.values[done.margins.argmin()]
        problem, wrench = _problem_at(scene, done.names), _wrench_at(scene, done.names)
        require_proved(resist(problem(sample), wrench(sample)).certificate_holds())


def _problem_at(
    scene: Scenario, names: tuple[str, ...]
) -> Callable[[Array], ContactWrenchProblem]:
    """Return what prepares a sample's contacts, anew only where friction varies."""
    state = scene.required_state()
    if 'friction' not in names:
        prepared = contact_wrench_problem(state)
        return lambda sample: prepared
    column = names.index('friction')

    def problem(sample: Array) -> ContactWrenchProblem:
        factor = float(sample[column])
        models = [contact.friction.scaled(factor) for contact in state.contacts]
        return contact_wrench_problem(state.with_friction(models))

    return problem


def _wrench_at(scene: Scenario, names: tuple[str, ...]) -> Callable[[Array], Array]:
    """Return what makes a sample's external wrench (d,) [N, Nm]."""
    components = COMPONENTS[scene.required_state().dimension]
    placed = [(i, components.index(name)) for i, name in enumerate(names) if name in components]

    def wrench(sample: Array) -> Array:
        total = scene.required_wrench().copy()
        if 'load' in names and scene.load is not None:
            total += (sample[names.index('load')] - 1.0) * scene.load
        for column, component in placed:
            total[component] = sample[column]
        return total

    return wrench
