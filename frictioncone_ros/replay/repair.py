# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Bag files that end in the middle: what is whole of them, closed as if it had ended there."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
import sqlite3
import struct

from frictioncone_ros.exceptions import InvalidInputError

SQLITE_HEADER = 100
"""Size of what says how long an SQLite file is [bytes]."""
MOST_MISSING = 1 << 30
"""Pages of so many bytes may be missing at the end of a file [bytes]."""
FILLS = 0x00, 0xFF
"""What missing pages are filled with, one after the other: what depends on it was not there."""

MAGIC = b'\x89MCAP0\r\n'
DATA_END, FOOTER, CHUNK = 0x0F, 0x02, 0x06
SIZE_OF_RECORDS = 8
"""A chunk's header ends with the size of its records [bytes]."""
_RECORD = struct.Struct('<BQ')
# Times of begin and end, size, checksum; then the length of the compression's name.
_CHUNK = struct.Struct('<28xI')
_FOOTER = _RECORD.pack(FOOTER, 20) + bytes(20)
_DATA_END = _RECORD.pack(DATA_END, 4) + bytes(4)


def is_cut(path: Path) -> bool:
    """Tell whether an MCAP file lacks its end."""
    with path.open('rb') as file:
        if file.read(len(MAGIC)) != MAGIC:
            return False
        file.seek(0, 2)
        if file.tell() < 2 * len(MAGIC):
            return True
        file.seek(-len(MAGIC), 2)
        return file.read() != MAGIC


def repaired(path: Path, folder: Path) -> Path:
    """Return a copy in a folder with every whole record of a file, and a proper end."""
    content = path.read_bytes()
    end = whole_records(content)
    saved = _of_cut_chunk(content[end:])
    copy = folder / path.name
    # Without a summary readers go through the records from the beginning.
    copy.write_bytes(content[:end] + saved + _DATA_END + _FOOTER + MAGIC)
    return copy


def whole_records(content: bytes, place: int = len(MAGIC)) -> int:
    """Return where the last whole record ends that follows a place [bytes]."""
    while place + _RECORD.size <= len(content):
        kind, length = _RECORD.unpack_from(content, place)
        following = place + _RECORD.size + length
        if kind in {DATA_END, FOOTER} or following > len(content):
            break
        place = following
    return place


def _of_cut_chunk(content: bytes) -> bytes:
    """Return the whole records in a chunk that is cut off; none where it is compressed."""
    if len(content) < _RECORD.size + _CHUNK.size or content[0] != CHUNK:
        return b''
    (name_length,) = _CHUNK.unpack_from(content, _RECORD.size)
    if name_length:
        return b''
    inside = content[_RECORD.size + _CHUNK.size + SIZE_OF_RECORDS :]
    return inside[: whole_records(inside, 0)]


def repaired_database(path: Path, folder: Path) -> Path:
    """Return a new database in a folder with every row of a cut one that can still be read."""
    copy, content = folder / path.name, path.read_bytes()
    padded = [folder / f'padded_{fill}_{path.name}' for fill in FILLS]
    for file, fill in zip(padded, FILLS, strict=True):
        file.write_bytes(_padded(content, fill))
    with (
        closing(sqlite3.connect(padded[0])) as source,
        closing(sqlite3.connect(padded[1])) as twin,
        closing(sqlite3.connect(copy)) as target,
    ):
        tables = source.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
        for name, statement in tables.fetchall():
            target.execute(statement)
            _copy_rows((source, twin), target, name)
        target.commit()
    return copy


def is_cut_database(path: Path) -> bool:
    """Tell whether an SQLite file is shorter than it says."""
    with path.open('rb') as file:
        header = file.read(SQLITE_HEADER)
    return _said_size(header) > path.stat().st_size


def _padded(content: bytes, fill: int) -> bytes:
    """Return the content with the pages that are missing, all of one byte."""
    size = _said_size(content)
    if size > MOST_MISSING + len(content):
        raise InvalidInputError('size', f'{size} bytes', 'a header that can be of this file')
    return content.ljust(size, bytes((fill,)))


def _said_size(content: bytes) -> int:
    """Return how long an SQLite file says it is [bytes], 0 where it does not begin as one."""
    if len(content) < SQLITE_HEADER or not content.startswith(b'SQLite format 3\0'):
        return 0
    (page_size,) = struct.unpack_from('>H', content, 16)
    (page_count,) = struct.unpack_from('>I', content, 28)
    return (65536 if page_size == 1 else int(page_size)) * int(page_count)


def _copy_rows(
    sources: tuple[sqlite3.Connection, sqlite3.Connection], target: sqlite3.Connection, table: str
) -> None:
    """
    Copy rows in the order in which they were written, as far as they go.

    sources: the database with its missing pages filled in two ways. Where they differ a row goes
    on in what is missing, as a long message does: it was not all written here, and is left out.
    """
    query = f'SELECT * FROM "{table}" NOT INDEXED ORDER BY rowid'
    rows, twins = (source.execute(query) for source in sources)
    places = ', '.join('?' for _ in rows.description)
    try:
        for row, twin in zip(rows, twins, strict=False):
            if row == twin:
                target.execute(f'INSERT INTO "{table}" VALUES ({places})', row)
    except sqlite3.DatabaseError:
        return  # here the missing pages begin
