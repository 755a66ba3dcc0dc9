# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Parts of a YAML document that know their line: every refusal names file and line."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import isfinite

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import Array, frozen_array


@dataclass(frozen=True, eq=False)
class Entry:
    """One value of a document: its node, the file, and what it is called in messages."""

    node: Node
    file: str
    what: str

    @property
    def where(self) -> str:
        """File and line of the value."""
        return f'{self.file}: line {self.node.start_mark.line + 1}'

    @property
    def is_mapping(self) -> bool:
        """Whether the value is a mapping."""
        return isinstance(self.node, MappingNode)

    @property
    def is_list(self) -> bool:
        """Whether the value is a list."""
        return isinstance(self.node, SequenceNode)

    def refused(self, expected: str) -> InvalidInputError:
        """Return the error that says what stands here instead of what was expected."""
        return InvalidInputError(self.what, self._shown(), expected, self.where)

    def too_many(self, most: int) -> InvalidInputError:
        """Return the error that a list has more members than a scene may have."""
        what = f'number of entries of {self.what}'
        return InvalidInputError(what, len(self.node.value), f'at most {most}', self.where)

    def located(self, error: InvalidInputError) -> InvalidInputError:
        """Return an error with the place of this value, unless it has one in this file."""
        if error.where.startswith(f'{self.file}: line '):
            return error
        where = f'{self.where}: {error.where}' if error.where else self.where
        return type(error)(error.what, error.value, error.expected, where)

    def text(self) -> str:
        """Return the value as it is written: names like 'no' or '010' stay what they are."""
        if not isinstance(self.node, ScalarNode):
            raise self.refused('text')
        return str(self.node.value)

    def number(self) -> float:
        """
        Return the value as a finite number; 1e-3 counts, which YAML 1.1 takes for text.

        In quotation marks it is text to every reader of YAML.
        """
        if isinstance(self.node, ScalarNode) and self.node.style:
            raise self.refused('a number without quotation marks')
        try:
            number = float(self.node.value)
        except (TypeError, ValueError):
            raise self.refused('a number') from None
        if not isfinite(number):
            raise self.refused('a finite number')
        return number

    def count(self) -> int:
        """Return the value as a whole number of at least 0."""
        number = self.number()
        if number < 0.0 or number != int(number):
            raise self.refused('a whole number >= 0')
        return int(number)

    def entries(self) -> list[Entry]:
        """Return the members of a list."""
        if not isinstance(self.node, SequenceNode):
            raise self.refused('a list')
        members = enumerate(self.node.value)
        return [Entry(node, self.file, f'{self.what}[{index}]') for index, node in members]

    def numbers(self, size: int | None = None) -> Array:
        """Return a list of numbers (size,), or of any length."""
        return frozen_array([entry.number() for entry in self._sized(size)])

    def rows(self, size: int) -> Array:
        """Return a list of lists of numbers, (any, size)."""
        rows = [entry.numbers(size) for entry in self.entries()]
        return frozen_array(rows) if rows else frozen_array([[0.0] * size])[:0]

    def section(self, allowed: Collection[str]) -> Section:
        """Return the value as a mapping with none but the allowed keys, each once."""
        if not isinstance(self.node, MappingNode):
            raise self.refused('a mapping')
        values: dict[str, Entry] = {}
        for key, node in self.node.value:
            name = Entry(key, self.file, f'key of {self.what}')
            if name.text() not in allowed:
                raise name.refused('one of ' + ', '.join(allowed))
            if name.text() in values:
                raise name.refused('each key once')
            values[name.text()] = Entry(node, self.file, _words(name.text()))
        return Section(self, values)

    def _sized(self, size: int | None) -> list[Entry]:
        members = self.entries()
        if size is not None and len(members) != size:
            raise InvalidInputError(
                f'number of entries of {self.what}', len(members), str(size), self.where
            )
        return members

    def _shown(self) -> object:
        if isinstance(self.node, ScalarNode):
            return str(self.node.value)
        kind = 'list' if isinstance(self.node, SequenceNode) else 'mapping'
        return _Kind(f'a {kind}')


@dataclass(frozen=True, eq=False)
class Section:
    """A mapping: its own entry, and the entries of its keys."""

    entry: Entry
    values: dict[str, Entry]

    def get(self, key: str) -> Entry | None:
        """Return the entry of a key, None where it is not given."""
        return self.values.get(key)

    def required(self, key: str, expected: str = 'a value') -> Entry:
        """Return the entry of a key that must be given."""
        if key not in self.values:
            what = f'key {key!r} of {self.entry.what}'
            raise InvalidInputError(what, None, expected, self.entry.where)
        return self.values[key]

    def text(self, key: str, default: str = '') -> str:
        """Return the text of a key, or the default."""
        entry = self.get(key)
        return default if entry is None else entry.text()

    def vector(self, key: str, size: int) -> Array | None:
        """Return the numbers (size,) of a key; None where it is not given."""
        entry = self.get(key)
        return None if entry is None else entry.numbers(size)

    @contextmanager
    def placed(self) -> Iterator[None]:
        """Give refusals of the rooms below the file and the line of the key they are about."""
        try:
            yield
        except InvalidInputError as error:
            raise self._key_of(error).located(error) from None

    def _key_of(self, error: InvalidInputError) -> Entry:
        """Return the entry whose key occurs in what was refused, the longest; else the mapping."""
        named = [key for key in self.values if _words(key) in error.what]
        return self.values[max(named, key=len)] if named else self.entry


class _Kind(str):
    """What stands in a message without quotation marks."""

    def __repr__(self) -> str:
        return str(self)


def _words(key: str) -> str:
    return key.replace('_', ' ')
