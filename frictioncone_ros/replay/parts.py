# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The filter run once more over a recording: from its beginning to its end, or in parts side by side.

Each part begins early enough to answer as the part before it where both have answers: it sends the
same, bit for bit, over a whole second. Else it begins earlier, and what never agrees is done from
the beginning to the end. So what the rows send is what one node sends that heard everything. Their
margins are within the accuracy to which margins are stated: a limit is searched from where the
search before ended.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
import gc
from itertools import pairwise
from math import ceil
from multiprocessing import get_context
from pathlib import Path
import signal
from typing import NamedTuple

from frictioncone_ros.node_interface import NodeSettings
from frictioncone_ros.replay.bag import INPUT_ROLES, open_bag, Recording
from frictioncone_ros.replay.offline_node import OfflineNode, SAME_MOMENT
from frictioncone_ros.replay.origin import Origin
from frictioncone_ros.replay.row import Row

PART = 60.0
"""How long a part of a recording is, at most [s]."""
RUN_IN = 4.0
"""How much earlier a part begins, beside the ramps that a node begins with [s]."""
OVERLAP = 1.0
"""For how long two parts must have the same answers [s]."""
FEW = 20_000
"""Messages of a recording that one process filters before others have started."""
NANOSECONDS = 1_000_000_000
"""In a second."""

ROLES = INPUT_ROLES | {'filtered'}
"""What a rerun needs of a recording."""

Progress = Callable[[int], None]
"""Is told how many messages were taken."""


class Bag(NamedTuple):
    """What every process is told: which bag, of which node, how to filter, how times count."""

    path: Path
    node: str
    settings: NodeSettings
    origin: Origin
    has_answers: bool


class Part(NamedTuple):
    """What of a recording one process filters: from and to [s], and when it begins for that."""

    begin: float
    end: float
    early: float


class Filtered(NamedTuple):
    """
    What came of a part or a whole.

    rows: of its commands. overlap: of those just behind its end. refusals: inputs that could not
    be used, when [s] and why. passed: those that could, and were not. left_out: when commands
    without an answer came [s]. alone: when answers without their command came [s]. faults: what
    could not be read. messages: how many were taken.
    """

    rows: list[Row]
    overlap: list[Row]
    refusals: list[tuple[float, str]]
    passed: list[tuple[float, str]]
    left_out: list[float]
    alone: list[float]
    faults: list[str]
    messages: int


def rerun(
    recording: Recording,
    settings: NodeSettings,
    progress: Progress = lambda _: None,
    processes: int = 1,
) -> list[Row]:
    """
    Return a row for each command the filter took; refused inputs count as faults.

    Where the bag has answers, commands without one are left out: the node did not get them, as
    only the newest counts, and what it did not get does not move its memory. Ctrl-C ends it with
    the rows that there are, and it is among the faults. processes: that filter side by side where
    the recording is long.
    """
    found = None
    if processes > 1 and not recording.faults and recording.message_count > FEW:
        found = filtered_in_parts(recording, settings, progress, processes)
    if found is None:
        found = _from_the_beginning(recording, settings, progress)
    if recording.interrupted:
        recording.faults.append(f'interrupted: {len(found.rows)} commands were filtered')
    if found.refusals:
        count, first = len(found.refusals), found.refusals[0][1]
        recording.faults.append(f'{count} inputs refused, the first: {first}')
    recording.faults += _passed_over(found.passed)
    recording.left_out, recording.without_command = len(found.left_out), len(found.alone)
    return found.rows


def _passed_over(passed: list[tuple[float, str]]) -> Iterator[str]:
    """Yield how many messages were passed over, by why, and when the first of them came."""
    firsts = {why: time for time, why in reversed(passed)}
    for why, count in Counter(why for _, why in passed).items():
        yield f'{count} {why} (the first at {firsts[why]:.3f} s)'


def _from_the_beginning(
    recording: Recording, settings: NodeSettings, progress: Progress
) -> Filtered:
    """Filter all of a recording in this process; Ctrl-C ends it."""
    offline = OfflineNode(settings, has_answers=recording.has_answers)
    count = 0
    try:
        for count, taken in enumerate(recording.messages(ROLES), 1):
            offline.take(*taken)
            progress(count)
    except KeyboardInterrupt:
        recording.interrupted = True
    return Filtered(
        offline.rows,
        [],
        offline.refusals,
        offline.passed,
        offline.left_out,
        offline.alone,
        [],
        count,
    )


