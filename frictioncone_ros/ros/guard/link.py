# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The node's side of its guard: start it or take over a waiting one, tell it what changes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
import socket
from time import monotonic
from typing import NamedTuple

from frictioncone_ros.ros.guard.guard_process import adopted, GuardEnd, started
from frictioncone_ros.ros.guard.protocol import (
    changes_in,
    HEARTBEAT_PERIOD,
    LARGEST_PACKET,
    packet,
    SILENCE_LIMIT,
)

RESTART_PAUSE = 5.0
"""A guard that ended before it was ready is not started again sooner [s]."""

START_LIMIT = 60.0
"""A guard that is not ready for so long is ended and started again [s]."""

STARTING_PERIOD = 1.0
"""
How often a guard that is not ready yet is told the time [s].

It reads nothing until it is ready, which takes seconds on a small machine: with a sign of life
each time its socket would be full before.
"""

REMEMBERED = 10.0
"""How long diagnostics warn of a guard that had to be started again [s]."""


class GuardReport(NamedTuple):
    """How the guard is: whether it watches and did not fail of late, and in words."""

    is_well: bool
    text: str


class GuardLink:
    """
    Tells the guard what it must know, and starts it again where it ended.

    was_latched: whether a guard that waited for a node of this name held an emergency stop.
    """

    def __init__(
        self, facts: dict[str, object], warn: Callable[[str], object], enabled: bool
    ) -> None:
        """Take over a guard that waits for a node of this name, else start one where enabled."""
        self._facts, self._warn, self._enabled = facts, warn, enabled
        self._is_ready = self._hung = False
        self._last_heartbeat = self._begun = monotonic()
        self._lost_at, self._restart_at, self._restarts = -REMEMBERED, 0.0, 0
        self._guard: GuardEnd | None
        self._guard, self.was_latched = adopted(facts)
        if self.was_latched:
            self.tell(latched=True)
        if not enabled:
            self.close(in_order=True)
        elif self._guard is None:
            self._start()

    def tell(self, **changes: object) -> None:
        """Tell what has changed; nothing is sent where nothing has."""
        new = {name: value for name, value in changes.items() if self._facts.get(name) != value}
        if new:
            # As it was until now: by what is told here a gap may begin or cease to matter.
            watched = self._is_watched
            self._facts.update(new)
            self._send(new, watched)

    def beat(self, stamp: int) -> None:
        """Give a sign of life at a time [ns] of the node's clock."""
        self._facts['stamp'] = stamp
        if not self._is_ready:
            self.check()
        if self._is_ready or monotonic() - self._last_heartbeat >= STARTING_PERIOD:
            self._send({'stamp': stamp}, self._is_watched)

    def refresh(self, now: float, stamp: int) -> None:
        """
        Give a sign of life where the last one is a while ago; times [s] and [ns] of both clocks.

        Before something is published: what leaves now is not to arrive after a neutral command
        that the guard publishes meanwhile, for a process that only had to wait for the processor.
        """
        if not self._is_ready or now - self._last_heartbeat > HEARTBEAT_PERIOD:
            self.beat(stamp)

    def missed_heartbeat(self, now: float) -> bool:
        """Tell whether the guard may have published neutral until now [s]."""
        return self._hung or (self._is_watched and self._is_too_long_for_guard(now))

    def resume(self, stamp: int) -> None:
        """Give a sign of life after silence, at a time [ns] of the node's clock."""
        self.beat(stamp)
        self._hung = False

    def check(self) -> None:
        """Notice that the guard is ready, or that it ended; start it again where it is due."""
        if self._guard is None:
            if self._enabled and monotonic() >= self._restart_at:
                self._start()
            return
        with suppress(BlockingIOError):
            try:
                received = self._guard.link.recv(LARGEST_PACKET, socket.MSG_DONTWAIT)
            except ConnectionError:
                received = b''
            if not received:
                self._lose('ended')
                return
            since = changes_in(received).get('ready')
            if since is not None:
                self._begin_watch(float(since))
        if not self._is_ready and monotonic() - self._begun > START_LIMIT:
            self._end_deaf(f'was not ready within {START_LIMIT:g} s')

    def report(self) -> GuardReport:
        """Return how the guard is."""
        if not self._enabled:
            return GuardReport(True, 'switched off (parameter guard)')
        times = 'once' if self._restarts == 1 else f'{self._restarts} times'
        again = f'; started again {times}' if self._restarts else ''
        if not self._is_ready:
            return GuardReport(False, f'not ready yet: nobody watches the node{again}')
        return GuardReport(monotonic() - self._lost_at > REMEMBERED, f'watches the node{again}')

    def close(self, *, in_order: bool) -> None:
        """
        Let the guard go.

        in_order: the node ends as it was told to, and its guard with it; else the guard takes
        it that the node has died.
        """
        self._enabled = False
        guard, self._guard = self._guard, None
        if guard is None:
            return
        if not in_order:
            guard.link.close()
        elif not self._is_ready:
            guard.kill()
        else:
            with suppress(OSError):
                guard.link.send(packet({'ending': True}), socket.MSG_DONTWAIT)
            guard.wait()

    def _begin_watch(self, since: float) -> None:
        """Note that the guard watches since a time [s]; it may have missed changes until now."""
        self._is_ready, self._last_heartbeat = True, since
        self._send(self._facts, self._is_watched)

    def _start(self) -> None:
        self._is_ready = False
        self._restart_at = monotonic() + RESTART_PAUSE
        try:
            self._guard = started(self._facts)
        except (OSError, RuntimeError) as error:
            # No process, thread or file more: nobody watches the node, which diagnostics say.
            self._warn(f'the guard process cannot be started: {error}')
            return
        self._last_heartbeat = self._begun = monotonic()

    def _send(self, changes: dict[str, object], watched: bool) -> None:
        """Send what has changed; watched: whether the guard looked for silence until now."""
        if self._guard is None:
            return
        begun = monotonic()
        try:
            self._guard.link.send(packet(changes), socket.MSG_DONTWAIT)
        except BlockingIOError:
            if self._is_ready:
                self._end_deaf('does not listen any more')
            # Else it is told everything when it is ready.
            return
        except OSError:
            self._lose('ended')
        # From before the last packet was sent until after this one: the guard saw no longer gap.
        self._hung = self._hung or (watched and self._is_too_long_for_guard(monotonic()))
        self._last_heartbeat = begun

    @property
    def _is_watched(self) -> bool:
        """Whether the guard takes silence for a hang: one watches, and there is a command."""
        facts = self._facts
        return self._is_ready and bool(facts['active'] and facts['address'])

    def _is_too_long_for_guard(self, now: float) -> bool:
        """Tell whether so much time has passed until now [s] that a guard takes it for a hang."""
        return now - self._last_heartbeat >= SILENCE_LIMIT

    def _end_deaf(self, how: str) -> None:
        """End a guard that lives and does not do its work."""
        if self._guard is not None:
            self._guard.kill()
        self._lose(how)

    def _lose(self, how: str) -> None:
        """Let go of a guard that failed, and start another one."""
        now = monotonic()
        self._warn(f'the guard process {how}; it is started again')
        self._restart_at = now if self._is_ready else now + RESTART_PAUSE
        self._lost_at, self._restarts, self._is_ready = now, self._restarts + 1, False
        guard, self._guard = self._guard, None
        if guard is not None:
            guard.close()
        self.check()
