# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""
Erdmann's configuration-space friction cone of one planar contact (1991).

Generalised forces are (fx, fy, tau / rho), accelerations (ax, ay, rho alpha), with rho the radius
of gyration and the centre of mass as reference point, so that force = mass * acceleration holds
in every direction. His radius vector r runs from the contact to the centre of mass, r = -p.
His sliding tangent t_s is (ny, -nx) up to a sign chosen per contact; that choice stays in here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.contact.kinematics import (
    acceleration_bias,
    contact_velocities,
    resting_speed,
)
from frictioncone_ros.contact.point import ContactPoint
from frictioncone_ros.contact.state import ContactState
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial.arguments import checked, checked_fields
from frictioncone_ros.spatial.arrays import (
    Array,
    as_finite_number,
    as_twist,
    as_wrench,
    frozen_array,
    PLANAR,
)
from frictioncone_ros.spatial.inertia import Inertia
from frictioncone_ros.spatial.products import planar_cross

STATIC_EQUILIBRIUM = 1e-9
"""Residual, relative to the applied force, up to which a wrench counts as balanced [-]."""


@checked_fields
@dataclass(frozen=True, eq=False)
class ConfigurationSpaceCone:
    """
    The friction cone of one planar contact among generalised forces (fx, fy, tau / rho).

    contact: planar, positions relative to the centre of mass; radius_of_gyration: rho [m].
    All vectors are (3,) in scaled coordinates.
    """

    contact: ContactPoint
    radius_of_gyration: float

    def __post_init__(self) -> None:
        """Check that the contact is planar and rho positive."""
        if self.contact.dimension != PLANAR:
            raise InvalidInputError('contact', 'spatial', 'a planar contact', self.contact.label)
        length = as_finite_number(self.radius_of_gyration, 'radius of gyration')
        if length <= 0.0:
            raise InvalidInputError('radius of gyration', length, 'a length > 0 m')
        object.__setattr__(self, 'radius_of_gyration', length)

    @property
    def friction_coefficient(self) -> float:
        """Coulomb's mu [-]."""
        return self.contact.friction.friction_coefficient

    @property
    def radius_vector(self) -> Array:
        """Erdmann's r = -p: from the contact to the centre of mass, (2,) [m]."""
        return -self.contact.contact_position

    @property
    def scaled_normal(self) -> Array:
        """Delta_n n = (nx, ny, n_q / rho): the generalised force of a unit normal force."""
        return self._generalised(self.contact.contact_normal)

    @property
    def normal_scale(self) -> float:
        """Delta_n = sqrt(rho^2 + n_q^2) / rho, the length of scaled_normal [-]."""
        return float(np.linalg.norm(self.scaled_normal))

    @property
    def configuration_normal(self) -> Array:
        """Unit normal n of the contact surface in configuration space."""
        return self.scaled_normal / self.normal_scale

    @property
    def rotation_tangent(self) -> Array:
        """Unit tangent t_r ~ (-ry, rx, rho): counter-clockwise rotation about the contact."""
        radius = self.radius_vector
        tangent = np.array([-radius[1], radius[0], self.radius_of_gyration])
        return tangent / np.linalg.norm(tangent)

    @property
    def in_plane_tangent(self) -> Array:
        """Unit t_r_perp across n and t_r, with t_r_perp . n0 >= 0 (where 0: t_s = (ny, -nx))."""
        tangent = np.cross(self.configuration_normal, self.rotation_tangent)
        normal = self.contact.contact_normal
        along_normal = float(tangent[:2] @ normal)
        along_slide = float(tangent[0] * normal[1] - tangent[1] * normal[0])
        # n_q = 0 makes the first product zero up to rounding; then the second decides.
        sign = along_normal if abs(along_normal) > STATIC_EQUILIBRIUM else along_slide
        return tangent if sign > 0.0 else -tangent

    @property
    def sliding_tangent(self) -> Array:
        """t_s = +-(ny, -nx, 0), the sign that makes t_r_perp . t_s > 0."""
        normal_x, normal_y = self.contact.contact_normal
        tangent = np.array([normal_y, -normal_x, 0.0])
        return tangent if tangent @ self.in_plane_tangent > 0.0 else -tangent

    @property
    def friction_vector(self) -> Array:
        """v_f = (t_s, v_q / rho): the generalised force of a unit force along t_s."""
        return self._generalised(self.sliding_tangent[:2])

    @property
    def edge_wrenches(self) -> Array:
        """Rows Delta_n n + mu v_f and Delta_n n - mu v_f, (2, 3)."""
        friction = self.friction_coefficient * self.friction_vector
        return frozen_array([self.scaled_normal + friction, self.scaled_normal - friction])

    @property
    def edge_slopes(self) -> tuple[float, float]:
        """
        Slopes k1, k2 of the + and the - edge: component along n over component along t_r_perp.

        Equation (5). k1 > 0 > k2 where the cone stays above the tangent plane; infinite for
        mu = 0, where both edges are the line of scaled_normal seen from t_r_perp . n0 = 0.
        """
        normal, across = self.configuration_normal, self.in_plane_tangent
        slopes = []
        for sign in (1.0, -1.0):
            # t_r_perp . (Delta_n n +- mu v_f) with t_r_perp . n = 0: only friction remains.
            run = sign * self.friction_coefficient * float(across @ self.friction_vector)
            rise = self.normal_scale + sign * self.friction_coefficient * float(
                normal @ self.friction_vector
            )
            slopes.append(rise / run if run != 0.0 else float(np.copysign(np.inf, sign)))
        return slopes[0], slopes[1]

    @property
    def dips_below_tangent_plane(self) -> bool:
        """Whether an edge points into the surface: k1 < 0 or k2 > 0; then motion is ambiguous."""
        first, second = self.edge_slopes
        return first < 0.0 or second > 0.0

    def resists(self, external_wrench: ArrayLike) -> bool:
        """
        Whether an applied wrench (fx, fy, tau) [N, Nm] can be held in static equilibrium.

        Conditions (i)' to (iii)' of section 5.1: no component along pure rotation about the
        contact, and the rest inside the two edges. Relative tolerance STATIC_EQUILIBRIUM.
        """
        force = self._scaled_force(external_wrench)
        size = float(np.linalg.norm(force))
        slack = STATIC_EQUILIBRIUM * size
        normal = float(force[:2] @ self.contact.contact_normal)
        tangential = float(force @ self.sliding_tangent)
        rotation = float(force @ self.rotation_tangent)
        inside = abs(tangential) <= -self.friction_coefficient * normal + slack
        return bool(normal <= slack and inside and abs(rotation) <= slack)

    def reaction_at_rest(self, external_wrench: ArrayLike) -> Array:
        """
        Return the reaction (3,) in scaled coordinates for a body at rest, by two projections.

        Section 5.2: drop the component along t_r, then move along t_r_perp onto the cone, which
        leaves the normal component unchanged. Valid for a cone above the tangent plane.
        """
        force = self._scaled_force(external_wrench)
        return self._reaction(force, normal_bias=0.0, tangential_bias=0.0, sliding=0.0)

    @checked
    def reaction_in_motion(
        self, external_wrench: ArrayLike, inertia: Inertia, twist: ArrayLike
    ) -> Array:
        """
        Return the reaction (3,) in scaled coordinates for a moving body, by section 5.6.

        inertia: planar, about the centre of mass; twist: (vx, vy, omega) keeping the contact.
        """
        state = ContactState([self.contact], inertia, as_twist(twist, PLANAR))
        bias = acceleration_bias(state)[0]
        velocity = contact_velocities(state)[0]
        # Our tangent is (-ny, nx); his may be its opposite.
        sign = float(np.sign(self.sliding_tangent[:2] @ self.contact.frame[1]))
        sliding = sign * velocity[1] if abs(velocity[1]) > resting_speed(state)[0] else 0.0
        force = self._scaled_force(external_wrench)
        mass = inertia.mass
        return self._reaction(force, mass * bias[0], sign * mass * bias[1], sliding)

    @checked
    def acceleration(
        self, external_wrench: ArrayLike, inertia: Inertia, twist: ArrayLike
    ) -> Array:
        """Return (ax, ay, alpha) of the centre of mass that section 5.6 predicts [m/s^2]."""
        reaction = self.reaction_in_motion(external_wrench, inertia, twist)
        scaled = (self._scaled_force(external_wrench) + reaction) / inertia.mass
        return scaled * np.array([1.0, 1.0, 1.0 / self.radius_of_gyration])

    def _reaction(
        self, force: Array, normal_bias: float, tangential_bias: float, sliding: float
    ) -> Array:
        """
        Return f_n n + f_t t_r_perp by the rules of section 5.6.

        normal_bias = Delta_n m h . n and tangential_bias = m omega^2 r . t_s are the forces [N]
        that the velocity products of the contact's acceleration stand for.
        """
        if self.dips_below_tangent_plane:
            raise InvalidInputError(
                'friction cone',
                'dipping below the tangent plane',
                'a cone above it; enumerate the motions instead',
                self.contact.label,
            )
        normal, across = self.configuration_normal, self.in_plane_tangent
        friction_along_normal = float(self.friction_vector @ normal)
        friction_across = float(self.friction_vector @ across)
        normal_force = max(0.0, -(float(force @ normal) + normal_bias / self.normal_scale))
        # C of section 5.6: what would keep the contact point from accelerating along t_s.
        desired = (
            -(
                friction_across * float(force @ across)
                - friction_along_normal * normal_bias / self.normal_scale
                + tangential_bias
            )
            / friction_across
        )
        highest, lowest = (normal_force / slope for slope in self.edge_slopes)
        if sliding != 0.0:
            desired = lowest if sliding > 0.0 else highest
        across_force = min(max(desired, lowest), highest)
        return normal_force * normal + across_force * across

    def _generalised(self, direction: Array) -> Array:
        moment = planar_cross(direction, self.radius_vector)
        return np.array([*direction, moment / self.radius_of_gyration])

    def _scaled_force(self, external_wrench: ArrayLike) -> Array:
        wrench = as_wrench(external_wrench, PLANAR, 'external wrench')
        return wrench / np.array([1.0, 1.0, self.radius_of_gyration])
