# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What each contact carries of a command, and how far each is from slipping."""

from __future__ import annotations

from math import isfinite
from typing import NamedTuple

from frictioncone_ros.contact.point import ContactPoint
from frictioncone_ros.contact.state import ContactState
from frictioncone_ros.contact.wrench_matrix import component_slices, point_forces
from frictioncone_ros.spatial.arrays import Array


class ContactReport(NamedTuple):
    """
    One contact's share of a command; forces act from the environment on the moving body.

    force: (2,) or (3,) along the axes of the contact state [N]. moment: about the normal [Nm].
    normal_force [N]. slip_margin: (mu f_n - |f_t|) / sqrt(1 + mu^2) [N], the normal force where
    mu = 0. utilization: |f_t| / (mu f_n), 0 where nothing is carried, 1 where it slips.
    """

    name: str
    force: Array
    moment: float
    normal_force: float
    slip_margin: float
    utilization: float


def contact_reports(state: ContactState, contact_forces: Array) -> tuple[ContactReport, ...]:
    """Return a report for each contact from the contact forces (c,), contact-major."""
    components = contact_forces.tolist()
    parts, forces = component_slices(state), point_forces(state, contact_forces)
    return tuple(
        [
            _report(contact, components[part], force)
            for contact, part, force in zip(state.contacts, parts, forces, strict=True)
        ]
    )


def _report(contact: ContactPoint, components: list[float], force: Array) -> ContactReport:
    size = force.shape[0]
    # Friction without reach is slipping altogether: stated as 1, never as infinity.
    used = contact.friction.utilisation(components)
    return ContactReport(
        contact.name,
        force,
        components[size] if len(components) > size else 0.0,
        components[0],
        contact.friction.slip_margin(components),
        used if isfinite(used) else 1.0,
    )
