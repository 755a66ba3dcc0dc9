# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""YAML whose every value knows its file and line, so that a refusal can name them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import inf
from pathlib import Path

import yaml

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arguments import checked, checked_fields
from frictioncone_ros.spatial.arrays import (
    Array,
    as_finite_number,
    as_matrix,
    as_non_negative,
    as_vector,
    frozen_array,
)
from frictioncone_ros.spatial.converters import Size
from frictioncone_ros.tolerances import LARGEST_INPUT, UNIT_LENGTH

MOST_NESTED = 50
"""Sections within sections that a file may have; ours have five."""

LARGEST_FILE = 10_000_000
"""A file larger than this is none of ours: it would take minutes to read [bytes]."""

PARSER = getattr(yaml, 'CSafeLoader', yaml.SafeLoader)
"""What reads YAML event by event; libyaml, where it is there, takes a twentieth of the time."""

NOT_FINITE = {'.inf': 'inf', '+.inf': 'inf', '-.inf': '-inf', '.nan': 'nan'}
"""What YAML calls what is no finite number, and Python does."""


@checked
def read_yaml(path: Path) -> PlacedValue:
    """Return the content of a file, or raise InvalidInputError where it is no YAML."""
    try:
        text = file_text(path)
        require_shallow(text, str(path))
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except InvalidInputError:
        raise
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        reason = ' '.join(str(error).split())
        raise InvalidInputError('file', str(path), f'YAML ({reason})') from None
    if root is None:
        raise InvalidInputError('file', str(path), 'content; it is empty')
    return PlacedValue('content', root, path)


@checked
def file_text(path: Path) -> str:
    """
    Return a file's text, or raise InvalidInputError where it cannot be read, is long, or is none.

    No more is read than a file may have: devices and pipes say no size, and may never end.
    """
    try:
        with path.open('rb') as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise InvalidInputError('file', str(path), f'a readable file ({error.strerror})') from None
    return decoded_text(content, 'file', str(path))


@checked
def decoded_text(content: bytes, what: str, name: str) -> str:
    """Return UTF-8 of bounded size as text; what, name: how messages call where it came from."""
    if len(content) > LARGEST_FILE:
        raise InvalidInputError(what, name, f'at most {LARGEST_FILE} bytes')
    try:
        # As text files are read: the end of a line is one sign everywhere.
        return content.decode('utf-8').replace('\r\n', '\n').replace('\r', '\n')
    except UnicodeDecodeError:
        raise InvalidInputError(what, name, 'text in UTF-8') from None


@checked
def require_shallow(text: str, where: str, may_alias: bool = True) -> None:
    """
    Refuse YAML nested deeper than MOST_NESTED, which takes the parser seconds and its stack.

    may_alias: whether *names may stand for what was written before; a kilobyte of them can stand
    for a million million values where they are written out.
    """
    depth = 0
    for event in yaml.parse(text, Loader=PARSER):
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        anchor = event.anchor if isinstance(event, yaml.AliasEvent) else None
        if depth > MOST_NESTED or (anchor is not None and not may_alias):
            line = event.start_mark.line + 1 if event.start_mark else 1
            place = f'{where}: line {line}'
            found = f'*{anchor}' if anchor is not None else f'{depth} deep'
            shallow = f'YAML at most {MOST_NESTED} deep'
            expected = shallow if may_alias else f'{shallow}, and no aliases'
            raise InvalidInputError('content', found, expected, place)


