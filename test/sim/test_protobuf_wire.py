# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The wire format, against bytes worked out by hand and back again."""

from effort import rounds
from hypothesis import given, settings
from hypothesis import strategies as st
import pytest

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.sim.gazebo.protobuf_wire import (
    CONTACTS,
    decode,
    encode,
    Field,
    POSES_STAMPED,
    WORLD_CONTROL,
    WRENCH,
)

FLAT = {
    'count': Field(1, 'int'),
    'text': Field(2, 'string'),
    'value': Field(17, 'double'),
    'raw': Field(4, 'bytes'),
    'many': Field(5, 'int', repeated=True),
}


def test_bytes_worked_out_by_hand():
    # key = number * 8 + wire type; 300 = 0b10_0101100 in groups of seven bits, low first
    assert encode(FLAT, {'count': 300}) == bytes([0x08, 0xAC, 0x02])
    assert encode(FLAT, {'text': 'ab'}) == bytes([0x12, 0x02]) + b'ab'
    assert encode(FLAT, {'value': 1.0}) == bytes([0x89, 0x01, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F])
    assert encode(FLAT, {'count': -1}) == bytes([0x08] + [0xFF] * 9 + [0x01])
    assert encode(WORLD_CONTROL, {'multi_step': 1}) == bytes([0x18, 0x01])


@settings(derandomize=True, max_examples=rounds(15, 100), deadline=None)
@given(
    st.integers(-(2**63), 2**63 - 1),
    st.text(),
    st.floats(allow_nan=False),
    st.binary(),
    st.lists(st.integers(0, 2**40)),
)
def test_what_is_written_reads_back(count, text, value, raw, many):
    message = {'count': count, 'text': text, 'value': value, 'raw': raw, 'many': many}
    assert decode(FLAT, encode(FLAT, message)) == message


def test_nested_messages_and_unknown_fields():
    vector = {'x': 1.0, 'y': -2.0, 'z': 0.5}
    wrench = {'force': vector, 'torque': vector}
    assert decode(WRENCH, encode(WRENCH, wrench)) == wrench
    unknown = bytes([0x98, 0x06, 0x05])  # field 99, integer 5
    assert decode(WRENCH, unknown + encode(WRENCH, wrench)) == wrench


def test_empty_contact_report_has_an_empty_list():
    assert decode(CONTACTS, b'') == {'contact': []}
    assert decode(POSES_STAMPED, b'\n\x04\x08\x00\x10\x00') == {
        'time': {'sec': 0, 'nsec': 0},
        'pose': [],
    }


@pytest.mark.parametrize('data', [b'\x08', b'\x12\x05ab', b'\x89\x01\x00', b'\x0b'])
def test_broken_bytes_are_refused(data):
    with pytest.raises(InvalidInputError, match='protobuf'):
        decode(FLAT, data)


def test_field_that_the_schema_does_not_know_is_refused():
    with pytest.raises(InvalidInputError, match='message field'):
        encode(FLAT, {'other': 1})
