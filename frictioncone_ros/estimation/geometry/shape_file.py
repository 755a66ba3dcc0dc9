# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Shapes as they are written in a scene file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from frictioncone_ros.estimation.geometry.libraries import coal
from frictioncone_ros.estimation.geometry.model_files import sdf_shapes, urdf_shapes
from frictioncone_ros.estimation.geometry.placed_shape import (
    half_space,
    load_mesh,
    PlacedShape,
    se3,
)
from frictioncone_ros.estimation.placed_yaml import PlacedValue
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import Array

PLACE = ('frame', 'position', 'rpy', 'material', 'surface_velocity')
NOWHERE = (0.0, 0.0, 0.0)


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
