# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Collision shapes of URDF and SDF files that stand still."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

import numpy as np

from frictioncone_ros.estimation.geometry.libraries import (
    coal,
    CollisionModel,
    Model,
    pinocchio,
)
from frictioncone_ros.estimation.geometry.mimic import urdf_root
from frictioncone_ros.estimation.geometry.placed_shape import (
    half_space,
    load_mesh,
    se3,
    sound,
    sound_of_urdf,
)
from frictioncone_ros.estimation.geometry.urdf_meshes import with_sound_meshes
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arguments import checked

NamedShape = tuple[str, Any, Any]
"""Name, placement (SE3) and Coal's geometry."""

GIVES_POSES = ('model', 'link', 'collision')


@checked
def urdf_geometry(model: Model, urdf: str, package_folders: Sequence[str], where: str) -> Any:
    """Return Pinocchio's collision geometry of a robot description."""
    sound_urdf = with_sound_meshes(urdf, package_folders, where)
    try:
        return pinocchio.buildGeomFromUrdfString(model, sound_urdf, pinocchio.COLLISION)
    except (RuntimeError, ValueError) as error:
        reason = ' '.join(str(error).split())
        raise InvalidInputError(
            'collision shapes', reason, 'files that can be read', where
        ) from None


@checked
def require_all_shapes(
    model: Model,
    geometry: CollisionModel,
    urdf: str,
    where: str,
    links: Collection[str] | None = None,
) -> None:
    """
    Refuse a description of whose collision shapes some are not in the geometry.

    Of one it cannot read the parser says so on its own and goes on without it. links: whose shapes
    are looked at; None: all.
    """
    found = Counter(str(model.frames[one.parentFrame].name) for one in geometry.geometryObjects)
    for link in urdf_root(urdf, where).iter('link'):
        name, written = link.get('name', ''), len(link.findall('collision'))
        if (links is None or name in links) and found[name] != written:
            expected = f'{written}, as many as are written'
            raise InvalidInputError(
                f'readable collision shapes of link {name}', found[name], expected, where
            )


@checked
def urdf_shapes(path: Path, where: str) -> list[NamedShape]:
    """Return the collision shapes of a URDF file, its joints at zero, as seen from its root."""
    try:
        text = path.read_text(encoding='utf-8')
        model = pinocchio.buildModelFromXML(text)
    except (OSError, RuntimeError, ValueError) as error:
        reason = ' '.join(str(error).split())
        raise InvalidInputError('urdf', str(path), f'URDF ({reason})', where) from None
    geometry = urdf_geometry(model, text, [str(path.parent)], where)
    require_all_shapes(model, geometry, text, where)
    placed = geometry.createData()
    pinocchio.updateGeometryPlacements(
        model, model.createData(), geometry, placed, pinocchio.neutral(model)
    )
    return [
        (str(shape.name), placement.copy(), sound_of_urdf(shape, f'{where}: {shape.name}'))
        for shape, placement in zip(geometry.geometryObjects, placed.oMg, strict=True)
    ]


@checked
def sdf_shapes(path: Path, where: str) -> list[NamedShape]:
    """Return the collision shapes of an SDF file, models as their poses say; no includes."""
    try:
        root = Xml.parse(path).getroot()
    except (OSError, ValueError, Xml.ParseError) as error:
        raise InvalidInputError('sdf', str(path), f'XML ({error})', where) from None
    if root.find('.//include') is not None:
        raise InvalidInputError('sdf', str(path), 'a file without <include>', where)
    found = list(_collisions(root, '', pinocchio.SE3.Identity(), path))
    if not found:
        raise InvalidInputError('sdf', str(path), 'at least one collision shape', where)
    return found


def _collisions(element: Xml.Element, above: str, place: Any, path: Path) -> Iterator[NamedShape]:
    """Yield the shapes below an element; poses add up from model to link to collision."""
    for child in element:
        if child.tag == 'world':
            yield from _collisions(child, above, place, path)
        elif child.tag in GIVES_POSES:
            _require_own_place(child, path)
            name = '/'.join(part for part in (above, child.get('name', child.tag)) if part)
            inner = place * _pose(child, path)
            if child.tag != 'collision':
                yield from _collisions(child, name, inner, path)
                continue
            yield name, inner, _geometry(child, name, path)


def _require_own_place(element: Xml.Element, path: Path) -> None:
    """Refuse a model that is placed by another frame than its own."""
    if element.get('placement_frame'):
        given = element.get('placement_frame')
        raise InvalidInputError('placement_frame', given, 'a model without one', str(path))


def _pose(element: Xml.Element, path: Path) -> Any:
    pose = element.find('pose')
    if pose is None:
        return pinocchio.SE3.Identity()
    other = pose.get('relative_to') or pose.get('frame')
    turned = pose.get('degrees', 'false').strip().lower() not in {'false', '0'}
    if other or turned or pose.get('rotation_format', 'euler_rpy') != 'euler_rpy':
        raise InvalidInputError(
            'pose',
            Xml.tostring(pose, 'unicode'),
            'x y z roll pitch yaw in radians, without relative_to or frame',
            str(path),
        )
    numbers = _numbers(pose, 6, path)
    return se3(numbers[:3], numbers[3:])


def _geometry(collision: Xml.Element, name: str, path: Path) -> Any:
    where = f'{path}: {name}'
    return sound(_written_geometry(collision, path, where), where)


def _written_geometry(collision: Xml.Element, path: Path, where: str) -> Any:
    shape = next(iter(collision.find('geometry') or ()), None)
    if shape is None or shape.tag not in ('box', 'sphere', 'cylinder', 'capsule', 'plane', 'mesh'):
        tag = 'missing' if shape is None else shape.tag
        raise InvalidInputError(
            'geometry', tag, 'box, sphere, cylinder, capsule, plane or mesh', where
        )
    if shape.tag == 'mesh':
        if shape.find('submesh') is not None:
            raise InvalidInputError('submesh', _uri(shape), 'a whole mesh', where)
        scale = _child(shape, 'scale', 3, path) if shape.find('scale') is not None else (1, 1, 1)
        return load_mesh(str(path.parent / _uri(shape)), [float(entry) for entry in scale], where)
    if shape.tag == 'plane':
        normal = _child(shape, 'normal', 3, path)
        length = float(np.linalg.norm(normal))
        if not 0.0 < length < np.inf:
            raise InvalidInputError('normal', normal.tolist(), 'a direction', where)
        return half_space(normal / length)
    if shape.tag == 'box':
        return coal.Box(*_child(shape, 'size', 3, path))
    radius = float(_child(shape, 'radius', 1, path)[0])
    if shape.tag == 'sphere':
        return coal.Sphere(radius)
    length = float(_child(shape, 'length', 1, path)[0])
    return (coal.Cylinder if shape.tag == 'cylinder' else coal.Capsule)(radius, length)


def _uri(mesh: Xml.Element) -> str:
    return mesh.findtext('uri', '').strip().removeprefix('file://')


def _child(shape: Xml.Element, name: str, count: int, path: Path) -> Any:
    element = shape.find(name)
    if element is None:
        raise InvalidInputError(name, 'missing', f'it in <{shape.tag}>', str(path))
    return _numbers(element, count, path)


def _numbers(element: Xml.Element, count: int, path: Path) -> Any:
    try:
        numbers = np.array([float(word) for word in (element.text or '').split()])
    except ValueError:
        numbers = np.empty(0)
    if numbers.shape != (count,) or not np.isfinite(numbers).all():
        raise InvalidInputError(element.tag, element.text, f'{count} numbers', str(path))
    return numbers
