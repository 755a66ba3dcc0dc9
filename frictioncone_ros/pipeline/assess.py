# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The whole flow, from what is touched and commanded to what is sent and why."""

from __future__ import annotations

import numpy as np

from frictioncone_ros.contact.state import ContactState
from frictioncone_ros.control.command import Setpoints
from frictioncone_ros.control.following import FilterMemory, follow, STEADY
from frictioncone_ros.control.prepared import prepared_contacts
from frictioncone_ros.control.settings import FilterSettings
from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.control.target import filtered_target, neutral_target, Target
from frictioncone_ros.control.watchdog import restarted, Situation, watch
from frictioncone_ros.exceptions import InvalidInputError, NumericalError
from frictioncone_ros.pipeline.assessment import Assessment, finite_assessment
from frictioncone_ros.spatial.arrays import Dimension, SPATIAL

STEADY_SITUATION = Situation(command_received=0.0, contacts_received=0.0)
"""Everything fresh, active and enabled, at time zero."""


def assess(
    state: ContactState | None,
    setpoints: Setpoints | None,
    settings: FilterSettings,
    memory: FilterMemory = STEADY,
    situation: Situation = STEADY_SITUATION,
) -> Assessment:
    """
    Return what is to be sent, what was removed and why, and what to remember for the next tick.

    Pure: the clock is in the situation. The wrench of set-points and command acts from the robot
    on the environment, contact forces from the environment on the moving body. Without memory
    and situation the answer is the one for a fresh command that has been followed for long.
    """
    dimension = _dimension(state, setpoints, memory)
    if memory.sent is not None and memory.sent.wrench.shape[0] != dimension:
        memory = FilterMemory(memory.watch)
    with np.errstate(all='ignore'):
        try:
            target = _target(state, setpoints, settings, memory)
        except NumericalError:
            target = neutral_target(dimension, memory.prepared, _NO_ANSWER)
        begun = restarted(memory.watch) if _starts_anew(target, settings, memory) else memory.watch
        watched = watch(begun, situation, settings)
        followed = follow(watched, target, memory, situation.now, settings)
        return finite_assessment(setpoints, situation, watched, target, followed)


_NO_ANSWER = (FilterCode.NUMERICAL_ERROR,)


def _target(
    state: ContactState | None,
    setpoints: Setpoints | None,
    settings: FilterSettings,
    memory: FilterMemory,
) -> Target:
    """Split the command by the contacts, and keep the force inside their cones."""
    if state is None:
        # What was touched last still says what can be carried on the way to neutral.
        return neutral_target(_dimension(state, setpoints, memory), memory.prepared)
    wanted = setpoints or Setpoints()
    if wanted.dimension not in {None, state.dimension}:
        raise InvalidInputError('dimension of the set-points', Dimension(wanted.dimension or 0),
                                f'{Dimension(state.dimension)}, that of the contacts')
    # A mode wanted for other contacts, as when one has just gone, is said and not used.
    fits = wanted.mode is None or len(wanted.mode) == state.contact_count
    mode = wanted.mode if fits else None
    prepared = prepared_contacts(state, mode, wanted.twist, settings, memory.prepared)
    hint = memory.hint if prepared is memory.prepared else None
    target = filtered_target(prepared, wanted, hint)
    return target if fits else target.with_code(FilterCode.MODE_INCONSISTENT)


def _starts_anew(target: Target, settings: FilterSettings, memory: FilterMemory) -> bool:
    """Tell whether the ramp must begin again: other settings, or contact after there was none."""
    known = memory.settings
    if known is not None and known is not settings and known != settings:
        return True
    before, now = memory.prepared, target.prepared
    if before is None or now is None or before is now:
        return False
    return not before.state.contact_count and now.state.contact_count > 0


def _dimension(
    state: ContactState | None, setpoints: Setpoints | None, memory: FilterMemory
) -> int:
    """Return 3 or 6: of the contacts, else of what was sent last, else of the command."""
    if state is not None:
        return state.dimension
    if memory.sent is not None:
        return int(memory.sent.wrench.shape[0])
    return (setpoints.dimension if setpoints is not None else None) or SPATIAL
