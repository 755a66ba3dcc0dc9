# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The samples of a sweep judged: a block of them here, all of them wherever workers are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.batches import BatchVerdict, prepared, resist_each, resist_many
from frictioncone_ros.analysis.feasibility import resist
from frictioncone_ros.cli.progress import Progress
from frictioncone_ros.cli.report import require_proved
from frictioncone_ros.cli.scene.sweep_state import SweepState
from frictioncone_ros.cli.scene.sweep_workers import CHUNK, Judge, Work
from frictioncone_ros.contact import ContactState
from frictioncone_ros.exceptions import NumericalError
from frictioncone_ros.scenario import Scenario
from frictioncone_ros.spatial.arrays import Array

COMPONENTS = {3: ('fx', 'fy', 'tau'), 6: ('fx', 'fy', 'fz', 'tx', 'ty', 'tz')}
"""Names of the components of a wrench."""


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


@dataclass(frozen=True, eq=False)
class SampleJudge:
    """Judges blocks of samples of one scene; goes to other processes and machines as it is."""

    scene: Scenario
    names: tuple[str, ...]

    def __call__(self, values: Array) -> Array:
        """Return margin [N] and whether it is carried (1 or 0) of each sample, (n, 2)."""
        wrenches = [self.wrench(sample) for sample in values]
        if 'friction' in self.names:
            found = resist_each([self.state(sample) for sample in values], wrenches)
        else:
            found = resist_many(prepared(self.scene.required_state()), wrenches)
        _require_decided(found)
        return np.column_stack((found.margins, found.feasible))

    def state(self, sample: Array) -> ContactState:
        """Return a sample's contacts."""
        state = self.scene.required_state()
        if 'friction' not in self.names:
            return state
        factor = float(sample[self.names.index('friction')])
        models = [contact.friction.scaled(factor) for contact in state.contacts]
        return state.with_friction(models)

    def wrench(self, sample: Array) -> Array:
        """Return a sample's external wrench (d,) [N, Nm]."""
        total = self.scene.required_wrench().copy()
        components = COMPONENTS[self.scene.required_state().dimension]
        for value, name in zip(sample.tolist(), self.names, strict=True):
            if name == 'load' and self.scene.load is not None:
                total += (value - 1.0) * self.scene.load
        for value, name in zip(sample.tolist(), self.names, strict=True):
            if name in components:
                total[components.index(name)] = value
        return total


def judged(
    judge: SampleJudge,
    values: Array,
    workers: Callable[[Judge, Work, Progress], None],
    file: str | None,
) -> Sweep:
    """
    Judge samples until they are done or Ctrl-C is pressed; the worst with its certificate.

    workers: what judges all blocks that are not done. file: where what is done is kept, and read
    again; None for nowhere.
    """
    state = SweepState.begun(file, (repr(judge.scene), *judge.names), values, CHUNK)
    progress = Progress('sweep', len(values))
    try:
        workers(judge, state, progress)
    except KeyboardInterrupt:
        pass
    finally:
        progress.end()
        state.keep()
    rows = state.rows()
    found = state.verdicts[rows]
    done = Sweep(judge.names, values[rows], found[:, 0], found[:, 1] > 0.0, len(values))
    _require_worst_proved(judge, done)
    return done


def _require_decided(found: BatchVerdict) -> None:
    if found.undecided.any():
        raise NumericalError(
            f'{int(found.undecided.sum())} samples of a block are undecided: neither contact '
            'forces nor a separating twist found is proved'
        )


def _require_worst_proved(judge: SampleJudge, done: Sweep) -> None:
    """Check the certificate of the sample that is printed; all would take twice the time."""
    if len(done.margins):
        sample = done.values[done.margins.argmin()]
        verdict = resist(judge.state(sample), judge.wrench(sample))
        require_proved(verdict.certificate_holds())
