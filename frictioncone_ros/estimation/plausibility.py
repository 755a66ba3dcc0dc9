# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What looks wrong in the contacts that an estimator tells, in words for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.spatial import Array
from frictioncone_ros.spatial.arguments import checked, checked_fields
from frictioncone_ros.spatial.converters import real_array


def as_told(value: Any, what: str) -> Array:
    """Return (3,) numbers as they were told, NaN too: that is what is looked for here."""
    array = real_array(value, what)
    if array.shape != (3,):
        raise InvalidInputError(f'shape of {what}', array.shape, '(3,)')
    return array


Told = Annotated[Array, as_told]

UNIT = 1e-3
"""A normal whose length is off by more is no unit vector [-]."""
PULL = 0.5
"""A force against the normal above this is no noise [N]."""
OPEN_GAP = 0.005
"""A contact said to touch across a wider gap is doubted [m]."""


@checked_fields
@dataclass(frozen=True, eq=False)
class SeenContact:
    """
    One contact as told.

    position (3,) [m] and normal (3,) in the snapshot's frame; friction: coefficient, None where
    the model has none. distance [m] and force (3,) on the moving body [N]: None where not told.
    """

    name: str
    touches: bool
    position: Told
    normal: Told
    friction: float | None
    distance: float | None = None
    force: Told | None = None


@checked_fields
@dataclass(frozen=True, eq=False)
class Suspicion:
    """Age [s] and distance [m] from which on something looks wrong; tool: (3,) in the body."""

    stale: float
    far: float
    tool: Told | None = None


@checked
def plausibility_warnings(contact: SeenContact, suspicion: Suspicion) -> list[str]:
    """Return what looks wrong about one contact."""
    if unsaid := _no_numbers(contact):
        return [f'{", ".join(unsaid)}: not a finite number']
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


def _no_numbers(contact: SeenContact) -> list[str]:
    """Return what was told in numbers that are none: of them nothing else can be said."""
    told: dict[str, Any] = {
        name: getattr(contact, name)
        for name in ('position', 'normal', 'friction', 'distance', 'force')
    }
    return [
        name for name, value in told.items() if value is not None and not np.isfinite(value).all()
    ]


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


@checked
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
