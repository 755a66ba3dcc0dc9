# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
What moves, what it may touch, and of what both are made; read from one file.

Shapes as they are written in a scene file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any

from frictioncone_ros.estimation.geometry.libraries import coal
from frictioncone_ros.estimation.geometry.model_files import (
    require_all_shapes,
    sdf_shapes,
    urdf_geometry,
    urdf_shapes,
)
from frictioncone_ros.estimation.geometry.placed_shape import (
    half_space,
    is_half_space,
    load_mesh,
    MaterialTable,
    PairFriction,
    PlacedShape,
    se3,
    sound_of_urdf,
)
from frictioncone_ros.estimation.geometry.robot import Robot
from frictioncone_ros.estimation.placed_yaml import PlacedValue, read_yaml
from frictioncone_ros.estimation.written_friction import written_friction
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arguments import checked, checked_fields
from frictioncone_ros.spatial.arrays import Array

PLACE = ('frame', 'position', 'rpy', 'material', 'surface_velocity')
NOWHERE = (0.0, 0.0, 0.0)


@checked
def written_shapes(name: str, value: PlacedValue, frame: str, material: str) -> list[PlacedShape]:
    """
    Return the shape of an entry, or those of the URDF or SDF file that it names.

    frame, material: where the entry names none.
    """
    fields = value.fields((*SHAPES, *FILES, 'scale', *PLACE))
    kinds = [kind for kind in (*SHAPES, *FILES) if kind in fields]
    if len(kinds) != 1:
        found = ', '.join(kinds) or 'none'
        raise InvalidInputError(name, found, 'one of ' + ', '.join((*SHAPES, *FILES)), value.where)
    if 'scale' in fields and kinds != ['mesh']:
        raise InvalidInputError('scale', kinds[0], 'a mesh', value.where)
    place = se3(_three(fields, 'position'), _three(fields, 'rpy'))
    frame = fields['frame'].word() if 'frame' in fields else frame
    material = fields['material'].word() if 'material' in fields else material
    velocity = fields['surface_velocity'].vector() if 'surface_velocity' in fields else None
    if kinds[0] in SHAPES:
        parts = [(name, place, SHAPES[kinds[0]](fields))]
    else:
        found_parts = FILES[kinds[0]](_file(fields[kinds[0]]), fields[kinds[0]].where)
        parts = [(f'{name}/{part}', place * inner, shape) for part, inner, shape in found_parts]
    return [
        PlacedShape(label, frame, placement, geometry, material, velocity)
        for label, placement, geometry in parts
    ]


def _sizes(value: PlacedValue, count: int) -> list[float]:
    sizes = value.vector(count)
    if (sizes <= 0.0).any():
        raise InvalidInputError(value.name, sizes.tolist(), 'sizes > 0', value.where)
    return [float(size) for size in sizes]


def _mesh(fields: dict[str, PlacedValue]) -> Any:
    value = fields['mesh']
    scale = _sizes(fields['scale'], 3) if 'scale' in fields else [1.0, 1.0, 1.0]
    return load_mesh(str(_file(value)), scale, value.where)


def _file(value: PlacedValue) -> Path:
    """Return a file, written as seen from the folder of the scene file."""
    path = value.path.parent / Path(value.word()).expanduser()
    if not path.is_file():
        raise InvalidInputError(value.name, str(path), 'a file', value.where)
    return path


def _three(fields: dict[str, PlacedValue], name: str) -> Array | tuple[float, ...]:
    return fields[name].vector() if name in fields else NOWHERE


Fields = dict[str, PlacedValue]
SHAPES: dict[str, Callable[[Fields], Any]] = {
    'box': lambda fields: coal.Box(*_sizes(fields['box'], 3)),
    'sphere': lambda fields: coal.Sphere(fields['sphere'].positive()),
    'cylinder': lambda fields: coal.Cylinder(*_sizes(fields['cylinder'], 2)),
    'capsule': lambda fields: coal.Capsule(*_sizes(fields['capsule'], 2)),
    'plane': lambda fields: half_space(fields['plane'].unit_vector()),
    'mesh': _mesh,
}
"""Shapes by their name: sides, radius, radius and length twice, outward normal, file [m]."""

FILES: dict[str, Callable[[Path, str], list[tuple[str, Any, Any]]]] = {
    'urdf': urdf_shapes,
    'sdf': sdf_shapes,
}
"""Files that hold several shapes, each with its name and placement."""


@checked_fields
@dataclass(frozen=True, eq=False)
class Scene:
    """
    Shapes by what they are.

    tool_frame: what the moving body is rigid with. tool: its shapes. surroundings: what it may
    touch. held_objects: by name, what may be attached to the tool. tool_links: links of the robot
    whose collision shapes, as its description has them, belong to the tool.
    """

    tool_frame: str
    tool: Sequence[PlacedShape]
    surroundings: Sequence[PlacedShape]
    held_objects: Mapping[str, Sequence[PlacedShape]] = field(default_factory=dict)
    tool_links: Sequence[str] = ()
    materials: MaterialTable = field(default_factory=MaterialTable)


