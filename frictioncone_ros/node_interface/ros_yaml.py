# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Parameter files as ROS's own parser (rcl_yaml_param_parser) reads them.

Its words are neither those of YAML 1.1 nor of 1.2: 1_000 and 1:30 are words to it, inf and 08
numbers, y is true. Read otherwise, a file would be valid here and refused by the node, or lose a
limit.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
import re
import sys
from typing import NamedTuple

import yaml

from frictioncone_ros.exceptions import InvalidInputError

PARAMETERS_KEY = 'ros__parameters'
"""The key between the name of a node and its parameters."""

Plain = bool | int | float | str
Given = Plain | list[Plain] | None

_TRUE = frozenset(('Y', 'y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'))
_FALSE = frozenset(('N', 'n', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'))
# What C's strtol takes with base 0, and strtod; and what YAML calls infinite and no number.
_INTEGER = re.compile(r'([-+]?)(?:(0[xX][0-9a-fA-F]+)|(0[0-7]*)|([1-9][0-9]*))')
_DECIMAL = re.compile(r'[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?')
_HEXADECIMAL = re.compile(
    r'[-+]?0[xX]([0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?:[pP][-+]?[0-9]+)?'
)
_NOT_FINITE = re.compile(r'[-+]?(?i:inf|infinity|nan)|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)')
_INTEGERS = range(-(2**63), 2**63)
_SECTION = re.compile(r'/?(?:\*\*?|[A-Za-z0-9_]+)(?:/(?:\*\*?|[A-Za-z0-9_]+))*')
_WORD_TAG = yaml.resolver.BaseResolver.DEFAULT_SCALAR_TAG


class GivenParameter(NamedTuple):
    """
    One parameter of a file: the section it stands in, its value, its line counted from 1.

    Empty lists and mappings have no value: ROS does not set what they are of.
    """

    section: str
    name: str
    value: Given
    line: int


class Content(NamedTuple):
    """
    What a file holds.

    sections: names of nodes, each once, in order. given: parameters, in order. faults: what ROS
    refuses the file for.
    """

    sections: list[str]
    given: list[GivenParameter]
    faults: list[InvalidInputError]


class AsWritten(yaml.BaseLoader):
    """Composes nodes whose plain words have no type yet: an empty tag."""

    def resolve(self, kind: type, value: object, implicit: object) -> str:  # noqa: D102  # PyYAML's
        plain = isinstance(implicit, tuple) and implicit[0] and kind is yaml.ScalarNode
        return '' if plain else str(super().resolve(kind, value, implicit))  # type: ignore[no-untyped-call]


def content_of(root: yaml.MappingNode, where: str) -> Content:
    """Return the parameters below the root of a file that `AsWritten` composed."""
    content = Content([], [], [])
    _read_sections(content, root, '', where)
    return content


def plain_value(text: str) -> Plain:
    """Return a word without quotation marks as ROS reads it."""
    if text in _TRUE or text in _FALSE:
        return text in _TRUE
    if _NOT_FINITE.fullmatch(text):
        return float(text.replace('.', ''))
    integer = _integer(text)
    if integer is not None and integer in _INTEGERS:
        return integer
    for form, number_of in ((_DECIMAL, float), (_HEXADECIMAL, _of_hexadecimal)):
        found = form.fullmatch(text)
        if found:
            number, is_zero = number_of(text), not found[1].strip('0.')
            # Where it overflows or underflows, strtod fails.
            in_range = sys.float_info.min <= abs(number) <= sys.float_info.max
            return number if is_zero or in_range else text
    return text


def _integer(text: str) -> int | None:
    found = _INTEGER.fullmatch(text)
    if found is None:
        return None
    sign, hexadecimal, octal, decimal = found.groups()
    digits, base = (hexadecimal, 16) if hexadecimal else (octal, 8) if octal else (decimal, 10)
    return int(f'{sign}{digits}', base)


def _of_hexadecimal(text: str) -> float:
    try:
        return float.fromhex(text)
    except OverflowError:
        return inf


def _read_sections(content: Content, node: yaml.MappingNode, above: str, where: str) -> None:
    """Read the names of nodes, which may stand in those of their namespaces."""
    if above and not node.value:
        content.faults.append(_no_parameters(above, None, node, where))
    for place, (key, below) in enumerate(node.value):
        section = f'{above}/{key.value}' if above else str(key.value)
        if above and key.value == PARAMETERS_KEY:
            _read_section(content, below, above, where)
            # ROS's parser has left the section then.
            content.faults.extend(
                _fault('key', str(late.value), f'none behind {PARAMETERS_KEY}', late, where)
                for late, _ in node.value[place + 1 :]
            )
            return
        if isinstance(below, yaml.MappingNode):
            _read_sections(content, below, section, where)
        else:
            content.faults.append(_no_parameters(section, _shown(below), key, where))


def _read_section(content: Content, node: yaml.Node, section: str, where: str) -> None:
    if not _SECTION.fullmatch(section):
        expected = 'the name of a node, * and ** for any'
        content.faults.append(_fault('section', section, expected, node, where))
    elif not isinstance(node, yaml.MappingNode):
        content.faults.append(_no_parameters(section, _shown(node), node, where))
    else:
        if section not in content.sections:
            content.sections.append(section)
        _read_parameters(content, node, (section, ''), where)


def _read_parameters(
    content: Content, node: yaml.MappingNode, above: tuple[str, str], where: str
) -> None:
    """Read the parameters of a section; above: the section and the name above these."""
    section, prefix = above
    for key, below in node.value:
        name = f'{prefix}.{key.value}' if prefix else str(key.value)
        if isinstance(below, yaml.MappingNode) and below.value:
            _read_parameters(content, below, (section, name), where)
            continue
        try:
            value = _value(name, below, where)
        except InvalidInputError as error:
            content.faults.append(error)
        else:
            content.given.append(GivenParameter(section, name, value, _line(key)))


def _value(name: str, node: yaml.Node, where: str) -> Given:
    if isinstance(node, yaml.ScalarNode):
        return _of_word(name, node, where)
    if not node.value:
        return None
    if not all(isinstance(entry, yaml.ScalarNode) for entry in node.value):
        raise _fault(name, _shown(node), 'a list of words or numbers', node, where)
    values = [_of_word(name, entry, where) for entry in node.value]
    if len({type(value) for value in values}) > 1:
        expected = 'entries of one type, as ROS reads no other list: 0.0 beside 0.5, not 0'
        raise _fault(name, values, expected, node, where)
    return values


def _of_word(name: str, node: yaml.ScalarNode, where: str) -> Plain:
    if node.style in {'"', "'"} or node.tag == _WORD_TAG:
        return str(node.value)
    if not node.value:
        raise _fault(name, None, 'a value', node, where)
    return plain_value(str(node.value))


def _no_parameters(section: str, found: object, node: yaml.Node, where: str) -> InvalidInputError:
    return _fault(f'section {section}', found, f'{PARAMETERS_KEY} in it', node, where)


def _fault(
    what: str, found: object, expected: str, node: yaml.Node, where: str
) -> InvalidInputError:
    return InvalidInputError(what, found, expected, f'{where}: line {_line(node)}')


def _shown(node: yaml.Node) -> object:
    if isinstance(node, yaml.ScalarNode):
        return str(node.value) or None
    return 'a list' if isinstance(node, yaml.SequenceNode) else 'a mapping'


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1


def entries_of(content: Content) -> Iterator[GivenParameter]:
    """Yield the parameters by section, as ROS keeps them: what is last stands over the others."""
    for section in content.sections:
        for parameter in content.given:
            if parameter.section == section:
                yield parameter
