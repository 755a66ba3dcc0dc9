# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The samples of a sweep judged: a block of them here, all of them wherever workers are.

Which blocks of a sweep are judged, and with what; kept in a file from which it goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
import hashlib
import os
from pathlib import Path
import zipfile

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.batches import BatchVerdict, prepared, resist_each, resist_many
from frictioncone_ros.analysis.feasibility import resist
from frictioncone_ros.cli.progress import Progress
from frictioncone_ros.cli.report import require_proved
from frictioncone_ros.cli.scene.sweep_workers import CHUNK, Judge, Work
from frictioncone_ros.contact import ContactState
from frictioncone_ros.exceptions import InvalidInputError, NumericalError
from frictioncone_ros.scenario import Scenario
from frictioncone_ros.spatial.arrays import Array


@dataclass(eq=False)
class SweepState:
    """
    The samples (n, variations), verdicts (n, 2), and which blocks are done.

    file: where `keep` writes what is done, None for nowhere. key: of question and samples.
    """

    values: Array
    verdicts: Array
    done: NDArray[np.bool_]
    chunk: int
    key: str
    file: Path | None

    @classmethod
    def begun(
        cls, file: str | None, question: Sequence[str], values: Array, chunk: int
    ) -> SweepState:
        """Return a state with what an earlier run of the same question left in the file."""
        text = '\n'.join(question).encode()
        key = hashlib.sha256(text + np.ascontiguousarray(values).tobytes()).hexdigest()
        blocks = -(-len(values) // chunk)
        path = None if file is None else Path(file)
        state = cls(
            values, np.zeros((len(values), 2)), np.zeros(blocks, dtype=bool), chunk, key, path
        )
        if path is not None and path.exists():
            state._read(path)
        return state

    def open_blocks(self) -> list[int]:
        """Return the blocks that are not done."""
        return np.flatnonzero(~self.done).tolist()

    def samples_done(self) -> int:
        """Return how many samples are judged."""
        return int(self.rows().sum())

    def place(self, block: int) -> slice:
        """Return the samples of a block."""
        return slice(block * self.chunk, min((block + 1) * self.chunk, len(self.values)))

    def take(self, block: int, verdicts: Array) -> None:
        """Take a block's verdicts (n, 2)."""
        self.verdicts[self.place(block)] = verdicts
        self.done[block] = True

    def rows(self) -> NDArray[np.bool_]:
        """Return which samples are judged, (n,)."""
        return np.repeat(self.done, self.chunk)[: len(self.values)]

    def keep(self) -> None:
        """Write what is done, whole or not at all."""
        if self.file is None:
            return
        beside = self.file.with_name(f'{self.file.name}.part')
        try:
            with beside.open('wb') as file:
                np.savez(file, key=np.array(self.key), done=self.done, verdicts=self.verdicts)
            os.replace(beside, self.file)
        except OSError as error:
            expected = f'a file that can be written ({error.strerror})'
            raise InvalidInputError('--resume', str(self.file), expected) from None

    def _read(self, path: Path) -> None:
        try:
            with np.load(path, allow_pickle=False) as file:
                same = str(file['key']) == self.key
                done, verdicts = file['done'], file['verdicts']
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            raise InvalidInputError('--resume', str(path), 'a file of an earlier sweep') from None
        if not same or done.shape != self.done.shape or verdicts.shape != self.verdicts.shape:
            expected = 'a file of the same scene, variations, samples and seed'
            raise InvalidInputError('--resume', str(path), expected)
        self.done[:], self.verdicts[:] = done, verdicts


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
