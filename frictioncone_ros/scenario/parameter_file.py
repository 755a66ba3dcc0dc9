# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Parameter files in ROS 2 YAML form, read and checked without a robot and without ROS."""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path

import yaml

from frictioncone_ros.exceptions import InvalidInputError

_ROS_OWN = ('use_sim_time', 'qos_overrides', 'start_type_description_service')


def read_parameter_file(path: Path, node_name: str = '/frictioncone') -> dict[str, object]:
    """
    Return the parameters a file gives to a node, later sections over earlier ones.

    Sections are node names, with * and ** as in ROS 2. Parameters that every node has
    (use_sim_time and the like) are left out: they are ROS's own.
    """
    where = str(path)
    try:
        document = yaml.safe_load(path.read_text(encoding='utf-8'))
    except OSError as error:
        raise InvalidInputError('file', where, f'a readable file ({error.strerror})') from None
    except yaml.YAMLError as error:
        raise InvalidInputError('file', where, f'YAML ({_one_line(error)})') from None
    if not isinstance(document, dict):
        raise InvalidInputError('content', document, 'sections by node name', where)
    values: dict[str, object] = {}
    for section, content in document.items():
        given = content.get('ros__parameters') if isinstance(content, dict) else None
        if not isinstance(given, dict):
            raise InvalidInputError(f'section {section}', content, 'ros__parameters in it', where)
        if _means(str(section), node_name):
            values.update(given)
    return {name: value for name, value in values.items() if name not in _ROS_OWN}


def _means(section: str, node_name: str) -> bool:
    """Tell whether a section is for the node: its name, bare or full, or a pattern."""
    full = section if section.startswith('/') else f'/{section}'
    return fnmatchcase(node_name, full.replace('**', '*'))


def _one_line(error: Exception) -> str:
    return ' '.join(str(error).split())
