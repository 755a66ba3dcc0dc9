# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
From the filtered command to the one that is sent now: ramps, rates, and what is remembered.

Every way leads from what was sent last straight to the goal. The reactions that contacts can
carry are a convex set, so a way between two members never leaves it; where the contacts have
changed since, the start is first brought back into the set.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import NamedTuple

import numpy as np

from frictioncone_ros.control.command import Command, neutral_command
from frictioncone_ros.control.limits import scale_within
from frictioncone_ros.control.prepared import PreparedContacts
from frictioncone_ros.control.ray_pool import RayPool
from frictioncone_ros.control.settings import FilterSettings
from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.control.target import Target
from frictioncone_ros.control.watchdog import NEVER_FED, Phase, Watch, WatchState
from frictioncone_ros.spatial.arrays import Array


@dataclass(frozen=True, eq=False)
class FilterMemory:
    """
    All the filter remembers from one tick to the next; replaced as a whole, never changed.

    watch: the state machine's. time: [s] of the last tick, None before the first. sent: the last
    command, None before the first. contact_forces: (c,) behind it. anchor: where the present ramp
    began. substitute: where a stop leads. prepared: what depends on the contacts only.
    settings: those of the last tick. hint: rays of the last filtered force, to start from.
    """

    watch: WatchState = NEVER_FED
    time: float | None = None
    sent: Command | None = None
    contact_forces: Array | None = None
    anchor: Command | None = None
    substitute: Command | None = None
    prepared: PreparedContacts | None = None
    settings: FilterSettings | None = None
    hint: RayPool | None = None


STEADY = FilterMemory(WatchState(Phase.FOLLOWING))
"""Memory of a filter that has followed for ever: its answer is the one without ramp or rate."""


class Followed(NamedTuple):
    """
    The command of this tick.

    contact_forces: (c,) from the environment on the moving body, that carry it; hint: rays for
    its margin; exact: whether it is the filtered command itself. codes: conditions found.
    """

    command: Command
    contact_forces: Array
    hint: RayPool | None
    exact: bool
    codes: tuple[FilterCode, ...]
    memory: FilterMemory


def follow(
    watched: Watch, target: Target, memory: FilterMemory, now: float, settings: FilterSettings
) -> Followed:
    """Return what is sent now: on the way from what was sent last to where the watch points."""
    neutral = neutral_command(target.command.wrench.shape[0])
    sent = neutral if memory.sent is None else memory.sent
    anchor = sent if watched.entered or memory.anchor is None else memory.anchor
    substitute = memory.substitute
    if watched.entered or substitute is None:
        substitute = _substitute(watched, memory, neutral)
    goal = target.command if watched.follows else substitute
    wanted = anchor.towards(goal, watched.progress)
    codes: tuple[FilterCode, ...] = ()
    if watched.state.phase is Phase.RECOVERING:
        codes = (FilterCode.RAMPING,)
    if not watched.at_once and memory is not STEADY:
        # A tick that came late is no reason to move faster; the first has no time to move in.
        since = now if memory.time is None else memory.time
        elapsed = min(max(now - since, 0.0), settings.command_timeout)
        wanted, slowed = _slowed(sent, wanted, target, settings, elapsed)
        codes += slowed
    if wanted is target.command:
        forces, hint, command = target.force.contact_forces, target.force.hint, wanted
    else:
        command, forces, hint = _kept_carried(target.prepared, wanted)
    remembered = FilterMemory(
        watched.state,
        now,
        command,
        forces,
        anchor,
        substitute,
        target.prepared,
        settings,
        target.force.hint,
    )
    return Followed(command, forces, hint, wanted is target.command, codes, remembered)


def _substitute(watched: Watch, memory: FilterMemory, neutral: Command) -> Command:
    """
    Return where a stop leads: neutral, or pressing on with the last normal forces.

    The contact forces act on the moving body: what the robot applies is their negative.
    """
    forces, prepared = memory.contact_forces, memory.prepared
    if not watched.state.holds_normal or forces is None or prepared is None:
        return neutral
    rows = prepared.physical.normal_rows
    wrench = -prepared.physical.wrench_matrix[:, rows] @ forces[rows]
    return Command(wrench, neutral.twist, neutral.acceleration)


def _slowed(
    sent: Command,
    wanted: Command,
    target: Target,
    settings: FilterSettings,
    elapsed: float,
) -> tuple[Command, tuple[FilterCode, ...]]:
    """
    Go only so far from what was sent last as the rates allow in the time elapsed.

    Both ends are brought into the carried set before the way is cut: bringing the result back
    afterwards could move it further than the rates allow.
    """
    force_rates = settings.max_force_rate, settings.max_moment_rate
    speed_rates = settings.max_speed_rate, settings.max_rotation_rate
    if min(*force_rates, *speed_rates) == inf:
        return wanted, ()
    prepared = target.prepared
    start = _kept_carried(prepared, sent)[0]
    end = wanted if wanted is target.command else _kept_carried(prepared, wanted)[0]
    force_way, speed_way = end.wrench - start.wrench, end.twist - start.twist
    force_share = scale_within(force_way, *(elapsed * rate for rate in force_rates))
    speed_share = scale_within(speed_way, *(elapsed * rate for rate in speed_rates))
    if force_share >= 1.0 and speed_share >= 1.0:
        return wanted, ()
    wrench = start.wrench + force_share * force_way
    twist = start.twist + speed_share * speed_way
    return Command(wrench, twist, end.acceleration), (FilterCode.LIMITED,)


def _kept_carried(
    prepared: PreparedContacts | None, command: Command
) -> tuple[Command, Array, RayPool | None]:
    """
    Return the command brought back to what the present contacts carry and leave free.

    The nearest wrench may have a larger force than the one it replaces: limits are kept here too.
    """
    if prepared is None:
        return neutral_command(command.wrench.shape[0]), np.zeros(0), None
    physical, settings = prepared.physical, prepared.settings
    if not command.wrench.any():
        wrench, forces, hint = command.wrench, np.zeros(physical.wrench_matrix.shape[1]), None
    else:
        nearest = physical.nearest(-command.wrench)
        forces, hint = nearest.contact_forces, nearest.hint
        wrench = command.wrench if nearest.is_member else -physical.wrench_matrix @ forces
        if not nearest.is_member:
            factor = scale_within(wrench, settings.max_force, settings.max_moment)
            largest = factor * float(forces[physical.normal_rows].max(initial=0.0))
            if largest > settings.max_normal_force:
                factor *= settings.max_normal_force / largest
            wrench, forces = factor * wrench, factor * forces
    if not prepared.constraint.rank:
        return Command(wrench, command.twist, command.acceleration), forces, hint
    free = prepared.projectors.free_motion
    return Command(wrench, free @ command.twist, free @ command.acceleration), forces, hint
