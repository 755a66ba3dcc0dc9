# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Messages between their bytes on the wire and plain values, without message objects.

At a thousand commands a second rclpy spends more on building, filling and reading message
objects than the filter on its answers. A layout is worked out from the message's own definition,
so that it cannot differ from it, and is used only where the middleware understands it
(`is_written_so`, `is_read_so`): little-endian plain CDR, as Fast DDS, Cyclone DDS and Zenoh have
on common machines. Bytes of padding are not compared: the middleware leaves them as they were.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import groupby
import re
import struct
from typing import Any

import numpy as np
from rclpy.serialization import deserialize_message, serialize_message

from frictioncone_ros.ros.conversions.wire.cdr_fields import (
    Field,
    Numbers,
    Primitives,
    Text,
    Texts,
    Values,
)

LITTLE_ENDIAN = b'\0\1\0\0'
"""The four bytes before a message in little-endian plain CDR."""

CODES = {
    'boolean': '?',
    'octet': 'B',
    'uint8': 'B',
    'int8': 'b',
    'uint16': 'H',
    'int16': 'h',
    'uint32': 'I',
    'int32': 'i',
    'uint64': 'Q',
    'int64': 'q',
    'float': 'f',
    'double': 'd',
}
"""Primitive types of messages, and struct's characters for them."""

_SEQUENCE = re.compile(r'sequence<(\w+)>')
_ARRAY = re.compile(r'(\w+)\[(\d+)\]')


class Layout:
    """
    How a message lies on the wire.

    Values stand by the names of the fields, those of nested messages after a dot; a nested
    message of numbers alone (a Wrench, a Time) is one sequence of them.
    """

    def __init__(self, message_type: type) -> None:
        """Work it out from the definition; raise TypeError for kinds of fields not known here."""
        self._type = message_type
        self._fields = list(_joined(_leaves(message_type(), '')))

    @cached_property
    def is_written_so(self) -> bool:
        """Whether the middleware reads what is written, each field filled, as it was meant."""
        message = filled(self._type())
        return bool(self._as_object(self.write(values_of(message))) == message)

    @cached_property
    def is_read_so(self) -> bool:
        """Whether what the middleware writes, each field filled, is read as it was meant."""
        message = filled(self._type())
        return self.read(serialize_message(message)) == values_of(message)

    def write(self, values: Values) -> bytes:
        """Return a message's bytes."""
        written = bytearray()
        for field in self._fields:
            written += field.write(values, len(written))
        return LITTLE_ENDIAN + bytes(written)

    def read(self, data: bytes) -> Values:
        """Return a message's values; raise ValueError where the bytes are none of this kind."""
        if data[: len(LITTLE_ENDIAN)] != LITTLE_ENDIAN:
            return values_of(self._as_object(data))
        values: Values = {}
        body, at = data[len(LITTLE_ENDIAN) :], 0
        try:
            for field in self._fields:
                at = field.read(body, at, values)
        except struct.error as error:
            raise ValueError(f'{len(data)} bytes are cut off ({error})') from None
        return values

    def to_publish(self, values: Values) -> Any:
        """Return what a publisher takes: bytes, or an object where those are written otherwise."""
        return self.write(values) if self.is_written_so else message_of(self._type, values)

    def from_subscription(self, data: bytes) -> Values:
        """Return what a raw subscription gave; raise ValueError where it is none of this kind."""
        return self.read(data) if self.is_read_so else values_of(self._as_object(data))

    def _as_object(self, data: bytes) -> Any:
        try:
            return deserialize_message(data, self._type)
        except Exception as error:  # rclpy has an exception class of its own for each middleware
            raise ValueError(str(error)) from None


def values_of(message: Any, prefix: str = '') -> Values:
    """Return the values of a message object, by the names a layout uses."""
    values: Values = {}
    for name, kind in message.get_fields_and_field_types().items():
        value = getattr(message, name)
        if '/' not in kind:
            values[prefix + name] = value
        elif _codes(value) is None:
            values.update(values_of(value, f'{prefix}{name}.'))
        else:
            values[prefix + name] = tuple(_numbers(value))
    return values


