# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The characteristic length and the metric of the split, as the parameters' page defines them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from records import Array, PlainBody, PlainContact, Pose


def seen_body(body: PlainBody | None, frame: Pose) -> PlainBody | None:
    """Return a body of the world along the axes of a frame about its origin."""
    if body is None:
        return None
    center = frame.axes @ (body.center - frame.origin)
    return PlainBody(body.mass, frame.axes @ body.rotational @ frame.axes.T, center)


def body_matrix(body: PlainBody, dimension: int) -> Array:
    """Return the inertia (d, d) about the origin: kinetic energy is half twist . M . twist."""
    x, y, z = body.center
    cross = np.array([(0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0)])
    matrix = np.zeros((6, 6))
    matrix[:3, :3] = body.mass * np.eye(3)
    matrix[:3, 3:], matrix[3:, :3] = -body.mass * cross, body.mass * cross
    matrix[3:, 3:] = body.rotational + body.mass * cross.T @ cross
    return matrix if dimension == 6 else matrix[np.ix_([0, 1, 5], [0, 1, 5])]


def length_and_metric(
    contacts: Sequence[PlainContact],
    dimension: int,
    body: PlainBody | None,
    settings: Mapping[str, float | bool | str],
) -> tuple[float, Array]:
    """Return the length [m] that compares moments with forces, and the split's metric (d, d)."""
    split = 2 if dimension == 3 else 3
    length = float(settings['characteristic_length'])
    matrix = None if body is None else body_matrix(body, dimension)
    if not length and matrix is not None:
        length = float(
            np.sqrt(np.trace(matrix[split:, split:]) / (dimension - split) / matrix[0, 0])
        )
    elif not length and contacts:
        positions = np.array([contact.position for contact in contacts])
        length = float(np.sqrt((positions * positions).sum() / len(contacts)))
    length = length or 1.0
    if matrix is not None and settings['metric'] == 'inertia':
        return length, matrix
    return length, np.diag([1.0] * split + [length * length] * (dimension - split))
