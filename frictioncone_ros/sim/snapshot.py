# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What an estimator reports about the contacts at one instant, without any ROS in it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frictioncone_ros.contact import ContactState
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, as_matrix, PLANAR

CLOCK_ROUNDING = 1e-9
"""Instants of simulated time closer than this are one: sums of steps round [s]."""


@dataclass(frozen=True, eq=False)
class ContactSnapshot:
    """
    A complete snapshot of the contacts of the held body.

    time: when it was true [s]. state: contacts by name, axes of the world, about the moving
    body's reference point. forces: (k, 3), planar (k, 2), on the moving body in contact
    components, normal first [N], in the order of the state's contacts.
    """

    time: float
    state: ContactState
    forces: Array

    def __post_init__(self) -> None:
        """Check that each contact has its force."""
        shape = (self.state.contact_count, 2 if self.state.dimension == PLANAR else 3)
        if np.shape(self.forces) != shape:
            raise InvalidInputError('shape of contact forces', np.shape(self.forces), str(shape))
        object.__setattr__(self, 'forces', as_matrix(self.forces, shape, 'contact forces'))

    @property
    def normal_forces(self) -> Array:
        """Normal forces (k,) [N]."""
        return self.forces[:, 0]

    def force_of(self, name: str) -> Array:
        """Return the force (3,) or (2,) [N] of a contact; zero where it is not touching."""
        if name not in self.state.names:
            return np.zeros(self.forces.shape[1])
        return self.forces[self.state.names.index(name)]
