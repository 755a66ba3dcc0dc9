# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What is not known exactly of contacts, and how far their Jacobian rows may be off."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np

from frictioncone_ros.contact import ContactState
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, as_non_negative, PLANAR


@dataclass(frozen=True)
class ContactUncertainty:
    """
    Bounds on what may be wrong, at each contact by itself.

    friction_factors: (low, high), the true friction limits are between low and high times the
    stated ones [-]. normal_angle: the true contact frame is turned by at most this, in space
    about any axis [rad]. position_error: the true contact is at most this far from where it is
    thought to be [m].
    """

    friction_factors: tuple[float, float] = (1.0, 1.0)
    normal_angle: float = 0.0
    position_error: float = 0.0

    def __post_init__(self) -> None:
        """Check the bounds."""
        low, high = (as_non_negative(value, 'friction factor') for value in self.friction_factors)
        if low > high:
            raise InvalidInputError('friction factors', (low, high), 'low <= high')
        object.__setattr__(self, 'friction_factors', (low, high))
        angle = as_non_negative(self.normal_angle, 'normal angle')
        if angle > pi / 2.0:
            raise InvalidInputError('normal angle', angle, 'at most pi / 2')
        object.__setattr__(self, 'normal_angle', angle)
        as_non_negative(self.position_error, 'position error')

    def row_errors(self, state: ContactState) -> Array:
        """Return how far each entry of the contact Jacobian may be off, (k, 2 or 3, d)."""
        return self._planar(state) if state.dimension == PLANAR else self._spatial(state)

    def _planar(self, state: ContactState) -> Array:
        """
        Return the bounds (k, 2, 3) of frames that turn in the plane.

        A normal turned by delta is cos(delta) n + sin(delta) t, the tangent alike, and their
        moments turn along; a contact moved by e adds e x n, at most |e|.
        """
        axes, positions = state.frames, state.positions
        moments = positions[:, None, 0] * axes[..., 1] - positions[:, None, 1] * axes[..., 0]
        rows = np.abs(np.concatenate((axes, moments[..., None]), axis=2))
        turned: Array = (1.0 - cos(self.normal_angle)) * rows + sin(self.normal_angle) * rows[
            :, ::-1
        ]
        turned[..., 2] += self.position_error
        return turned

    def _spatial(self, state: ContactState) -> Array:
        """
        Return the bounds (k, 3, 6) of frames that turn about any axis.

        A unit vector moves by at most the chord 2 sin(angle / 2), its moment by |p| times that; a
        contact moved by e adds e x n, at most |e|.
        """
        chord = 2.0 * sin(0.5 * self.normal_angle)
        arms = np.linalg.norm(state.positions, axis=1)
        errors = np.full((state.contact_count, 3, 6), chord)
        errors[..., 3:] = (chord * arms + self.position_error)[:, None, None]
        return errors
