#!/usr/bin/env python3
# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Write the SROS 2 policies of least privilege from the node's table of interfaces.

python security/write_policies.py > security/policies.xml; a test compares both, and the policies
with what a running node and its guard really use.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple
from xml.etree import ElementTree

from frictioncone_ros.node_interface.interfaces import INTERFACES

NODE = 'frictioncone'
LIFECYCLE = (
    'change_state',
    'get_available_states',
    'get_available_transitions',
    'get_state',
    'get_transition_graph',
)
PARAMETERS = (
    'describe_parameters',
    'get_parameter_types',
    'get_parameters',
    'list_parameters',
    'set_parameters',
    'set_parameters_atomically',
)
READING = ('describe_parameters', 'get_parameter_types', 'get_parameters', 'list_parameters')
EVERY_NODE = {
    'publish': ('rosout', 'parameter_events'),
    'subscribe': ('clock', 'parameter_events'),
}
"""What any node may need, as SROS 2's own common profile has it; /clock in simulation."""
NEUTRAL = ('filtered_command', 'filtered_wrench', 'filtered_twist', 'filtered_accel', 'status')
"""What the guard publishes, and nobody but the node and it."""
COMMANDS = ('command', 'wrench_command', 'twist_command', 'accel_command', 'pose_command')
FRAMES = ('/tf', '/tf_static', '/joint_states', '/robot_description')
"""What the node's frames come from: tf2, or the joints where `robot_frames` says so."""


class Profile(NamedTuple):
    """What one node of an enclave may do; topics and services below ~ of the filter node."""

    node: str
    publish: Iterable[str] = ()
    subscribe: Iterable[str] = ()
    reply: Iterable[str] = ()
    request: Iterable[str] = ()


def enclaves() -> dict[str, tuple[Profile, ...]]:
    """Return the profiles by enclave: one for each kind of process around the filter."""
    named = {kind: _names(kind) for kind in ('in', 'out', 'service')}
    own = (*named['service'], *LIFECYCLE, *PARAMETERS, 'get_type_description')
    return {
        '/frictioncone': (
            Profile(
                NODE,
                (*named['out'], 'transition_event'),
                (*named['in'], *FRAMES),
                reply=own,
            ),
            Profile(f'{NODE}_guard', (*NEUTRAL, '/diagnostics'), ('e_stop',)),
        ),
        '/planner': (
            Profile(
                'planner', COMMANDS, ('filtered_command', 'status'), request=('check_command',)
            ),
        ),
        '/estimator': (
            Profile('estimator', ('contacts', 'measured_wrench', 'pose'), ('status',)),
        ),
        '/stop_button': (Profile('stop_button', ('e_stop',), ('status',)),),
        '/controller': (Profile('controller', ('pose',), (*NEUTRAL, 'filtered_pose')),),
        '/operator': (
            Profile(
                'operator',
                ('e_stop',),
                (*named['out'], 'transition_event'),
                request=(*named['service'], *LIFECYCLE, *PARAMETERS),
            ),
        ),
        '/observer': (
            Profile('observer', (), named['out'], request=('compute_wrench_cone', *READING)),
        ),
    }


def _names(direction: str) -> tuple[str, ...]:
    return tuple(one.name.removeprefix('~/') for one in INTERFACES if one.direction == direction)


def document() -> str:
    """Return the policies as SROS 2 reads them (schema version 0.2.0)."""
    policy = ElementTree.Element('policy', version='0.2.0')
    listed = ElementTree.SubElement(policy, 'enclaves')
    for path, profiles in enclaves().items():
        enclave = ElementTree.SubElement(listed, 'enclave', path=path)
        below = ElementTree.SubElement(enclave, 'profiles')
        for profile in profiles:
            _write(below, profile)
    ElementTree.indent(policy)
    text = ElementTree.tostring(policy, encoding='unicode')
    note = (
        '<!-- Written by security/write_policies.py from the table of interfaces. Names are of a\n'
        '     node /frictioncone; another name or namespace needs another file. -->'
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{note}\n{text}\n'


def _write(parent: ElementTree.Element, profile: Profile) -> None:
    element = ElementTree.SubElement(parent, 'profile', ns='/', node=profile.node)
    for verb, further in EVERY_NODE.items():
        names = (*getattr(profile, verb), *(f'/{name}' for name in further))
        _allow(element, 'topics', verb, names)
    for verb in ('reply', 'request'):
        _allow(element, 'services', verb, getattr(profile, verb))


def _allow(parent: ElementTree.Element, kind: str, verb: str, names: Iterable[str]) -> None:
    full = sorted({name if name.startswith('/') else f'/{NODE}/{name}' for name in names})
    if not full:
        return
    group = ElementTree.SubElement(parent, kind, {verb: 'ALLOW'})
    for name in full:
        ElementTree.SubElement(group, kind.removesuffix('s')).text = name


if __name__ == '__main__':
    print(document(), end='')
