# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Which publisher of a topic sent a message, told by what the middleware says of it.

A publisher's identity where the message information has one; else its publication sequence
number: each publisher counts its own messages 1, 2, 3, ..., so a message belongs to the stream
whose count it continues. Some numbers may be missing, for messages are lost and overtaken.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

LOSS_WINDOW = 8
"""So many messages may be missing whatever the time between two."""

MAX_RATE_FACTOR = 2.0
"""A publisher may send so many times as fast as it did, for as long as nothing is heard of it."""

MOST_LOST = 100
"""Of several publishers one that may have counted further in silence has rather ended."""

LARGEST_RATE = 20_000.0
"""The rate of a publisher that is alone: its count cannot be taken for another's [1/s]."""

SMOOTHING = 0.3
"""Share of the newest interval in the rate that is remembered."""

CLEARED_AFTER = 5.0
"""Confused streams are told apart again when one of them was silent for so many timeouts."""

NEAR = 24
"""Counts that are so close to each other may be taken for each other at the next loss."""

MUCH_FASTER = 4.0
"""So many times as fast, or as likely, is enough to tell one stream from another."""

PAIR = 2
"""Two streams are compared: a faster one and the one it meets, the best and the second best."""

MOST_STREAMS = 16
"""So many are remembered, the ones heard last."""


@dataclass(frozen=True)
class Sender:
    """
    What is known of who sent a message.

    number: the publisher's count of its messages, None where the middleware has none. identity:
    the publisher's own, None where it is not told. publishers: how many the topic has.
    """

    number: int | None = None
    identity: bytes | None = None
    publishers: int = 1


@dataclass(eq=False)
class Stream:
    """
    The messages of one publisher.

    number: of the last one. received: when it came [s]. rate: how fast it counts [1/s].
    """

    number: int | None
    identity: bytes | None
    received: float
    rate: float = 0.0

    def swap(self, other: Stream) -> None:
        """Exchange what was heard of two publishers that were taken for each other."""
        mine = self.number, self.received, self.rate
        self.number, self.received, self.rate = other.number, other.received, other.rate
        other.number, other.received, other.rate = mine

    def advance(self, number: int | None, now: float) -> None:
        """Take the next message heard of this publisher, at a time [s]."""
        if number is not None and self.number is not None and now > self.received:
            rate = min((number - self.number) / (now - self.received), LARGEST_RATE)
            self.rate += SMOOTHING * (rate - self.rate)
        self.number, self.received = number, now


