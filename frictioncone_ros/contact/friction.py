# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Friction models: which contact forces one contact can transmit.

Contact components are normal first: (n, t) planar, (n, t1, t2) spatial, (n, t1, t2, torsion) for
a spatial soft finger. Every set is a closed convex cone with non-negative normal force.
The model is a parameter because it decides verdicts: a pyramid carries up to sqrt(2) mu along its
diagonal, an inner polygon less than the circle everywhere between its edges.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arrays import Array, as_non_negative, PLANAR


class FrictionModel(ABC):
    """The set of forces one contact can transmit, in contact components."""

    friction_coefficient: float

    @abstractmethod
    def force_edges(self, dimension: int) -> Array | None:
        """
        Return the extreme rays (edges, components), each with unit normal force.

        None where the set has no finite number of edges (a circular cone in space).
        dimension is 3 (planar wrenches) or 6 (spatial).
        """

    def component_count(self, dimension: int) -> int:
        """Return how many contact force components it has: 2 planar, 3 spatial, 4 with torsion."""
        return 2 if dimension == PLANAR else 3

    @abstractmethod
    def scaled(self, factor: float) -> FrictionModel:
        """Return the same model with all its friction limits multiplied by a factor >= 0."""

    @property
    def is_frictionless(self) -> bool:
        """Whether it transmits nothing but normal force."""
        return self.friction_coefficient == 0.0


@dataclass(frozen=True)
class Frictionless(FrictionModel):
    """Normal force only."""

    friction_coefficient = 0.0

    def force_edges(self, dimension: int) -> Array:
        """Return the single ray of unit normal force."""
        return _normal_edge(self.component_count(dimension))

    def scaled(self, factor: float) -> Frictionless:
        """Return itself: there is no friction to scale."""
        as_non_negative(factor, 'friction factor')
        return self


@dataclass(frozen=True)
class CircularCone(FrictionModel):
    """Coulomb's cone |f_t| <= mu f_n; in the plane its two edges."""

    friction_coefficient: float

    def __post_init__(self) -> None:
        """Check the coefficient [-]."""
        _set_non_negative(self, 'friction_coefficient')

    def force_edges(self, dimension: int) -> Array | None:
        """Return the two planar edges, the normal ray for mu = 0, None for a cone in space."""
        if dimension == PLANAR:
            return _planar_edges(self.friction_coefficient)
        return _normal_edge(self.component_count(dimension)) if self.is_frictionless else None

    def scaled(self, factor: float) -> CircularCone:
        """Return the cone with coefficient mu * factor."""
        as_non_negative(factor, 'friction factor')
        return replace(self, friction_coefficient=self.friction_coefficient * factor)


@dataclass(frozen=True)
class FrictionPyramid(FrictionModel):
    """
    Pyramid |f_1| <= mu_1 f_n, |f_2| <= mu_2 f_n along the contact's stated tangents.

    The default friction of Gazebo's engines. Without a second coefficient both are equal.
    """

    friction_coefficient: float
    second_friction_coefficient: float | None = None

    def __post_init__(self) -> None:
        """Check both coefficients [-]."""
        _set_non_negative(self, 'friction_coefficient')
        if self.second_friction_coefficient is not None:
            _set_non_negative(self, 'second_friction_coefficient')

    @property
    def coefficients(self) -> tuple[float, float]:
        """Friction coefficients along the first and the second tangent [-]."""
        second = self.second_friction_coefficient
        return self.friction_coefficient, self.friction_coefficient if second is None else second

    @property
    def is_frictionless(self) -> bool:
        """Whether both coefficients are zero."""
        return self.coefficients == (0.0, 0.0)

    def force_edges(self, dimension: int) -> Array:
        """Return the four corners in space (fewer where a coefficient is 0), two in the plane."""
        if dimension == PLANAR:
            return _planar_edges(self.friction_coefficient)
        first, second = self.coefficients
        corners = [(1.0, a, b) for a in _signed(first) for b in _signed(second)]
        return np.array(corners)

    def scaled(self, factor: float) -> FrictionPyramid:
        """Return the pyramid with both coefficients multiplied by a factor."""
        as_non_negative(factor, 'friction factor')
        first, second = self.coefficients
        return FrictionPyramid(first * factor, second * factor)


