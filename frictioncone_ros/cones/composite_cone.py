# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Wrench cones of contacts: one contact's cone, and the sum over all contacts of a state."""

from __future__ import annotations

from dataclasses import replace
from math import cos, pi
from typing import NamedTuple

import numpy as np

from frictioncone_ros.cones.polyhedral_cone import PolyhedralCone
from frictioncone_ros.contact import (
    CircularCone,
    ContactState,
    edge_wrenches,
    FrictionModel,
    FrictionPolygon,
    SoftFinger,
)
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import Array


class ConeBounds(NamedTuple):
    """Two polyhedral cones around a round one: inner is inside it, outer holds it."""

    inner: PolyhedralCone
    outer: PolyhedralCone


def contact_wrench_cone(state: ContactState, contact_index: int) -> PolyhedralCone:
    """Return the wrenches (d) that one contact can apply to the body about the reference point."""
    return PolyhedralCone.from_generators(_edges(state, contact_index))


def composite_wrench_cone(state: ContactState) -> PolyhedralCone:
    """Return the wrenches that all contacts together can apply to the body.

    For friction models with a finite number of edges; `composite_wrench_bounds` takes the round
    ones between two polygons, and `frictioncone_ros.analysis` judges membership exactly.
    """
    return PolyhedralCone.from_generators(composite_edge_wrenches(state))


def composite_edge_wrenches(state: ContactState) -> Array:
    """Return the (d, edges) wrenches of all contacts' friction edges, contact-major."""
    edges = [_edges(state, index) for index in range(state.contact_count)]
    return np.hstack([np.zeros((state.dimension, 0)), *edges])


def composite_wrench_bounds(state: ContactState, edge_count: int = 16) -> ConeBounds:
    """Return the composite cones with round models replaced by inner and by outer polygons.

    A polygon of m edges around the circle of radius mu has corners at mu / cos(pi / m).
    """
    widening = 1.0 / cos(pi / edge_count)
    inner = [_polygonal(contact.friction, edge_count, 1.0) for contact in state.contacts]
    outer = [_polygonal(contact.friction, edge_count, widening) for contact in state.contacts]
    return ConeBounds(
        composite_wrench_cone(state.with_friction(inner)),
        composite_wrench_cone(state.with_friction(outer)),
    )


def _polygonal(friction: FrictionModel, edge_count: int, widening: float) -> FrictionModel:
    """Return a round model as a polygon, any other model as it is."""
    coefficient = friction.friction_coefficient * widening
    if isinstance(friction, CircularCone):
        return FrictionPolygon(coefficient, edge_count)
    if isinstance(friction, SoftFinger) and friction.edge_count is None:
        return replace(friction, friction_coefficient=coefficient, edge_count=edge_count)
    return friction


def _edges(state: ContactState, contact_index: int) -> Array:
    edges = edge_wrenches(state, contact_index)
    if edges is None:
        contact = state.contacts[contact_index]
        expected = 'a model with a finite number of edges (pyramid, polygon, frictionless)'
        raise InvalidInputError('friction', contact.friction, expected, contact.label)
    return edges
