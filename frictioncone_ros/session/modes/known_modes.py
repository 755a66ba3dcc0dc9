# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Which contact mode is desired, and what is predicted of the present command."""

from __future__ import annotations

from frictioncone_ros.contact import ContactMode, ContactState
from frictioncone_ros.control.situation import ModeVerdict
from frictioncone_ros.session.modes.desired_mode import (
    DesiredMode,
    present_verdict,
    subject_of,
    TimedModeVerdict,
)
from frictioncone_ros.session.values import FramedCommand


class KnownModes:
    """desired: as somebody asked for it, None: none is. judged: the last prediction."""

    def __init__(self) -> None:
        """Begin without a desired mode and without a prediction."""
        self.desired: DesiredMode | None = None
        self.judged: TimedModeVerdict | None = None
        self._fitted: tuple[DesiredMode | None, ContactState | None, ContactMode | None] = (
            None,
            None,
            None,
        )

    def desire(self, mode: DesiredMode | None) -> None:
        """Take which mode is desired from now on."""
        self.desired = mode

    def judge(self, judged: TimedModeVerdict | None) -> None:
        """Take a prediction, None where nothing is predicted (any more)."""
        self.judged = judged

    def fitted(self, state: ContactState) -> ContactMode | None:
        """Return the desired mode for a state's contacts, worked out once a state."""
        desired, known, mode = self._fitted
        if desired is not self.desired or known is not state:
            mode = None if self.desired is None else self.desired.of(state)
            self._fitted = self.desired, state, mode
        return mode

    def verdict(
        self, command: FramedCommand | None, state: ContactState | None, now: float
    ) -> tuple[ModeVerdict | None, float]:
        """Return what was predicted of a command on a state, where there is one; its age [s]."""
        if command is None or state is None:
            return None, 0.0
        return present_verdict(self.judged, subject_of(command, state, self.desired), now)
