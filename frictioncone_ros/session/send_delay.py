# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""When an answer left, beside when the next one will: what rates are counted between."""

from __future__ import annotations

from collections import deque

REMEMBERED = 64
"""The quickest of so many answers is what the next one is taken to need."""


class SendDelay:
    """
    Tells from when on the next step of an answer's rates counts.

    A step is worked out when a command comes, and leaves some time later. Where one answer was
    kept waiting (a busy core) and the next is not, they leave closer to each other than their
    commands came, and a step allowed between the commands is too long between the answers.
    """

    def __init__(self) -> None:
        """Begin without answers."""
        self._seconds: deque[float] = deque(maxlen=REMEMBERED)

    def counted_from(self, received: float, seconds: float) -> float:
        """
        Return the time [s] from which rates are counted after an answer.

        received: when its command came [s]; seconds: until it was published. The next answer
        leaves no sooner after its command than the quickest of the last ones did.
        """
        self._seconds.append(seconds)
        return received + (seconds - min(self._seconds))
