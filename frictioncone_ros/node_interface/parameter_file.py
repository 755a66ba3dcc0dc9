# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Parameter files in ROS 2 YAML form, read and checked without a robot and without ROS.

Everything that is wrong with a parameter file, and not only the first of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
import re

import yaml

from frictioncone_ros.estimation.placed_yaml import file_text, require_shallow
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.node_interface.node_settings import node_settings
from frictioncone_ros.node_interface.parameters import PARAMETERS, UNKNOWN_NAME
from frictioncone_ros.node_interface.ros_yaml import (
    AsWritten,
    Content,
    content_of,
    entries_of,
    GivenParameter,
)

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
        text = file_text(path)
        require_shallow(text, where, may_alias=False)  # ROS reads no aliases either
        root = yaml.compose(text, Loader=AsWritten)
    except InvalidInputError:
        raise
    except (yaml.YAMLError, ValueError, TypeError, RecursionError) as error:
        raise InvalidInputError('file', where, f'YAML ({_one_line(error)})') from None
    if not isinstance(root, yaml.MappingNode):
        found = None if root is None else 'no mapping'
        raise InvalidInputError('content', found, 'sections by node name', where)
    return _meant(content_of(root, where), node_name, where)


def is_of_ros(name: str) -> bool:
    """Tell whether a parameter is one that ROS gives to every node."""
    return name.partition('.')[0] in _ROS_OWN


def _meant(content: Content, node_name: str, where: str) -> ParameterFile:
    """Return what of a file is meant for a node, as ROS joins it."""
    values: dict[str, object] = {}
    lines: dict[str, int] = {}
    shared: set[str] = set()
    for section, name, value, line in entries_of(content):
        if _means(section, node_name) and not is_of_ros(name):
            values[name], lines[name] = value, line
            shared.update((name,) if section.endswith('*') else ())
    return ParameterFile(
        values,
        lines,
        (*content.faults, *_given_twice(content.given, where)),
        tuple(content.sections),
        any(_means(section, node_name) for section in content.sections),
        frozenset(shared),
    )


def _given_twice(given: list[GivenParameter], where: str) -> Iterator[InvalidInputError]:
    """Yield a fault for each parameter that stands twice in a section: ROS takes the last."""
    first: dict[tuple[str, str], int] = {}
    for section, name, _, line in given:
        known = first.setdefault((section, name), line)
        if known != line:
            yield InvalidInputError(
                name, f'given twice, in lines {known} and {line}', 'once', f'{where}: line {line}'
            )


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
