# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Everything that is wrong with a parameter file, and not only the first of it."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.node_interface.node_settings import node_settings
from frictioncone_ros.node_interface.parameter_file import parsed_parameter_file
from frictioncone_ros.node_interface.parameters import PARAMETERS, UNKNOWN_NAME

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
        said = str(error)
        return (said if str(path) in said else f'{path}: {said}',)
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
