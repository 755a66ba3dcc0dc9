# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Parameter files in ROS 2 YAML form, read and checked without a robot and without ROS.

Everything that is wrong with a parameter file, and not only the first of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
import re

import yaml

from frictioncone_ros.estimation.placed_yaml import require_shallow
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.node_interface.node_settings import node_settings
from frictioncone_ros.node_interface.parameters import PARAMETERS, UNKNOWN_NAME

_EXPONENT = re.compile(r'[-+]?(\d+\.?\d*|\.\d+)[eE][-+]?\d+')
_GIVEN = 'ros__parameters'
"""The word below which a section's parameters stand."""
_ROS_OWN = ('use_sim_time', 'qos_overrides', 'start_type_description_service')


@dataclass(frozen=True)
class ParameterFile:
    """
    What a file gives to a node.

    values: the parameters by name, later sections over earlier ones. lines: where each of them
    stands, counted from 1. faults: sections that are not of the form and parameters given twice,
    in order. sections: their names. is_meant: whether one of them is for the node. shared: the
    parameters that come from sections for nodes of other names too.
    """

    values: dict[str, object]
    lines: dict[str, int]
    faults: tuple[InvalidInputError, ...]
    sections: tuple[str, ...] = ()
    is_meant: bool = False
    shared: frozenset[str] = frozenset()


def read_parameter_file(path: Path, node_name: str = '/frictioncone') -> dict[str, object]:
    """
    Return the parameters a file gives to a node, later sections over earlier ones.

    Sections are node names, with * and ** as in ROS 2, also inside those of their namespaces.
    Parameters that every node has (use_sim_time and the like) are left out: they are ROS's own.
    """
    file = parsed_parameter_file(path, node_name)
    for fault in file.faults:
        raise fault
    return file.values


def parsed_parameter_file(path: Path, node_name: str = '/frictioncone') -> ParameterFile:
    """Return what a file gives to a node; raise only where it has no sections at all."""
    where = str(path)
    try:
        text = path.read_text(encoding='utf-8')
        require_shallow(text, where, may_alias=False)  # ROS reads no aliases either
        document, root = yaml.safe_load(text), yaml.compose(text, Loader=yaml.SafeLoader)
    except OSError as error:
        raise InvalidInputError('file', where, f'a readable file ({error.strerror})') from None
    except InvalidInputError:
        raise
    except (yaml.YAMLError, ValueError, TypeError, RecursionError) as error:
        raise InvalidInputError('file', where, f'YAML ({_one_line(error)})') from None
    if not isinstance(document, dict):
        raise InvalidInputError('content', document, 'sections by node name', where)
    placed = list(_placed_names(root))
    lines = {name: line for section, name, line in placed if _means(section, node_name)}
    file = _joined(document, lines, node_name, where)
    return replace(file, faults=(*file.faults, *_given_twice(placed, where)))


def is_of_ros(name: str) -> bool:
    """Tell whether a parameter is one that ROS gives to every node."""
    return name.partition('.')[0] in _ROS_OWN


def _joined(
    document: dict[object, object], lines: dict[str, int], node_name: str, where: str
) -> ParameterFile:
    values: dict[str, object] = {}
    faults: list[InvalidInputError] = []
    shared: set[str] = set()
    meant = False
    sections = [one for name, content in document.items() for one in _sections(name, content)]
    for section, content in sections:
        given = content.get(_GIVEN) if isinstance(content, dict) else None
        if not isinstance(given, dict):
            faults.append(
                InvalidInputError(f'section {section}', content, f'{_GIVEN} in it', where)
            )
        elif _means(section, node_name):
            meant = True
            values.update({str(name): as_ros_reads(value) for name, value in given.items()})
            shared.update(map(str, given) if section.endswith('*') else ())
    own = {name: value for name, value in values.items() if not is_of_ros(name)}
    names = tuple(section for section, _ in sections)
    return ParameterFile(own, lines, tuple(faults), names, meant, frozenset(shared))


def _sections(name: object, content: object) -> Iterator[tuple[str, object]]:
    """Yield the sections of a name: itself, or those inside it where it is a namespace."""
    inside = content if isinstance(content, dict) else {}
    others = {key: value for key, value in inside.items() if key != _GIVEN}
    is_namespace = bool(others) and all(isinstance(value, dict) for value in others.values())
    if _GIVEN in inside or not is_namespace:
        yield str(name), content
    if is_namespace:
        for key, value in others.items():
            yield from _sections(f'{name}/{key}', value)


