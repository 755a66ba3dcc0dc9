# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Random loads on a held block, from a given random generator."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frictioncone_ros.spatial import Array, frozen_array

BAND = 0.02
"""Half-width of the band around the limit of friction, as a share of the load across [-]."""


@dataclass(frozen=True, eq=False)
class Load:
    """
    A wrench that presses, and the whole wrench; on the held body about its reference point.

    pressing, wrench: (6,) [N, Nm], axes of the world.
    """

    pressing: Array
    wrench: Array

    def __post_init__(self) -> None:
        """Take copies that nobody can change."""
        object.__setattr__(self, 'pressing', frozen_array(self.pressing))
        object.__setattr__(self, 'wrench', frozen_array(self.wrench))

    def scaled(self, factor: float) -> Array:
        """Return the wrench with everything but the pressing scaled."""
        return self.pressing + factor * (self.wrench - self.pressing)


def random_block_load(
    generator: np.random.Generator,
    friction_coefficient: float,
    half_sizes: tuple[float, float],
    normal_range: tuple[float, float] = (5.0, 40.0),
) -> Load:
    """
    Return a load on a block on a table: about half of them can be held.

    half_sizes: half length and width between the feet [m]. normal_range: of the pressing [N].
    Across: any direction, up to 1.6 times the friction limit; moments up to 0.7 times what tips
    the block or turns it in place.
    """
    normal = generator.uniform(*normal_range)
    limit = friction_coefficient * normal
    angle, across = generator.uniform(0.0, 2.0 * np.pi), limit * generator.uniform(0.0, 1.6)
    tilt = 0.7 * normal * generator.uniform(-1.0, 1.0, 2) * half_sizes[::-1]
    turn = 0.7 * limit * float(np.hypot(*half_sizes)) * generator.uniform(-1.0, 1.0)
    pressing = np.array([0.0, 0.0, -normal, 0.0, 0.0, 0.0])
    wrench = (across * np.cos(angle), across * np.sin(angle), -normal, *tilt, turn)
    return Load(pressing, np.array(wrench))
