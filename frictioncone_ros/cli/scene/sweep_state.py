# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Which blocks of a sweep are judged, and with what; kept in a file from which it goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
import hashlib
import os
from pathlib import Path
import zipfile

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.exceptions import InvalidInputError
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
