# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Whose commands are followed: the first commander's, until it is silent.

A commander sends hybrid commands, or plain ones on a topic for each part: wrench, twist (or a
pose, which becomes one) and accel may come from one publisher each. Hybrid commands beside plain
ones are two commanders, and so are poses beside twists.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from frictioncone_ros.session.inputs.sender_streams import (
    is_same_publisher,
    Sender,
    SenderStreams,
    Stream,
)

HYBRID = 'hybrid'
"""The name of the topic of hybrid commands here; the others have their part's name."""

TWIST, POSE = 'twist', 'pose'
"""Topics of plain commands that command the same part."""

CONFLICT_REPORT_TIME = 1.0
"""A conflict is said for so long after the last command that was refused for it [s]."""


class Claim(Enum):
    """What becomes of a command, by who sent it."""

    FOLLOWED = 'followed'
    """It is the first commander's."""
    TAKEN_OVER = 'taken over'
    """It is another commander's than before: followed, through the recovery ramp."""
    UNSURE = 'unsure'
    """Nobody commands yet, and several may: for a timeout it is only listened."""
    REFUSED = 'refused'
    """Somebody else commands already."""
    AMBIGUOUS = 'ambiguous'
    """Several command at once, and they cannot be told apart: none is followed."""


@dataclass(eq=False)
class _Topic:
    """One topic: who sends, who of them is followed, since when [s] it is only listened."""

    streams: SenderStreams
    followed: Stream | None = None
    listened_since: float | None = None

    def lives(self, now: float, timeout: float) -> bool:
        """Tell whether whoever is followed was heard within a timeout [s]."""
        return self.followed is not None and now - self.followed.received <= timeout

    def must_listen(self, stream: Stream, sender: Sender, timeout: float) -> bool:
        """Tell whether publishers that were not heard yet may be mixed up in a stream."""
        if sender.identity is not None or sender.publishers <= self.streams.count:
            return False
        if self.listened_since is None:
            self.listened_since = stream.received
        return stream.received - self.listened_since <= timeout

    def taken_over(self, stream: Stream, sender: Sender) -> bool:
        """Follow a stream from now on; tell whether another publisher may have been before."""
        before, self.followed, self.listened_since = self.followed, stream, None
        return before not in (None, stream) and not is_same_publisher(before, stream, sender)


def are_rivals(one: str, other: str) -> bool:
    """Tell whether what comes on two topics is of two commanders."""
    return one != other and (HYBRID in {one, other} or {one, other} == {TWIST, POSE})


class CommandOwner:
    """
    Decides for each command whether it is the first commander's. Times are arguments [s].

    The right to command ends with a silence of command_timeout, not when the middleware notices
    that a publisher has died: that takes Fast DDS twenty seconds.
    """

    def __init__(self) -> None:
        """Begin without a commander."""
        self.refused_count = 0
        self.forget()

    def forget(self) -> None:
        """Begin anew: whoever commands next is the first."""
        self._topics: dict[str, _Topic] = {}
        self._refused: float | None = None
        self._followed: float | None = None
        self._ambiguous: tuple[float, float] | None = None

    def is_conflict(self, now: float) -> bool:
        """Tell whether a command was refused for its sender a short while ago."""
        return self._refused is not None and now - self._refused <= CONFLICT_REPORT_TIME

    def is_unclear(self, now: float) -> bool:
        """Tell whether commanders that cannot be told apart were heard within their timeout."""
        return self._ambiguous is not None and now - self._ambiguous[0] <= self._ambiguous[1]

    def is_ambiguous(self, now: float) -> bool:
        """Tell whether they have kept everybody from being followed for as long."""
        if self._ambiguous is None or not self.is_unclear(now):
            return False
        return self._followed is None or now - self._followed > self._ambiguous[1]

    def continues(self, topic: str, number: int | None, now: float, timeout: float) -> bool:
        """Take a command that is certainly the next of the only commander; False: not certain."""
        received = self._topics.get(topic)
        if received is None or len(self._topics) > 1 or not received.lives(now, timeout):
            return False
        if received.followed is None or not received.streams.continues(
            received.followed, number, now
        ):
            return False
        self._followed = now
        return True

    def claim(self, topic: str, sender: Sender, now: float, timeout: float) -> Claim:
        """Return what becomes of a command of a topic; timeout: command_timeout [s]."""
        claim = self._claim(topic, sender, now, timeout)
        if claim in (Claim.REFUSED, Claim.AMBIGUOUS):
            self._refused = now
            self.refused_count += 1
        if claim is Claim.AMBIGUOUS:
            self._ambiguous = now, timeout
        elif claim in (Claim.FOLLOWED, Claim.TAKEN_OVER):
            self._followed = now
        return claim

    def _claim(self, topic: str, sender: Sender, now: float, timeout: float) -> Claim:
        received = self._topics.setdefault(topic, _Topic(SenderStreams()))
        lived = received.lives(now, timeout)
        stream = received.streams.take(sender, now, timeout)
        others = [other for name, other in self._topics.items() if are_rivals(name, topic)]
        if any(other.lives(now, timeout) for other in others):
            return Claim.REFUSED
        if received.streams.is_confused:
            return Claim.AMBIGUOUS
        if lived:
            return Claim.FOLLOWED if stream is received.followed else Claim.REFUSED
        if received.must_listen(stream, sender, timeout):
            return Claim.UNSURE
        is_another = received.taken_over(stream, sender)
        for other in others:
            is_another = is_another or other.followed is not None
            other.followed = None
        return Claim.TAKEN_OVER if is_another else Claim.FOLLOWED
