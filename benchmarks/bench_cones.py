# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Faces of composite wrench cones beside Qhull and pycddlib, with the errors each makes.

Both sides turn raw generators into raw rows. Planar: Qhull is given the generators and the
origin, and its facets through the origin are the faces (a cone of one contact is flat, which Qhull
refuses). `PolyhedralCone`, which checks its input and scales its rows, is printed beside.
Memberships are those of family L.
Spatial: a sole of four contacts with eight edges, its normals noisy; a membership counts as wrong
where it differs from exact arithmetic for a point clear of every exact face.
pycddlib is GPL and not a dependency: its lines are skipped where it is not installed.
"""

from __future__ import annotations

import json
from pathlib import Path
import sys

import numpy as np
from scipy.spatial import ConvexHull, QhullError
from timing import compare, engineering, print_table, Row

from frictioncone_ros.cones import composite_edge_wrenches, PolyhedralCone
from frictioncone_ros.cones.backend import describe
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState, FrictionPolygon
from frictioncone_ros.spatial import Array

try:
    import cdd
except ImportError:
    cdd = None

ORACLE = Path(__file__).resolve().parents[1] / 'test/oracles/data/L_noisy_normals.json'
SPATIAL_LIMIT = 1e-3


def floor(count: int, noise: float) -> Array:
    """Return edge wrenches (3, 2 k) of planar contacts with noisy normals [rad]."""
    generator = np.random.default_rng(count)
    contacts = []
    for index, angle in enumerate(noise * generator.normal(size=count)):
        normal = (-np.sin(angle), np.cos(angle))
        contacts.append(ContactPoint((0.1 * index, 0.0), normal, CircularCone(0.5)))
    return composite_edge_wrenches(ContactState(contacts))


def sole(edge_count: int, noise: float) -> Array:
    """Return edge wrenches (6, 4 m) of a square sole with noisy normals [rad]."""
    generator = np.random.default_rng(0)
    contacts = []
    for corner in ((0.1, 0.1, 0.0), (0.1, -0.1, 0.0), (-0.1, 0.1, 0.0), (-0.1, -0.1, 0.0)):
        normal = np.array((0.0, 0.0, 1.0)) + noise * generator.normal(size=3)
        normal /= np.linalg.norm(normal)
        contacts.append(ContactPoint(corner, normal, FrictionPolygon(0.6, edge_count)))
    return composite_edge_wrenches(ContactState(contacts))


def own_faces(generators: Array) -> Array:
    """Return the faces by this package's conversion, from raw generators to raw rows."""
    return describe(generators, np.zeros((generators.shape[0], 0))).faces


def qhull_faces(generators: Array) -> Array:
    """Return the rows of Qhull's facets that pass through the origin."""
    origin = np.zeros((1, generators.shape[0]))
    equations = ConvexHull(np.vstack((generators.T, origin))).equations
    return equations[np.abs(equations[:, -1]) < 1e-12, :-1]


def cdd_faces(generators: Array) -> Array:
    """Return the rows of pycddlib's float conversion, rows @ w <= 0."""
    rows = np.hstack((np.zeros((generators.shape[1], 1)), generators.T)).tolist()
    matrix = cdd.matrix_from_array(rows, rep_type=cdd.RepType.GENERATOR)
    found = cdd.copy_inequalities(cdd.polyhedron_from_matrix(matrix)).array
    return -np.array(found).reshape(-1, generators.shape[0] + 1)[:, 1:]


def wrong_memberships(faces_of: object) -> str:
    """Count wrong memberships and failures over the cones of family L."""
    wrong = tests = failures = 0
    for case in json.loads(ORACLE.read_text(encoding='utf-8'))['cases']:
        tests += len(case['tests'])
        try:
            rows = faces_of(np.transpose(case['generators']))  # type: ignore[operator]
        except (QhullError, RuntimeError):
            failures += 1
            continue
        for test in case['tests']:
            inside = bool((rows @ test['w'] <= 1e-9).all())
            wrong += inside != test['inside']
    return f'{wrong} of {tests} wrong, {failures} failed'


def planar_rows() -> list[Row]:
    """Time 1 to 8 planar contacts beside Qhull."""
    rows = []
    for count in range(1, 9):
        for noise in (0.0, 0.3):
            generators = floor(count, noise)
            sides = {
                'ours': lambda g=generators: own_faces(g),
                'class': lambda g=generators: PolyhedralCone.from_generators(g).faces,
            }
            if count > 1:
                sides['qhull'] = lambda g=generators: qhull_faces(g)
            times = {side: timing.median for side, timing in compare(sides, 301).items()}
            name = f'{count} planar, noise {noise:g}'
            ours = f'{engineering(times["ours"])} ({engineering(times["class"])} with checks)'
            if count == 1:
                rows.append(Row(name, ours, 'Qhull: flat, refused', '-'))
                continue
            ratio = times['ours'] / times['qhull']
            rows.append(Row(name, ours, engineering(times['qhull']), f'{ratio:.2f}', ratio <= 1.0))
    return rows


def spatial_rows() -> list[Row]:
    """Time the sole beside pycddlib where it is there, beside the limit where not."""
    rows = []
    for noise in (0.0, 1e-12, 1e-9, 1e-6, 1e-3, 0.1):
        generators = sole(8, noise)
        sides = {'ours': lambda g=generators: own_faces(g)}
        peer = 'skipped: pycddlib is not installed'
        if cdd is not None:
            try:
                peer = f'{len(cdd_faces(generators))} faces'
                sides['cdd'] = lambda g=generators: cdd_faces(g)
            except RuntimeError:
                peer = 'pycddlib failed'
        times = compare(sides, 31)
        ours = times['ours'].median
        limit = max(SPATIAL_LIMIT, times['cdd'].median) if 'cdd' in times else SPATIAL_LIMIT
        text = f'{engineering(times["cdd"].median)}, {peer}' if 'cdd' in times else peer
        rows.append(
            Row(
                f'4 x 8 spatial, noise {noise:g}',
                f'{engineering(ours)}, {len(own_faces(generators))} faces',
                text,
                f'{ours / limit:.2f} of {engineering(limit)}',
                ours <= limit,
            )
        )
    return rows


def membership_rows() -> list[Row]:
    """Count wrong memberships on family L."""
    ours = wrong_memberships(own_faces)
    peers = f'Qhull: {wrong_memberships(qhull_faces)}'
    if cdd is not None:
        peers += f'; pycddlib: {wrong_memberships(cdd_faces)}'
    return [
        Row(
            'memberships of family L',
            ours,
            peers,
            '-',
            ours.startswith('0 of') and ours.endswith(' 0 failed'),
        )
    ]


def main() -> int:
    """Print the tables; 1 where a limit is missed."""
    code = print_table('Faces of planar composite cones, beside Qhull', planar_rows())
    code |= print_table(
        'Faces of spatial composite cones, limit the slower of 1 ms and pycddlib', spatial_rows()
    )
    return code | print_table('Right under noise', membership_rows())


if __name__ == '__main__':
    sys.exit(main())
