# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Mesh files that a robot description names: found, and looked at, before Pinocchio reads them."""

from __future__ import annotations

from collections.abc import Sequence
import os
from pathlib import Path
from xml.etree import ElementTree as Xml

from frictioncone_ros.estimation.geometry.collada import require_sound_mesh
from frictioncone_ros.estimation.geometry.mimic import urdf_root
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arguments import checked


@checked
def with_sound_meshes(urdf: str, package_folders: Sequence[str], where: str) -> str:
    """
    Return a description whose collision meshes are named by their files in full.

    What was looked at is then what Pinocchio reads, wherever else it would look. Refused are
    meshes that are not found, and those that Assimp must not read.
    """
    root = urdf_root(urdf, where)
    meshes = [mesh for one in root.iter('collision') for mesh in one.iter('mesh')]
    for mesh in meshes:
        file = _found(mesh.get('filename', ''), package_folders, where)
        require_sound_mesh(file, where)
        mesh.set('filename', file)
    return Xml.tostring(root, 'unicode') if meshes else urdf


def _found(name: str, package_folders: Sequence[str], where: str) -> str:
    """Return the file that a description means, as Pinocchio finds it."""
    scheme, separator, rest = name.rpartition('://')
    if scheme not in ('', 'file', 'package', 'model'):
        raise InvalidInputError('mesh', name, 'package://, model://, file:// or a path', where)
    path = Path(rest)
    if scheme == 'file' or (not separator and path.is_absolute()):
        candidates = [path]
    else:
        candidates = [Path(folder) / rest.lstrip('/') for folder in _folders(package_folders)]
    for candidate in candidates:
        if candidate.is_file():
            return str(candidate.absolute())
    raise InvalidInputError('mesh', name, 'a file that is found', where)


def _folders(given: Sequence[str]) -> list[str]:
    """Return where packages are looked for: where told, then where ROS has them."""
    packages = os.environ.get('ROS_PACKAGE_PATH', '').split(os.pathsep)
    prefixes = os.environ.get('AMENT_PREFIX_PATH', '').split(os.pathsep)
    return [*given, *filter(None, packages), *(f'{one}/share' for one in prefixes if one)]
