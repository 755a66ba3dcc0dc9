# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Every field of every message and service request, and values that must and must not pass."""

from collections import namedtuple
from copy import deepcopy
import math

from geometry_msgs.msg import Vector3

Case = namedtuple('Case', 'name message is_good')
"""One value of one field, in a message that is right otherwise."""

Field = namedtuple('Field', 'good bad given', defaults=((), (), {}))
"""Values that pass, values that are refused, and what else must be set for it to be read."""

NO_NUMBERS = (math.nan, math.inf, -math.inf, 1e308, -1e308)
NUMBER = Field((0.0, -0.5, 5e-324), NO_NUMBERS)
UNREAD = Field((0.0, -1.0, *NO_NUMBERS))
FLAG = Field((True, False))
NAME, TOO_LONG = 'n' * 256, 'n' * 257
TEXT = Field(('', 'x', '\U0001d6cd' * 256, NAME), (TOO_LONG, 'n' * 100_000))
FRAME = Field(('base',), ('', TOO_LONG))
ACROSS = Field((0.0,), (*NO_NUMBERS, 0.5))
ALONG = Field((1.0,), (*NO_NUMBERS, 0.0, 2.0))
COUNT = Field((0, 1, 2**64 - 1))
LEVER = Field((0.0, -4.9), (*NO_NUMBERS, 5.1, -1e6))
COEFFICIENT = Field((0.0, 0.5, 10.0), (-0.1, *NO_NUMBERS))
STAMP = {
    'sec': Field((0, 1, 2**31 - 1), (-1, -(2**31))),
    'nanosec': Field((0, 10**9 - 1), (10**9, 2**32 - 1)),
}
HEADER = {'stamp': STAMP, 'frame_id': FRAME}


def given(field, **others):
    return field._replace(given=others)


FIELDS = {
    'ContactPoint': {
        'name': Field(('', 'x', NAME), (TOO_LONG,)),
        'body': TEXT,
        'other_body': TEXT,
        'position': LEVER,
        'normal': {'x': ACROSS, 'y': ALONG, 'z': ACROSS},
        'has_tangent': FLAG,
        'tangent': given(Field((0.5, -1.0), NO_NUMBERS), has_tangent=True),
        'friction_model': Field((0, 1, 2), (3, 255)),
        'friction_set': Field((0, 1, 2, 3), (4, 255)),
        'friction_coefficient': COEFFICIENT,
        'has_second_friction_coefficient': FLAG,
        'second_friction_coefficient': given(
            COEFFICIENT, has_second_friction_coefficient=True, friction_set=1
        ),
        'polygon_edge_count': given(Field((3, 8, 64), (0, 1, 2, 65, 65535)), friction_set=2),
        'torsional_friction': given(COEFFICIENT, friction_model=2),
        'torsion_set': given(Field((0, 1), (2, 255)), friction_model=2),
        'friction_uncertainty': Field((0.0, 0.2, 1e300), (-0.1, math.nan, math.inf)),
        'kind': Field((0, 1), (2, 255)),
        'curvature': Field((0.0, 1.0, -1.0), NO_NUMBERS),
        'has_surface_velocity': FLAG,
        'surface_velocity': given(NUMBER, has_surface_velocity=True),
    },
    'ContactState': {
        'in_contact': FLAG,
        'probability': Field((0.0, 0.5, 1.0), (-0.1, 1.1, math.nan, math.inf)),
        'estimated_interaction': Field((*range(7), 255)),
        'sliding_direction': UNREAD,
        'has_distance': FLAG,
        'distance': UNREAD,
        'has_force': FLAG,
        'force': UNREAD,
        'normal_moment': UNREAD,
        'has_relative_velocity': FLAG,
        'relative_velocity': UNREAD,
        'has_position_covariance': FLAG,
        'position_covariance': UNREAD,
        'has_normal_covariance': FLAG,
        'normal_covariance': given(Field((0.0, 1e-4), NO_NUMBERS), has_normal_covariance=True),
        'has_force_covariance': FLAG,
        'force_covariance': UNREAD,
        'has_stiffness': FLAG,
        'stiffness': given(Field((1.0, 1e5), (0.0, -1.0, math.nan, math.inf)), has_stiffness=True),
        'has_internal_force': FLAG,
        'internal_force': given(
            Field((0.0, 5.0), (-1.0, math.nan, math.inf)), has_internal_force=True
        ),
    },
    'ContactStateArray': {
        'header': HEADER,
        'sequence': COUNT,
        'planar': FLAG,
        'has_twist': FLAG,
        'twist': given(NUMBER, has_twist=True),
        'has_acceleration': FLAG,
        'acceleration': given(NUMBER, has_acceleration=True),
        'contacts': Field((0, 1, 16), (17, 64, 300)),
    },
    'HybridCommand': {
        'header': HEADER,
        'controlled_frame_id': FRAME,
        'reference_frame_id': Field(('', 'base'), (TOO_LONG,)),
        'sequence': COUNT,
        'has_wrench': given(FLAG, has_twist=True),
        'wrench': NUMBER,
        'has_twist': FLAG,
        'twist': given(NUMBER, has_twist=True),
        'has_accel': FLAG,
        'accel': given(NUMBER, has_accel=True),
    },
    'ContactMode': {
        'text': Field(('', 'ff'), ('?', TOO_LONG, 'd[' + '9' * 300 + ']')),
        'contact_names': given(Field((0, 2), (65, TOO_LONG)), text='ff'),
        'interactions': given(
            Field(
                ((0, 0), (1, 1), (2, 2), (5, 5), (6, 6)),
                ((3, 3), (4, 4), (7, 7), (255, 255), (2,), (2,) * 65),
            ),
            sliding_directions=[Vector3(x=1.0), Vector3(x=-1.0)],
        ),
        'sliding_directions': given(Field((2,), (1, 65, math.nan)), interactions=[5, 5]),
    },
    'CheckCommand': {'use_contacts': FLAG, 'predict_modes': FLAG, 'has_desired_mode': FLAG},
    'ComputeWrenchCone': {
        'use_contacts': FLAG,
        'reference_frame_id': Field(('', 'base'), (TOO_LONG,)),
    },
    'SetDesiredMode': {},
    'SetBool': {'data': FLAG},
    'Bool': {'data': FLAG},
    'Trigger': {},
    'WrenchStamped': {'header': HEADER, 'wrench': NUMBER},
    'TwistStamped': {'header': HEADER, 'twist': NUMBER},
    'AccelStamped': {'header': HEADER, 'accel': NUMBER},
}
"""By type and field; a field that holds messages of these types has their fields instead."""


