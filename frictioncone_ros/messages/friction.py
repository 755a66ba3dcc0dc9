# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Friction of a contact message: model, set and coefficients, made narrower by what is unsure."""

from __future__ import annotations

from dataclasses import dataclass
import math
from typing import TYPE_CHECKING

import numpy as np

from frictioncone_ros.contact import (
    CircularCone,
    EllipticCone,
    Frictionless,
    FrictionModel,
    FrictionPolygon,
    FrictionPyramid,
    narrowed_friction,
    SoftFinger,
)
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.messages import constants
from frictioncone_ros.messages.bounds import edge_count_from_message
from frictioncone_ros.messages.numbers import require_in_range
from frictioncone_ros.spatial import as_matrix, PLANAR, SPATIAL
from frictioncone_ros.tolerances import LARGEST_INPUT

if TYPE_CHECKING:
    from frictioncone_ros.msg import ContactPoint as ContactPointMessage
    from frictioncone_ros.msg import ContactState as ContactStateMessage


@dataclass(frozen=True)
class EstimateConfidence:
    """
    What is made of what the estimator is not sure of.

    least_probability: contacts believed with less are left out. friction_share: share of
    friction_uncertainty taken off each coefficient. normal_deviations: a normal may be tilted by
    so many standard deviations of its covariance; friction is narrowed by that. jointly: whether
    errors of normals that face the same way count together, each else by itself; common: the
    share of their variance that they have in common then.
    """

    least_probability: float = 0.0
    friction_share: float = 0.0
    normal_deviations: float = 0.0
    jointly: bool = False
    common: float = 0.0


TAKEN_AS_EXACT = EstimateConfidence()
"""Every estimate is taken as it is stated."""


def friction_from_message(
    contact: ContactStateMessage,
    planar: bool,
    confidence: EstimateConfidence,
    label: str,
    tilt: float,
) -> FrictionModel:
    """Return what of a contact's friction is safe where its normal is tilted by so much [rad]."""
    friction = _stated(contact.point, confidence.friction_share, label)
    # Where no direction is safe, pushing along the stated normal is the best that is known.
    narrowed = narrowed_friction(friction, PLANAR if planar else SPATIAL, tilt)
    return narrowed or Frictionless()


def normal_deviation(contact: ContactStateMessage, label: str) -> float:
    """Return the standard deviation of a normal in its worst direction [rad], 0 if not stated."""
    if not contact.has_normal_covariance:
        return 0.0
    require_in_range(contact.normal_covariance, 'normal covariance', label)
    covariance = as_matrix(
        np.reshape(contact.normal_covariance, (3, 3)), (3, 3), 'normal covariance', label
    )
    variance = float(np.linalg.eigvalsh(0.5 * (covariance + covariance.T))[-1])
    return math.sqrt(max(0.0, variance))


def _stated(point: ContactPointMessage, share: float, label: str) -> FrictionModel:
    """Return the friction model, its coefficients less the share of their uncertainty."""
    if point.friction_model == constants.FRICTIONLESS:
        return Frictionless()
    coefficient = _lowered(point.friction_coefficient, point, share, label)
    if point.friction_model == constants.SOFT_FINGER:
        return _soft_finger(point, coefficient, label)
    if point.friction_model != constants.HARD_FINGER:
        raise InvalidInputError('friction_model', int(point.friction_model), '0, 1 or 2', label)
    if point.friction_set == constants.CIRCULAR_CONE:
        return CircularCone(coefficient)
    second = None
    if point.has_second_friction_coefficient:
        second = _lowered(point.second_friction_coefficient, point, share, label)
    return _flat_or_elliptic(point, coefficient, second, label)


def _flat_or_elliptic(
    point: ContactPointMessage, first: float, second: float | None, label: str
) -> FrictionModel:
    """Return the set of a hard finger whose second coefficient may differ; None: it does not."""
    if point.friction_set == constants.PYRAMID:
        return FrictionPyramid(first, second)
    if point.friction_set == constants.ELLIPSE:
        return CircularCone(first) if second is None else EllipticCone(first, second)
    if point.friction_set != constants.POLYGON:
        raise InvalidInputError('friction_set', int(point.friction_set), '0, 1, 2 or 3', label)
    edges = edge_count_from_message(point.polygon_edge_count, label)
    return FrictionPolygon(first, edges) if second is None else EllipticCone(first, second, edges)


def _soft_finger(point: ContactPointMessage, coefficient: float, label: str) -> SoftFinger:
    torsion = float(point.torsional_friction)
    require_in_range((torsion,), 'torsional_friction', label)
    stated = float(point.friction_coefficient)
    if coefficient < stated:
        # Of the same surface: where the coefficient may be lower, so may the torsion.
        torsion *= coefficient / stated
    known = (constants.LIMIT_SURFACE, constants.INDEPENDENT_TORSION)
    if point.torsion_set not in known:
        raise InvalidInputError(
            'torsion_set',
            int(point.torsion_set),
            'LIMIT_SURFACE (0) or INDEPENDENT_TORSION (1)',
            label,
        )
    independent = point.torsion_set == constants.INDEPENDENT_TORSION
    if point.friction_set == constants.CIRCULAR_CONE:
        return SoftFinger(coefficient, torsion, independent=independent)
    if point.friction_set == constants.POLYGON:
        edges = edge_count_from_message(point.polygon_edge_count, label)
        second = float(point.second_friction_coefficient)
        if point.has_second_friction_coefficient and second != stated:
            expected = f'{stated:g}, as along tangent 1, for a soft finger'
            raise InvalidInputError('second_friction_coefficient', second, expected, label)
        return SoftFinger(coefficient, torsion, edges, independent)
    raise InvalidInputError(
        'friction_set',
        int(point.friction_set),
        'CIRCULAR_CONE (0) or POLYGON (2) for a soft finger',
        label,
    )


def _lowered(coefficient: float, point: ContactPointMessage, share: float, label: str) -> float:
    uncertainty = float(point.friction_uncertainty)
    if not 0.0 <= uncertainty < math.inf:
        raise InvalidInputError('friction_uncertainty', uncertainty, 'a number >= 0', label)
    given = float(coefficient)
    if given > LARGEST_INPUT:
        require_in_range((given,), 'friction coefficient', label)
    # A coefficient that is not usable is passed on as it is, to be refused by name.
    return max(0.0, given - share * uncertainty) if given >= 0.0 else given
