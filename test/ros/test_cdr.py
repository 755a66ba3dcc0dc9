# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What is written and read without message objects is what the middleware means by it."""

import math
import struct

import numpy as np
import pytest

pytest.importorskip('rclpy', reason='ROS 2 is not installed')
pytest.importorskip('frictioncone_ros.msg', reason='messages are not built')

from geometry_msgs.msg import PoseStamped, WrenchStamped
from rclpy.serialization import deserialize_message, serialize_message

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages.commands import command_from_message
from frictioncone_ros.msg import ContactStateArray, FilteredCommand, FilterStatus, HybridCommand
from frictioncone_ros.ros.conversions.commands import COMMAND, command_from_bytes, LARGEST_COMMAND
from frictioncone_ros.ros.conversions.wire.cdr import filled, Layout, message_of, values_of

TYPES = [FilteredCommand, FilterStatus, HybridCommand, WrenchStamped, PoseStamped]


@pytest.mark.parametrize('message_type', TYPES)
@pytest.mark.parametrize('first', [1, 2, 5])
def test_the_middleware_reads_what_is_written(message_type, first):
    message = filled(message_type(), first)
    written = Layout(message_type).write(values_of(message))
    assert deserialize_message(written, message_type) == message


@pytest.mark.parametrize('message_type', TYPES)
def test_values_and_messages_are_two_ways_to_say_the_same(message_type):
    message = filled(message_type())
    assert message_of(message_type, values_of(message)) == message
    assert values_of(message_type()) != values_of(message)


@pytest.mark.parametrize('frame', ['a', 'ab', 'abc', 'abcd', 'ab\u00e4', '', 'tool/left'])
def test_what_the_middleware_writes_is_read_whatever_the_lengths(frame):
    message = filled(HybridCommand())
    message.header.frame_id, message.controlled_frame_id = frame, f'{frame}-2'
    message.sequence, message.has_twist = 2**64 - 1, False
    message.wrench.force.x, message.twist.angular.z = math.nan, -math.inf
    values = COMMAND.read(serialize_message(message))
    np.testing.assert_equal(values, values_of(message))
    written = COMMAND.write(values)
    np.testing.assert_equal(values_of(deserialize_message(written, HybridCommand)), values)


def test_our_messages_go_both_ways_here_without_objects():
    assert COMMAND.is_read_so
    assert Layout(FilteredCommand).is_written_so
    assert isinstance(Layout(FilteredCommand).to_publish(values_of(FilteredCommand())), bytes)


def test_where_the_middleware_writes_otherwise_objects_go(monkeypatch):
    message = filled(HybridCommand())
    layout = Layout(HybridCommand)
    monkeypatch.setitem(layout.__dict__, 'is_written_so', False)
    monkeypatch.setitem(layout.__dict__, 'is_read_so', False)
    assert layout.to_publish(values_of(message)) == message
    assert layout.from_subscription(serialize_message(message)) == values_of(message)


def test_big_endian_bytes_are_read_by_the_middleware():
    stamped = struct.pack('>4siI', b'\0\0\0\0', 7, 9) + struct.pack('>I', 1) + b'\0' * 4
    stamped += bytes(-(len(stamped) - 4) % 8) + struct.pack('>6d', 1, 2, 3, 4, 5, 6)
    values = Layout(WrenchStamped).read(stamped)
    assert values['header.stamp'] == (7, 9)
    assert values['wrench'] == (1.0, 2.0, 3.0, 4.0, 5.0, 6.0)


@pytest.mark.parametrize('size', [0, 1, 4, 10, 20, 60, 150])
def test_a_command_that_is_cut_off_is_refused(size):
    with pytest.raises(InvalidInputError, match='HybridCommand'):
        command_from_bytes(serialize_message(filled(HybridCommand()))[:size])


def test_a_command_that_is_too_large_is_refused_before_it_is_read():
    message = filled(HybridCommand())
    message.header.frame_id = 'x' * LARGEST_COMMAND
    with pytest.raises(InvalidInputError, match='size of the message'):
        command_from_bytes(serialize_message(message))


def test_flipped_bytes_end_in_a_command_or_a_refusal():
    whole = serialize_message(filled(HybridCommand()))
    generator = np.random.default_rng(5)
    for _ in range(3000):
        broken = bytearray(whole)
        for at in generator.integers(0, len(whole), 3):
            broken[at] = generator.integers(256)
        try:
            command = command_from_bytes(bytes(broken))
        except InvalidInputError:
            continue
        assert all(np.isfinite(values).all() for values in command.parts.values())


def test_bytes_and_object_are_the_same_command():
    message = filled(HybridCommand())
    message.header.stamp.sec, message.has_wrench = 3, True
    one, other = command_from_bytes(serialize_message(message)), command_from_message(message)
    assert (one.frames, one.stamp, one.sequence) == (other.frames, other.stamp, other.sequence)
    assert one.parts.keys() == other.parts.keys()
    np.testing.assert_equal(dict(one.parts), dict(other.parts))


def test_numbers_that_do_not_fit_are_an_error_and_no_garbage():
    layout = Layout(FilteredCommand)
    values = values_of(FilteredCommand())
    for name, wrong in (
        ('free_motion_projector', np.zeros(35)),
        ('wrench', (1.0, 2.0)),
        ('margin', 'much'),
        ('constraint_rank', 256),
    ):
        with pytest.raises((ValueError, struct.error)):
            layout.write({**values, name: wrong})


def test_kinds_of_fields_that_are_not_known_are_refused():
    with pytest.raises(TypeError, match='contacts'):
        Layout(ContactStateArray)
