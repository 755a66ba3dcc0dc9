# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""On which side of which hyperplanes: rows of bits packed into words."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
"""Rows of bits: hyperplanes with a positive side first, as many words again with a negative."""

WORD = 64
"""Bits of a word."""


def as_integers(words: Words) -> list[int]:
    """Return each row of words as one integer, the first word lowest."""
    return [int.from_bytes(row.tobytes(), 'little') for row in words]


def as_words(cells: list[int], word_count: int) -> Words:
    """Return the rows (cells, 2 words) of integers."""
    width = 2 * word_count
    data = b''.join(cell.to_bytes(8 * width, 'little') for cell in cells)
    return np.frombuffer(data, dtype=np.uint64).reshape(len(cells), width)


def signs_of(words: Words, hyperplane_count: int) -> NDArray[np.int8]:
    """Return the signs (cells, hyperplanes) that rows of words stand for."""
    half = words.shape[1] // 2
    unpacked = np.unpackbits(
        np.ascontiguousarray(words).view(np.uint8), axis=1, bitorder='little'
    ).astype(np.int8)
    start = WORD * half
    positive = unpacked[:, :hyperplane_count]
    negative = unpacked[:, start : start + hyperplane_count]
    return np.asarray(positive - negative)


def within(rays: Words, cells: Words) -> NDArray[np.bool_]:
    """Return (cells, rays): whether no bit of the ray lies outside the bits of the cell."""
    outside = np.zeros((len(cells), len(rays)), dtype=bool)
    for word in range(rays.shape[1]):
        outside |= (~cells[:, word, None] & rays[:, word]) != 0
    return ~outside
