# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What came in last, from whom and in which order, and what of it was refused."""

from __future__ import annotations

from collections.abc import Mapping

from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.session.inputs.command_owner import CommandOwner
from frictioncone_ros.session.inputs.latest_input import LatestInput, NANOSECOND, with_known_state
from frictioncone_ros.session.refusals import Refusals
from frictioncone_ros.session.values import FramedCommand, Snapshot

COMMAND, CONTACTS = 'a command', 'contacts'
"""The two required inputs."""

UNUSABLE = (FilterCode.TRANSFORM_UNAVAILABLE,)
"""Refusals of what was taken: it is counted, and not as dropped."""


class HeldInputs:
    """
    The latest command and contacts, who commands, and why inputs were not used.

    publishers: how many command. sources: where the required inputs were looked for, by their
    names. none_is_followed: whether several command who cannot be told apart. clock_jumps: how
    often the clock of stamps went back.
    """

    def __init__(self) -> None:
        """Begin without inputs."""
        self.commands: LatestInput[FramedCommand] = LatestInput()
        self.contacts: LatestInput[Snapshot] = LatestInput()
        self.owner = CommandOwner()
        self.refusals = Refusals()
        self.publishers = 0
        self.sources: Mapping[str, str] = {}
        self.none_is_followed = False
        self.clock_jumps = 0
        self._last_stamp_clock: float | None = None

    @property
    def missing(self) -> tuple[str, ...]:
        """Which required inputs never came, by the names that `sources` says more of."""
        return tuple(
            name
            for name, value in ((COMMAND, self.commands.value), (CONTACTS, self.contacts.value))
            if value is None
        )

    @property
    def dropped_count(self) -> int:
        """How many commands and snapshots were not used."""
        refused = self.refusals.counts
        return (
            refused.total()
            - sum(refused[code] for code in UNUSABLE)
            + self.commands.out_of_order
            + self.contacts.out_of_order
        )

    def begin_anew(self) -> None:
        """Forget everything but where inputs were looked for: after activation only new ones."""
        self.commands.begin_anew()
        self.contacts.begin_anew()
        self.owner.forget()
        self.refusals.clear()

    def drop(self) -> None:
        """Hold no input any more, as while inactive; counts and reasons stay."""
        self.commands.drop()
        self.contacts.drop()

    def take_command(self, command: FramedCommand, now: float, timeout: float) -> bool:
        """Take a command received now [s]; False where it is older than the last one."""
        self.refusals.forget(FilterCode.INVALID_COMMAND)
        return self.commands.take(command, now, timeout, in_order=command.in_order)

    def take_contacts(self, snapshot: Snapshot, now: float, timeout: float) -> bool:
        """Take a snapshot received now [s]; False where it is older than the last one."""
        self.refusals.forget(FilterCode.INVALID_CONTACTS)
        snapshot = with_known_state(snapshot, self.contacts.value)
        return self.contacts.take(snapshot, now, timeout)

    def refuse_sender(self) -> bool:
        """Count a command of a second commander; True where that was not said already."""
        is_new = FilterCode.COMMAND_CONFLICT not in self.refusals
        # Without words of its own: what is said depends on who is followed at the time.
        self.refusals.add(FilterCode.COMMAND_CONFLICT, '')
        return is_new

    def note_publishers(self, count: int) -> None:
        """Note how many command."""
        self.publishers = count

    def note_sources(self, sources: Mapping[str, str]) -> None:
        """Note where the required inputs are looked for, in words, by their names."""
        self.sources = sources

    def watch_clock(self, stamp_clock: float, tolerance: float) -> None:
        """Notice a jump back [s] of the clock of stamps, as when a simulation restarts."""
        last = self._last_stamp_clock
        if last is not None and stamp_clock < last - tolerance:
            self.clock_jumps += 1
            self.commands.forget_order()
            self.contacts.forget_order()
        self._last_stamp_clock = stamp_clock

    def forget_conflict(self, now: float) -> None:
        """Say no longer that a second commander was refused, a while after its last command."""
        self.none_is_followed = self.owner.is_unclear(now)
        if self.refusals and not self.owner.is_conflict(now):
            self.refusals.forget(FilterCode.COMMAND_CONFLICT)


def require_not_ahead(stamp: int, stamp_clock: float, tolerance: float, where: str) -> None:
    """
    Raise InvalidInputError where a stamp [ns] is ahead of the clock [s] by more than tolerance.

    Kept as the newest it would shut out all that is stamped rightly, until its time comes.
    """
    ahead = stamp * NANOSECOND - stamp_clock
    if ahead > tolerance:
        raise InvalidInputError(
            'header.stamp',
            f'{ahead:.3f} s ahead of the clock here',
            f'at most future_tolerance = {tolerance:g} s (are the clocks synchronous, and '
            'use_sim_time equal?)',
            where,
        )
