# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
The kinds of fields on the wire: how each is written and read behind whatever came before it.

Offsets [bytes] count from behind the four bytes that say which encoding it is; a primitive is
aligned to its own size. Values stand in a mapping by the fields' names.
"""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from struct import Struct
from typing import Any, Protocol

import numpy as np

Values = MutableMapping[str, Any]

LARGEST_ALIGNMENT = 8
LENGTH = Struct('<I')


class Field(Protocol):
    """A stretch of a message: one field, or several that are always of the same size."""

    def write(self, values: Values, offset: int) -> bytes:
        """Return the bytes that follow an offset, padding first."""

    def read(self, data: bytes, offset: int, values: Values) -> int:
        """Take values from the bytes, and return where they end; offsets as in `data`."""


class Primitives:
    """
    Primitives one after the other.

    names: of the fields. codes: one string of struct's format characters for each; a field of
    several numbers, as a vector or a time, is a sequence.
    """

    def __init__(self, names: Sequence[str], codes: Sequence[str]) -> None:
        """Work out the padding for each offset it can begin at."""
        self._fields = list(zip(names, map(len, codes), strict=True))
        self._structs = [
            Struct(_padded(''.join(codes), offset)) for offset in range(LARGEST_ALIGNMENT)
        ]

    def write(self, values: Values, offset: int) -> bytes:
        """Return the numbers' bytes."""
        flat: list[Any] = []
        for name, count in self._fields:
            if count == 1:
                flat.append(values[name])
            else:
                flat += values[name]
        return self._structs[offset % LARGEST_ALIGNMENT].pack(*flat)

    def read(self, data: bytes, offset: int, values: Values) -> int:
        """Take the numbers."""
        chosen = self._structs[offset % LARGEST_ALIGNMENT]
        flat, at = chosen.unpack_from(data, offset), 0
        for name, count in self._fields:
            values[name] = flat[at] if count == 1 else flat[at : at + count]
            at += count
        return offset + chosen.size


@dataclass(frozen=True)
class Text:
    """A string: its length with the closing zero, then UTF-8."""

    name: str

    def write(self, values: Values, offset: int) -> bytes:
        """Return the string's bytes."""
        return written_text(values[self.name], offset)

    def read(self, data: bytes, offset: int, values: Values) -> int:
        """Take the string; raise ValueError where it is cut off or no UTF-8."""
        begin = offset + -offset % LENGTH.size + LENGTH.size
        (length,) = LENGTH.unpack_from(data, begin - LENGTH.size)
        if not 0 < length <= len(data) - begin:
            raise ValueError(f'a string of {length} bytes where {len(data) - begin} are left')
        values[self.name] = data[begin : begin + length - 1].decode()
        return begin + int(length)


@dataclass(frozen=True)
class Texts:
    """A sequence of strings."""

    name: str

    def write(self, values: Values, offset: int) -> bytes:
        """Return the strings' bytes."""
        texts = values[self.name]
        written = bytes(-offset % LENGTH.size) + LENGTH.pack(len(texts))
        for text in texts:
            written += written_text(text, offset + len(written))
        return written

    def read(self, data: bytes, offset: int, values: Values) -> int:
        """Refuse: nothing that is read in this way has such a field."""
        raise ValueError(f'{self.name}: sequences of strings are not read')


@dataclass(frozen=True)
class Numbers:
    """
    Many numbers of one kind, given as an array or as its bytes.

    kind: NumPy's name of the number. count: how many, None for a sequence with its length before.
    """

    name: str
    kind: str
    count: int | None

    def __post_init__(self) -> None:
        """Know the size of one."""
        object.__setattr__(self, '_size', np.dtype(self.kind).itemsize)

    def write(self, values: Values, offset: int) -> bytes:
        """Return the numbers' bytes."""
        value = values[self.name]
        data = value if isinstance(value, bytes) else np.asarray(value, self.kind).tobytes()
        size: int = self._size  # type: ignore[attr-defined]
        count = len(data) // size
        if self.count is None:
            begin = bytes(-offset % LENGTH.size) + LENGTH.pack(count)
            if not count:
                return begin
        elif count == self.count:
            begin = b''
        else:
            raise ValueError(f'{self.name}: {count} numbers where {self.count} belong')
        return begin + bytes(-(offset + len(begin)) % size) + data

    def read(self, data: bytes, offset: int, values: Values) -> int:
        """Refuse: nothing that is read in this way has such a field."""
        raise ValueError(f'{self.name}: arrays are not read')


def written_text(text: str, offset: int) -> bytes:
    """Return a string's bytes behind an offset."""
    return _padded_text(text, -offset % LENGTH.size)


# Frames and names of contacts are the same from message to message.
@lru_cache(maxsize=256)
def _padded_text(text: str, padding: int) -> bytes:
    encoded = text.encode(errors='replace')
    return bytes(padding) + LENGTH.pack(len(encoded) + 1) + encoded + b'\0'


def _padded(codes: str, offset: int) -> str:
    """Return struct's format of primitives that begin at an offset, with their padding."""
    written, at = '<', offset
    for code in codes:
        size = Struct(f'<{code}').size
        padding = -at % size
        written += 'x' * padding + code
        at += padding + size
    return written
