# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Random but repeatable inputs for law tests, planar and spatial alike."""

from hypothesis import strategies as st
import numpy as np

from frictioncone_ros.contact import (
    CircularCone,
    ContactKind,
    ContactPoint,
    ContactState,
    EllipticCone,
    Frictionless,
    FrictionPolygon,
    FrictionPyramid,
    SoftFinger,
)
from frictioncone_ros.spatial import Inertia, RigidTransform

DIMENSIONS = st.sampled_from([3, 6])
FRACTIONS = st.integers(-12, 12).map(lambda number: number / 4.0)
COEFFICIENTS = st.sampled_from([0.0, 0.1, 0.3, 0.5, 1.0, 2.0])


def vectors(size):
    """(size,) vectors with components of quarter steps in [-3, 3]."""
    return st.lists(FRACTIONS, min_size=size, max_size=size).map(np.array)


@st.composite
def unit_vectors(draw, size):
    """Unit vectors with no preferred direction worth the name."""
    vector = draw(vectors(size).filter(lambda given: np.linalg.norm(given) > 0.2))
    return vector / np.linalg.norm(vector)


@st.composite
def transforms(draw, dimension):
    """Rigid transforms; spatial rotations come from unit quaternions."""
    if dimension == 3:
        return RigidTransform.planar(draw(FRACTIONS), draw(vectors(2)))
    w, x, y, z = draw(unit_vectors(4))
    rotation = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )
    return RigidTransform(rotation, draw(vectors(3)))


@st.composite
def bodies(draw, dimension):
    """Rigid bodies with the centre of mass anywhere."""
    mass = draw(st.sampled_from([0.5, 1.0, 4.0]))
    center = draw(vectors(2 if dimension == 3 else 3))
    if dimension == 3:
        return Inertia.planar_body(mass, draw(st.sampled_from([0.3, 1.0, 2.0])), center)
    diagonal = draw(st.sampled_from([(1.0, 1.0, 1.0), (1.0, 2.0, 2.5), (0.1, 0.2, 0.25)]))
    turn = draw(transforms(6)).rotation
    return Inertia.spatial_body(mass, turn @ np.diag(diagonal) @ turn.T, center)


@st.composite
def elliptic_cones(draw):
    """Elliptic cones and polygons inside them, some of them lines or points."""
    first, second = draw(COEFFICIENTS), draw(COEFFICIENTS)
    return EllipticCone(first, second, draw(st.sampled_from([None, 6])))


@st.composite
def friction_models(draw):
    """Every friction model but the elliptic ones."""
    coefficient = draw(COEFFICIENTS)
    return draw(
        st.sampled_from(
            [
                Frictionless(),
                CircularCone(coefficient),
                FrictionPyramid(coefficient),
                FrictionPyramid(coefficient, 0.7),
                FrictionPolygon(coefficient, 5),
                SoftFinger(coefficient, 0.2),
                SoftFinger(coefficient, 0.2, 6),
            ]
        )
    )


@st.composite
def contact_points(draw, dimension):
    """Contacts anywhere, with either kind of vertex and any friction."""
    size = 2 if dimension == 3 else 3
    return ContactPoint(
        draw(vectors(size)),
        draw(unit_vectors(size)),
        draw(friction_models()),
        kind=draw(st.sampled_from(list(ContactKind))),
        surface_velocity=draw(vectors(size)),
    )


@st.composite
def contact_states(draw, dimension, most=4):
    """States of up to most contacts, moving anyhow."""
    count = draw(st.integers(0, most))
    contacts = [draw(contact_points(dimension)) for _ in range(count)]
    return ContactState(
        contacts, draw(bodies(dimension)), draw(vectors(dimension)), dimension=dimension
    )
