# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What looks wrong in the contacts that an estimator tells, in words for people."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frictioncone_ros.spatial import Array

UNIT = 1e-3
"""A normal whose length is off by more is no unit vector [-]."""
PULL = 0.5
"""A force against the normal above this is no noise [N]."""
OPEN_GAP = 0.005
"""A contact said to touch across a wider gap is doubted [m]."""


@dataclass(frozen=True, eq=False)
class SeenContact:
    """
    One contact as told.

    position (3,) [m] and normal (3,) in the snapshot's frame; friction: coefficient, None where
    the model has none. distance [m] and force (3,) on the moving body [N]: None where not told.
    """

    name: str
    touches: bool
    position: Array
    normal: Array
    friction: float | None
    distance: float | None = None
    force: Array | None = None


@dataclass(frozen=True, eq=False)
class Suspicion:
    """Age [s] and distance [m] from which on something looks wrong; tool: (3,) in the body."""

    stale: float
    far: float
    tool: Array | None = None


def plausibility_warnings(contact: SeenContact, suspicion: Suspicion) -> list[str]:
    """Return what looks wrong about one contact."""
    found = []
    if (distance := float(np.linalg.norm(contact.position))) > suspicion.far:
        found.append(f'far: {distance:.3g} m from the origin of the frame')
    if contact.friction is not None and contact.friction == 0.0:
        found.append('mu 0: it holds nothing sideways')
    if abs(float(np.linalg.norm(contact.normal)) - 1.0) > UNIT:
        found.append(f'normal of length {np.linalg.norm(contact.normal):.3g}')
    if contact.touches and contact.distance is not None and contact.distance > OPEN_GAP:
        found.append(f'touches across a gap of {1e3 * contact.distance:.3g} mm')
    return [*found, *_wrong_side(contact, suspicion.tool)]


def _wrong_side(contact: SeenContact, tool: Array | None) -> list[str]:
    """Return what speaks for a normal that points into the environment."""
    found = []
    if contact.force is not None and (along := float(contact.force @ contact.normal)) < -PULL:
        found.append(
            f"pulls with {-along:.3g} N: normal into the wrong side, or the sensor's sign"
        )
    if tool is not None and float((tool - contact.position) @ contact.normal) < 0.0:
        found.append('normal points away from the tool')
    return found


def snapshot_complaints(age: float, publishers: int, suspicion: Suspicion) -> list[str]:
    """Return what looks wrong about a snapshot of an age [s], negative: ahead of the clock."""
    found = []
    if age > suspicion.stale:
        found.append(f'stale: {age:.3g} s old by its stamp')
    if age < -suspicion.stale:
        found.append(f'stamped {-age:.3g} s ahead of the clock')
    if publishers > 1:
        found.append(f'{publishers} publishers: snapshots replace each other')
    return found
