# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Parameters given to a node that it does not have, and files that give it none: ROS is silent."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import pairwise
from pathlib import Path
import sys
from typing import Any

from rclpy.node import Node
from rclpy.parameter import Parameter

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.node_interface import is_of_ros
from frictioncone_ros.node_interface.parameter_file import parsed_parameter_file

FILE_WORD = '--params-file'


def check_given(node: Node, arguments: Sequence[str] | None = None) -> None:
    """
    Refuse files that are not for a node, and warn of names that it has not declared.

    arguments: of the command line, None for this process's own.
    """
    require_meant(node, arguments)
    warn_of_unknown_parameters(node, node.list_parameters([], 0).names)


def warn_of_unknown_parameters(
    node: Node, known: Collection[str], nearest: Callable[[str], str] | None = None
) -> None:
    """
    Warn of each parameter that a file or the command line gives and the node has not.

    nearest: says which known one may be meant; without it by the letters.
    """
    say = nearest if nearest is not None else lambda name: _nearest(name, known)
    for name in sorted(_given(node)):
        if name not in known and not is_of_ros(name):
            node.get_logger().warning(
                f'parameter {name} is not known and ignored; expected {say(name)}'
            )


def require_meant(node: Node, arguments: Sequence[str] | None = None) -> None:
    """
    Raise InvalidInputError where a parameter file on the command line has no section for a node.

    Without one it would begin with its defaults: a filter without limits. arguments: of the
    command line, None for this process's own.
    """
    name = str(node.get_fully_qualified_name())
    for path in _files(sys.argv[1:] if arguments is None else arguments):
        file = parsed_parameter_file(Path(path), name)
        if not file.is_meant:
            expected = f'a section for {name}; it has {", ".join(file.sections) or "none"}'
            raise InvalidInputError(FILE_WORD, path, expected)


def positive(values: Mapping[str, Any], name: str, largest: float) -> float:
    """Return a parameter that is above 0 and at most `largest`, or raise InvalidInputError."""
    number = float(values[name])
    if not 0.0 < number <= largest:
        raise InvalidInputError(name, number, f'above 0, at most {largest:g}', 'parameters')
    return number


def _files(arguments: Sequence[str]) -> Iterator[str]:
    for word, following in pairwise(arguments):
        if word == FILE_WORD:
            yield following


def _nearest(name: str, known: Collection[str]) -> str:
    close = get_close_matches(name, known, 1)
    return close[0] if close else f'one of {", ".join(sorted(known))}'


def _given(node: Node) -> dict[str, Parameter]:
    """
    Return what files and command line give to the node.

    rclpy keeps it to itself. The handle is public and tells what the node itself reads from
    there, with ROS's own rules of which section is for which node.
    """
    with node.handle:
        given: dict[str, Parameter] = node.handle.get_parameters(Parameter)
    return given
