# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What each contact carries, and how far each is from slipping."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from frictioncone_ros.analysis.feasibility import slip_margin, utilisation
from frictioncone_ros.contact.point import ContactPoint
from frictioncone_ros.contact.state import ContactState
from frictioncone_ros.contact.wrench_matrix import component_slices
from frictioncone_ros.spatial.arrays import Array


@dataclass(frozen=True, eq=False)
class ContactReport:
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
    return tuple(
        _report(contact, contact_forces[part])
        for contact, part in zip(state.contacts, component_slices(state), strict=True)
    )


def _report(contact: ContactPoint, components: Array) -> ContactReport:
    size = contact.frame.shape[0]
    moment = float(components[size]) if components.shape[0] > size else 0.0
    # Friction without reach is slipping altogether: stated as 1, never as infinity.
    used = utilisation(components, contact.friction)
    return ContactReport(
        name=contact.name,
        force=contact.frame.T @ components[:size],
        moment=moment,
        normal_force=float(components[0]),
        slip_margin=slip_margin(components, contact.friction),
        utilization=used if isfinite(used) else 1.0,
    )
