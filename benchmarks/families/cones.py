# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Faces of composite wrench cones beside Qhull and pycddlib, with the errors each makes.

Both sides turn raw generators into raw rows. Planar: Qhull is given the generators and the
origin, and its facets through the origin are the faces. Spatial: a sole of four contacts with
eight edges, its normals noisy. Memberships are those of family L of the reference cases, whose
answers are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
import json
from pathlib import Path

from families._contacts import floor_state
from measuring import Case, Wrong
import numpy as np
from peers import peer
from scipy.spatial import ConvexHull, QhullError

from frictioncone_ros.cones import composite_edge_wrenches, PolyhedralCone
from frictioncone_ros.cones.backend import describe
from frictioncone_ros.contact import CircularCone, ContactPoint, ContactState, FrictionPolygon
from frictioncone_ros.spatial import Array

ORACLE = Path(__file__).resolve().parents[2] / 'test/oracles/data/L_noisy_normals.json'
FASTER = 1.0
cdd = peer('cdd')
CAUSE = (
    'without noise many edges lie on one face, and our conversion proves each face where pycddlib '
    'does not (it loses faces and gives wrong memberships beside); where it finds none or fewer, '
    'there is no target'
)
PLANAR_CAUSE = (
    'on a flat floor three of four turns of the outline are decided by rounding, and each is '
    'looked at once more, so that no corner is lost (0.99 before)'
)
Faces = Callable[[Array], Array]


def cases() -> Iterator[Case]:
    """Yield planar rows beside Qhull, spatial ones beside pycddlib."""
    for count in range(2, 9):
        for noise in (0.0, 0.3):
            generators = composite_edge_wrenches(floor_state(CircularCone(0.5), count, noise))
            sides = (
                lambda g=generators: own_faces(g),
                lambda g=generators: qhull_faces(g),
            )
            name = f'{count} planar contacts, tilt {noise:g}'
            yield Case(
                name,
                *sides,
                'Qhull',
                FASTER,
                wrong=lambda: compared(qhull_faces),
                cause=PLANAR_CAUSE,
                guard=count == 4,
            )
    generators = composite_edge_wrenches(floor_state(CircularCone(0.5), 4, 0.3))
    yield Case(
        '4 planar contacts, PolyhedralCone with its checks',
        lambda: PolyhedralCone.from_generators(generators).faces,
        lambda: qhull_faces(generators),
        'Qhull',
    )
    yield from _spatial()


def _spatial() -> Iterator[Case]:
    for noise in (0.0, 1e-12, 1e-9, 1e-6, 1e-3, 0.1):
        generators = sole(8, noise)
        for name, faces_of in (('pycddlib', cdd_faces), ('Qhull', qhull_faces)):
            if faces_of is cdd_faces and cdd is None:
                continue
            try:
                found = len(faces_of(generators))
            except (RuntimeError, QhullError):
                continue
            exact = len(own_faces(generators))
            yield Case(
                f'4 x 8 spatial, tilt {noise:g} ({exact} faces, {name} {found})',
                lambda g=generators: own_faces(g),
                lambda g=generators, f=faces_of: f(g),
                name,
                FASTER if exact == found or name == 'Qhull' else None,
                wrong=lambda f=faces_of: compared(f),
                cause=CAUSE,
            )


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
    assert cdd is not None
    rows = np.hstack((np.zeros((generators.shape[1], 1)), generators.T)).tolist()
    matrix = cdd.matrix_from_array(rows, rep_type=cdd.RepType.GENERATOR)
    found = cdd.copy_inequalities(cdd.polyhedron_from_matrix(matrix)).array
    return -np.array(found).reshape(-1, generators.shape[0] + 1)[:, 1:]


def compared(theirs: Faces) -> Wrong:
    """Return the wrong memberships of family L, a cone refused counting with all its tests."""
    (ours, tests), (peer_wrong, _) = _wrong_memberships(own_faces), _wrong_memberships(theirs)
    return Wrong(ours, peer_wrong, tests)


@cache
def _wrong_memberships(faces_of: Faces) -> tuple[int, int]:
    wrong = tests = 0
    for case in json.loads(ORACLE.read_text(encoding='utf-8'))['cases']:
        tests += len(case['tests'])
        try:
            rows = faces_of(np.transpose(case['generators']))
        except (QhullError, RuntimeError):
            wrong += len(case['tests'])
            continue
        for test in case['tests']:
            wrong += bool((rows @ test['w'] <= 1e-9).all()) != test['inside']
    return wrong, tests
