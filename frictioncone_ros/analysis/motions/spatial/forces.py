# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The shortest contact forces that go with a motion, for polyhedral and circular friction."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import sqrt

import numpy as np

from frictioncone_ros.analysis.motions.dual_forces import dual_forces, SimpleCones
from frictioncone_ros.analysis.motions.minimum_norm import minimum_norm_forces
from frictioncone_ros.analysis.motions.spatial.balance import ForceCone
from frictioncone_ros.analysis.motions.spatial.laws.friction import FrictionLaw
from frictioncone_ros.analysis.motions.spatial.laws.limit_surface import FlatSurface, SurfacePatch
from frictioncone_ros.analysis.motions.spatial.problem import SpatialProblem
from frictioncone_ros.spatial.arrays import Array, largest_magnitude, numerical_rank
from frictioncone_ros.tolerances import SAME_MOTION

CUT_LIMIT = 40
"""Tangent planes added to circular cones before the forces already found are kept."""


def least_forces(
    problem: SpatialProblem, forces: Sequence[ForceCone], desired: Array, found: Array
) -> Array:
    """
    Return the contact forces (c,) of least norm inside their cones that supply `desired`.

    Each cone is the range of its corners with limits: a polyhedral one by its facets; a circular
    one by tangent planes, added where the shortest forces so far leave it, until they do not.
    found: forces that are known to fit, returned where rounding leaves no shorter ones.
    """
    unit = largest_magnitude(found) or 1.0
    parts = _simple_forces(forces, desired)
    if parts is not None:
        return _assembled(problem, forces, parts)
    unlimited = _unlimited(problem, forces, desired)
    if unlimited is not None:
        return unlimited
    spans = [_span(cone) for cone in forces]
    map_of_all = unit * np.hstack(
        [cone.force_map @ span for cone, span in zip(forces, spans, strict=True)]
    )
    ends = np.cumsum([span.shape[1] for span in spans])
    limits = _block_rows([_limits(cone, problem.touching[cone.contact].law) for cone in forces])
    for _ in range(CUT_LIMIT):
        shortest = minimum_norm_forces(map_of_all, limits, desired)
        if shortest is None:
            return found
        parts = [
            span @ part for span, part in zip(spans, np.split(shortest, ends[:-1]), strict=True)
        ]
        cuts = [
            _tangent_plane(cone, part, span.shape[1])
            for cone, part, span in zip(forces, parts, spans, strict=True)
        ]
        if not any(len(cut) for cut in cuts):
            return unit * _assembled(problem, forces, parts)
        limits = np.vstack((limits, _block_rows(cuts)))
    return found


def _simple_forces(forces: Sequence[ForceCone], desired: Array) -> list[Array] | None:
    """Return the shortest forces of each cone, None unless all are whole circles or rays."""
    rays = [_unit_ray(cone) for cone in forces if len(cone.option.corners) == 1]
    rounds = [cone for cone in forces if _is_whole_circle(cone)]
    if len(rays) + len(rounds) < len(forces):
        return None
    cones = SimpleCones(
        np.array([cone.force_map for cone in rounds]).reshape(-1, len(desired), 3),
        np.array([cone.option.arc[2] for cone in rounds if cone.option.arc is not None]),
        np.array([supplied for _, supplied in rays]).reshape(-1, len(desired)).T,
    )
    found = dual_forces(cones, desired)
    if found is None:
        return None
    on_rounds = iter(found[0])
    on_rays = iter([size * ray for size, (ray, _) in zip(found[1].tolist(), rays, strict=True)])
    return [next(on_rays) if len(cone.option.corners) == 1 else next(on_rounds) for cone in forces]


def _is_whole_circle(cone: ForceCone) -> bool:
    option = cone.option
    return (
        option.arc is not None
        and option.arc[1] >= 2.0 * np.pi
        and option.aspect == 1.0
        and option.corners.shape[1] == 3
    )


def _unit_ray(cone: ForceCone) -> tuple[Array, Array]:
    """Return the unit force of a ray (c,), and what it supplies (r,)."""
    corner = cone.option.corners[0]
    length = sqrt(corner.dot(corner))
    return corner / length, cone.columns[:, 0] * (cone.sizes[0] / length)


def _unlimited(
    problem: SpatialProblem, forces: Sequence[ForceCone], desired: Array
) -> Array | None:
    """Return the shortest forces if they need no limits: all sets full, and kept anyway."""
    laws = [problem.touching[cone.contact].law for cone in forces]
    if not all(_is_full(cone, law) for cone, law in zip(forces, laws, strict=True)):
        return None
    map_of_all = np.hstack([cone.force_map for cone in forces])
    shortest = np.linalg.pinv(map_of_all) @ desired
    ends = np.cumsum([cone.force_map.shape[1] for cone in forces])
    parts = np.split(shortest, ends[:-1])
    inside = (
        law.residual(part.tolist(), None) <= 0.0 for law, part in zip(laws, parts, strict=True)
    )
    return _assembled(problem, forces, parts) if all(inside) else None


