# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Parts of the pages that are written from the code, so that they cannot disagree with it."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from pathlib import Path
import re
import textwrap

from frictioncone_ros.control.status import FilterCode
from frictioncone_ros.node_interface import INTERFACES, Parameter, PARAMETERS, Value

ROOT = Path(__file__).resolve().parents[1]
BLOCK = re.compile(r'(<!-- generated: ([\w-]+) -->\n).*?(<!-- end of generated -->)', re.DOTALL)


PARAMETER_FILE = ROOT / 'config' / 'frictioncone.yaml'
FILE_HEAD = """\
# Every parameter of the node with its default; written by `make docs` from
# frictioncone_ros/node_interface/parameters.py. Copy it and keep what differs.
# `frictioncone params check FILE` says what is wrong with it; `frictioncone run --params FILE`
# and the launch file's params_file read it. /** means whatever the node's name and namespace.
/**:
  ros__parameters:
"""


def parameter_table() -> str:
    """Return the node's parameters as a table."""
    rows = [
        '| parameter | default | unit | allowed | changes while running | meaning |',
        '|---|---|---|---|---|---|',
    ]
    for parameter in PARAMETERS:
        rows.append(
            f'| `{parameter.name}` | `{yaml_text(parameter.default)}` | '
            f'{parameter.unit} | {parameter.allowed} | {parameter.changes} | '
            f'{parameter.description} |'
        )
    return '\n'.join(rows)


PURPOSES = {
    'Keep a distance from slipping': 'margin margin_of max_removed_fraction infeasible_policy '
    'require_unique_mode friction_confidence normal_deviations normal_errors common_normal_error '
    'contact_probability',
    'Bound force': 'max_force max_moment max_normal_force min_normal_force max_force_rate '
    'max_moment_rate',
    'Bound motion': 'max_linear_speed max_angular_speed max_linear_acceleration '
    'max_angular_acceleration max_speed_rate max_rotation_rate free_motion_limit '
    'free_rotation_limit',
    'Tell it what the robot holds': 'object_mass object_inertia object_center_of_mass '
    'object_gravity gravity_frame arm_carries_inertia',
    'Follow poses': 'pose_gain pose_speed pose_rotation pose_lead pose_lead_angle',
    'Say where numbers are about': 'controlled_frame reference_frame static_transforms '
    'robot_frames transform_timeout max_contact_distance',
    'Stop and come back': 'command_timeout contacts_timeout hold_normal e_stop_timeout '
    'stop_ramp_duration stop_publish_timeout recovery_ramp_duration future_tolerance autostart '
    'guard guard_respawn watchdog_rate',
    'Predict modes': 'prediction_rate prediction_horizon prediction_time_limit rest_speed',
    'Split force from motion': 'metric characteristic_length rank_tolerance',
    'Bound what an answer costs': 'time_budget max_contacts',
    'Hear from it': 'status_rate diagnostics_rate marker_rate',
}
"""What one wants, and the parameters for it; each parameter has one place."""


def parameter_purposes() -> str:
    """Return the parameters grouped by what one wants of them."""
    place = {name: want for want, names in PURPOSES.items() for name in names.split()}
    rows = []
    for want in PURPOSES:
        chosen = [one for one in PARAMETERS if place[one.name] == want]
        rows += [f'## {want}', '', '| parameter | default | meaning |', '|---|---|---|']
        for one in chosen:
            unit = f' {one.unit}' if one.unit else ''
            rows.append(f'| `{one.name}` | `{yaml_text(one.default)}`{unit} | {one.description} |')
        rows.append('')
    return '\n'.join(rows)


def parameter_file() -> str:
    """Return config/frictioncone.yaml: every parameter, what it means, and its default."""
    return FILE_HEAD + '\n'.join(_file_entry(parameter) for parameter in PARAMETERS) + '\n'


def yaml_text(value: Value) -> str:
    """Return a value as YAML 1.1 has it, floats always with a point."""
    if isinstance(value, tuple):
        return '[' + ', '.join(yaml_text(entry) for entry in value) + ']'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return '.inf' if value == inf else str(value)
    return f"'{value}'" if not value else str(value)


def _file_entry(parameter: Parameter) -> str:
    facts = [
        f'[{parameter.unit}]' if parameter.unit else '',
        parameter.description,
        f'Allowed: {parameter.allowed}.' if parameter.allowed else '',
        'Fixed at start.' if parameter.read_only else '',
        'Changes while inactive.' if parameter.fixed_while_active else '',
    ]
    comment = textwrap.wrap(' '.join(fact for fact in facts if fact), 92)
    lines = [f'    # {line}' for line in comment]
    return '\n'.join([*lines, f'    {parameter.name}: {yaml_text(parameter.default)}'])


def topic_table() -> str:
    """Return the node's topics as a table."""
    rows = ['| topic | in or out | type | what |', '|---|---|---|---|']
    rows += [
        f'| `{one.name}` | {one.direction} | `{one.kind}` | {one.meaning} |'
        for one in INTERFACES
        if one.direction != 'service'
    ]
    return '\n'.join(rows)


def service_table() -> str:
    """Return the node's services as a table."""
    rows = ['| service | type | what |', '|---|---|---|']
    rows += [
        f'| `{one.name}` | `{one.kind}` | {one.meaning} |'
        for one in INTERFACES
        if one.direction == 'service'
    ]
    return '\n'.join(rows)


def condition_table() -> str:
    """Return every condition with what holds and what to do, worst first."""
    rows = ['| status | what holds | what to do |', '|---|---|---|']
    rows += [
        f'| `{code.name}` ({int(code)}) | {code.meaning} | {code.remedy or "nothing"} |'
        for code in sorted(FilterCode, reverse=True)
    ]
    return '\n'.join(rows)


def interface_list() -> str:
    """Return the messages and services with the first sentence of each definition."""
    rows = ['| interface | what it is |', '|---|---|']
    for path in sorted([*ROOT.glob('msg/*.msg'), *ROOT.glob('srv/*.srv')]):
        comment = []
        for line in path.read_text(encoding='utf-8').splitlines():
            if not line.startswith('#'):
                break
            comment.append(line.lstrip('# '))
        sentence = re.split(r'(?<=[.:])\s', ' '.join(comment))[0].rstrip(':.')
        folder = path.parent.name
        rows.append(f'| [`{path.name}`](../../{folder}/{path.name}) | {sentence}. |')
    return '\n'.join(rows)


GENERATORS: dict[str, Callable[[], str]] = {
    'conditions': condition_table,
    'parameters': parameter_table,
    'purposes': parameter_purposes,
    'services': service_table,
    'topics': topic_table,
    'interfaces': interface_list,
}


def regenerated(text: str) -> str:
    """Return a page with every generated block written anew; an unknown name is an error."""
    return BLOCK.sub(lambda block: f'{block[1]}{GENERATORS[block[2]]()}\n{block[3]}', text)
