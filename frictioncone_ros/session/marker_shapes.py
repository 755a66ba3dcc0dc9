# Copyright 2026 The frictioncone_ros authors. SPDX-License-Identifier: Apache-2.0
"""What is drawn of an outcome, as plain shapes: cones, arrows and words."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

import numpy as np

from frictioncone_ros.contact import ContactPoint
from frictioncone_ros.session.outcome import Outcome
from frictioncone_ros.spatial import Array, PLANAR

CONE_HEIGHT = 0.05
"""How high friction cones are drawn [m]."""
FORCE_LENGTH = 0.005
"""How long a force of one newton is drawn [m/N]."""
ROUND = 24
"""Sides of a drawn circular cone."""


@dataclass(frozen=True, eq=False)
class Shape:
    """
    One thing to draw in the contacts' frame.

    kind: 'triangles', 'arrow' or 'text'. points: (n, 3) [m]. color: red, green, blue, opacity.
    """

    group: str
    kind: str
    points: Array
    color: tuple[float, float, float, float]
    text: str = ''


def shapes_of(outcome: Outcome, mode_text: str) -> list[Shape]:
    """Return cones coloured by utilisation, contact forces, commanded and sent force, words."""
    placement, assessment = outcome.placement, outcome.assessment
    if placement is None:
        return []
    shapes = []
    reports = {report.name: report for report in assessment.contacts}
    for contact in placement.snapshot.state.contacts:
        report = reports.get(contact.name)
        point = _three(contact.contact_position)
        used = 0.0 if report is None else report.utilization
        shapes.append(
            Shape('friction_cones', 'triangles', cone_triangles(contact), _traffic_light(used))
        )
        if report is not None and report.force.any():
            shapes.append(_arrow('contact_forces', point, _three(report.force), (0.2, 0.4, 1.0)))
    center = placement.offset
    for group, wrench, color in (
        ('commanded_wrench', assessment.setpoints.wrench, (0.6, 0.6, 0.6)),
        ('filtered_wrench', assessment.command.wrench, (0.0, 0.8, 0.3)),
    ):
        if wrench is not None:
            size = 2 if wrench.shape[0] == PLANAR else 3
            shapes.append(_arrow(group, center, _three(wrench[:size]), color))
    words = words_of(assessment.code.name, mode_text, assessment.margin)
    shapes.append(Shape('mode', 'text', center[None], (1.0, 1.0, 1.0, 1.0), words))
    return shapes


def words_of(status: str, mode_text: str, margin: float | None) -> str:
    """Return status, predicted modes and margin [N] as a line for people."""
    lines = [status, *([mode_text] if mode_text else [])]
    if margin is not None:
        lines.append(f'margin {margin:.2f} N' if isfinite(margin) else 'margin unlimited')
    return ', '.join(lines)


def cone_triangles(contact: ContactPoint) -> Array:
    """Return the sides of a contact's friction cone as (3 n, 3) corners [m]."""
    point = _three(contact.contact_position)
    frame = np.zeros((3, 3))
    size = contact.frame.shape[0]
    frame[:size, :size] = contact.frame
    if size == 2:
        frame[2, 2] = 1.0
    corners = _rim(contact) @ frame[:size]
    tips = point + CONE_HEIGHT * corners
    following = np.roll(tips, -1, axis=0)
    return np.stack((np.broadcast_to(point, tips.shape), tips, following), axis=1).reshape(-1, 3)


def _rim(contact: ContactPoint) -> Array:
    """Return directions of unit normal part around the cone, (n, 2 or 3) in contact components."""
    size = contact.frame.shape[0]
    edges = contact.friction.force_edges(contact.dimension)
    if edges is not None:
        rim = edges[:, :size]
        # Sorted around the normal, so that neighbours share a side.
        return rim[np.argsort(np.arctan2(rim[:, -1], rim[:, 1]))]
    angles = 2.0 * np.pi * np.arange(ROUND) / ROUND
    first, second = contact.friction.coefficients
    return np.column_stack((np.ones(ROUND), first * np.cos(angles), second * np.sin(angles)))


def _traffic_light(used: float) -> tuple[float, float, float, float]:
    """Return green for an unused cone, red for one about to slip."""
    share = min(1.0, max(0.0, used))
    return min(1.0, 2.0 * share), min(1.0, 2.0 - 2.0 * share), 0.0, 0.4


def _arrow(group: str, start: Array, force: Array, color: tuple[float, float, float]) -> Shape:
    return Shape(group, 'arrow', np.array([start, start + FORCE_LENGTH * force]), (*color, 0.9))


def _three(values: Array) -> Array:
    return values if values.shape[0] == 3 else np.append(values, 0.0)