def _is_full(cone: ForceCone, law: FrictionLaw) -> bool:
    """Whether a contact may exert all forces of its law: it neither slides nor spins."""
    option = cone.option
    if isinstance(option, SurfacePatch):
        return option.is_whole
    if isinstance(law, FlatSurface):
        return len(option.corners) == len(law.surface)
    if option.torsion != law.torsion_range(0):
        return False
    if option.arc is None:
        return not law.circular and len(option.corners) >= len(law.corners)
    return law.circular and option.arc[1] >= 2.0 * np.pi


def _span(cone: ForceCone) -> Array:
    """Return an orthonormal basis (components, n) of the span of a force set."""
    corners = cone.option.corners
    if len(corners) == 1:
        return np.asarray(corners.T / np.linalg.norm(corners))
    if cone.option.arc is not None and cone.option.arc[1] > np.pi:
        return np.eye(corners.shape[1])
    left, values, _ = np.linalg.svd(corners.T, full_matrices=False)
    return np.asarray(left[:, : numerical_rank(values, SAME_MOTION)])


def _limits(cone: ForceCone, law: FrictionLaw) -> Array:
    """Return rows with rows @ (coordinates on the span) >= 0 that bound the set."""
    basis, option = _span(cone), cone.option
    components = basis.shape[0]
    if basis.shape[1] == 1:
        return np.ones((1, 1))
    rows = [np.eye(components)[0]]
    if isinstance(law, FlatSurface) and _is_full(cone, law):
        return law.sides @ basis
    if option.arc is None and (law.arm or len(option.corners) < len(law.corners)):
        inside = basis.T @ option.corners.sum(axis=0)
        return np.array([rows[0] @ basis, *_facets(option.corners @ basis, inside)])
    if len(law.corners) > 1:
        for corner, edge in zip(law.corners, law.edges, strict=True):
            outward = np.array([edge[1], -edge[0]])
            rows.append(np.array([outward @ corner, *-outward, 0.0])[:components])
    if components > 3:
        low, high = (-law.torsion, law.torsion) if law.arm else option.torsion
        # In units of normal force, so that a small patch's moments keep to it as closely.
        unit = 1.0 / (max(high, -low) or 1.0)
        rows += [np.array([high, 0.0, 0.0, -1.0]) * unit, np.array([-low, 0.0, 0.0, 1.0]) * unit]
    return np.array(rows) @ basis


def _facets(corners: Array, inside: Array) -> list[Array]:
    """Return inward facet normals of the cone of few corners (c, n): all n - 1 of them, tried."""
    size = corners.shape[1]
    found: list[Array] = []
    for chosen in combinations(range(len(corners)), size - 1):
        _, values, right = np.linalg.svd(corners[list(chosen)])
        if size > 1 and values[-1] <= SAME_MOTION * values[0]:
            continue
        normal = right[-1] * (1.0 if right[-1] @ inside > 0.0 else -1.0)
        if (corners @ normal).min() >= -SAME_MOTION * np.abs(corners).max():
            found.append(normal)
    return found


def _tangent_plane(cone: ForceCone, components: Array, width: int) -> Array:
    """Return the tangent plane of a round cone that a force outside it violates, or none."""
    arc = cone.option.arc
    scales: tuple[float, ...] = (1.0, cone.option.aspect)
    if isinstance(cone.option, SurfacePatch):
        scales = (*scales, cone.option.arm)
    tangential = components[1 : 1 + len(scales)] / scales
    size = sqrt(tangential.dot(tangential))
    slack = SAME_MOTION * float(np.abs(components).max())
    # A force below zero by rounding alone points nowhere sideways: no plane keeps it in.
    if arc is None or size == 0.0 or size <= arc[2] * components[0] + slack:
        return np.zeros((0, width))
    row = np.zeros(len(components))
    row[0], row[1 : 1 + len(scales)] = arc[2], -tangential / scales / size
    return row[None]


def _block_rows(blocks: Sequence[Array]) -> Array:
    """Return the block-diagonal matrix of row blocks, some of them without rows."""
    widths = [block.shape[1] for block in blocks]
    rows = np.zeros((sum(len(block) for block in blocks), sum(widths)))
    top = left = 0
    for block, width in zip(blocks, widths, strict=True):
        rows[top : top + len(block), left : left + width] = block
        top, left = top + len(block), left + width
    return rows


def _assembled(
    problem: SpatialProblem, forces: Sequence[ForceCone], parts: Sequence[Array]
) -> Array:
    components = np.zeros(problem.ground.component_count)
    for cone, part in zip(forces, parts, strict=True):
        components[problem.ground.components[cone.contact]] = part
    return components