class SenderStreams:
    """
    The streams of one topic.

    is_confused: whether two streams came so close that they may have been taken for each other.
    From then on nobody knows which is which, until only one of them is left, or until they are
    apart again and one is much faster, as before.
    """

    def __init__(self) -> None:
        """Begin without any."""
        self._streams: list[Stream] = []
        self._passing: tuple[Stream, Stream] | None = None
        self.is_confused = False

    @property
    def count(self) -> int:
        """How many publishers were told apart, those that have ended among them."""
        return len(self._streams)

    def continues(self, stream: Stream, number: int | None, now: float) -> bool:
        """
        Take the next message of the only publisher there was; False where more must be asked.

        Nearly every message is that, and needs no count of publishers.
        """
        if number is None or stream.identity is not None or number - 1 != stream.number:
            return False
        if self.is_confused or len(self._streams) > 1:
            return False
        stream.advance(number, now)
        return True

    def take(self, sender: Sender, now: float, timeout: float) -> Stream:
        """Return the stream of a message heard now [s]; one silent for a timeout has ended."""
        living = [stream for stream in self._streams if now - stream.received <= timeout]
        if self.is_confused and (
            self._is_alone(now - CLEARED_AFTER * timeout) or self._are_known_again(living)
        ):
            self.is_confused, self._passing = False, None
        was_confused = self.is_confused
        if sender.identity is None and sender.number is None and sender.publishers > 1:
            self.is_confused = True
        ended = [
            stream for stream in self._streams if stream not in living and _resumes(stream, sender)
        ]
        stream = max((*self._own(living, sender, now), *ended), default=None, key=_number)
        if stream is None:
            stream = self._begun(sender, now)
        else:
            stream.advance(sender.number, now)
        self.is_confused = self.is_confused or any(
            _near(stream, other) for other in living if other is not stream
        )
        if self.is_confused and not was_confused:
            self._passing = _faster_and_slower(living)
        return stream

    def _own(self, living: list[Stream], sender: Sender, now: float) -> list[Stream]:
        """Return the streams that a message may continue, none where that is not sure."""
        ranked = sorted(
            (_unlikeliness(stream, sender, now), index) for index, stream in enumerate(living)
        )
        (best, index), (second, _) = (*ranked, (inf, 0), (inf, 0))[:PAIR]
        is_sure = second >= MUCH_FASTER * best
        if best <= 1.0:
            self.is_confused = self.is_confused or (second <= 1.0 and not is_sure)
            # The one least behind: two records of one publisher must not live on in turns.
            return [living[place] for unlikeliness, place in ranked if unlikeliness <= 1.0]
        # By exclusion, where every publisher is known and one fits by far the best.
        is_known = sender.identity is None and sender.publishers <= self.count
        return [living[index]] if best < inf and is_known and is_sure else []

    def _is_alone(self, since: float) -> bool:
        """Tell whether at most one stream was heard since a time [s]."""
        return sum(stream.received >= since for stream in self._streams) <= 1

    def _are_known_again(self, living: list[Stream]) -> bool:
        """Tell whether two streams that met are apart again, and still differ in their rates."""
        if self._passing is None or set(living) != set(self._passing):
            return False
        faster, slower = self._passing
        quick, slow = sorted(living, key=lambda one: -one.rate)
        if abs(_number(quick) - _number(slow)) <= NEAR or not _is_much_faster(quick, slow):
            return False
        if quick is not faster:
            slower.swap(faster)
        return True

    def _begun(self, sender: Sender, now: float) -> Stream:
        stream = Stream(sender.number, sender.identity, now)
        self._streams = sorted(self._streams, key=lambda one: -one.received)[: MOST_STREAMS - 1]
        self._streams.append(stream)
        return stream


def is_same_publisher(before: Stream, now: Stream, sender: Sender) -> bool:
    """Tell whether a stream is certainly that of the publisher of an earlier one."""
    if sender.identity is not None or before.identity is not None:
        return before.identity == sender.identity
    # A publisher that was started again counts from the beginning.
    return sender.publishers == 1 and (before.number or 0) <= (now.number or 0)


def _unlikeliness(stream: Stream, sender: Sender, now: float) -> float:
    """Return how far a message is ahead of a stream, over what may be missing; inf: not its."""
    if sender.identity is not None or stream.identity is not None:
        return 0.0 if sender.identity == stream.identity else inf
    if sender.number is None or stream.number is None:
        return 0.0 if sender.number is stream.number else inf
    if sender.number <= stream.number:
        return inf
    missing = LARGEST_RATE * (now - stream.received)
    if sender.publishers > 1:
        missing = min(MAX_RATE_FACTOR * stream.rate * (now - stream.received), MOST_LOST)
    missing += 1 + LOSS_WINDOW
    return (sender.number - stream.number) / missing


def _resumes(stream: Stream, sender: Sender) -> bool:
    """Tell whether a message may be the first one after a silence of a stream."""
    if sender.identity is not None or sender.number is None or stream.number is None:
        return sender.identity is not None and sender.identity == stream.identity
    return 0 < sender.number - stream.number <= 1 + LOSS_WINDOW


def _number(stream: Stream) -> int:
    return stream.number or 0


def _is_much_faster(one: Stream, other: Stream) -> bool:
    return one.rate >= MUCH_FASTER * other.rate > 0.0


def _faster_and_slower(living: list[Stream]) -> tuple[Stream, Stream] | None:
    """Return two streams where one is much faster than the other; else None."""
    if len(living) != PAIR:
        return None
    quick, slow = sorted(living, key=lambda one: -one.rate)
    return (quick, slow) if _is_much_faster(quick, slow) else None


def _near(one: Stream, other: Stream) -> bool:
    """Tell whether two streams may be taken for each other."""
    if one.identity is not None or one.number is None or other.number is None:
        return False
    return abs(one.number - other.number) <= NEAR
