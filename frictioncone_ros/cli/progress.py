# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""How far a long run is, on the standard error, once it has taken a while."""

from __future__ import annotations

import sys
import time

QUIET = 2.0
"""Runs shorter than this show nothing [s]."""

ON_TERMINAL, IN_LOG = 0.5, 10.0
"""How often it is said [s]."""


class Progress:
    """Says how much of a number of steps is done; erases itself on a terminal."""

    def __init__(self, what: str, count: int) -> None:
        """Begin to measure."""
        self._what, self._count = what, count
        self._terminal = sys.stderr.isatty()
        self._next = time.monotonic() + QUIET
        self._shown = False

    def step(self, done: int) -> None:
        """Say how much is done, if it is time to."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + (ON_TERMINAL if self._terminal else IN_LOG)
        self._shown = True
        text = f'{self._what}: {done} of {self._count}, {100 * done // max(self._count, 1)} %'
        print(
            '\r' + text if self._terminal else text,
            end='' if self._terminal else '\n',
            file=sys.stderr,
            flush=True,
        )

    def end(self) -> None:
        """Erase what is shown on a terminal."""
        if self._shown and self._terminal:
            print('\r\x1b[K', end='', file=sys.stderr, flush=True)
