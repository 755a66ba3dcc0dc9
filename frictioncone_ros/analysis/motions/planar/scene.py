# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A planar state and an applied wrench, checked, measured, and turned into a PlanarProblem."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from frictioncone_ros.analysis.modes.planar import jacobian_sizes
from frictioncone_ros.analysis.motions.planar.problem import PlanarProblem, PlanarQuantities
from frictioncone_ros.analysis.motions.refused_states import refuse_approaching, require_magnitudes
from frictioncone_ros.contact import (
    acceleration_bias,
    contact_jacobian,
    contact_velocities,
    ContactState,
    require_state,
    resting_speed,
)
from frictioncone_ros.exceptions import InvalidInputError, LimitExceededError
from frictioncone_ros.spatial.arrays import Array, as_wrench, largest_magnitude, PLANAR
from frictioncone_ros.spatial.inertia import Inertia

PLANAR_CONTACT_LIMIT = 16
"""Most contacts of a planar state: the forces of a fixed mode grow with the fourth power."""


@dataclass(frozen=True, eq=False)
class PlanarScene:
    """
    What Newton and Coulomb need to know, in SI units about the reference point.

    state, inertia: as given.
    force: external minus velocity wrench (3,) [N, Nm]. force_size: what its rounding is
        relative to.
    jacobian: (2 k, 3) twist to contact velocities, normal first.
    bias: (2 k,) velocity products of the contact accelerations [m/s^2].
    letters: '' for each contact at rest, 'l' or 'r' where it slides, 's' where it opens already.
    """

    state: ContactState
    inertia: Inertia
    force: Array
    force_size: Array
    jacobian: Array
    bias: Array
    letters: tuple[str, ...]

    @cached_property
    def length(self) -> float:
        """Characteristic length: the radius of gyration [m]."""
        return self.inertia.radius_of_gyration

    @cached_property
    def mass(self) -> float:
        """Mass of the body [kg]."""
        return self.inertia.mass

    @cached_property
    def moment_to_force(self) -> Array:
        """Factors that turn a wrench (3,) into three forces: (1, 1, 1 / length)."""
        return np.array([1.0, 1.0, 1.0 / self.length])

    @cached_property
    def force_unit(self) -> float:
        """Size of the forces at play: applied, and needed by the velocity products [N]."""
        size = float(np.abs(self.force * self.moment_to_force).max())
        return max(size, self.mass * largest_magnitude(self.bias)) or 1.0

    @cached_property
    def acceleration_unit(self) -> float:
        """The force unit on the body's mass [m/s^2]."""
        return self.force_unit / self.mass

    @cached_property
    def motion_units(self) -> Array:
        """Units of a dimensionless twist rate, (3,) [m/s^2, m/s^2, rad/s^2]."""
        return self.acceleration_unit * self.moment_to_force

    @cached_property
    def friction(self) -> Array:
        """Friction coefficients (k,) [-]."""
        return np.array([c.friction.friction_coefficient for c in self.state.contacts])

    def problem(self) -> PlanarProblem:
        """Return the dimensionless tables for the search."""
        columns = self.moment_to_force
        quantities = PlanarQuantities(
            jacobian=self.jacobian * columns,
            jacobian_size=jacobian_sizes(self.state) * columns,
            bias=self.bias / self.acceleration_unit,
            bias_size=_bias_sizes(self.state) / self.acceleration_unit,
            inertia=self.inertia.matrix * np.outer(columns, columns) / self.mass,
            force=self.force * columns / self.force_unit,
            force_size=self.force_size * columns / self.force_unit,
            friction=self.friction,
        )
        return PlanarProblem(quantities, self.letters)


def planar_scene(state: ContactState, external_wrench: ArrayLike) -> PlanarScene:
    """Check a planar state with inertia and its applied wrench (3,) [N, Nm], and measure them."""
    check_contacts(state)
    if state.inertia is None:
        raise InvalidInputError('inertia', None, 'an Inertia (or ask for quasi-static motions)')
    wrench = as_wrench(external_wrench, PLANAR, 'external wrench')
    require_magnitudes(state, wrench)
    velocity_wrench = state.inertia.velocity_wrench(state.twist)
    length = state.inertia.radius_of_gyration
    return PlanarScene(
        state=state,
        inertia=state.inertia,
        force=wrench - velocity_wrench,
        force_size=wrench_sizes(wrench, length) + wrench_sizes(velocity_wrench, length),
        jacobian=contact_jacobian(state),
        bias=_bias(state),
        letters=sliding_letters(state),
    )


def check_contacts(state: ContactState) -> None:
    """Refuse what is not planar or has too many contacts."""
    require_state(state, PLANAR)
    if state.contact_count > PLANAR_CONTACT_LIMIT:
        raise LimitExceededError(
            'number of planar contacts', state.contact_count, PLANAR_CONTACT_LIMIT
        )


def sliding_letters(state: ContactState) -> tuple[str, ...]:
    """Return how each contact moves now: '' at rest, 'l', 'r', 's'; refuse an approaching one."""
    if at_rest(state):
        return ('',) * state.contact_count
    velocities, limits = contact_velocities(state), resting_speed(state)
    refuse_approaching(state, velocities[:, 0], limits)
    letters = []
    for (normal, tangential), limit in zip(velocities.tolist(), limits.tolist(), strict=True):
        if normal > limit:
            letters.append('s')
        elif abs(tangential) > limit:
            letters.append('l' if tangential > 0.0 else 'r')
        else:
            letters.append('')
    return tuple(letters)


def wrench_sizes(wrench: Array, length: float) -> Array:
    """Return the sizes beside which a component of a wrench may be rounding, (3,) [N, Nm]."""
    force = abs(float(wrench[0])) + abs(float(wrench[1]))
    return np.array([force, force, max(abs(float(wrench[2])), force * length)])


def _bias(state: ContactState) -> Array:
    """Return the velocity products of the contact accelerations, (2 k,) [m/s^2]."""
    if at_rest(state):
        return np.zeros(2 * state.contact_count)
    return acceleration_bias(state).ravel()


def at_rest(state: ContactState) -> bool:
    """Whether neither the body nor any surface moves."""
    return not state.twist.any() and not state.surface_velocities.any()


def _bias_sizes(state: ContactState) -> Array:
    """Return the sizes of the velocity products in each contact acceleration, (2 k,) [m/s^2]."""
    if at_rest(state):
        return np.zeros(2 * state.contact_count)
    rate = abs(float(state.twist[2]))
    relative = np.linalg.norm(state.twist[:2] - state.surface_velocities, axis=1)
    speeds = np.abs(contact_velocities(state)).max(axis=1)
    curvatures = np.array([float(np.abs(c.curvature).max()) for c in state.contacts])
    arms = np.linalg.norm(state.positions, axis=1)
    return np.repeat(rate**2 * arms + 2.0 * rate * relative + curvatures * speeds**2, 2)
