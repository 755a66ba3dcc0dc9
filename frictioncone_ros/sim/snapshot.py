# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What an estimator reports about the contacts at one instant, without any ROS in it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frictioncone_ros.contact import ContactState
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array, as_matrix


@dataclass(frozen=True, eq=False)
class ContactSnapshot:
    """
    A complete snapshot of the contacts of the held body.

    time: when it was true [s]. state: contacts by name, axes of the world, reference point of the
    held body. forces: (k, 3) contact forces on the held body in contact components, normal first
    [N], in the order of the state's contacts.
    """

    time: float
    state: ContactState
    forces: Array

    def __post_init__(self) -> None:
        """Check that each contact has its force."""
        if np.shape(self.forces) != (self.state.contact_count, 3):
            expected = f'({self.state.contact_count}, 3)'
            raise InvalidInputError('shape of contact forces', np.shape(self.forces), expected)
        shape = (self.state.contact_count, 3)
        object.__setattr__(self, 'forces', as_matrix(self.forces, shape, 'contact forces'))

    @property
    def normal_forces(self) -> Array:
        """Normal forces (k,) [N]."""
        return self.forces[:, 0]

    def force_of(self, name: str) -> Array:
        """Return the force (3,) [N] of the contact of a name; zero where it is not touching."""
        if name not in self.state.names:
            return np.zeros(3)
        return self.forces[self.state.names.index(name)]
