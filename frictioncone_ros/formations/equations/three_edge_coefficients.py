# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The coefficients G, H and I under which the literature knows the 3A formation."""

from __future__ import annotations

from typing import NamedTuple

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.formations.equations.contact_equations import EdgeOnVertex


class AngleCoefficients(NamedTuple):
    """G, H and I of three type A contacts: their poses have G cos + H sin + I = 0."""

    cosine: float
    sine: float
    constant: float


def three_edge_coefficients(
    equations: tuple[EdgeOnVertex, EdgeOnVertex, EdgeOnVertex],
) -> AngleCoefficients:
    """
    Return G, H, I of the 3A formation, about the world's own origin.

    With a_l = sin(angle between the two other edges' normals): G = sum a_l n_l . V_l,
    H = sum a_l (J n_l) . V_l, I = -sum a_l offset_l.
    """
    if len(equations) != 3 or not all(isinstance(e, EdgeOnVertex) for e in equations):
        raise InvalidInputError('equations', equations, 'three contacts of type A')
    cosine = sine = constant = 0.0
    for index, line in enumerate(equations):
        before, after = equations[index - 2], equations[index - 1]
        weight = before.normal_x * after.normal_y - before.normal_y * after.normal_x
        cosine += weight * (line.normal_x * line.vertex_x + line.normal_y * line.vertex_y)
        sine += weight * (line.normal_x * line.vertex_y - line.normal_y * line.vertex_x)
        constant -= weight * line.offset
    return AngleCoefficients(cosine, sine, constant)
