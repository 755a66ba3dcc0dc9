# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Every message and service survives the wire, and its constants and defaults are as stated."""

from importlib import import_module
from pathlib import Path
import re

import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from rclpy.serialization import deserialize_message, serialize_message

from frictioncone_ros import msg as messages
from frictioncone_ros import srv as services
from frictioncone_ros.msg import ContactMode, ContactPoint, ContactState, FilterStatus
from frictioncone_ros.node_interface.interfaces import INTERFACES

ROOT = Path(__file__).resolve().parents[2]
TYPES = [getattr(messages, path.stem) for path in sorted(ROOT.glob('msg/*.msg'))]
for service in (getattr(services, path.stem) for path in sorted(ROOT.glob('srv/*.srv'))):
    TYPES += [service.Request, service.Response]
COUNTER = iter(range(1, 10**9))


def constants(message_type):
    """Return the constants of a message by name, read from its definition file."""
    text = (ROOT / 'msg' / f'{message_type.__name__}.msg').read_text(encoding='utf-8')
    return {name: int(value) for name, value in re.findall(r'^uint8 (\w+)=(\d+)', text, re.M)}


def fill(message):
    """Give every field a value different from all others of its type, lists of length two."""
    for name, kind in message.get_fields_and_field_types().items():
        setattr(message, name, value_of(kind, getattr(message, name)))
    return message


def value_of(kind, present):
    number = next(COUNTER)
    if kind.startswith('sequence<'):
        return [value_of(kind[9:-1], None) for _ in range(2)]
    if kind.endswith(']'):
        return [float(next(COUNTER)) for _ in present]
    if kind in ('double', 'float'):
        return number + 0.5
    if kind == 'boolean':
        return True
    if kind == 'string':
        return f'word {number}'
    if kind.startswith(('int', 'uint')):
        return number % 100
    return fill(new_message(kind) if present is None else present)


def new_message(kind):
    package, name = kind.split('/')
    return getattr(import_module(f'{package}.msg'), name)()


def plain(message):
    """Return a message as nested plain data."""
    if hasattr(message, 'get_fields_and_field_types'):
        return {
            name: plain(getattr(message, name)) for name in message.get_fields_and_field_types()
        }
    if hasattr(message, 'tolist'):
        return message.tolist()
    if isinstance(message, list):
        return [plain(value) for value in message]
    return message


@pytest.mark.parametrize('message_type', TYPES, ids=lambda kind: kind.__name__)
def test_every_field_survives_the_wire(message_type):
    sent = fill(message_type())
    received = deserialize_message(serialize_message(sent), message_type)
    assert plain(received) == plain(sent)
    assert plain(received) != plain(message_type()), 'nothing was filled in'


def test_status_codes_are_ordered_and_unused_numbers_are_free():
    codes = constants(FilterStatus)
    values = list(codes.values())
    assert values == sorted(set(values))
    assert values[0] == FilterStatus.OK == 0
    assert values[-1] == FilterStatus.EMERGENCY_STOP
    assert FilterStatus().code == FilterStatus.WAITING


@pytest.mark.parametrize(
    'interface', [one for one in INTERFACES if one.direction == 'out'], ids=lambda one: one.name
)
def test_whatever_is_published_has_a_header_to_plot_by(interface):
    fields = new_message(interface.kind.replace('/msg', '')).get_fields_and_field_types()
    listed = interface.kind == 'visualization_msgs/msg/MarkerArray'  # each marker has its own
    assert listed or fields.get('header') == 'std_msgs/Header'


def test_mode_and_state_speak_of_the_same_interactions():
    assert constants(ContactMode) == constants(ContactState)
    assert len(constants(ContactMode)) == 7


def test_a_contact_without_normal_is_not_a_contact_by_default():
    point = ContactPoint()
    assert (point.normal.x, point.normal.y, point.normal.z) == (0.0, 0.0, 0.0)
    assert point.friction_model == ContactPoint.HARD_FINGER
    assert point.friction_set == ContactPoint.CIRCULAR_CONE
    assert point.friction_coefficient == 0.0
    assert ContactState().in_contact is True
    assert ContactState().probability == 1.0


def test_unknown_parts_are_flagged_so_by_default():
    for message_type in TYPES:
        message = message_type()
        flags = [name for name in message.get_fields_and_field_types() if name.startswith('has_')]
        assert not any(getattr(message, name) for name in flags), message_type.__name__