@checked
def read_scene(path: Path, root: str) -> Scene:
    """
    Return the scene of a file, or raise InvalidInputError naming file and line.

    root: the robot's root link, in which surroundings stand that name no frame.
    """
    known = ('tool', 'surroundings', 'held_objects', 'materials', 'default_friction')
    fields = read_yaml(path).fields(known, ('tool', 'surroundings'))
    tool = fields['tool'].fields(('frame', 'links', 'material', 'shapes'), ('frame',))
    frame = tool['frame'].word()
    material = tool['material'].word() if 'material' in tool else ''
    scene = Scene(
        frame,
        _bounded(tool.get('shapes'), _shapes(tool.get('shapes'), frame, material)),
        _shapes(fields['surroundings'], root, ''),
        _held_objects(fields.get('held_objects'), frame),
        [link.word() for link in tool['links'].items()] if 'links' in tool else (),
        _materials(fields),
    )
    if not scene.tool and not scene.tool_links and not scene.held_objects:
        raise InvalidInputError('tool', 'nothing', 'shapes or links', fields['tool'].where)
    if 'materials' in fields:
        _require_named_in_pairs(scene, fields['materials'].where)
    return scene


def _require_named_in_pairs(scene: Scene, where: str) -> None:
    """Refuse a material that no pair names: misspelt, it would have the default friction."""
    known = frozenset({''}).union(*scene.materials.pairs)
    for shape in (*scene.tool, *scene.surroundings, *chain(*scene.held_objects.values())):
        if shape.material not in known:
            named = ', '.join(sorted(known - {''}))
            expected = f'a material of a pair ({named}), or none'
            raise InvalidInputError(f'material of {shape.name}', shape.material, expected, where)


@checked
def with_links(scene: Scene, robot: Robot, urdf: str, package_folders: Sequence[str]) -> Scene:
    """Return the scene with the collision shapes of the robot's links among those of the tool."""
    if not scene.tool_links:
        return scene
    where = 'robot_description'
    geometry = urdf_geometry(robot.model, urdf, package_folders, where)
    require_all_shapes(robot.model, geometry, urdf, where, scene.tool_links)
    desired = {robot.frame(link, 'tool: links'): link for link in scene.tool_links}
    found = [
        _of_link(robot, shape, desired[shape.parentFrame])
        for shape in geometry.geometryObjects
        if shape.parentFrame in desired
    ]
    silent = set(scene.tool_links) - {shape.frame for shape in found}
    if silent:
        raise InvalidInputError('tool: links', sorted(silent), 'links with collision shapes')
    return replace(scene, tool=(*scene.tool, *found))


def _of_link(robot: Robot, shape: Any, link: str) -> PlacedShape:
    """Return a shape of the description; Pinocchio places it as seen from its joint."""
    on_link = robot.model.frames[shape.parentFrame].placement.inverse() * shape.placement
    name = str(shape.name)
    return PlacedShape(name, link, on_link, sound_of_urdf(shape, f'robot_description: {name}'))


def _shapes(value: PlacedValue | None, frame: str, material: str) -> tuple[PlacedShape, ...]:
    entries = {} if value is None else value.entries()
    return tuple(
        shape
        for name, entry in entries.items()
        for shape in written_shapes(name, entry, frame, material)
    )


def _bounded(
    value: PlacedValue | None, shapes: tuple[PlacedShape, ...]
) -> tuple[PlacedShape, ...]:
    """Return the shapes of what moves; a plane is refused, for it has no end and no middle."""
    for shape in shapes:
        if value is not None and is_half_space(shape.geometry):
            raise InvalidInputError(shape.name, 'a plane', 'a bounded shape', value.where)
    return shapes


def _held_objects(value: PlacedValue | None, frame: str) -> dict[str, tuple[PlacedShape, ...]]:
    entries = {} if value is None else value.entries()
    return {
        name: tuple(
            replace(part, name=f'{name}/{part.name}')
            for part in _bounded(entry, _shapes(entry, frame, ''))
        )
        for name, entry in entries.items()
    }


def _materials(fields: Mapping[str, PlacedValue]) -> MaterialTable:
    pairs = {}
    for entry in fields['materials'].items() if 'materials' in fields else ():
        given = entry.fields(('pair', 'friction', 'uncertainty'), ('pair', 'friction'))
        names = [name.word() for name in given['pair'].items()]
        if len(names) != 2:
            raise InvalidInputError('pair', names, 'two materials', given['pair'].where)
        if frozenset(names) in pairs:
            raise InvalidInputError('pair', names, 'each pair once', given['pair'].where)
        pairs[frozenset(names)] = _pair(given)
    if 'default_friction' not in fields:
        return MaterialTable(pairs)
    given = fields['default_friction'].fields(('friction', 'uncertainty'), ('friction',))
    return MaterialTable(pairs, _pair(given))


def _pair(given: Mapping[str, PlacedValue]) -> PairFriction:
    uncertainty = given['uncertainty'].non_negative() if 'uncertainty' in given else 0.0
    return PairFriction(written_friction(given['friction']), uncertainty)
