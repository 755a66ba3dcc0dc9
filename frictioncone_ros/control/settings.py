# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Everything a user can choose about the filter, checked at construction."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum
from math import inf

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import as_choice, as_non_negative, stated_fields


class InfeasiblePolicy(Enum):
    """What is sent instead of a wrench that the contacts cannot carry."""

    PROJECT = 'project'
    """The nearest wrench they can carry, in the split's metric."""
    SCALE = 'scale'
    """The nearest wrench scaled down as a whole until it presses no harder than commanded.

    Pressing is counted along the direction in which its normal forces press together, and no
    lower than what the margin needs by itself. The nearest wrench may press harder.
    """
    NEUTRAL = 'neutral'
    """Nothing: zero wrench and no motion."""


class SplitMetric(Enum):
    """What decides how a command is split into force and motion."""

    INERTIA = 'inertia'
    """The moving body's inertia, where the contact state has one; else as LENGTH."""
    LENGTH = 'length'
    """A unit mass with the characteristic length as radius of gyration."""


class MarginOf(Enum):
    """Which verdict the margin is of, and with it what is sent."""

    WILL = 'will'
    """What compliant contacts will carry; where that is not judged, what can be carried."""
    CAN = 'can'
    """What can be carried, by the best contact forces."""


@dataclass(frozen=True)
class FilterSettings:
    """
    The filter's parameters; a limit of infinity is no limit. SI units.

    Force: margin [N] every contact force keeps inside its friction set; margin_of: as it will be
    carried or as it can be; min_normal_force and
    max_normal_force [N] of each contact; infeasible_policy; max_removed_fraction [-]: share of the
    commanded force beyond whose removal the output is neutral.
    Split: metric; characteristic_length [m], 0 for the contact state's own; rank_tolerance [-],
    singular values below it, relative to the largest, constrain nothing.
    Limits: max_force [N], max_moment [Nm], max_linear_speed [m/s], max_angular_speed [rad/s],
    max_linear_acceleration [m/s^2], max_angular_acceleration [rad/s^2] of the acceleration
    command; free_motion_limit [m/s] and free_rotation_limit [rad/s] where nothing is touched.
    Held object: arm_carries_inertia: the arm's controller accelerates what it holds by itself;
    otherwise the contacts get the commanded wrench less inertia times acceleration.
    Rates: max_force_rate [N/s], max_moment_rate [Nm/s], max_speed_rate [m/s^2],
    max_rotation_rate [rad/s^2], of the output.
    Ramps: stop_ramp_duration to the neutral command, recovery_ramp_duration back [s].
    Watchdog: command_timeout, contacts_timeout [s], by stamp and by receipt; future_tolerance [s]
    a stamp may lie ahead of the clock; stop_publish_timeout [s] of neutral commands before
    silence; hold_normal: on stale contacts keep pressing with the last normal forces;
    require_unique_mode: stop where several contact modes are consistent, or the desired is not.
    Time: time_budget [s] of processor time one answer may take; beyond it what was sent before
    is kept or ramped.
    """

    margin: float = 0.0
    min_normal_force: float = 0.0
    max_normal_force: float = inf
    infeasible_policy: InfeasiblePolicy = InfeasiblePolicy.PROJECT
    max_removed_fraction: float = 0.8

    metric: SplitMetric = SplitMetric.INERTIA
    characteristic_length: float = 0.0
    rank_tolerance: float = 1e-3

    max_force: float = inf
    max_moment: float = inf
    max_linear_speed: float = inf
    max_angular_speed: float = inf
    max_linear_acceleration: float = inf
    max_angular_acceleration: float = inf
    free_motion_limit: float = 0.05
    free_rotation_limit: float = 0.25

    max_force_rate: float = inf
    max_moment_rate: float = inf
    max_speed_rate: float = inf
    max_rotation_rate: float = inf

    stop_ramp_duration: float = 0.2
    recovery_ramp_duration: float = 0.5

    command_timeout: float = 0.2
    contacts_timeout: float = 0.2
    future_tolerance: float = 0.1
    stop_publish_timeout: float = 1.0
    hold_normal: bool = False
    require_unique_mode: bool = False

    arm_carries_inertia: bool = False

    time_budget: float = 1.0

    margin_of: MarginOf = MarginOf.WILL

    __repr__ = stated_fields

    def __post_init__(self) -> None:
        """Check every value and the order of the normal force limits."""
        object.__setattr__(
            self,
            'infeasible_policy',
            as_choice(InfeasiblePolicy, self.infeasible_policy, 'infeasible policy'),
        )
        object.__setattr__(self, 'metric', as_choice(SplitMetric, self.metric, 'metric'))
        margin_of = as_choice(MarginOf, self.margin_of, 'margin of')
        object.__setattr__(self, 'margin_of', margin_of)
        for item in fields(self):
            _check(item.name, getattr(self, item.name))
        if not 0.0 <= self.max_removed_fraction <= 1.0:
            raise InvalidInputError('max removed fraction', self.max_removed_fraction, '0 to 1')
        if not 0.0 < self.rank_tolerance < 1.0:
            raise InvalidInputError('rank tolerance', self.rank_tolerance, 'above 0 and below 1')
        if self.min_normal_force > self.max_normal_force:
            expected = f'at most max normal force {self.max_normal_force}'
            raise InvalidInputError('min normal force', self.min_normal_force, expected)


_FLAGS = frozenset({'hold_normal', 'require_unique_mode', 'arm_carries_inertia'})
_MAY_BE_INFINITE = frozenset(
    name
    for name in (item.name for item in fields(FilterSettings))
    if name.startswith(('max_', 'free_motion', 'free_rotation'))
)


def _check(name: str, value: object) -> None:
    words = name.replace('_', ' ')
    if isinstance(value, Enum):
        return
    if name in _FLAGS:
        if not isinstance(value, bool):
            raise InvalidInputError(words, value, 'true or false')
        return
    if not (name in _MAY_BE_INFINITE and isinstance(value, float) and value == inf):
        as_non_negative(value, words)
