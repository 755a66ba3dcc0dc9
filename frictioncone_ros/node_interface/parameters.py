# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Every parameter of the node, declared once.

The filter's part is control.FilterSettings field by field: names and defaults are read from
there, so that they cannot disagree; only words, units and bounds are added here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from difflib import get_close_matches
from enum import Enum
from math import inf

from frictioncone_ros.control.settings import (
    FilterSettings,
    InfeasiblePolicy,
    MarginOf,
    SplitMetric,
)
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.node_interface.contact_parameters import (
    ESTIMATES,
    HELD_OBJECT,
    POSES_AND_FRAMES,
)
from frictioncone_ros.node_interface.parameter import Parameter, Value

_POSITIVE = (0.0, inf)
_NO_LIMIT = 'Infinity (.inf in YAML) is no limit.'

_FILTER = {
    'margin': ('N', 'Depth inside its friction set that every contact force keeps.'),
    'margin_of': (
        '',
        'Which verdict margin is of, and with it what is sent: what compliant contacts will '
        'carry, or what can be carried by the best contact forces.',
    ),
    'min_normal_force': ('N', 'Least normal force of each contact that carries the command.'),
    'max_normal_force': ('N', f'Largest normal force of each contact. {_NO_LIMIT}'),
    'infeasible_policy': (
        '',
        'What is sent instead of a force the contacts cannot carry: the nearest they can, which '
        'may press harder than commanded; the same scaled down until it presses no harder than '
        'commanded, or than the margin needs; or nothing.',
    ),
    'max_removed_fraction': (
        '1',
        'Share of the force that may be removed before the output is neutral.',
    ),
    'metric': (
        '',
        "What decides the split into force and motion: the held object's inertia "
        '(where known), or one unit of mass with the characteristic length.',
    ),
    'characteristic_length': (
        'm',
        'Makes moments and forces comparable; 0 takes the radius of '
        'gyration, else the mean distance of the contacts.',
    ),
    'rank_tolerance': (
        '1',
        'Constraints weaker than this share of the strongest do not count, with moments about '
        "the contacts' centre over their spread (or the characteristic length, where given).",
    ),
    'max_force': ('N', f'Largest commanded force. {_NO_LIMIT}'),
    'max_moment': ('N m', f'Largest commanded moment. {_NO_LIMIT}'),
    'max_linear_speed': ('m/s', f'Largest commanded speed. {_NO_LIMIT}'),
    'max_angular_speed': ('rad/s', f'Largest commanded rotation. {_NO_LIMIT}'),
    'max_linear_acceleration': ('m/s^2', f'Largest acceleration command. {_NO_LIMIT}'),
    'max_angular_acceleration': ('rad/s^2', f'Largest rotational one. {_NO_LIMIT}'),
    'free_motion_limit': ('m/s', f'Largest speed while nothing is touched. {_NO_LIMIT}'),
    'free_rotation_limit': ('rad/s', f'Largest rotation while nothing is touched. {_NO_LIMIT}'),
    'max_force_rate': ('N/s', f'Fastest change of force. {_NO_LIMIT}'),
    'max_moment_rate': ('N m/s', f'Fastest change of moment. {_NO_LIMIT}'),
    'max_speed_rate': ('m/s^2', f'Fastest change of speed. {_NO_LIMIT}'),
    'max_rotation_rate': ('rad/s^2', f'Fastest change of rotation. {_NO_LIMIT}'),
    'stop_ramp_duration': ('s', 'From the command down to neutral when something goes wrong.'),
    'recovery_ramp_duration': ('s', 'From neutral back to the command.'),
    'command_timeout': ('s', 'Age, by stamp or by receipt, at which a command is stale.'),
    'contacts_timeout': ('s', 'Age, by stamp or by receipt, at which contacts are stale.'),
    'future_tolerance': ('s', 'How far a stamp may lie ahead of the clock.'),
    'stop_publish_timeout': ('s', 'How long neutral commands are repeated before silence.'),
    'hold_normal': (
        '',
        'On stale contacts keep pressing with the last normal forces, where zero '
        'force would drop a held part.',
    ),
    'arm_carries_inertia': (
        '',
        "Whether the arm's controller accelerates the held object by itself. If not, the contacts "
        'get the commanded wrench less what accelerates the object (`object_mass`).',
    ),
    'require_unique_mode': (
        '',
        'Stop where the command can produce several contact modes, or not the desired one.',
    ),
    'time_budget': (
        's',
        'Processor time one answer may take. Beyond it what was sent before is '
        'kept where it is still proved, else ramped to neutral.',
    ),
}
_BOUNDS = {
    'max_removed_fraction': (0.0, 1.0),
    'rank_tolerance': (1e-9, 0.5),
    'command_timeout': (0.0, 3600.0),
    'contacts_timeout': (0.0, 3600.0),
    'stop_publish_timeout': (0.0, 3600.0),
    'time_budget': (0.0, 3600.0),
    'future_tolerance': (0.0, 3600.0),
    'stop_ramp_duration': (0.0, 60.0),
    'recovery_ramp_duration': (0.0, 60.0),
    'margin': (0.0, 1e6),
    'min_normal_force': (0.0, 1e6),
    'characteristic_length': (0.0, 1e3),
}
_DEFAULTS = {'time_budget': 0.006}
"""Where the node's default is not the library's: it collects garbage between commands, and a
controller waits for it."""

