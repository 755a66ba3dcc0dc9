# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""All settings of the filter, drawn at the scale of the commands they limit."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from numpy.random import Generator

Value = float | bool | str


class Scale(NamedTuple):
    """What a scenario is about: force [N], length [m], speed [m/s], seconds from tick to tick."""

    force: float
    length: float
    speed: float
    seconds: float


DEFAULTS: dict[str, Value] = {
    'margin': 0.0,
    'min_normal_force': 0.0,
    'max_normal_force': inf,
    'infeasible_policy': 'project',
    'max_removed_fraction': 0.8,
    'metric': 'inertia',
    'characteristic_length': 0.0,
    'rank_tolerance': 1e-3,
    'max_force': inf,
    'max_moment': inf,
    'max_linear_speed': inf,
    'max_angular_speed': inf,
    'max_linear_acceleration': inf,
    'max_angular_acceleration': inf,
    'free_motion_limit': 0.05,
    'free_rotation_limit': 0.25,
    'max_force_rate': inf,
    'max_moment_rate': inf,
    'max_speed_rate': inf,
    'max_rotation_rate': inf,
    'stop_ramp_duration': 0.2,
    'recovery_ramp_duration': 0.5,
    'command_timeout': 0.2,
    'contacts_timeout': 0.2,
    'future_tolerance': 0.1,
    'stop_publish_timeout': 1.0,
    'hold_normal': False,
    'require_unique_mode': False,
    'arm_carries_inertia': True,
    'time_budget': 60.0,
    'margin_of': 'will',
}
"""
Those of the package, but for a time budget that no test machine exceeds, and an arm that
accelerates what it holds: `test/control/test_loaded_forces.py` judges the others.
"""


def random_settings(rng: Generator, scale: Scale, share: float) -> dict[str, Value]:
    """Return settings of which about a share [0, 1] are drawn, the rest as by default."""
    drawn = _drawn(rng, scale)
    chosen = {name: value for name, value in drawn.items() if rng.random() < share}
    settings = {**DEFAULTS, **chosen}
    least, most = float(settings['min_normal_force']), float(settings['max_normal_force'])
    settings['min_normal_force'] = min(least, most)
    return settings


def _drawn(rng: Generator, scale: Scale) -> dict[str, Value]:
    """Return a value for every setting; rates let a change take some tens of ticks."""
    force, length, speed, seconds = scale

    def around(value: float) -> float:
        return float(value * 10.0 ** rng.uniform(-1.0, 0.7))

    slow = 30.0 * seconds
    return {
        'margin': around(0.05 * force),
        'min_normal_force': around(0.05 * force),
        'max_normal_force': around(force),
        'infeasible_policy': str(rng.choice(['project', 'scale', 'neutral'])),
        'max_removed_fraction': float(rng.choice([0.0, 0.3, 0.5, 1.0])),
        'metric': str(rng.choice(['inertia', 'length'])),
        'margin_of': str(rng.choice(['will', 'can'])),
        'characteristic_length': around(length),
        'rank_tolerance': float(rng.choice([1e-6, 1e-3, 0.05])),
        'max_force': around(force),
        'max_moment': around(force * length),
        'max_linear_speed': around(speed),
        'max_angular_speed': around(speed / length),
        'max_linear_acceleration': around(speed),
        'max_angular_acceleration': around(speed / length),
        'free_motion_limit': around(0.3 * speed),
        'free_rotation_limit': around(0.3 * speed / length),
        'max_force_rate': around(force / slow),
        'max_moment_rate': around(force * length / slow),
        'max_speed_rate': around(speed / slow),
        'max_rotation_rate': around(speed / length / slow),
        'stop_ramp_duration': float(rng.choice([0.0, 0.02, 0.5])),
        'recovery_ramp_duration': float(rng.choice([0.0, 0.05, 1.0])),
        'command_timeout': float(rng.choice([0.05, 0.1, 1.0])),
        'contacts_timeout': float(rng.choice([0.05, 0.1, 1.0])),
        'stop_publish_timeout': float(rng.choice([0.0, 0.05, 0.3])),
        'hold_normal': True,
        'require_unique_mode': True,
    }