def filtered_in_parts(
    recording: Recording,
    settings: NodeSettings,
    progress: Progress,
    processes: int,
    length: float = PART,
) -> Filtered | None:
    """
    Filter parts of a recording side by side; None where they do not make up a whole.

    length: of a part, at most [s].
    """
    origin = _origin(recording, settings)
    if origin is None:
        return None
    parts = _parts(origin, recording, settings, (length, processes))
    bag = Bag(recording.path, recording.node, settings, origin, recording.has_answers)
    filtered = partial(_filtered, bag)
    found: list[Filtered] = []
    # Ctrl-C goes to all processes of a terminal; only this one is to answer it.
    with get_context('spawn').Pool(processes, _ignore_interrupt) as pool:
        try:
            _collect(found, pool.imap(filtered, parts), progress)
            pairs = enumerate(pairwise(found), 1)
            again = [place for place, (one, other) in pairs if not _agree(one, other)]
            earlier = [parts[place]._replace(early=parts[place - 1].early) for place in again]
            for place, better in zip(again, pool.imap(filtered, earlier), strict=True):
                found[place] = better
        except KeyboardInterrupt:
            recording.interrupted = True
    whole = list(_leading(found))
    if recording.interrupted or (
        len(whole) == len(parts) and not any(one.faults for one in whole)
    ):
        return _joined(whole)
    return None


def _ignore_interrupt() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _collect(found: list[Filtered], coming: Iterator[Filtered], progress: Progress) -> None:
    """Append what comes, and tell how far it is."""
    for one in coming:
        found.append(one)
        progress(sum(part.messages for part in found))


def _origin(recording: Recording, settings: NodeSettings) -> Origin | None:
    """Return how the times of a recording are counted; None where no stamp tells."""
    offline = OfflineNode(settings, has_answers=True)
    for taken in recording.messages(ROLES):
        # With answers to come it answers nothing yet, and only looks at what is stamped.
        offline.take(*taken)
        if offline.origin is not None and offline.origin.offset is not None:
            return offline.origin
    return None


def _parts(
    origin: Origin, recording: Recording, settings: NodeSettings, most: tuple[float, int]
) -> list[Part]:
    """
    Return the parts of a recording; the first begins when the recording does.

    most: how long a part may be [s], and how many are filtered at once: none of these waits.
    """
    ramps = settings.filter.recovery_ramp_duration + settings.filter.stop_ramp_duration
    length, (longest, processes) = origin.seconds(recording.reader.end_time), most
    count = processes * max(1, ceil(length / (longest * processes)))
    places = [length * k / count for k in range(count)]
    ends = [*places[1:], length + 1.0]
    return [
        Part(begin, end, max(0.0, begin - RUN_IN - ramps))
        for begin, end in zip(places, ends, strict=True)
    ]


def _filtered(bag: Bag, part: Part) -> Filtered:
    """Filter one part in a process of its own."""
    origin = bag.origin
    # Rows are kept until the end, and hold no loops: looking for some takes longer and longer.
    gc.disable()
    with open_bag(bag.path, bag.node) as recording:
        offline = OfflineNode(
            bag.settings, has_answers=bag.has_answers, origin=origin, now=part.early
        )
        early, last = (
            origin.begin + round(time * NANOSECONDS)
            for time in (part.early, part.end + OVERLAP + SAME_MOMENT)
        )
        if part.early > 0.0:
            # What was desired long ago is desired still.
            for taken in list(recording.messages({'desired'}, None, early))[-1:]:
                offline.take(*taken)
        count = 0
        for role, time, message in recording.messages(ROLES, early, last):
            offline.take(role, time, message)
            count += part.begin <= origin.seconds(time) < part.end
        return Filtered(
            [row for row in offline.rows if part.begin <= row.time < part.end],
            [row for row in offline.rows if part.end <= row.time < part.end + OVERLAP],
            [refusal for refusal in offline.refusals if part.begin <= refusal[0] < part.end],
            [one for one in offline.passed if part.begin <= one[0] < part.end],
            [time for time in offline.left_out if part.begin <= time < part.end],
            [time for time in offline.alone if part.begin <= time < part.end],
            recording.faults,
            count,
        )


def _agree(one: Filtered, other: Filtered) -> bool:
    """Tell whether what one part has behind its end is what the next one has there; both must."""
    again = other.rows[: len(one.overlap)]
    return 0 < len(one.overlap) == len(again) and all(
        row.sends_the_same(twin) for row, twin in zip(one.overlap, again, strict=True)
    )


def _leading(found: list[Filtered]) -> Iterator[Filtered]:
    """Yield parts from the first one on, as long as each agrees with the one before."""
    yield from found[:1]
    for one, other in pairwise(found):
        if not _agree(one, other):
            return
        yield other


def _joined(parts: list[Filtered]) -> Filtered:
    """Return parts as one."""
    return Filtered(
        [row for part in parts for row in part.rows],
        [],
        [refusal for part in parts for refusal in part.refusals],
        [one for part in parts for one in part.passed],
        [time for part in parts for time in part.left_out],
        [time for part in parts for time in part.alone],
        [],
        sum(part.messages for part in parts),
    )


__all__ = ['Row', 'rerun']
