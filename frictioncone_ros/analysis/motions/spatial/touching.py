# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""The contacts that may carry force, what of their friction is decided, and their rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from frictioncone_ros.analysis.modes.rows import (
    contact_rows,
    ModeRows,
    scaled_rows,
    spin_rows,
)
from frictioncone_ros.analysis.motions.spatial.laws.friction import ForceOption, FrictionLaw, Signs
from frictioncone_ros.analysis.motions.spatial.laws.friction_laws import friction_law
from frictioncone_ros.contact import acceleration_bias, ContactState
from frictioncone_ros.spatial import Array, SPATIAL
from frictioncone_ros.tolerances import CONTACT_SPEED


@dataclass(frozen=True, eq=False)
class TouchingContact:
    """
    A contact that can carry force now.

    index: in the state. law: its friction. known: sign of each line that the velocity decides, 0
    where the motion to come decides it; free: the lines of the latter kind, from row `first_row`
    of the sliding rows on. direction: stretched unit slip (2,) of a round cone already sliding,
    with spin (3,) of a limit surface that slides or spins already, or empty.
    """

    index: int
    law: FrictionLaw
    known: Signs
    free: tuple[int, ...]
    first_row: int
    slip: Array
    direction: Array
    options: dict[Signs, ForceOption] = field(default_factory=dict)

    @cached_property
    def starts_anywhere(self) -> bool:
        """Whether it is at rest on a round cone, so that it may start in any direction."""
        return self.law.circular and not self.direction.size

    @cached_property
    def sector_rows(self) -> list[int]:
        """The sliding rows that cut a round cone: without spin where torsion is independent."""
        lines, last = self.law.lines, self.first_row + len(self.free)
        if self.law.arm:
            return list(range(self.first_row, last))
        return [self.first_row + i for i, line in enumerate(self.free) if lines[line, 2] == 0.0]

    def option(self, signs: Signs) -> ForceOption:
        """Return the forces for given signs of the free lines; zeros stand for all forces."""
        if signs not in self.options:
            self.options[signs] = self._new_option(signs)
        return self.options[signs]

    def _new_option(self, signs: Signs) -> ForceOption:
        every = list(self.known)
        for line, sign in zip(self.free, signs, strict=True):
            every[line] = sign
        if not self.direction.size:
            return self.law.option(tuple(every))
        torsion = self.law.torsion_range(every[-1] if self.law.torsion > 0.0 else 0)
        return self.law.sliding_option(self.direction, torsion)


def touching_contacts(
    state: ContactState, indices: NDArray[np.intp], slips: Array, sector_count: int
) -> tuple[TouchingContact, ...]:
    """Return the contacts that may carry force; slips (k, 3) of the state, rounding removed."""
    touching: list[TouchingContact] = []
    first_row = 0
    for index in indices.tolist():
        law = friction_law(state.contacts[index].friction, sector_count)
        contact = _touching_contact(index, law, slips[index], first_row)
        first_row += len(contact.free)
        touching.append(contact)
    return tuple(touching)


def _touching_contact(
    index: int, law: FrictionLaw, slip: Array, first_row: int
) -> TouchingContact:
    speed = float(np.hypot(slip[0], slip[1]))
    values = law.lines @ slip
    size = np.abs(law.lines) @ np.abs(slip)
    signs = np.where(np.abs(values) <= CONTACT_SPEED * size, 0.0, np.sign(values))
    known = tuple(int(sign) for sign in signs)
    sliding = law.circular and speed > 0.0
    undecided = [line for line, sign in enumerate(known) if sign == 0]
    if law.arm and slip.any():  # slip and spin have one direction, and it is known
        stretched = law.stretched(slip)
        direction = stretched / np.sqrt(stretched.dot(stretched))
        return TouchingContact(index, law, known, (), first_row, slip, direction)
    if sliding:  # the direction is known: only a soft finger's spin may be undecided
        undecided = [line for line in undecided if law.lines[line, 2] != 0.0]
    direction = np.zeros(0)
    if sliding:
        stretched = law.stretched(slip[:2])
        direction = stretched / np.hypot(*stretched)
    return TouchingContact(index, law, known, tuple(undecided), first_row, slip, direction)


def motion_rows(
    state: ContactState, touching: tuple[TouchingContact, ...], drift: Array
) -> ModeRows:
    """Return the rows of separation and of all undecided lines, with their constant parts."""
    indices = [contact.index for contact in touching]
    jacobian = contact_rows(state)[indices]
    slip_rows, slip_drift = np.zeros((len(indices), 3, SPATIAL)), np.zeros((len(indices), 3))
    slip_rows[:, :2], slip_rows[:, 2] = jacobian[:, 1:], spin_rows(state)[indices]
    slip_drift[:, :2] = drift[indices, 1:]
    sliding, constant, owner = [np.zeros((0, SPATIAL))], [drift[indices, 0]], []
    for place, contact in enumerate(touching):
        lines = contact.law.lines[list(contact.free), :]
        sliding.append(lines.dot(slip_rows[place]))
        constant.append(lines.dot(slip_drift[place]))
        owner += [place] * len(contact.free)
    rows = (jacobian[:, 0], np.concatenate(sliding))
    return scaled_rows(state, rows, np.concatenate(constant), tuple(owner))


def clean_bias(state: ContactState) -> Array:
    """Return the acceleration bias (k, 3) without what rounding leaves of sums that are zero."""
    if not (np.any(state.twist) or np.any(state.surface_velocities)):
        return np.zeros((state.contact_count, 3))
    bias = acceleration_bias(state)
    linear, angular = np.linalg.norm(state.twist[:3]), np.linalg.norm(state.twist[3:])
    arms = np.linalg.norm(state.positions, axis=1)
    surfaces = np.linalg.norm(state.surface_velocities, axis=1)
    curved = [float(np.abs(contact.curvature).max()) for contact in state.contacts]
    speeds = linear + angular * arms + surfaces
    terms = angular * (angular * arms + speeds) + np.array(curved) * speeds**2
    bias[np.abs(bias) <= CONTACT_SPEED * terms[:, None]] = 0.0
    return bias