def as_ros_reads(value: object) -> object:
    """Return a value as ROS reads it: 1e2 is a number there, and a word in YAML 1.1."""
    if isinstance(value, list):
        return [as_ros_reads(entry) for entry in value]
    if isinstance(value, str) and _EXPONENT.fullmatch(value):
        return float(value)
    return value


def _given_twice(placed: list[tuple[str, str, int]], where: str) -> Iterator[InvalidInputError]:
    """Yield a fault for each parameter that stands twice in a section: YAML takes the last."""
    first: dict[tuple[str, str], int] = {}
    for section, name, line in placed:
        known = first.setdefault((section, name), line)
        if known != line:
            yield InvalidInputError(
                name, f'given twice, in lines {known} and {line}', 'once', f'{where}: line {line}'
            )


def _placed_names(root: yaml.Node | None) -> Iterator[tuple[str, str, int]]:
    """Yield section, name and line of each parameter, as far as they are written in plain."""
    for section, content in _entries(root):
        yield from _placed_in(str(section.value), content)


def _placed_in(section: str, content: yaml.Node) -> Iterator[tuple[str, str, int]]:
    for key, inside in _entries(content):
        if key.value != _GIVEN:
            yield from _placed_in(f'{section}/{key.value}', inside)
            continue
        for name, _ in _entries(inside):
            yield section, str(name.value), name.start_mark.line + 1


def _entries(node: yaml.Node | None) -> list[tuple[yaml.Node, yaml.Node]]:
    return node.value if isinstance(node, yaml.MappingNode) else []


def _means(section: str, node_name: str) -> bool:
    """Tell whether a section is for the node: its name, bare or full, or a pattern."""
    full = section if section.startswith('/') else f'/{section}'
    pattern = re.escape(full).replace('/\\*\\*', r'(/\w+)*').replace('/\\*', r'/\w+')
    return re.fullmatch(pattern, node_name) is not None


def _one_line(error: Exception) -> str:
    return ' '.join(str(error).split())


NEARLY = 0.8
"""Likeness of two names, as difflib counts it, from which one is the other misspelt [-]."""

_TOGETHER = {'object_inertia': ('object_inertia', 'object_mass')}
"""Parameters that are checked with each other: where one is wrong the others say nothing."""


def parameter_faults(values: Mapping[str, object]) -> dict[str, InvalidInputError]:
    """Return the faults of parameters by name, one for each parameter that is wrong."""
    remaining = dict(values)
    faults: dict[str, InvalidInputError] = {}
    while True:
        try:
            node_settings(remaining)
        except InvalidInputError as error:
            # What is wrong is said and put aside, and the rest is asked about again.
            name = _faulty_name(error)
            faults[name] = error
            before = len(remaining)
            for together in _TOGETHER.get(name, (name,)):
                remaining.pop(together, None)
            if len(remaining) < before:
                continue
        return faults


def file_faults(path: Path, node_name: str = '/frictioncone') -> tuple[str, ...]:
    """Return everything that is wrong with a file for a node, a line each, in its order."""
    try:
        file = parsed_parameter_file(path, node_name)
    except InvalidInputError as error:
        reason = str(error)
        return (reason if str(path) in reason else f'{path}: {reason}',)
    faults = parameter_faults(file.values)
    ordered = sorted(faults, key=lambda name: file.lines.get(name, 0))
    return (
        *(str(fault) for fault in file.faults),
        *(_placed(faults[name], path, file.lines.get(name)) for name in ordered),
    )


def stopping_faults(path: Path, node_name: str) -> tuple[str, ...]:
    """
    Return what a node must not begin with: all faults but other nodes' names in shared sections.

    Those ROS, and this node, ignore with a warning. A name that is nearly one of ours is none of
    theirs: without the limit that it was meant for a robot would be pushed without limit.
    """
    faults = file_faults(path, node_name)
    if not faults:
        return ()
    try:
        shared = parsed_parameter_file(path, node_name).shared
    except InvalidInputError:
        return faults
    known = [parameter.name for parameter in PARAMETERS]
    theirs = [name for name in shared if not get_close_matches(name, known, 1, NEARLY)]
    unknown = tuple(f"{UNKNOWN_NAME} is '{name}'" for name in theirs)
    return tuple(fault for fault in faults if not any(word in fault for word in unknown))


def _placed(fault: InvalidInputError, path: Path, line: int | None) -> str:
    """Return a fault in one line, with the file and where known the line it stands in."""
    where = f'{path}: line {line}' if line else str(path)
    return str(InvalidInputError(fault.what, fault.value, fault.expected, where))


def _faulty_name(error: InvalidInputError) -> str:
    """Return the parameter that a refusal is about; the filter's settings say it in words."""
    return str(error.value) if error.what == UNKNOWN_NAME else error.what.replace(' ', '_')
