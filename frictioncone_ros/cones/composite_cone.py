# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Wrench cones of contacts: one contact's cone, and the sum over all contacts of a state."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from frictioncone_ros.cones.polyhedral_cone import PolyhedralCone
from frictioncone_ros.contact import component_slices, ContactPoint, ContactState, wrench_matrix
from frictioncone_ros.contact.wrench_matrix import contact_at
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arguments import checked
from frictioncone_ros.spatial.arrays import Array


class ConeBounds(NamedTuple):
    """Two polyhedral cones around a round one: inner is inside it, outer holds it."""

    inner: PolyhedralCone
    outer: PolyhedralCone


@checked
def contact_wrench_cone(state: ContactState, contact_index: int) -> PolyhedralCone:
    """Return the wrenches (d) that one contact can apply to the body about the reference point."""
    edges = _force_edges(contact_at(state, contact_index))
    columns = component_slices(state)[contact_index]
    return PolyhedralCone.from_generators(wrench_matrix(state)[:, columns] @ edges.T)


@checked
def composite_wrench_cone(state: ContactState) -> PolyhedralCone:
    """Return the wrenches that all contacts together can apply to the body.

    For friction models with a finite number of edges; `composite_wrench_bounds` takes the round
    ones between two polygons, and `frictioncone_ros.analysis` judges membership exactly.
    """
    return PolyhedralCone.from_generators(composite_edge_wrenches(state))


@checked
def composite_edge_wrenches(state: ContactState) -> Array:
    """Return the (d, edges) wrenches of all contacts' friction edges, contact-major."""
    matrix = wrench_matrix(state)
    blocks = [np.zeros((state.dimension, 0))]
    for contact, columns in zip(state.contacts, component_slices(state), strict=True):
        blocks.append(matrix[:, columns] @ _force_edges(contact).T)
    return np.hstack(blocks)


@checked
def composite_wrench_bounds(state: ContactState, edge_count: int = 16) -> ConeBounds:
    """Return the composite cones with round models replaced by inner and by outer polygons.

    A polygon of m edges around the circle of radius mu has corners at mu / cos(pi / m).
    """
    if isinstance(edge_count, bool) or not isinstance(edge_count, int) or edge_count < 3:
        raise InvalidInputError('edge count', edge_count, 'an integer >= 3')
    inner = [contact.friction.inner_polygon(edge_count) for contact in state.contacts]
    outer = [contact.friction.outer_polygon(edge_count) for contact in state.contacts]
    return ConeBounds(
        composite_wrench_cone(state.with_friction(inner)),
        composite_wrench_cone(state.with_friction(outer)),
    )


def _force_edges(contact: ContactPoint) -> Array:
    """Return the extreme rays (edges, components) of a contact's friction set."""
    edges = contact.friction.force_edges(contact.dimension)
    if edges is None:
        expected = 'a model with a finite number of edges (pyramid, polygon, frictionless)'
        raise InvalidInputError('friction', contact.friction, expected, contact.label)
    return edges