def type_name(message):
    """Return the name of a message's type, or of the service a request belongs to."""
    return type(message).__name__.removesuffix('_Request')


def cases(message):
    """Return a case for each value of each field below a message; its base must be all right."""
    return [
        Case(f'{type_name(message)}.{name}', changed, is_good)
        for name, changed, is_good in _cases(message)
    ]


def _cases(message):
    table = FIELDS[type_name(message)]
    for field, kind in message.get_fields_and_field_types().items():
        value = getattr(message, field)
        if field not in table and '/' in kind:
            yield from _below(message, field, value)
            continue
        expected = table[field]  # A new field has none: say there what it may be.
        if field == 'contacts':
            yield from _below(message, field, value)
        leaves = _leaves(value, expected) if '/' in kind else [((), expected)]
        for path, leaf in leaves:
            for is_good, values in ((True, leaf.good), (False, leaf.bad)):
                for one in values:
                    for changed in _with(message, (field, *path), one, leaf.given):
                        name = '.'.join((field, *path))
                        yield f'{name} = {str(one)[:20]}', changed, is_good


def _below(message, field, value):
    """Return the cases of a message within a message, or of the first of a list of them."""
    inner = value[0] if isinstance(value, list) else value
    for name, changed, is_good in _cases(inner):
        outer = deepcopy(message)
        if isinstance(value, list):
            getattr(outer, field)[0] = changed
        else:
            setattr(outer, field, changed)
        yield f'{field}.{name}', outer, is_good


def _leaves(value, expected):
    """Return the paths of the numbers and words below a message of another package."""
    if not hasattr(value, 'get_fields_and_field_types') or isinstance(value, list):
        return [((), expected)]
    return [
        ((name, *path), leaf)
        for name in value.get_fields_and_field_types()
        for path, leaf in _leaves(
            getattr(value, name), expected[name] if isinstance(expected, dict) else expected
        )
    ]


def _with(message, path, value, others):
    """Return copies of a message with a value at a path: one, or one an entry of an array."""
    changed = deepcopy(message)
    for name, other in others.items():
        setattr(changed, name, other)
    *parents, last = path
    holder = changed
    for name in parents:
        holder = getattr(holder, name)
    kind = holder.get_fields_and_field_types()[last]
    if kind.startswith('sequence'):
        setattr(holder, last, _listed(getattr(holder, last), kind, value))
        return [changed]
    if '[' not in kind:
        setattr(holder, last, value)
        return [changed]
    entries = []
    for index in range(len(getattr(holder, last))):
        entry = deepcopy(changed)
        getattr(entry, last)[index] = value
        entries.append(entry)
    return entries


def _listed(present, kind, value):
    """Return a list of so many entries, or of the entries given."""
    if isinstance(value, tuple):
        return list(value)
    if kind == 'sequence<string>':
        return (
            [value] * 2
            if isinstance(value, str)
            else ['first', 'second', *(f'other_{index}' for index in range(value - 2))][:value]
        )
    if isinstance(value, float):
        return [Vector3(x=value)] * 2
    if kind == 'sequence<geometry_msgs/Vector3>':
        return [Vector3(x=1.0)] * value
    copies = [deepcopy(present[index % len(present)]) for index in range(value)]
    for index, copy in enumerate(copies):
        copy.point.name = f'copy_{index}'
    return copies
