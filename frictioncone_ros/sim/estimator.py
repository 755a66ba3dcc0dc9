# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""A contact estimator with faults: noise, delay and drop-out on the engine's contacts."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

import numpy as np

from frictioncone_ros.contact import ContactPoint
from frictioncone_ros.exceptions import InvalidInputError
from frictioncone_ros.sim.snapshot import CLOCK_ROUNDING, ContactSnapshot
from frictioncone_ros.spatial import Array, as_non_negative


@dataclass(frozen=True)
class EstimatorFaults:
    """
    How imperfect the estimator is; all zero is perfect.

    normal_noise: standard deviation of the normals' tilt towards each tangent [rad].
    position_noise: of each coordinate of a contact [m]. force_noise: of each force component [N].
    friction_error: the friction coefficient is reported times 1 + this [-].
    delay: age of what is reported [s]. drop_out: probability that a report is not sent [-].
    constant: draw the tilt and shift of a contact once and keep them, as a bad calibration does;
    otherwise anew for each report.
    """

    normal_noise: float = 0.0
    position_noise: float = 0.0
    force_noise: float = 0.0
    friction_error: float = 0.0
    delay: float = 0.0
    drop_out: float = 0.0
    constant: bool = False

    def __post_init__(self) -> None:
        """Check that all but the friction error are at least zero, and drop_out at most one."""
        for name in ('normal_noise', 'position_noise', 'force_noise', 'delay', 'drop_out'):
            as_non_negative(getattr(self, name), name.replace('_', ' '))
        if self.drop_out > 1.0:
            raise InvalidInputError('drop out', self.drop_out, 'a probability')
        if self.friction_error < -1.0:
            raise InvalidInputError('friction error', self.friction_error, 'at least -1')


class ContactEstimator:
    """
    Turns true snapshots into reports with faults, reproducibly for one seed.

    Silence (None) is not an empty snapshot: nothing is known to have changed.
    """

    def __init__(self, faults: EstimatorFaults, seed: int) -> None:
        """Start with an empty delay line."""
        self._faults = faults
        self._generator = np.random.default_rng(seed)
        self._waiting: deque[ContactSnapshot] = deque()
        self._errors: dict[str, tuple[Array, Array]] = {}

    def observe(self, truth: ContactSnapshot) -> ContactSnapshot | None:
        """Take the truth of now; return what is reported now, or None for silence."""
        self._waiting.append(truth)
        due = None
        arrived = truth.time - self._faults.delay + CLOCK_ROUNDING
        while self._waiting and self._waiting[0].time <= arrived:
            due = self._waiting.popleft()
        if due is None or self._generator.random() < self._faults.drop_out:
            return None
        return self._disturbed(due)

    def _disturbed(self, truth: ContactSnapshot) -> ContactSnapshot:
        state = truth.state
        contacts = [self._disturbed_contact(contact) for contact in state.contacts]
        noise = self._faults.force_noise * self._generator.normal(size=truth.forces.shape)
        return ContactSnapshot(truth.time, replace(state, contacts=contacts), truth.forces + noise)

    def _disturbed_contact(self, contact: ContactPoint) -> ContactPoint:
        tilt, shift = self._error_of(contact)
        angle = float(np.linalg.norm(tilt))
        across = contact.frame[1:].T @ tilt
        return replace(
            contact,
            contact_position=contact.contact_position + shift,
            contact_normal=np.cos(angle) * contact.contact_normal
            + np.sinc(angle / np.pi) * across,
            friction=contact.friction.scaled(1.0 + self._faults.friction_error),
        )

    def _error_of(self, contact: ContactPoint) -> tuple[Array, Array]:
        """Return tilt towards each tangent (1 or 2,) [rad] and shift (2 or 3,) [m]."""
        name, size = contact.name, contact.contact_normal.shape[0]
        if self._faults.constant and name in self._errors:
            return self._errors[name]
        noise = np.asarray(self._generator.normal(size=2 * size - 1))
        tilt = self._faults.normal_noise * noise[: size - 1]
        shift = self._faults.position_noise * noise[size - 1 :]
        self._errors[name] = tilt, shift
        return tilt, shift