@checked_fields
@dataclass(frozen=True)
class PlacedValue:
    """One value of a file: its name, its YAML node and the file it stands in."""

    name: str
    node: yaml.Node
    path: Path

    @property
    def where(self) -> str:
        """File and line, counted from 1."""
        return f'{self.path}: line {self.node.start_mark.line + 1}'

    @property
    def plain(self) -> object:
        """The value as plain Python, without lines."""
        loader = yaml.SafeLoader('')
        try:
            return loader.construct_object(self.node, deep=True)
        except (yaml.YAMLError, ValueError, TypeError, RecursionError) as error:
            raise self.refused(' '.join(str(error).split()), self.node.tag) from None
        finally:
            loader.dispose()

    @checked
    def refused(self, expected: str, value: object | None = None) -> InvalidInputError:
        """Return the error that this value is not what was expected."""
        shown = self.node.value if value is None else value
        if value is None and not isinstance(self.node, yaml.ScalarNode):
            shown = self.plain
        return InvalidInputError(self.name, shown, expected, self.where)

    def entries(self) -> dict[str, PlacedValue]:
        """Return a mapping's values by name; a name given twice is refused."""
        if not isinstance(self.node, yaml.MappingNode):
            raise self.refused('names and their values')
        found: dict[str, PlacedValue] = {}
        for key, value in self.node.value:
            name = str(key.value)
            if name in found:
                where = f'{self.path}: line {key.start_mark.line + 1}'
                raise InvalidInputError(name, 'given twice', 'each name once', where)
            found[name] = PlacedValue(name, value, self.path)
        return found

    @checked
    def fields(
        self, allowed: Collection[str], required: Collection[str] = ()
    ) -> dict[str, PlacedValue]:
        """Return a mapping's values; names that mean nothing, or that lack, are refused."""
        found = self.entries()
        for name, value in found.items():
            if name not in allowed:
                known = 'one of ' + ', '.join(sorted(allowed))
                raise InvalidInputError('name', name, known, value.where)
        for name in required:
            if name not in found:
                raise InvalidInputError(name, 'missing', f'it in {self.name}', self.where)
        return found

    def items(self) -> list[PlacedValue]:
        """Return a list's values, each named by its place."""
        if not isinstance(self.node, yaml.SequenceNode):
            raise self.refused('a list')
        return [
            PlacedValue(f'{self.name}[{index}]', node, self.path)
            for index, node in enumerate(self.node.value)
        ]

    @checked
    def word(self, choices: Collection[str] = ()) -> str:
        """Return a word that is not empty, and of the choices where there are any."""
        if not isinstance(self.node, yaml.ScalarNode) or not self.node.value:
            raise self.refused('a word')
        if choices and self.node.value not in choices:
            raise self.refused('one of ' + ', '.join(choices))
        return str(self.node.value)

    def flag(self) -> bool:
        """Return true or false."""
        value = self.plain
        if not isinstance(value, bool):
            raise self.refused('true or false')
        return value

    def number(self) -> float:
        """Return a finite number."""
        return as_finite_number(self._numeric(), self.name, self.where)

    def non_negative(self) -> float:
        """Return a finite number of at least zero."""
        return as_non_negative(self._numeric(), self.name, self.where)

    def positive(self) -> float:
        """Return a finite number above zero."""
        number = self.number()
        if number <= 0.0:
            raise self.refused('a number > 0', number)
        return number

    @checked
    def vector(self, size: Size = 3) -> Array:
        """Return (size,) finite numbers."""
        return as_vector(self._numbers(), size, self.name, self.where)  # type: ignore[arg-type]  # checked inside

    @checked
    def matrix(self, columns: Size = 3) -> Array:
        """Return (count, columns) finite numbers, at least one row of them."""
        count = len(self.items())
        if count == 0:
            raise self.refused('at least one row of numbers')
        rows = [row._numbers() for row in self.items()]
        return as_matrix(rows, (count, columns), self.name, self.where)  # type: ignore[arg-type]  # checked inside

    def unit_vector(self) -> Array:
        """Return (3,) numbers of length one; a direction of another length is scaled to it."""
        vector = self.vector()
        length = float((vector @ vector) ** 0.5)
        if length <= UNIT_LENGTH:
            raise self.refused('a direction, not zero')
        return frozen_array(vector / length)

    def _numbers(self) -> object:
        """Return a list's numbers; of anything else what it is, to be refused by its shape."""
        if not isinstance(self.node, yaml.SequenceNode):
            return self.plain
        return [entry._numeric() for entry in self.items()]

    def _numeric(self) -> float:
        """
        Return the number as it is written: 1e-3 is one, which YAML 1.1 takes for text.

        true, 1:30 and 0x10 are none, which it takes for 1, 90 and 16; and 010 is ten.
        """
        text = self.node.value if isinstance(self.node, yaml.ScalarNode) else ''
        try:
            number = float(NOT_FINITE.get(text.lower(), text))
        except ValueError:
            raise self.refused('a number') from None
        if LARGEST_INPUT < abs(number) < inf:
            raise self.refused(f'a number up to {LARGEST_INPUT:g}')
        return number