def filled(message: Any, first: int = 1) -> Any:
    """Return a message object with another value in every field, numbered from `first` on."""
    for number, (name, kind) in enumerate(message.get_fields_and_field_types().items(), first):
        value = getattr(message, name)
        if '/' in kind:
            filled(value, number + 1)
        elif isinstance(value, bool):
            setattr(message, name, number % 3 > 0)
        elif isinstance(value, (int, float)):
            setattr(message, name, type(value)(number))
        elif isinstance(value, str):
            setattr(message, name, f'{name} ä')
        elif kind == 'sequence<string>':
            setattr(message, name, [f'{name} {index}' for index in range(number % 4)])
        else:
            one = float(number) if CODES[_element(kind)] in 'df' else number
            setattr(message, name, [one] * (len(value) or number % 4))
    return message


def message_of(message_type: type, values: Mapping[str, Any]) -> Any:
    """Return the message object of values by the names a layout uses."""
    message = message_type()
    for name, value in values.items():
        *path, field = name.split('.')
        holder = message
        for part in path:
            holder = getattr(holder, part)
        kind = holder.get_fields_and_field_types()[field]
        if '/' in kind:
            _fill(getattr(holder, field), iter(value))
        elif isinstance(value, bytes) and kind != 'string':
            setattr(holder, field, np.frombuffer(value, CODES[_element(kind)]).tolist())
        else:
            setattr(holder, field, value)
    return message


def _fill(message: Any, numbers: Iterator[Any]) -> None:
    """Write numbers into a message that holds nothing else, in order."""
    for name, kind in message.get_fields_and_field_types().items():
        value = getattr(message, name)
        if '/' in kind:
            _fill(value, numbers)
        else:
            setattr(message, name, type(value)(next(numbers)))


def _element(kind: str) -> str:
    """Return the type of the numbers in a field of many."""
    found = _SEQUENCE.fullmatch(kind) or _ARRAY.fullmatch(kind)
    return found[1] if found else kind


def _leaves(message: Any, prefix: str) -> Iterator[tuple[str, str | Field]]:
    """Yield the fields in order: names with struct's characters, or what has no fixed size."""
    for name, kind in message.get_fields_and_field_types().items():
        full = prefix + name
        sequence, array = _SEQUENCE.fullmatch(kind), _ARRAY.fullmatch(kind)
        if kind in CODES:
            yield full, CODES[kind]
        elif kind == 'string':
            yield full, Text(full)
        elif kind == 'sequence<string>':
            yield full, Texts(full)
        elif sequence and sequence[1] in CODES:
            yield full, Numbers(full, CODES[sequence[1]], None)
        elif array and array[1] in CODES:
            yield full, Numbers(full, CODES[array[1]], int(array[2]))
        elif '/' in kind and '<' not in kind and '[' not in kind:
            nested = getattr(message, name)
            codes = _codes(nested)
            yield from _leaves(nested, f'{full}.') if codes is None else ((full, codes),)
        else:
            raise TypeError(f'{full}: no layout is known of {kind}')


def _codes(message: Any) -> str | None:
    """Return struct's characters of a message of numbers alone; None where it holds more."""
    codes = ''
    for name, kind in message.get_fields_and_field_types().items():
        nested = _codes(getattr(message, name)) if '/' in kind else CODES.get(kind)
        if nested is None:
            return None
        codes += nested
    return codes


def _numbers(message: Any) -> Iterator[Any]:
    """Yield the numbers of a message that holds nothing else."""
    for name, kind in message.get_fields_and_field_types().items():
        value = getattr(message, name)
        if '/' in kind:
            yield from _numbers(value)
        else:
            yield value


def _joined(leaves: Iterator[tuple[str, str | Field]]) -> Iterator[Field]:
    """Yield the fields, primitives that follow each other as one."""
    for is_primitive, group in groupby(leaves, key=lambda leaf: isinstance(leaf[1], str)):
        members = list(group)
        if is_primitive:
            yield Primitives([name for name, _ in members], [str(code) for _, code in members])
        else:
            yield from (field for _, field in members if not isinstance(field, str))
