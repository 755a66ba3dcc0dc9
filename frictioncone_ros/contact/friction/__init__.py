# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Friction models: which contact forces one contact can transmit.

Contact components are normal first: (n, t) planar, (n, t1, t2) spatial, (n, t1, t2, torsion) for
a spatial soft finger. Every set is a closed convex cone with non-negative normal force.
The model is a parameter because it decides verdicts: a pyramid carries up to sqrt(2) mu along its
diagonal, an inner polygon less than the circle everywhere between its edges.
A model is one file here: whoever asks about friction asks the model (`FrictionModel`).
"""

from frictioncone_ros.contact.friction.base import ContactForce, FrictionModel
from frictioncone_ros.contact.friction.circular_cone import CircularCone
from frictioncone_ros.contact.friction.elliptic_cone import EllipticCone
from frictioncone_ros.contact.friction.friction_polygon import FrictionPolygon
from frictioncone_ros.contact.friction.friction_pyramid import FrictionPyramid
from frictioncone_ros.contact.friction.frictionless import Frictionless
from frictioncone_ros.contact.friction.soft_finger import SoftFinger

__all__ = [
    'CircularCone',
    'ContactForce',
    'EllipticCone',
    'FrictionModel',
    'FrictionPolygon',
    'FrictionPyramid',
    'Frictionless',
    'SoftFinger',
]
