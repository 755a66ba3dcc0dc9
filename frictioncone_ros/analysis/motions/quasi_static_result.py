# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""Results of the quasi-static analysis, planar and spatial alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from frictioncone_ros.analysis.motions.result import (
    ForceSet,
    ImpossibleMode,
    MotionCertificate,
    MotionPolytope,
)
from frictioncone_ros.contact import ContactMode
from frictioncone_ros.spatial.arrays import Array, frozen_array


@dataclass(frozen=True, eq=False)
class QuasiStaticMotion:
    """
    One contact mode in which contact forces balance the applied wrench without inertia.

    mode: one interaction per contact. twists: every twist of the mode [m/s, rad/s], the closure
    for strict conditions. twist: (d,) its representative, or the commanded twist.
    contact_forces: every set of forces that balances.
    certificate: its `newton` is the unbalanced force [N]; `complementarity` is normal force times
    contact velocity in the wrong direction [N m/s], `penetration` a velocity into a surface
    [m/s], `acceleration_scale` the speed to compare with [m/s].
    """

    mode: ContactMode
    twists: MotionPolytope
    twist: Array
    contact_forces: ForceSet
    certificate: MotionCertificate

    def __post_init__(self) -> None:
        """Store a read-only copy of the representative."""
        object.__setattr__(self, 'twist', frozen_array(self.twist))


@dataclass(frozen=True, eq=False)
class QuasiStaticMotionSet:
    """
    Every mode that balances, and on request why the others do not.

    exhaustive: whether no other mode balances. candidate_count: modes that were examined.
    """

    motions: tuple[QuasiStaticMotion, ...]
    exhaustive: bool = True
    candidate_count: int = 0
    impossible: tuple[ImpossibleMode, ...] = ()

    @property
    def modes(self) -> tuple[str, ...]:
        """The mode strings, in order."""
        return tuple(str(motion.mode) for motion in self.motions)

    def __iter__(self) -> Iterator[QuasiStaticMotion]:
        """Iterate over the motions."""
        return iter(self.motions)

    def __len__(self) -> int:
        """Return the number of modes that balance."""
        return len(self.motions)
