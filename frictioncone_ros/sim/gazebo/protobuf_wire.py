# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Protocol-buffer messages as dictionaries, for schemas written as dictionaries.

Only what Gazebo's transport needs: integers, doubles, strings, bytes, nested and repeated fields.

Field numbers of the messages of Gazebo 11's transport that the client speaks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
import struct
from typing import Any

from frictioncone_ros.exceptions import InvalidInputError

_VARINT, _FIXED64, _LENGTH, _FIXED32 = 0, 1, 2, 5


@dataclass(frozen=True)
class Field:
    """
    One field of a message.

    kind: 'int' (also bool, negative numbers as 64 bits), 'double', 'string', 'bytes', or the
    schema of a nested message.
    """

    number: int
    kind: str | Mapping[str, Field]
    repeated: bool = False


Schema = Mapping[str, Field]
Message = dict[str, Any]


def encode(schema: Schema, message: Mapping[str, Any]) -> bytes:
    """Return the wire form of a message; fields that are absent are left out."""
    parts = []
    for name, value in message.items():
        if name not in schema:
            raise InvalidInputError('message field', name, f'one of {sorted(schema)}')
        field = schema[name]
        for item in value if field.repeated else [value]:
            parts.append(_encode_field(field, item))
    return b''.join(parts)


def decode(schema: Schema, data: bytes) -> Message:
    """Return the message; repeated fields are lists, always there; unknown fields are skipped."""
    by_number = {field.number: (name, field) for name, field in schema.items()}
    message: Message = {name: [] for name, field in schema.items() if field.repeated}
    position = 0
    while position < len(data):
        key, position = _read_varint(data, position)
        value, position = _read_value(data, position, key & 7)
        if key >> 3 in by_number:
            name, field = by_number[key >> 3]
            decoded = _decode_value(field, value)
            if field.repeated:
                message[name].append(decoded)
            else:
                message[name] = decoded
    return message


def _encode_field(field: Field, value: Any) -> bytes:
    if field.kind == 'int':
        return _varint(field.number << 3 | _VARINT) + _varint(int(value) & 0xFFFFFFFFFFFFFFFF)
    if field.kind == 'double':
        return _varint(field.number << 3 | _FIXED64) + struct.pack('<d', float(value))
    if isinstance(field.kind, Mapping):
        payload = encode(field.kind, value)
    else:
        payload = value.encode() if field.kind == 'string' else bytes(value)
    return _varint(field.number << 3 | _LENGTH) + _varint(len(payload)) + payload


def _decode_value(field: Field, value: Any) -> Any:
    if field.kind == 'int':
        return value - (1 << 64) if value >> 63 else value
    if field.kind == 'double':
        return struct.unpack('<d', value)[0]
    if isinstance(field.kind, Mapping):
        return decode(field.kind, value)
    return value.decode() if field.kind == 'string' else value


def _read_value(data: bytes, position: int, wire_type: int) -> tuple[Any, int]:
    if wire_type == _VARINT:
        return _read_varint(data, position)
    if wire_type == _LENGTH:
        size, position = _read_varint(data, position)
    elif wire_type in (_FIXED64, _FIXED32):
        size = 8 if wire_type == _FIXED64 else 4
    else:
        raise InvalidInputError('protobuf wire type', wire_type, '0, 1, 2 or 5')
    if position + size > len(data):
        raise InvalidInputError('length of protobuf message', len(data), f'>= {position + size}')
    return data[position : position + size], position + size


def _read_varint(data: bytes, position: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        if position >= len(data):
            raise InvalidInputError('length of protobuf message', len(data), f'> {position}')
        byte = data[position]
        value |= (byte & 0x7F) << shift
        position, shift = position + 1, shift + 7
        if not byte & 0x80:
            return value, position


def _varint(value: int) -> bytes:
    parts = bytearray()
    while value > 0x7F:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    parts.append(value)
    return bytes(parts)


TIME = {'sec': Field(1, 'int'), 'nsec': Field(2, 'int')}

PACKET = {'stamp': Field(1, TIME), 'type': Field(2, 'string'), 'data': Field(3, 'bytes')}
"""What travels to and from the master: a named message."""

PUBLISH = {
    'topic': Field(1, 'string'),
    'type': Field(2, 'string'),
    'host': Field(3, 'string'),
    'port': Field(4, 'int'),
}
PUBLISHERS = {'publisher': Field(1, PUBLISH, repeated=True)}

SUBSCRIBE = {
    'topic': Field(1, 'string'),
    'host': Field(2, 'string'),
    'port': Field(3, 'int'),
    'type': Field(4, 'string'),
    'latching': Field(5, 'int'),
}

VECTOR = {'x': Field(1, 'double'), 'y': Field(2, 'double'), 'z': Field(3, 'double')}

QUATERNION = {
    'x': Field(2, 'double'),
    'y': Field(3, 'double'),
    'z': Field(4, 'double'),
    'w': Field(5, 'double'),
}

WORLD_RESET = {'all': Field(1, 'int'), 'time_only': Field(2, 'int'), 'model_only': Field(3, 'int')}

WORLD_CONTROL = {
    'pause': Field(1, 'int'),
    'step': Field(2, 'int'),
    'multi_step': Field(3, 'int'),
    'reset': Field(4, WORLD_RESET),
}

WRENCH = {'force': Field(1, VECTOR), 'torque': Field(2, VECTOR), 'offset': Field(3, VECTOR)}
"""A wrench on a link for one step: axes and origin of the link."""

JOINT_WRENCH = {
    'first_name': Field(1, 'string'),
    'second_name': Field(3, 'string'),
    'first_wrench': Field(5, WRENCH),
    'second_wrench': Field(6, WRENCH),
}

CONTACT = {
    'first_collision': Field(1, 'string'),
    'second_collision': Field(2, 'string'),
    'position': Field(3, VECTOR, repeated=True),
    'normal': Field(4, VECTOR, repeated=True),
    'depth': Field(5, 'double', repeated=True),
    'wrench': Field(6, JOINT_WRENCH, repeated=True),
    'time': Field(7, TIME),
}
CONTACTS = {'contact': Field(1, CONTACT, repeated=True), 'time': Field(2, TIME)}

POSE = {
    'name': Field(1, 'string'),
    'id': Field(2, 'int'),
    'position': Field(3, VECTOR),
    'orientation': Field(4, QUATERNION),
}
POSES_STAMPED = {'time': Field(1, TIME), 'pose': Field(2, POSE, repeated=True)}

TYPE_NAMES = {
    'world_control': 'gazebo.msgs.WorldControl',
    'wrench': 'gazebo.msgs.Wrench',
    'contacts': 'gazebo.msgs.Contacts',
    'statistics': 'gazebo.msgs.WorldStatistics',
    'poses': 'gazebo.msgs.PosesStamped',
}
"""Names under which the transport knows the message types."""
