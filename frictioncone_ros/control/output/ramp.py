# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What a tick proposes: on a ramp between what was sent and where the watchdog points.

A proposal is a wish. Whether it is allowed, and how far of the way one tick leads, is the output
gate's to say (`frictioncone_ros.control.output.output_gate`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from frictioncone_ros.control.command import Command, neutral_command, PARTS
from frictioncone_ros.control.output.published import FilterMemory, Release
from frictioncone_ros.control.settings import FilterSettings
from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.control.target import Target
from frictioncone_ros.control.watchdog import Phase, Watch


@dataclass(frozen=True, eq=False)
class Proposal:
    """
    The command wished for, and what is to be remembered of how it came about.

    is_target: whether it is the filtered command itself, whose proof is known. codes: conditions
    found. released: names of the parts on their way to zero.
    """

    command: Command
    is_target: bool
    codes: tuple[FilterCode, ...]
    fallback: Command
    releases: tuple[Release, ...]

    @property
    def released(self) -> tuple[str, ...]:
        """Names of the parts that are commanded no longer and not zero yet."""
        return tuple([release.part for release in self.releases])


def propose(
    watched: Watch, target: Target, memory: FilterMemory, now: float, settings: FilterSettings
) -> Proposal:
    """Return what is wished for now [s]: the target, or the way to it or to the fallback."""
    neutral = neutral_command(target.command.wrench.shape[0])
    sent = neutral if memory.sent is None else memory.sent
    elapsed = 0.0 if memory.time is None else max(0.0, now - memory.time)
    fallback = memory.fallback
    # What a stop leads to is decided where it begins, not anew where it has arrived.
    begins = watched.entered and watched.state.phase not in (Phase.HOLDING, Phase.SILENT)
    if begins or fallback is None:
        fallback = _fallback(watched, memory, neutral)
    share = watched.share(elapsed)
    if not watched.follows:
        return Proposal(sent.towards(fallback, share), False, (), fallback, ())
    wished = sent.towards(target.command, share)
    codes: tuple[FilterCode, ...] = ()
    if watched.state.phase is Phase.RECOVERING:
        codes = (FilterCode.RAMPING,)
    releases = _releases(target.commanded, memory, sent, now + settings.stop_ramp_duration)
    if releases:
        codes = (*codes, FilterCode.PART_RELEASED)
        wished = _with_releases(wished, sent, releases, (elapsed, now))
    return Proposal(wished, wished is target.command, codes, fallback, releases)


def _fallback(watched: Watch, memory: FilterMemory, neutral: Command) -> Command:
    """Return where a stop leads: neutral, or pressing on with the last normal forces."""
    if not watched.state.holds_normal or memory.hold is None:
        return neutral
    return replace(neutral, wrench=memory.hold)


def _releases(
    commanded: tuple[str, ...], memory: FilterMemory, sent: Command, until: float
) -> tuple[Release, ...]:
    """Return the parts that are commanded no longer and were not zero when last published."""
    if memory.sent is None:
        return ()
    left = [part for part in PARTS if part not in commanded and any(sent.part(part).tolist())]
    if not left:
        return ()
    known = {release.part: release for release in memory.releases}
    return tuple(known.get(part) or Release(part, until) for part in left)


def _with_releases(
    wished: Command, sent: Command, releases: tuple[Release, ...], times: tuple[float, float]
) -> Command:
    """Return the command with released parts on their way to zero; times: elapsed and now [s]."""
    elapsed, now = times
    parts = {}
    for part, until in releases:
        left = max(0.0, until - now)
        parts[part] = (left / (elapsed + left) if left else 0.0) * sent.part(part)
    return replace(wished, **parts)
