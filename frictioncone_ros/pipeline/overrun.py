# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The answer where the mathematics did not end in time: what was sent stays, or goes to neutral.

Nothing is solved here. What was sent last is still proved where neither contacts nor settings
have changed since; otherwise it is led to neutral along the stop ramp, within limits and rates.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from frictioncone_ros.contact.state import ContactState
from frictioncone_ros.control.command import Command, neutral_command, Setpoints
from frictioncone_ros.control.limits import scale_within
from frictioncone_ros.control.output.output_gate import elapsed_since, Passed
from frictioncone_ros.control.output.published import FilterMemory, Margins
from frictioncone_ros.control.output.ramp import Proposal
from frictioncone_ros.control.output.slew import reach_of
from frictioncone_ros.control.settings import FilterSettings
from frictioncone_ros.control.situation import Situation
from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.control.target import neutral_target
from frictioncone_ros.control.watchdog import Watch, watch
from frictioncone_ros.pipeline.assessment import Assessment, assessment_of, Tick
from frictioncone_ros.spatial.arrays import Array, SPATIAL

_CODES = (FilterCode.OVERRUN,)


def overrun_assessment(
    state: ContactState | None,
    setpoints: Setpoints,
    settings: FilterSettings,
    memory: FilterMemory,
    situation: Situation,
) -> Assessment:
    """Return the conservative answer; the arguments are those of `assess`."""
    dimension = (setpoints.dimension or SPATIAL) if state is None else state.dimension
    sent = memory.sent or neutral_command(dimension)
    neutral = neutral_command(sent.wrench.shape[0])
    prepared = memory.prepared
    proved = (
        memory.contact_forces is not None
        and prepared is not None
        and prepared.state is state
        and memory.settings == settings
    )
    faults = () if proved else _CODES
    if memory.given_up_at is not None:
        # Nothing is known that would bring it back.
        faults = (*faults, FilterCode.INFEASIBLE)
    situation = replace(situation, external_faults=(*situation.external_faults, *faults))
    arrived = sent.is_neutral or memory.watch.holds_normal
    watched = watch(memory.watch, situation, settings, arrived)
    forces = memory.contact_forces if proved and memory.contact_forces is not None else np.zeros(0)
    command = sent
    if not (proved and (watched.follows or watched.is_holding)):
        share = _kept_share(sent, watched, memory, situation.now, settings)
        command, forces = _scaled(sent, share, settings), share * forces
    passed = Passed(command, forces, _CODES)
    fallback = memory.fallback if proved and memory.fallback is not None else neutral
    proposal = Proposal(command, False, (), fallback, ())
    remembered = FilterMemory(
        watched.state,
        situation.now,
        command,
        forces if proved else None,
        memory.hold if proved else None,
        fallback,
        (),
        memory.given_up_at,
        prepared,
        memory.settings,
    )
    target = neutral_target(neutral.wrench.shape[0], None, _CODES)
    tick = Tick(watched, target, proposal, passed, Margins(None, None), remembered)
    return assessment_of(setpoints, situation, tick)


def _kept_share(
    sent: Command, watched: Watch, memory: FilterMemory, now: float, settings: FilterSettings
) -> float:
    """Return the share of what was sent that is kept on the way to neutral, by ramp and rates."""
    if watched.at_once:
        return 0.0
    elapsed = elapsed_since(memory.time, now, settings)
    desired = watched.share(elapsed)
    force = reach_of(settings.max_force_rate, settings.max_moment_rate, elapsed)
    motion = reach_of(settings.max_speed_rate, settings.max_rotation_rate, elapsed)
    return 1.0 - min(desired, scale_within(sent.wrench, *force), scale_within(sent.twist, *motion))


def _scaled(sent: Command, share: float, settings: FilterSettings) -> Command:
    """Return a share of a command, every part within its absolute limits."""
    limits = (
        (settings.max_force, settings.max_moment),
        (settings.max_linear_speed, settings.max_angular_speed),
        (settings.max_linear_acceleration, settings.max_angular_acceleration),
    )
    parts: list[Array] = [share * sent.wrench, share * sent.twist, share * sent.acceleration]
    return Command(
        *(scale_within(part, *limit) * part for part, limit in zip(parts, limits, strict=True))
    )