_CHOICES = {
    'infeasible_policy': InfeasiblePolicy,
    'metric': SplitMetric,
    'margin_of': MarginOf,
}


def _of_filter(name: str, default: object) -> Parameter:
    unit, description = _FILTER[name]
    default = _DEFAULTS.get(name, default)
    if isinstance(default, Enum):
        words = tuple(str(choice.value) for choice in _CHOICES[name])
        return Parameter(name, str(default.value), description, choices=words)
    if isinstance(default, bool):
        return Parameter(name, default, description)
    return Parameter(name, float(default), description, unit, _BOUNDS.get(name, _POSITIVE))  # type: ignore[arg-type]  # a number


_NODE = (
    Parameter(
        'autostart', False, 'Configure and activate without waiting to be told.', read_only=True
    ),
    Parameter(
        'guard',
        True,
        'Keep a process that publishes neutral when the node dies or hangs.',
        read_only=True,
    ),
    Parameter(
        'guard_respawn',
        False,
        'Let the guard start a node that died again, after '
        'stop_publish_timeout, three times a minute at most.',
        read_only=True,
    ),
    Parameter(
        'e_stop_timeout',
        0.0,
        'For stop buttons that repeat themselves: silence of so long '
        'on ~/e_stop counts as pressed; 0 never.',
        's',
        (0.0, 3600.0),
    ),
    Parameter(
        'watchdog_rate',
        50.0,
        'How often inputs are looked at when none arrive, and at '
        'which ramps and neutral commands are published.',
        'Hz',
        (1.0, 1000.0),
    ),
    Parameter(
        'status_rate',
        2.0,
        'How often ~/status is repeated where nothing changes.',
        'Hz',
        (0.1, 100.0),
    ),
    Parameter('diagnostics_rate', 1.0, 'How often /diagnostics is published.', 'Hz', (0.1, 10.0)),
    Parameter(
        'marker_rate',
        10.0,
        'How often ~/markers is published, where somebody listens.',
        'Hz',
        (0.1, 10.0),
    ),
    Parameter(
        'prediction_rate',
        20.0,
        'How often all contact modes are predicted; 0 never.',
        'Hz',
        (0.0, 100.0),
    ),
    Parameter(
        'prediction_time_limit',
        0.05,
        'Time one prediction may search; what it has found '
        'by then is published as not exhaustive.',
        's',
        (0.001, 10.0),
    ),
    Parameter(
        'prediction_horizon',
        0.05,
        'How far ahead modes are predicted: with the commanded twist, and the contacts it makes '
        'and loses by then; 0: for now.',
        's',
        (0.0, 1.0),
    ),
    Parameter(
        'rest_speed',
        0.005,
        'Contact speeds below this count as rest when modes are '
        'predicted: estimated twists are noisy.',
        'm/s',
        (0.0, 1.0),
    ),
    *ESTIMATES,
    *HELD_OBJECT,
    Parameter(
        'controlled_frame',
        '',
        'Controlled frame of the plain inputs; another tool, another frame.',
        fixed_while_active=True,
    ),
    Parameter(
        'reference_frame',
        '',
        'Moment centre of the plain inputs; empty: the origin of the frame their header names.',
        fixed_while_active=True,
    ),
)

PARAMETERS = tuple(
    sorted(
        (
            *(_of_filter(field.name, field.default) for field in fields(FilterSettings)),
            *_NODE,
            *POSES_AND_FRAMES,
        ),
        key=lambda parameter: parameter.name,
    )
)
"""All parameters, by name."""


UNKNOWN_NAME = 'name of a parameter'
"""What a refusal calls a name that is no parameter's."""


def known_name(name: str) -> str:
    """Return the parameter that a misspelt name may mean, and where all of them are shown."""
    names = [parameter.name for parameter in PARAMETERS]
    meant = ', '.join(get_close_matches(name, names, n=1)) or 'a known one'
    return f'{meant} (`frictioncone params list` shows all)'


def checked_values(values: Mapping[str, object]) -> dict[str, Value]:
    """Return every parameter's value, or raise InvalidInputError: all of them or none."""
    known = {parameter.name: parameter for parameter in PARAMETERS}
    for name in values:
        if name not in known:
            raise InvalidInputError(UNKNOWN_NAME, name, known_name(name), 'parameters')
    return {
        name: parameter.checked(values.get(name, parameter.default))
        for name, parameter in known.items()
    }
