# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
From filtered commands to calls of force mode: which one is due, and what it asks for.

The fields of ur_msgs/SetForceMode are written here alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from math import inf
from typing import Any, NamedTuple

from geometry_msgs.msg import Pose, Quaternion
import numpy as np

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages.numbers import six_from_message
from frictioncone_ros.msg import FilteredCommand
from frictioncone_ros.ros.conversions.geometry import six_to_message
from frictioncone_ros.spatial import Array, as_vector, SPATIAL


class Call(Enum):
    """The two services of a force mode."""

    START = 'start_force_mode'
    STOP = 'stop_force_mode'


class Target(NamedTuple):
    """A wrench (6,) on the environment [N, N m], along and about the task frame of this name."""

    frame: str
    wrench: Array


class ForceModeStream:
    """
    One start at a time, always with the newest wrench; a stop waits for nothing.

    force_step [N], moment_step [N m]: smaller changes than these are not sent. refresh_period [s]:
    how often the same wrench is sent again, for the controller takes the pose of the task frame
    once a call and a frame of the tool turns; inf: never. What a call that failed has left behind
    is not known: the next start is due at once, and so is a stop.
    """

    def __init__(self, force_step: float, moment_step: float, refresh_period: float = inf) -> None:
        """Begin with force mode off."""
        self._steps, self._refresh = (force_step, moment_step), refresh_period
        self._target: Target | None = None
        self._applied: Target | None = None
        self._sent_at = -inf
        self._pending: set[Call] = set()
        self._may_be_on = False
        self._overtook = False

    @property
    def target(self) -> Target | None:
        """The newest wrench; None: force mode is to end."""
        return self._target

    @property
    def is_at_rest(self) -> bool:
        """Whether force mode has ended for certain, or was never begun."""
        return self._target is None and not self._may_be_on and not self._pending

    def set_target(self, target: Target | None) -> None:
        """Take the newest wrench, None to end force mode."""
        self._target = target

    def due(self, now: float) -> Call | None:
        """Return the call to make now [s], None where there is none."""
        if self._target is None:
            is_under_way = Call.STOP in self._pending
            # It may be carried out before the start that it overtook: one more follows that one.
            waits = self._overtook and Call.START in self._pending
            return Call.STOP if self._may_be_on and not (is_under_way or waits) else None
        if self._pending:
            return None
        return Call.START if self._is_new(self._target, now) else None

    def sent(self, call: Call, now: float) -> None:
        """Note that a call is under way since now [s]."""
        if call is Call.START:
            self._applied, self._may_be_on, self._sent_at = self._target, True, now
        else:
            self._overtook = Call.START in self._pending
        self._pending.add(call)

    def answered(self, call: Call, succeeded: bool) -> None:
        """Note the answer of a call under way, or that none came."""
        self._pending.discard(call)
        if call is Call.START:
            self._applied = self._applied if succeeded else None
        elif succeeded:
            self._applied, self._may_be_on = None, self._overtook

    def _is_new(self, target: Target, now: float) -> bool:
        applied = self._applied
        if applied is None or target.frame != applied.frame:
            return True
        change = np.abs(target.wrench - applied.wrench)
        return bool(
            change[:3].max() > self._steps[0]
            or change[3:].max() > self._steps[1]
            # The last step to rest is sent, however small.
            or (not target.wrench.any() and applied.wrench.any())
            or now - self._sent_at >= self._refresh
        )


AXES = ('x', 'y', 'z', 'rx', 'ry', 'rz')
MOST = 1e3
"""Largest step, rate and time that is taken for meant."""
NO_TRANSFORM = 2
"""The type of force mode whose task frame is taken as it is."""


@dataclass(frozen=True, eq=False)
class ForceModeRules:
    """
    What a request says beside the wrench.

    selected: (6,) which axes of the task frame give way. speed_limits: (6,) [m/s, rad/s] along
    selected axes. deviation_limits: (6,) [m, rad] along the others. damping: 0 to 1. gain: 0 to 2.
    steps: (6,) [N, N m] changes below which are not sent. silence: after which it ends [s].
    """

    selected: tuple[bool, ...]
    speed_limits: Array
    deviation_limits: Array
    damping: float
    gain: float
    steps: Array
    silence: float

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> ForceModeRules:
        """Read the node's parameters; the driver's own bounds are kept here, with a reason."""
        selected = tuple(bool(value) for value in values['selected_axes'])
        if len(selected) != SPATIAL:
            raise InvalidInputError('selected_axes', list(selected), 'six of true or false')
        return cls(
            selected,
            _non_negative(values, 'speed_limits'),
            _non_negative(values, 'deviation_limits'),
            _within(values, 'damping_factor', 1.0),
            _within(values, 'gain_scaling', 2.0),
            np.repeat([_within(values, 'force_step'), _within(values, 'moment_step')], 3),
            _positive(values, 'silence_timeout'),
        )


def stream_of(values: Mapping[str, Any]) -> ForceModeStream:
    """Return the stream of calls that the parameters ask for; at no rate nothing is repeated."""
    rate = _within(values, 'refresh_rate')
    steps = _within(values, 'force_step'), _within(values, 'moment_step')
    return ForceModeStream(*steps, 1.0 / rate if rate > 0.0 else inf)


def target_wrench(message: FilteredCommand, rules: ForceModeRules) -> Array | None:
    """
    Return the wrench (6,) of a command in its task frame, None where force mode is to end.

    A component along an axis that does not give way is refused where it is more than a step.
    """
    wrench = six_from_message(message.wrench, 'wrench')
    if not message.has_wrench or (message.status.safe_output and not wrench.any()):
        return None
    frame, centre = message.header.frame_id, message.reference_frame_id
    if centre not in ('', frame):
        raise InvalidInputError('reference_frame_id', centre, f'{frame!r}, as the header says')
    lost = ~np.array(rules.selected) & (np.abs(wrench) > rules.steps)
    if lost.any():
        axis = AXES[int(np.argmax(lost))]
        raise InvalidInputError(
            f'wrench along {axis}', wrench[lost][0], '0, for selected_axes leaves that axis out'
        )
    return wrench


def fill_request(request: Any, frame: str, wrench: Array, rules: ForceModeRules) -> None:
    """Write a request: the task frame is `frame` itself, axes and moment centre both."""
    request.task_frame.header.frame_id = frame
    request.task_frame.pose = Pose(orientation=Quaternion(w=1.0))
    for axis, chosen in zip(AXES, rules.selected, strict=True):
        setattr(request, f'selection_vector_{axis}', chosen)
    request.wrench = six_to_message(wrench, 'wrench')
    request.type = NO_TRANSFORM
    request.speed_limits = six_to_message(rules.speed_limits, 'twist')
    request.deviation_limits = [float(value) for value in rules.deviation_limits]
    request.damping_factor = rules.damping
    request.gain_scaling = rules.gain


def _non_negative(values: Mapping[str, Any], name: str) -> Array:
    limits = as_vector(values[name], SPATIAL, name)
    if (limits < 0.0).any():
        raise InvalidInputError(name, limits.tolist(), 'six numbers >= 0')
    return limits


def _within(values: Mapping[str, Any], name: str, largest: float = MOST) -> float:
    number = float(values[name])
    if not 0.0 <= number <= largest:
        raise InvalidInputError(name, number, f'0 to {largest:g}')
    return number


def _positive(values: Mapping[str, Any], name: str) -> float:
    number = _within(values, name)
    if number == 0.0:
        raise InvalidInputError(name, number, 'a number > 0')
    return number