@dataclass(frozen=True)
class FrictionPolygon(FrictionModel):
    """Inner polygon of the circular cone with edge_count edges, the first along tangent 1."""

    friction_coefficient: float
    edge_count: int = 8

    def __post_init__(self) -> None:
        """Check the coefficient [-] and that there are at least three edges."""
        _set_non_negative(self, 'friction_coefficient')
        _check_edge_count(self.edge_count)

    def force_edges(self, dimension: int) -> Array:
        """Return edge_count rays on the circular cone, two in the plane."""
        if dimension == PLANAR:
            return _planar_edges(self.friction_coefficient)
        if self.is_frictionless:
            return _normal_edge(self.component_count(dimension))
        return _polygon_edges(self.friction_coefficient, self.edge_count)

    def scaled(self, factor: float) -> FrictionPolygon:
        """Return the polygon with coefficient mu * factor."""
        as_non_negative(factor, 'friction factor')
        return replace(self, friction_coefficient=self.friction_coefficient * factor)


@dataclass(frozen=True)
class SoftFinger(FrictionModel):
    """
    Coulomb friction and, independent of it, torsion |tau_n| <= torsional_friction * f_n.

    torsional_friction [m]: largest moment about the normal per unit normal force.
    edge_count None: circular in the tangent plane; else its inner polygon with that many edges.
    In the plane there is no axis for the torsion and it is a hard contact.
    """

    friction_coefficient: float
    torsional_friction: float
    edge_count: int | None = None

    def __post_init__(self) -> None:
        """Check the limits [-], [m] and the number of edges."""
        _set_non_negative(self, 'friction_coefficient')
        _set_non_negative(self, 'torsional_friction')
        if self.edge_count is not None:
            _check_edge_count(self.edge_count)

    @property
    def is_frictionless(self) -> bool:
        """Whether it transmits neither tangential force nor torsion."""
        return self.friction_coefficient == 0.0 and self.torsional_friction == 0.0

    def component_count(self, dimension: int) -> int:
        """Return 2 in the plane, 4 in space: normal, two tangents, torsion about the normal."""
        return 2 if dimension == PLANAR else 4

    def force_edges(self, dimension: int) -> Array | None:
        """Return the tangential polygon's edges, each with both extreme torsions; else None."""
        if dimension == PLANAR:
            return _planar_edges(self.friction_coefficient)
        if self.friction_coefficient == 0.0:
            hard = _normal_edge(3)
        elif self.edge_count is None:
            return None
        else:
            hard = _polygon_edges(self.friction_coefficient, self.edge_count)
        torsions = _signed(self.torsional_friction)
        return np.array([(*edge, torsion) for edge, torsion in product(hard, torsions)])

    def scaled(self, factor: float) -> SoftFinger:
        """Return the soft finger with both limits multiplied by a factor."""
        as_non_negative(factor, 'friction factor')
        return replace(
            self,
            friction_coefficient=self.friction_coefficient * factor,
            torsional_friction=self.torsional_friction * factor,
        )


def _normal_edge(component_count: int) -> Array:
    edge = np.zeros((1, component_count))
    edge[0, 0] = 1.0
    return edge


def _planar_edges(coefficient: float) -> Array:
    return np.array([(1.0, tangential) for tangential in _signed(coefficient)])


def _polygon_edges(coefficient: float, edge_count: int) -> Array:
    angles = 2.0 * np.pi * np.arange(edge_count) / edge_count
    tangential = coefficient * np.column_stack((np.cos(angles), np.sin(angles)))
    return np.column_stack((np.ones(edge_count), tangential))


def _signed(limit: float) -> tuple[float, ...]:
    return (limit, -limit) if limit > 0.0 else (0.0,)


def _check_edge_count(edge_count: int) -> None:
    if isinstance(edge_count, bool) or not isinstance(edge_count, int) or edge_count < 3:
        raise InvalidInputError('edge count of a friction polygon', edge_count, 'an integer >= 3')


def _set_non_negative(model: FrictionModel, field: str) -> None:
    words = field.replace('_', ' ')
    object.__setattr__(model, field, as_non_negative(getattr(model, field), words))
